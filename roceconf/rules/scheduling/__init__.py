"""Rules on how queues are served."""

from roceconf.rules.scheduling import rates, service

__all__ = ["rates", "service"]
