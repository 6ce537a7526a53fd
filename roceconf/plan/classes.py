"""The class plan: which DSCP goes where, and how each queue is served."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.switch import ClassMap, Scheduler, Service

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.intent import ClassIntent, Intent

DSCPS = range(64)  # RFC 2474: six bits
CLASSES = range(8)  # IEEE 802.1Q: three bits


class Classes(NamedTuple):
    """The class plan in the words of the model.

    Attributes:
        named: the classes by name.
        lossless: traffic classes that PFC protects.
        roce_dscps: DSCPs of those.
        best_effort: traffic class of every DSCP that nobody named.
        dscp_to_tc: all 64 DSCPs.
        tc_to_queue: identity.
        tc_to_pg: a lossless class has the priority group of its number, all others share the first free one.
        pfc_to_queue: identity.
        schedulers: of queues 0 to 7.
    """

    named: Mapping[str, ClassIntent]
    lossless: tuple[int, ...]
    roce_dscps: tuple[int, ...]
    best_effort: int
    dscp_to_tc: ClassMap
    tc_to_queue: ClassMap
    tc_to_pg: ClassMap
    pfc_to_queue: ClassMap
    schedulers: Mapping[int, Scheduler]

    @property
    def lossy_group(self) -> int:
        """The priority group that lossy classes share."""
        return next(index for index in CLASSES if index not in self.lossless)


def classes_of(intent: Intent, usual: int) -> Classes:
    """The class plan of an intent.

    Args:
        intent: what is wanted.
        usual: the class that the network OS gives unmarked packets by itself.

    Raises:
        ValueError: all eight classes are lossless, so that unnamed traffic has nowhere to go.
    """
    named = intent.class_plan
    lossless = tuple(sorted(held.priority for held in named.values() if held.lossless))
    if len(lossless) == len(CLASSES):
        raise ValueError("all eight classes are lossless: traffic that no class names has nowhere to go")
    best_effort = _best_effort(named, lossless, usual)
    named_dscps = {dscp: held.priority for held in named.values() for dscp in held.dscp}
    identity = {index: index for index in CLASSES}
    lossy = next(index for index in CLASSES if index not in lossless)
    return Classes(
        named=named,
        lossless=lossless,
        roce_dscps=tuple(sorted(dscp for dscp, tc in named_dscps.items() if tc in lossless)),
        best_effort=best_effort,
        dscp_to_tc=ClassMap.of({dscp: named_dscps.get(dscp, best_effort) for dscp in DSCPS}, "ROCE"),
        tc_to_queue=ClassMap.of(identity, "ROCE"),
        tc_to_pg=ClassMap.of({index: index if index in lossless else lossy for index in CLASSES}, "ROCE"),
        pfc_to_queue=ClassMap.of(identity, "ROCE"),
        schedulers=_schedulers(named, best_effort),
    )


def _best_effort(named: Mapping[str, ClassIntent], lossless: tuple[int, ...], usual: int) -> int:
    """The class of unnamed DSCPs: a lossy class that names none, else the OS's own, else the first that is free."""
    for name, held in named.items():
        if not held.lossless and not held.dscp and name != "cnp":
            return held.priority
    taken = {held.priority for held in named.values()}
    free = [index for index in (usual, *CLASSES) if index not in taken]
    lossy = [index for index in CLASSES if index not in lossless]
    return (free or lossy)[0]


def _schedulers(named: Mapping[str, ClassIntent], best_effort: int) -> dict[int, Scheduler]:
    """Service of all eight queues.

    A queue nobody uses gets the smallest weight, because an unwritten queue is strict on some chips; above a strict
    queue it is strict too, because a chip serves strict queues only above weighted ones.
    """
    by_queue = {held.priority: held for held in named.values()}
    strict = {queue for queue, held in by_queue.items() if held.strict}
    unused = [queue for queue in CLASSES if queue not in by_queue and queue != best_effort]
    strict |= {queue for queue in unused if strict and queue > min(strict)}
    idle = [queue for queue in unused if queue not in strict]
    said = {
        queue: round(held.bandwidth_percent)
        for queue, held in by_queue.items()
        if held.bandwidth_percent is not None and queue not in strict
    }
    sharing = [queue for queue in CLASSES if queue not in strict and queue not in said and queue not in idle]
    rest = 100 - sum(said.values()) - len(idle)  # percent
    weights = said | dict.fromkeys(idle, 1)
    for position, queue in enumerate(sharing):
        weights[queue] = max(1, rest // len(sharing) + (1 if position < rest % len(sharing) else 0))
    return {
        queue: Scheduler(Service.STRICT, name="ROCE_STRICT")
        if queue in strict
        else Scheduler(Service.WEIGHTED, weight=max(1, weights[queue]), name=f"ROCE_WEIGHT_{max(1, weights[queue])}")
        for queue in CLASSES
    }
