"""Rules on priority flow control itself: on what it acts, and what must stand beside it."""

from roceconf.rules.pfc import pause, priorities, switching

__all__ = ["pause", "priorities", "switching"]
