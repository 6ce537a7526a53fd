"""Rules on the way of a class through the switch: DSCP, traffic class, priority group, queue, PFC priority."""

from roceconf.rules.classes import arrival, company, path

__all__ = ["arrival", "company", "path"]
