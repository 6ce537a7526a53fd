"""Rules on the PFC watchdog: whether it is there, what it watches, how fast, and what it does."""

from roceconf.rules.watchdog import actions, presence, times

__all__ = ["actions", "presence", "times"]
