"""Which packets come into a traffic class, and which classes PFC really protects, as far as the maps decide it."""

from collections.abc import Iterable
from typing import NamedTuple

from roceconf.switch import Certainty, PortGroup, Trust, classes_of_priority, path_of_class, path_of_dscp

CONTROL_PRIORITIES = frozenset({6, 7})
"""Where CS6, CS7 and, by convention, CNPs go: internetwork and network control."""


class Reached(NamedTuple):
    """What comes into a traffic class.

    Attributes:
        by_dscp: True where ``values`` are DSCPs, False where they are 802.1p priorities.
        values: ascending; empty where nothing comes in.
    """

    by_dscp: bool
    values: tuple[int, ...]

    @property
    def field(self) -> str:
        """``DSCP`` or ``802.1p priority``."""
        return "DSCP" if self.by_dscp else "802.1p priority"


def reaching(group: PortGroup, traffic_class: int) -> Reached | None:
    """What comes into a traffic class of a port.

    Args:
        group: the ports.
        traffic_class: the class.

    Returns:
        The values of the field the port trusts that lead into the class; None where a policy decides, the port trusts
        neither field, no map is bound, or it is not said which of two maps counts.
    """
    by_dscp = _decides_by_dscp(group)
    mapping = None if by_dscp is None else group.dscp_to_tc if by_dscp else group.cos_to_tc
    return None if by_dscp is None or mapping is None else Reached(by_dscp, mapping.sources_of(traffic_class))


def _decides_by_dscp(group: PortGroup) -> bool | None:
    if group.classified_elsewhere or group.trust is Trust.PORT:
        return None
    if group.trust is not None:
        return group.trust is Trust.DSCP
    if (group.dscp_to_tc is None) == (group.cos_to_tc is None):
        return None
    return group.dscp_to_tc is not None


def split_classes(group: PortGroup, priority: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The classes counted in a priority's group: those in the queue it pauses, and those in another queue."""
    held, queue = classes_of_priority(group, priority), paused_queue(group, priority)
    right = tuple(tc for tc in held if queue is not None and path_of_class(group, tc).queue.value == queue)
    return right, tuple(tc for tc in held if tc not in right)


def paused_queue(group: PortGroup, priority: int) -> int | None:
    """The queue a PFC priority pauses; None where no map says."""
    return None if group.pfc_to_queue is None else group.pfc_to_queue.get(priority)


def is_traced(group: PortGroup) -> bool:
    """Whether every map behind the traffic class is bound, so that the way of a class can be followed."""
    return None not in (group.tc_to_pg, group.tc_to_queue, group.pfc_to_queue)


def broken_priorities(group: PortGroup) -> frozenset[int]:
    """The active PFC priorities that protect no class: none is counted in their group and waits in their queue."""
    if not is_traced(group):
        return frozenset()
    return frozenset(priority for priority in group.pfc.active if not split_classes(group, priority)[0])


def protected_classes(group: PortGroup) -> dict[int, int]:
    """The traffic classes of the active PFC priorities, each with its priority; empty where no map tells.

    Where all maps are bound, only those classes that wait in the paused queue: the others are for MAP101 and MAP108.
    """
    held = split_classes if is_traced(group) else lambda group, priority: (classes_of_priority(group, priority), ())
    return {tc: priority for priority in sorted(group.pfc.active) for tc in held(group, priority)[0]}


def lossy_ways(group: PortGroup, dscps: Iterable[int]) -> dict[int | None, list[int]]:
    """The DSCPs whose way is known to lead past every PFC priority, by traffic class; None where the map lacks them."""
    lossy: dict[int | None, list[int]] = {}
    for dscp in dscps:
        way = path_of_dscp(group, dscp)
        if way.traffic_class.certainty is Certainty.BROKEN:
            lossy.setdefault(None, []).append(dscp)
        elif way.priority_group.certainty is not Certainty.UNKNOWN and way.priority_group.value not in group.pfc.active:
            lossy.setdefault(way.traffic_class.value, []).append(dscp)
    return lossy
