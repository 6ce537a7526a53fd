"""Rules on pools and buffer profiles: what the chip has, what they promise, what they contradict."""

from roceconf.rules.buffers import binding, budget, headroom_pool, pools, thresholds, xon

__all__ = ["binding", "budget", "headroom_pool", "pools", "thresholds", "xon"]
