"""The way of a packet through a port: DSCP, traffic class, priority group, queue, PFC priority."""

from enum import StrEnum
from typing import NamedTuple

from roceconf.switch.ports import ClassMap, PortGroup, Trust


class Certainty(StrEnum):
    """Whether a step of the way is told by the configuration."""

    KNOWN = "known"
    BROKEN = "broken"
    UNKNOWN = "unknown"


class Step(NamedTuple):
    """One step of the way.

    Attributes:
        what: ``traffic class``, ``priority group``, ``queue`` or ``PFC priority``.
        value: the number, where it is known.
        certainty: known, broken (the map leaves a hole) or unknown (something else decides).
        why: for a step that is not known, the reason, as a clause.
    """

    what: str
    value: int | None
    certainty: Certainty
    why: str = ""


class ClassPath(NamedTuple):
    """The whole way of one DSCP or one traffic class, step by step.

    Attributes:
        dscp: the DSCP it began with; None where it began with a traffic class.
        traffic_class: where classification puts it.
        priority_group: where it is counted on the way in.
        queue: where it waits on the way out.
        pfc_priority: the PFC priority that pauses that queue.
    """

    dscp: int | None
    traffic_class: Step
    priority_group: Step
    queue: Step
    pfc_priority: Step

    @property
    def broken(self) -> Step | None:
        """The first broken step; None where every step is known or unknown."""
        steps = (self.traffic_class, self.priority_group, self.queue, self.pfc_priority)
        return next((step for step in steps if step.certainty is Certainty.BROKEN), None)


def path_of_dscp(group: PortGroup, dscp: int) -> ClassPath:
    """The way of one DSCP through the ports of a group.

    Args:
        group: the ports.
        dscp: 0 to 63.

    Returns:
        The way; a step that rests on a step not known is unknown itself.
    """
    return _continue(group, dscp, _classify(group, dscp))


def path_of_class(group: PortGroup, traffic_class: int) -> ClassPath:
    """The way of one traffic class through the ports of a group, however packets came into it."""
    return _continue(group, None, Step("traffic class", traffic_class, Certainty.KNOWN))


def dscps_of_class(group: PortGroup, traffic_class: int) -> tuple[int, ...]:
    """The DSCPs that reach a traffic class, ascending; empty where the maps do not decide."""
    if group.classified_elsewhere or group.trust not in (None, Trust.DSCP) or group.dscp_to_tc is None:
        return ()
    return group.dscp_to_tc.sources_of(traffic_class)


def classes_of_priority(group: PortGroup, priority: int) -> tuple[int, ...]:
    """The traffic classes that a PFC priority protects: those counted in the priority group of that number."""
    if group.tc_to_pg is None:
        return ()
    return group.tc_to_pg.sources_of(priority)


def _classify(group: PortGroup, dscp: int) -> Step:
    what = "traffic class"
    if group.classified_elsewhere:
        return Step(what, None, Certainty.UNKNOWN, "a policy or access list decides the class")
    if group.trust is Trust.COS:
        return Step(what, None, Certainty.UNKNOWN, "the port trusts 802.1p, not DSCP")
    if group.trust is Trust.PORT:
        return Step(what, None, Certainty.UNKNOWN, "the port trusts neither DSCP nor 802.1p")
    if group.dscp_to_tc is None:
        return Step(what, None, Certainty.UNKNOWN, "no DSCP map is bound to the port")
    return _look_up(what, group.dscp_to_tc, dscp, f"the DSCP map has no entry for {dscp}")


def _continue(group: PortGroup, dscp: int | None, traffic_class: Step) -> ClassPath:
    priority_group = _next("priority group", group.tc_to_pg, traffic_class)
    queue = _next("queue", group.tc_to_queue, traffic_class)
    return ClassPath(dscp, traffic_class, priority_group, queue, _pausing(group, queue))


def _next(what: str, mapping: ClassMap | None, before: Step) -> Step:
    if before.value is None:
        return Step(what, None, Certainty.UNKNOWN, f"the {before.what} is not known")
    if mapping is None:
        return Step(what, None, Certainty.UNKNOWN, f"no map from {before.what} to {what} is bound")
    return _look_up(what, mapping, before.value, f"the map has no entry for {before.what} {before.value}")


def _look_up(what: str, mapping: ClassMap, key: int, why: str) -> Step:
    value = mapping.get(key)
    return Step(what, None, Certainty.BROKEN, why) if value is None else Step(what, value, Certainty.KNOWN)


def _pausing(group: PortGroup, queue: Step) -> Step:
    what = "PFC priority"
    if queue.value is None:
        return Step(what, None, Certainty.UNKNOWN, "the queue is not known")
    if group.pfc_to_queue is None:
        return Step(what, None, Certainty.UNKNOWN, "no map from PFC priority to queue is bound")
    priorities = group.pfc_to_queue.sources_of(queue.value)
    if not priorities:
        return Step(what, None, Certainty.BROKEN, f"no PFC priority pauses queue {queue.value}")
    paused = [priority for priority in priorities if priority in group.pfc.active]
    return Step(what, (paused or list(priorities))[0], Certainty.KNOWN)
