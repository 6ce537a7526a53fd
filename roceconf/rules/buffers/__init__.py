"""Rules on pools and buffer profiles: what the chip has, what they promise, what they contradict."""

from roceconf.rules.buffers import binding, headroom_pool, pools, thresholds

__all__ = ["binding", "headroom_pool", "pools", "thresholds"]
