"""The schedulers of a port."""

from roceconf.switch import PortGroup, Scheduler


def by_scheduler(group: PortGroup, indices: tuple[int, ...] | list[int]) -> dict[Scheduler, list[int]]:
    """Those of some queues that have a scheduler, by scheduler: what is said of one holds for all its queues."""
    found: dict[Scheduler, list[int]] = {}
    for index in indices:
        queue = group.queue(index)
        if queue is not None and queue.scheduler is not None:
            found.setdefault(queue.scheduler, []).append(index)
    return found
