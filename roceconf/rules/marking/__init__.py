"""Rules on ECN marking: what a queue marks, when, and whether that comes before PFC."""

from roceconf.rules.marking import fanout, manner, onset, queues, shape

__all__ = ["fanout", "manner", "onset", "queues", "shape"]
