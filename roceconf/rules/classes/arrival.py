"""Rules on whether RoCE comes into its lossless class."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import counted as count_of
from roceconf.rules.derived.plans import ports_of_usual_plan, stray_priorities, usual_plan
from roceconf.rules.derived.reach import (
    broken_priorities,
    lossy_ways,
    protected_classes,
    reaching,
)
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named, spelled
from roceconf.switch import (
    PortGroup,
    Trust,
    path_of_class,
)


@rule(
    "MAP102",
    "lossless-class-unreachable",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=(
        "EOS manual, Quality of Service, as cited by published deployment notes for EOS 4.36",
        "sonic-swss orchagent/qosorch.cpp",
    ),
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
        EOS manual, as cited by published deployment notes for EOS 4.36: a packet's class comes from the trusted field's
        map alone.
    """
    reached = {tc: reaching(group, tc) for tc in protected_classes(group)}
    if not reached or None in reached.values() or lossy_ways(group, context.supplied.roce_dscps):
        return
    unreached = [tc for tc, found in reached.items() if found is not None and not found.values]
    by_priority: dict[int, list[int]] = {}
    for tc, priority in protected_classes(group).items():
        by_priority.setdefault(priority, []).append(tc)
    some_reached = len(unreached) < len(reached)
    for priority, held in by_priority.items():
        if priority in broken_priorities(group) | stray_priorities(group, context) or not set(held) <= set(unreached):
            continue
        first = reached[held[0]]
        field = first.field if first is not None else "DSCP"
        yield Fault(
            f"No {field} is mapped to {named('traffic class', held)} of PFC priority {priority}: the lossless class "
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
    for traffic_class, held in lossy_ways(group, dscps).items():
        yield _past_pfc(group, traffic_class, held, context)


def _past_pfc(group: PortGroup, traffic_class: int | None, held: list[int], context: Context) -> Fault:
    port = group.ports[0]
    mapped, on = Place(port, f"dscp_to_tc.{held[0]}"), Place(port, f"pfc.priority.{min(group.pfc.active)}")
    default = context.default_of(port, mapped.path)
    mapped = context.said(mapped, Place(port, "dscp_to_tc"), Place(port, "pfc"))
    goes = "has no entry in the map"
    counted = None if traffic_class is None else path_of_class(group, traffic_class).priority_group.value
    if traffic_class is not None:
        goes = f"{'comes' if len(held) == 1 else 'come'} into traffic class {traffic_class}"
        goes += f" ({default.text})" if default else ""
        if traffic_class in group.pfc.active:
            goes += f", which is counted in {'no priority group' if counted is None else f'priority group {counted}'}"
    usual, others = usual_plan(context), ports_of_usual_plan(context)
    pauses = f"PFC is on for {named('priority', group.pfc.active)}"
    if counted in usual:  # the maps are as elsewhere, and PFC is not
        pauses += f" here, for {named('priority', usual)} on {count_of(others, 'other port')}"
        help_, place, seen = f"switch PFC on for {named('priority', usual)} here too", on, (mapped, "its class")
    else:
        pauses += " only"
        help_, place, seen = f"map DSCP {held[0]} to a lossless class", mapped, (on, "PFC is switched on here")
    return Fault(
        f"RoCE {named('DSCP', held)} {goes}, but {pauses}: RoCE is dropped when the queue fills.",
        help_,
        place,
        group.ports,
        {"dscps": spelled(held), "traffic_class": traffic_class, "priorities": spelled(group.pfc.active)},
        (seen,),
    )


@rule(
    "MAP107",
    "switched-port-untrusted",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=(
        "EOS manual, Quality of Service, as cited by published deployment notes for EOS 4.36",
        "batfish arista run-all configurations",
    ),
)
def dscp_is_trusted(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A PFC port does not look at the DSCP, so RoCEv2 marked by DSCP misses its class.

    What the fabric does
        A switched port looks at 802.1p by default, and an untagged frame has none; a port without trust puts every
        frame into one class. RoCE then lands in the class of best effort and is dropped when it fills. An error on
        ports that trust neither field, on routed ports that trust 802.1p, and where the DSCPs of RoCE are known; else a
        warning, because tags may carry the priority. Silent where the port's own 802.1p priority leads into the
        lossless class.

    How to mend it
        Trust DSCP on every port that carries RoCEv2. A port that was told to trust 802.1p is left alone until the DSCPs
        of RoCE are known.

    Source
        EOS manual, as cited by published deployment notes for EOS 4.36: routed ports trust DSCP by default, switched
        ports CoS.
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
    untagged = group.cos_to_tc.get(group.default_cos or 0) if group.cos_to_tc is not None else None
    if untagged in protected_classes(group):
        return
    certain = group.trust is Trust.PORT or group.routed is True or bool(context.supplied.roce_dscps)
    yield Fault(
        f"The port trusts {'802.1p' if group.trust is Trust.COS else 'neither DSCP nor 802.1p'}"
        f"{f' ({default.text})' if default else ''}, but PFC is on for {named('priority', group.pfc.active)}: RoCEv2 "
        f"marked by DSCP{_untagged(group)} misses the lossless class and is dropped when a queue fills.",
        "trust DSCP on this port",
        context.said(place, Place(group.ports[0], "pfc")),
        group.ports,
        {"roce_dscps": spelled(context.supplied.roce_dscps) if context.supplied.roce_dscps else None},
        severity=None if certain else Severity.WARNING,
    )


def _untagged(group: PortGroup) -> str:
    return " (a routed port sees no 802.1p tag)" if group.routed and group.trust is Trust.COS else ""
