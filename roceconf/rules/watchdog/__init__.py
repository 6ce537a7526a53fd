"""Rules on the PFC watchdog: whether it is there, what it watches, how fast, and what it does."""

from roceconf.rules.watchdog import actions, bounds, presence, times

__all__ = ["actions", "bounds", "presence", "times"]
