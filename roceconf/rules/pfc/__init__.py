"""Rules on priority flow control itself: on what it acts, and what must stand beside it."""

from roceconf.rules.pfc import leftout, pause, priorities, switching

__all__ = ["leftout", "pause", "priorities", "switching"]
