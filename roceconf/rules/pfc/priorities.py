"""Rules on the priorities that PFC acts on."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.plans import misses_roce, plans_of, ports_of_usual_plan, usual_plan
from roceconf.rules.derived.reach import CONTROL_PRIORITIES, reaching
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named, plural, spelled
from roceconf.switch import PortGroup, Switch, classes_of_priority

USUAL_LOSSLESS_CLASSES = 2
"""Lossless classes that headroom pools are usually planned for (SONiC qos_config.j2: priorities 3 and 4)."""

TUNNEL_PRIORITIES = frozenset({2, 6})
"""What a dual-ToR pair makes lossless beside 3 and 4 for bounced traffic (SONiC HLD, tunnel_dscp_remapping)."""

CONTROL_DSCPS = frozenset(range(48, 64))
"""The class selectors CS6 and CS7 with their neighbours: routing protocols; CNPs are usually sent with 48."""


@rule(
    "PFC106",
    "many-lossless-classes",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-buildimage files/build_templates/qos_config.j2 (LOSSLESS_TC 3, 4)", "Guo et al., SIGCOMM 2016"),
)
def few_lossless_classes(group: PortGroup, context: Context) -> Iterator[Fault]:
    """More than two priorities of a port are lossless.

    What the fabric does
        Every lossless priority needs headroom of its own on every port, taken from the same memory: with many of them
        headroom runs short or the shared buffer becomes small, so pause comes early and spreads.

    How to mend it
        Keep one lossless class for RoCE, two at most; give the others to ECN alone.

    Source
        sonic-buildimage qos_config.j2 plans two; Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM 2016:
        the buffer of a shallow switch carries headroom for two.
    """
    count = len(group.pfc.active)
    if count <= USUAL_LOSSLESS_CLASSES:
        return
    yield Fault(
        f"{count} priorities are lossless ({spelled(group.pfc.active)}): each needs headroom of its own on every port, "
        "so the shared buffer shrinks and pause comes earlier.",
        f"keep PFC on {USUAL_LOSSLESS_CLASSES} priorities at most",
        Place(group.ports[0], "pfc"),
        group.ports,
        {"lossless_classes": count, "usual_lossless_classes": USUAL_LOSSLESS_CLASSES},
    )


@rule(
    "PFC107",
    "pfc-on-control-class",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "sonic-buildimage files/build_templates/qos_config.j2 (DSCP 48 to class 6)",
        "NVIDIA Cumulus, roce lossless (CNPs strict in class 6)",
        "sonic-buildimage #24085",
    ),
)
def control_stays_lossy(group: PortGroup, context: Context) -> Iterator[Fault]:
    """PFC is on for priority 6 or 7, where control traffic and CNPs go.

    What the fabric does
        Pause holds back routing protocols and congestion notifications together with the data that caused it: senders
        learn of congestion late, and a pause storm can bring down BGP sessions. Where the maps show that no control
        traffic comes into the class, there is nothing to say.

    How to mend it
        Keep 6 and 7 lossy and strict; carry RoCE on another priority, usually 3.

    Source
        The DSCP plans of SONiC and NVIDIA send DSCP 48, that of CNPs and of routing protocols, to class 6, that of
        Cisco to class 7.
    """
    paused = frozenset(p for p in group.pfc.active & CONTROL_PRIORITIES if _may_carry_control(group, p))
    if not paused:
        return
    yield Fault(
        f"PFC is on for {named('priority', paused)}, where control traffic and CNPs go: pause delays routing protocols "
        "and congestion notifications, and a storm can bring sessions down.",
        "take priorities 6 and 7 out of PFC and carry RoCE on another one",
        Place(group.ports[0], f"pfc.priority.{min(paused)}"),
        group.ports,
        {"priorities": spelled(paused)},
    )


@rule(
    "PFC108",
    "pfc-differs-between-ports",
    on=Switch,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Guo et al., SIGCOMM 2016", "MinIO MemKV RoCEv2 runbook (all must agree on the priority)"),
)
def pfc_is_alike(switch: Switch, context: Context) -> Iterator[Fault]:
    """Ports that have PFC have it on different priorities.

    What the fabric does
        PFC works hop by hop. A class that is lossless on the way in and lossy on the way out of a switch is lossy: it
        is dropped at the port that does not pause it.

    How to mend it
        Use the same priorities on every port that carries RoCE; switch PFC off entirely on the others.

    Source
        IEEE 802.1Qbb; Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM 2016. A note where the ports differ
        by priorities 2 and 6 alone, each counted in a group of its own: so a dual-ToR pair of SONiC keeps bounced
        traffic apart (high-level design "Tunnel DSCP remapping"). Silent where the DSCPs of RoCE are known to come past
        PFC (MAP103).
    """
    plans = plans_of(context)
    usual, count = usual_plan(context), ports_of_usual_plan(context)
    for plan, groups in plans.items():
        apart = [group for group in groups if not misses_roce(group, context)]
        if plan == usual or not apart:
            continue
        port = apart[0].ports[0]
        extra = min(plan - usual, default=None)
        remapped = all(_is_tunnel_remap(group, usual) for group in apart)
        yield Fault(
            f"PFC is on for {named('priority', plan)} here, but for {named('priority', usual)} on {count} other "
            f"{'port' if count == 1 else plural('port')}: a class that is lossless on one hop only is dropped on the "
            f"other{', unless the tunnel remap of a dual-ToR pair wants it so' if remapped else ''}.",
            "use the same priorities on every port that carries RoCE",
            Place(port, "pfc" if extra is None else f"pfc.priority.{extra}"),
            tuple(each for group in apart for each in group.ports),
            {"priorities": spelled(plan), "priorities_elsewhere": spelled(usual), "ports_elsewhere": count},
            ((Place(plans[usual][0].ports[0], "pfc"), f"{named('priority', usual)} here"),),
            Severity.NOTE if remapped else None,
        )


def _is_tunnel_remap(group: PortGroup, usual: frozenset[int]) -> bool:
    """Whether the ports differ by the priorities of a dual-ToR tunnel alone, each counted in a group of its own."""
    differ, mapping = group.pfc.active ^ usual, group.tc_to_pg
    return differ == TUNNEL_PRIORITIES and (
        group.pfc.active < usual or (mapping is not None and all(mapping.get(each) == each for each in differ))
    )


def _may_carry_control(group: PortGroup, priority: int) -> bool:
    reached = [reaching(group, traffic_class) for traffic_class in classes_of_priority(group, priority)]
    if not reached or None in reached:
        return True
    return any(
        CONTROL_DSCPS.intersection(each.values) if each.by_dscp else CONTROL_PRIORITIES.intersection(each.values)
        for each in reached
        if each is not None
    )
