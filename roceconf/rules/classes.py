"""The way of a class through the switch: DSCP, traffic class, priority group, queue, PFC priority."""

from collections.abc import Iterable, Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.reach import (
    CONTROL_PRIORITIES,
    broken_priorities,
    is_traced,
    paused_queue,
    protected_classes,
    reaching,
    split_classes,
)
from roceconf.rules.wording import named, spelled
from roceconf.switch import (
    Certainty,
    Concern,
    Default,
    PortGroup,
    Trust,
    dscps_of_class,
    path_of_class,
    path_of_dscp,
)

DEFAULT_DSCP = 0
"""What unmarked traffic carries (RFC 2474)."""


@rule(
    "MAP101",
    "class-path-broken",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/qosorch.cpp", "sonic-buildimage #21891", "IEEE 802.1Q 36"),
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
    for priority in sorted(broken_priorities(group)):
        what, path = _breach(group, priority)
        if context.remarked(Place(group.ports[0], path), Place(group.ports[0], "pfc")):
            continue
        yield Fault(
            f"PFC priority {priority} protects no class: {what}. Its frames are dropped when a queue fills.",
            "give traffic class, priority group, queue and PFC priority of the lossless class the same number",
            Place(group.ports[0], path),
            group.ports,
            {"priority": priority, "paused_queue": paused_queue(group, priority)},
            ((Place(group.ports[0], f"pfc.priority.{priority}"), "PFC is switched on here"),),
        )


def _breach(group: PortGroup, priority: int) -> tuple[str, str]:
    paused = paused_queue(group, priority)
    if paused is None:
        return f"the map from PFC priority to queue has no entry for {priority}, so it pauses no queue", (
            f"pfc_to_queue.{priority}"
        )
    _, strays = split_classes(group, priority)
    if strays:
        queue = path_of_class(group, strays[0]).queue
        where = f"waits in queue {queue.value}" if queue.value is not None else "has no queue in its map"
        return f"traffic class {strays[0]} is counted in priority group {priority} but {where}, and the priority " + (
            f"pauses queue {paused}"
        ), f"tc_to_queue.{strays[0]}"
    waiting = group.tc_to_queue.sources_of(paused) if group.tc_to_queue is not None else ()
    if not waiting:
        return f"no traffic class is counted in priority group {priority}, and none waits in queue {paused}", "tc_to_pg"
    group_of_it = path_of_class(group, waiting[0]).priority_group.value
    counted = f"in priority group {group_of_it}" if group_of_it is not None else "in none that the map names"
    return (
        f"traffic class {waiting[0]}, which waits in the paused queue {paused}, is counted {counted}, so priority "
        + (f"group {priority} stays empty and never sends pause"),
        f"tc_to_pg.{waiting[0]}",
    )


@rule(
    "MAP102",
    "lossless-class-unreachable",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("Arista EOS manual, Quality of Service (default maps)", "sonic-swss orchagent/qosorch.cpp"),
)
def lossless_class_is_reached(group: PortGroup, context: Context) -> Iterator[Fault]:
    """No packet can come into a lossless class: no value of the trusted field is mapped to it.

    What the fabric does
        PFC guards an empty class, while RoCE travels in another one without pause. Where some other lossless class of
        the port is reached this is a warning.

    How to mend it
        Map the DSCP (or 802.1p priority) that RoCE carries to the lossless class, or move PFC to the class it comes
        into.

    Source
        Arista EOS manual, Quality of Service: a packet's class comes from the trusted field's map alone.
    """
    reached = {tc: reaching(group, tc) for tc in protected_classes(group)}
    if not reached or None in reached.values() or _lossy_ways(group, context.supplied.roce_dscps):
        return
    unreached = [tc for tc, found in reached.items() if found is not None and not found.values]
    by_priority: dict[int, list[int]] = {}
    for tc, priority in protected_classes(group).items():
        by_priority.setdefault(priority, []).append(tc)
    some_reached = len(unreached) < len(reached)
    for priority, held in by_priority.items():
        if priority in broken_priorities(group) or not set(held) <= set(unreached):
            continue
        first = reached[held[0]]
        field = first.field if first is not None else "DSCP"
        yield Fault(
            f"no {field} is mapped to {named('traffic class', held)} of PFC priority {priority}: the lossless class "
            "stays empty, and RoCE travels in another class without pause.",
            f"map the {field} of RoCE to traffic class {held[0]}, or move PFC to the class it comes into",
            context.said(
                Place(group.ports[0], "dscp_to_tc" if first is None or first.by_dscp else "cos_to_tc"),
                Place(group.ports[0], f"pfc.priority.{priority}"),
            ),
            group.ports,
            {"priority": priority, "traffic_class": held[0]},
            ((Place(group.ports[0], f"pfc.priority.{priority}"), "PFC is switched on here"),),
            Severity.WARNING if some_reached else None,
        )


@rule(
    "MAP103",
    "roce-dscp-not-lossless",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("NVIDIA, Cisco, Arista and Microsoft DSCP plans for RoCEv2", "openucx/ucx #2434", "NVIDIA/nccl #2383"),
)
def roce_is_lossless(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A DSCP that carries RoCE comes into a class without PFC.

    What the fabric does
        The class is lossy: it is dropped when a queue fills, and RoCE falls back to retransmission and time-outs.

    How to mend it
        Map the DSCP to the lossless class, or switch PFC on for the class it comes into.

    Source
        openucx/ucx issue 2434 and NVIDIA/nccl issue 2383 (RDMA in a lossy class: retry exceeded).
    """
    if not group.pfc.active:
        return
    dscps = context.need("DSCPs of RoCE", context.supplied.roce_dscps or None)
    if broken_priorities(group):
        return
    for traffic_class, held in _lossy_ways(group, dscps).items():
        goes = (
            "has no entry in the map"
            if traffic_class is None
            else f"{'comes' if len(held) == 1 else 'come'} into traffic class {traffic_class}"
        )
        place = Place(group.ports[0], f"dscp_to_tc.{held[0]}")
        default = context.default_of(group.ports[0], place.path)
        yield Fault(
            f"RoCE {named('DSCP', held)} {goes}{f' ({default.text})' if default else ''}, but PFC is on for "
            f"{named('priority', group.pfc.active)} only: RoCE is dropped when the queue fills.",
            f"map DSCP {held[0]} to a lossless class",
            context.said(place, Place(group.ports[0], "dscp_to_tc"), Place(group.ports[0], "pfc")),
            group.ports,
            {"dscps": spelled(held), "traffic_class": traffic_class, "priorities": spelled(group.pfc.active)},
            ((Place(group.ports[0], f"pfc.priority.{min(group.pfc.active)}"), "PFC is switched on here"),),
        )


def _lossy_ways(group: PortGroup, dscps: Iterable[int]) -> dict[int | None, list[int]]:
    """The DSCPs whose way is known to lead past every PFC priority, by traffic class; None where the map lacks them."""
    lossy: dict[int | None, list[int]] = {}
    for dscp in dscps:
        way = path_of_dscp(group, dscp)
        if way.traffic_class.certainty is Certainty.BROKEN:
            lossy.setdefault(None, []).append(dscp)
        elif way.priority_group.certainty is not Certainty.UNKNOWN and way.priority_group.value not in group.pfc.active:
            lossy.setdefault(way.traffic_class.value, []).append(dscp)
    return lossy


@rule(
    "MAP104",
    "lossy-dscp-in-lossless-class",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Guo et al., SIGCOMM 2016 (one class for RDMA alone)", "Zhu et al., SIGCOMM 2015"),
)
def lossless_class_is_roce_alone(group: PortGroup, context: Context) -> Iterator[Fault]:
    """DSCPs that carry no RoCE come into a lossless class.

    What the fabric does
        Traffic without RDMA congestion control fills a queue that is paused instead of dropped: pause spreads from it
        and stops RoCE flows that have nothing to do with the congestion.

    How to mend it
        Map these DSCPs to a lossy class. Some systems map whole ranges by default; write the others out.

    Source
        Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015 (victim flows); Guo et al.,
        SIGCOMM 2016.
    """
    protected = protected_classes(group)
    if not protected:
        return
    roce = set(context.need("DSCPs of RoCE", context.supplied.roce_dscps or None))
    for traffic_class, priority in protected.items():
        others = set(dscps_of_class(group, traffic_class)) - roce - set(context.supplied.cnp_dscps)
        if not others or DEFAULT_DSCP in others or priority in CONTROL_PRIORITIES:
            continue
        first = Place(group.ports[0], f"dscp_to_tc.{min(others)}")
        default = context.default_of(group.ports[0], first.path)
        yield Fault(
            f"{named('DSCP', others)} {'comes' if len(others) == 1 else 'come'} into traffic class {traffic_class} "
            f"{f'({default.text}) ' if default else ''}and so under PFC priority {priority}, but RoCE is "
            f"{named('DSCP', roce)}: other traffic in the class spreads pause to RoCE.",
            f"map {named('DSCP', others)} to a lossy class",
            context.said(first, Place(group.ports[0], "dscp_to_tc"), Place(group.ports[0], f"pfc.priority.{priority}")),
            group.ports,
            {"dscps": spelled(others), "traffic_class": traffic_class, "roce_dscps": spelled(roce)},
        )


@rule(
    "MAP105",
    "cnp-in-lossless-class",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Zhu et al., SIGCOMM 2015 (CNPs in a high priority of their own)",
        "Arista AI Network Fabric deployment guide",
    ),
)
def cnp_stays_lossy(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Congestion notification packets come into a lossless class.

    What the fabric does
        CNPs wait behind the data whose congestion they report, and are paused with it: senders slow down too late, so
        queues grow and pause spreads.

    How to mend it
        Map the CNP DSCP, usually 48, to a strict lossy class of its own or to that of network control.

    Source
        Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015, section 5; the DSCP plans of
        NVIDIA, Cisco and Arista.
    """
    protected = protected_classes(group)
    if not protected:
        return
    cnp = context.need("DSCPs of CNPs", context.supplied.cnp_dscps or None)
    for dscp in cnp:
        traffic_class = path_of_dscp(group, dscp).traffic_class.value
        priority = protected.get(traffic_class) if traffic_class is not None else None
        if priority is None or priority in CONTROL_PRIORITIES:
            continue
        place = Place(group.ports[0], f"dscp_to_tc.{dscp}")
        yield Fault(
            f"CNPs (DSCP {dscp}) come into traffic class {traffic_class}, which PFC priority {priority} pauses: "
            "congestion notifications are held back together with the data they are about.",
            f"map DSCP {dscp} to a strict lossy class",
            context.said(place, Place(group.ports[0], f"pfc.priority.{priority}")),
            group.ports,
            {"dscp": dscp, "traffic_class": traffic_class, "priority": priority},
        )


@rule(
    "MAP106",
    "map-not-bound",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/qosorch.cpp", "SAI inc/saiport.h (both maps default to none)"),
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
    "MAP107",
    "switched-port-untrusted",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("Arista EOS manual, Quality of Service (port trust)", "batfish arista run-all configurations"),
)
def dscp_is_trusted(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A PFC port does not look at the DSCP, so RoCEv2 marked by DSCP misses its class.

    What the fabric does
        A switched port looks at 802.1p by default, and an untagged frame has none; a port without trust puts every
        frame into one class. RoCE then lands in the class of best effort and is dropped when it fills. An error on
        routed ports that trust 802.1p and where the DSCPs of RoCE are known; else a warning, because tags may carry
        the priority.

    How to mend it
        Trust DSCP on every port that carries RoCEv2. A port that was told to trust 802.1p is left alone until the DSCPs
        of RoCE are known.

    Source
        Arista EOS manual, Quality of Service: routed ports trust DSCP by default, switched ports CoS.
    """
    if not group.pfc.active or group.classified_elsewhere or group.trust in (None, Trust.DSCP):
        return
    if context.is_unsettled(group):
        return
    place = Place(group.ports[0], "trust")
    default = context.default_of(group.ports[0], "trust")
    chosen = group.trust is Trust.COS and default is None and group.routed is not True
    if chosen and not context.supplied.roce_dscps:
        return
    if group.trust is Trust.COS and group.cos_to_tc is not None and group.cos_to_tc.get(0) in protected_classes(group):
        return
    certain = group.trust is Trust.COS and (group.routed is True or bool(context.supplied.roce_dscps))
    yield Fault(
        f"the port trusts {'802.1p' if group.trust is Trust.COS else 'neither DSCP nor 802.1p'}"
        f"{f' ({default.text})' if default else ''}, but PFC is on for {named('priority', group.pfc.active)}: RoCEv2 "
        f"that is marked by DSCP{_untagged(group)} misses the lossless class and is dropped when a queue fills.",
        "trust DSCP on this port",
        context.said(place, Place(group.ports[0], "pfc")),
        group.ports,
        {"roce_dscps": spelled(context.supplied.roce_dscps) if context.supplied.roce_dscps else None},
        severity=None if certain else Severity.WARNING,
    )


def _untagged(group: PortGroup) -> str:
    return " and, on a routed port, carries no 802.1p tag" if group.routed and group.trust is Trust.COS else ""


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
                f"{named('traffic class', unpausable)} is counted in priority group {priority} beside lossless "
                f"{lossless}, but does not wait in queue {queue}, which PFC priority {priority} pauses: it cannot be "
                "stopped, uses up the headroom, and lossless frames are dropped.",
                f"count traffic class {unpausable[0]} in a priority group without PFC",
                Place(group.ports[0], f"tc_to_pg.{unpausable[0]}"),
                group.ports,
                {"priority": priority, "traffic_class": unpausable[0]},
            )
        if sharing:
            yield Fault(
                f"lossy {named('traffic class', sharing)} shares queue {queue} with lossless {lossless}: it is stopped "
                "whenever RoCE is paused, and its frames fill the queue RoCE needs.",
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


@rule(
    "MAP109",
    "default-traffic-in-lossless-class",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("RFC 2474 (default forwarding)", "Guo et al., SIGCOMM 2016", "Arista EOS manual, Quality of Service"),
)
def default_traffic_is_lossy(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Unmarked traffic comes into a lossless class.

    What the fabric does
        Everything that nobody marked, TCP and management included, is paused instead of dropped: pause is the rule,
        not the exception, and spreads through the fabric.

    How to mend it
        Map DSCP 0 (or 802.1p priority 0) to a lossy class, and take PFC off the class of best effort.

    Source
        RFC 2474 (DSCP 0 is default forwarding); Guo et al., SIGCOMM 2016.
    """
    if DEFAULT_DSCP in context.supplied.roce_dscps:
        return
    for traffic_class, priority in protected_classes(group).items():
        reached = reaching(group, traffic_class)
        if reached is None or DEFAULT_DSCP not in reached.values:
            continue
        port, path = group.ports[0], "dscp_to_tc.0" if reached.by_dscp else "cos_to_tc.0"
        default: Default | None = context.default_of(port, path)
        yield Fault(
            f"unmarked traffic ({reached.field} 0) comes into traffic class {traffic_class}"
            f"{f' ({default.text})' if default else ''}, which PFC priority {priority} pauses: all best effort is "
            "lossless, and pause spreads from it.",
            f"map {reached.field} 0 to a lossy class, or take priority {priority} out of PFC",
            context.said(Place(port, path), Place(port, f"pfc.priority.{priority}")),
            group.ports,
            {"traffic_class": traffic_class, "priority": priority},
        )
