"""Rules on the maps behind the traffic class: broken, not bound, or shared with a lossy class."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import counted
from roceconf.rules.derived.plans import ports_of_usual_plan, usual_plan
from roceconf.rules.derived.reach import (
    broken_priorities,
    is_traced,
    paused_queue,
    protected_classes,
    reaching,
    split_classes,
)
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import agree, named
from roceconf.switch import (
    Concern,
    PortGroup,
    dscps_of_class,
    path_of_class,
)


@rule(
    "MAP101",
    "class-path-broken",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/qosorch.cpp", "sonic-buildimage #21891"),
)
def class_path_is_whole(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The queue that PFC pauses is not the queue of the class whose priority group sends the pause.

    What the fabric does
        Pause is sent from the priority group a class is counted in, and honoured by the queue its PFC priority is
        mapped to. Where the two belong to different classes, the switch pauses its peer for one class and is paused
        for another: the lossless class keeps sending into a full peer and is dropped there, or is never paused at all.

    How to mend it
        Keep traffic class, priority group, queue and PFC priority of a lossless class the same number in all three
        maps.

    Source
        sonic-swss qosorch.cpp (TC_TO_PRIORITY_GROUP_MAP, TC_TO_QUEUE_MAP, MAP_PFC_PRIORITY_TO_QUEUE); sonic-buildimage
        issue 21891 (a template that counts TC 3 in PG 0).
    """
    usual = usual_plan(context)
    for priority in sorted(broken_priorities(group)):
        what, path = _breach(group, priority, context)
        pfc = f"pfc.priority.{priority}"
        if context.remarked(Place(group.ports[0], path), Place(group.ports[0], "pfc")):
            continue
        related = ((Place(group.ports[0], pfc), "PFC is switched on here"),)
        mend = "give traffic class, priority group, queue and PFC priority of the lossless class the same number"
        if usual and priority not in usual:  # the maps do for the other ports: here PFC is on the wrong priority
            others = counted(ports_of_usual_plan(context), "other port")
            what += f". PFC is on for {named('priority', usual)} on {others}"
            related, path = ((Place(group.ports[0], path), "the map"),), pfc
            mend = f"switch PFC on for {named('priority', usual)} here too"
        yield Fault(
            f"PFC priority {priority} protects no class: {what}. Lossless frames are dropped when a queue fills.",
            mend,
            Place(group.ports[0], path),
            group.ports,
            {"priority": priority, "paused_queue": paused_queue(group, priority)},
            related,
        )


def _breach(group: PortGroup, priority: int, context: Context) -> tuple[str, str]:
    """What breaks the way of a priority, and the path of the entry that is out of line with the others."""
    paused = paused_queue(group, priority)
    if paused is None:
        return f"the map from PFC priority to queue has no entry for {priority}, so it pauses no queue", (
            f"pfc_to_queue.{priority}"
        )
    own, (_, strays) = path_of_class(group, priority), split_classes(group, priority)
    if paused == priority == own.queue.value or not strays:
        return _empty_group(group, priority, paused, context)
    held = priority if priority in strays else strays[0]
    queue = path_of_class(group, held).queue.value
    where = f"waits in queue {queue}" if queue is not None else "has no queue in its map"
    who = f"traffic class {held}{_carrying(group, held, context)} is counted in priority group {priority}"
    if held == queue == priority:  # PFC alone is out of line
        return f"{who} and {where}, but the priority pauses queue {paused}", f"pfc_to_queue.{held}"
    return f"{who} but {where}, and the priority pauses queue {paused}", f"tc_to_queue.{held}"


def _empty_group(group: PortGroup, priority: int, paused: int, context: Context) -> tuple[str, str]:
    waiting = group.tc_to_queue.sources_of(paused) if group.tc_to_queue is not None else ()
    if not waiting:
        return f"no traffic class is counted in priority group {priority}, and none waits in queue {paused}", "tc_to_pg"
    held = priority if priority in waiting else waiting[0]
    group_of_it = path_of_class(group, held).priority_group.value
    counted_in = f"in priority group {group_of_it}" if group_of_it is not None else "in none that the map names"
    _, strays = split_classes(group, priority)
    instead = f"counts {named('traffic class', strays)} instead" if strays else "stays empty and never sends pause"
    return (
        f"traffic class {held}{_carrying(group, held, context)}, which waits in the paused queue {paused}, is counted "
        f"{counted_in}, so priority group {priority} {instead}",
        f"tc_to_pg.{held}",
    )


def _carrying(group: PortGroup, traffic_class: int, context: Context) -> str:
    """The RoCE DSCPs of a class, in brackets; nothing where none is known to come into it."""
    roce = set(dscps_of_class(group, traffic_class)).intersection(context.supplied.roce_dscps)
    return f" (RoCE {named('DSCP', roce)})" if roce else ""


@rule(
    "MAP106",
    "map-not-bound",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/qosorch.cpp", "SAI inc/saiport.h: both maps default to SAI_NULL_OBJECT_ID"),
)
def maps_are_bound(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A PFC port has no map from traffic class to priority group, or from PFC priority to queue.

    What the fabric does
        Without the first, every class stays in the default priority group, which sends no pause. Without the second,
        nothing tells the switch which queue a pause frame stops. Either way the class is not lossless.

    How to mend it
        Bind both maps to every port that has PFC.

    Source
        sonic-swss qosorch.cpp, PORT_QOS_MAP; SAI port attributes QOS_TC_TO_PRIORITY_GROUP_MAP and
        QOS_PFC_PRIORITY_TO_QUEUE_MAP, both without default.
    """
    if not group.pfc.active or not context.covers(Concern.PFC, Concern.CLASSES):
        return
    port = group.ports[0]
    missing = [
        (name, harm)
        for name, path, mapping, harm in (
            (
                "traffic class to priority group",
                "tc_to_pg",
                group.tc_to_pg,
                "every class stays in the default group, which sends no pause",
            ),
            (
                "PFC priority to queue",
                "pfc_to_queue",
                group.pfc_to_queue,
                "nothing tells which queue a pause frame stops",
            ),
        )
        if mapping is None and not context.says(port, path)
    ]
    if missing:
        yield Fault(
            f"PFC is on for {named('priority', group.pfc.active)}, but no map from "
            f"{' and none from '.join(name for name, _ in missing)} is bound: "
            f"{', and '.join(harm for _, harm in missing)}.",
            "bind both maps to every port that has PFC",
            Place(port, "pfc"),
            group.ports,
            {"maps_missing": len(missing)},
        )


@rule(
    "MAP108",
    "lossy-class-shares-lossless-queue",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/qosorch.cpp", "Arista AVD, qos.map.traffic_class", "Guo et al., SIGCOMM 2016"),
)
def lossless_queue_is_alone(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossy class shares the queue or the priority group of a lossless one.

    What the fabric does
        In the queue, the lossy class is stopped whenever RoCE is, and its frames fill what RoCE needs (a warning). In
        the priority group, the lossy class cannot be paused but uses up the headroom, so frames of RoCE are dropped
        (an error).

    How to mend it
        Give the lossy class a queue and a priority group without PFC.

    Source
        Guo et al., SIGCOMM 2016; sonic-swss qosorch.cpp, TC_TO_QUEUE_MAP and TC_TO_PRIORITY_GROUP_MAP.
    """
    if not is_traced(group):
        return
    for priority in sorted(group.pfc.active - broken_priorities(group)):
        right, strays = split_classes(group, priority)
        unpausable = [tc for tc in strays if not _is_empty(group, tc)]
        queue = paused_queue(group, priority)
        sharing = [
            tc
            for tc in (
                group.tc_to_queue.sources_of(queue) if group.tc_to_queue is not None and queue is not None else ()
            )
            if tc not in right and protected_classes(group).get(tc) is None and not _is_empty(group, tc)
        ]
        lossless = named("traffic class", right)
        if unpausable:
            yield Fault(
                f"{named('traffic class', unpausable).capitalize()} {agree(unpausable, 'is', 'are')} counted in "
                f"priority group {priority} beside lossless {lossless}, but not in queue {queue}, which PFC priority "
                f"{priority} pauses: what cannot be stopped uses up the headroom, and lossless frames are dropped.",
                f"count traffic class {unpausable[0]} in a priority group without PFC",
                Place(group.ports[0], f"tc_to_pg.{unpausable[0]}"),
                group.ports,
                {"priority": priority, "traffic_class": unpausable[0]},
            )
        if sharing:
            yield Fault(
                f"Lossy {named('traffic class', sharing)} {agree(sharing, 'shares', 'share')} queue {queue} with "
                f"lossless {lossless}: it is stopped whenever RoCE is paused, and its frames fill the queue RoCE "
                "needs.",
                f"map traffic class {sharing[0]} to a queue of its own",
                Place(group.ports[0], f"tc_to_queue.{sharing[0]}"),
                group.ports,
                {"queue": queue, "traffic_class": sharing[0], "priority": priority},
                severity=Severity.WARNING,
            )


def _is_empty(group: PortGroup, traffic_class: int) -> bool:
    """Whether the maps say for certain that nothing comes into the class."""
    reached = reaching(group, traffic_class)
    return reached is not None and not reached.values
