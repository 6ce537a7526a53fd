"""Priority flow control itself: on what it acts, and what must stand beside it."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.reach import CONTROL_PRIORITIES, broken_priorities, reaching
from roceconf.rules.wording import named, plural, spelled
from roceconf.switch import Concern, PortGroup, Switch, classes_of_priority

USUAL_LOSSLESS_CLASSES = 2
"""Lossless classes that headroom pools are usually planned for (SONiC qos_config.j2: priorities 3 and 4)."""

CONTROL_DSCPS = frozenset(range(48, 64))
"""The class selectors CS6 and CS7 with their neighbours (RFC 4594); CNPs are usually sent with 48."""


@rule(
    "PFC101",
    "pfc-without-headroom",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("IEEE 802.1Qbb annex O", "sonic-swss cfgmgr/buffermgr.cpp", "sonic-buildimage #5837", "SONiC #480"),
)
def pfc_has_headroom(group: PortGroup, context: Context) -> Iterator[Fault]:
    """PFC is on for a priority whose priority group keeps no headroom.

    What the fabric does
        A pause frame takes time: it travels the cable, the peer finishes what it is sending, and everything already on
        the wire still arrives. Headroom is the room for those frames. Without it the switch sends pause and drops the
        frames all the same; RoCE answers with retransmissions, often of whole messages.

    How to mend it
        Bind a profile with headroom for the port's speed and cable length to the priority group, choose a cable length
        the platform's table has a row for, or take the priority out of PFC where it carries no RDMA.

    Source
        IEEE 802.1Qbb annex O; sonic-swss buffermgr.cpp ("No PG profile configured for speed ... and cable length
        ..."); sonic-buildimage issue 5837.
    """
    if not context.covers(Concern.PFC, Concern.BUFFERS):
        return
    bare: dict[str, dict[int, Place]] = {}
    for priority in sorted(group.pfc.active):
        held = group.priority_group(priority)
        if (held is not None and held.is_lossless) or context.is_unsettled(group):
            continue
        if held is None and group.cable_m == 0:
            continue  # the cable length is the fault, and HDR107 names it
        why, place = _why_bare(group, priority, context)
        bare.setdefault(why, {})[priority] = place
    for why, places in bare.items():
        priorities = list(places)
        yield Fault(
            f"PFC is on for {named('priority', priorities)}, but {named('priority group', priorities)} "
            f"{'keeps' if len(priorities) == 1 else 'keep'} no headroom: {why}. "
            "Frames already on the cable when pause is sent are dropped.",
            "bind a profile with headroom for this speed and cable length, or take the priority out of PFC",
            places[priorities[0]],
            group.ports,
            {"priorities": spelled(priorities), "headroom_bytes": 0},
            ((Place(group.ports[0], f"pfc.priority.{priorities[0]}"), "PFC is switched on here"),),
        )


def _why_bare(group: PortGroup, priority: int, context: Context) -> tuple[str, Place]:
    port, path = group.ports[0], f"pg.{priority}"
    default = context.default_of(port, path)
    held = group.priority_group(priority)
    if default is not None:
        return default.text, Place(port, f"pfc.priority.{priority}")
    if held is None:
        return "none is configured", Place(port, f"pfc.priority.{priority}")
    if held.profile is None:
        return "no profile is bound to it", Place(port, path)
    profile = f"its profile '{held.profile.name}'" if held.profile.name else "what is configured for it"
    return f"{profile} has none", Place(port, f"{path}.headroom")


@rule(
    "PFC102",
    "pfc-on-no-priority",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("Arista EOS manual, Priority Flow Control", "batfish arista run-all configurations (every priority off)"),
)
def pfc_names_a_priority(group: PortGroup, context: Context) -> Iterator[Fault]:
    """PFC is switched on, but no priority is made lossless.

    What the fabric does
        Nothing is paused: every priority is lossy until it is named, so RoCE is dropped at the first congestion
        although the port says that PFC is on.

    How to mend it
        Name the priority that carries RoCE, usually 3, or switch PFC off on ports that carry none.

    Source
        Arista EOS manual, Priority Flow Control; ``show running-config all`` of 4.19.1F, 4.21.7M and 4.22.3M prints
        every priority as off.
    """
    if not group.pfc.enabled or group.pfc.priorities or context.is_unsettled(group):
        return
    yield Fault(
        "PFC is on, but no priority is made lossless, so nothing is ever paused: RoCE is dropped when a queue fills.",
        "name the priority that carries RoCE, or switch PFC off here",
        Place(group.ports[0], "pfc"),
        group.ports,
        {"priorities": 0},
    )


@rule(
    "PFC103",
    "priority-without-pfc",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("Arista EOS manual, Priority Flow Control", "batfish arista run-all configurations (PFC off)"),
)
def priority_has_pfc(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A priority is made lossless, but PFC is not switched on for the port.

    What the fabric does
        The port neither sends nor honours pause for the priority: it is lossy, whatever the priority line says. Where
        PFC is switched off in so many words this is a warning, because the priorities may come from a shared profile.

    How to mend it
        Switch PFC on for the port or in the profile that names the priority, or remove the priority.

    Source
        Arista EOS manual, Priority Flow Control: PFC is off on every port until it is switched on.
    """
    if group.pfc.enabled or not group.pfc.priorities or context.is_unsettled(group):
        return
    said_off = group.pfc.enabled is False and context.default_of(group.ports[0], "pfc") is None
    yield Fault(
        f"{named('priority', group.pfc.priorities).capitalize()} {_is(group.pfc.priorities)} made lossless, but PFC "
        f"{'is switched off' if said_off else 'is not switched on'} here: the priority stays lossy and is dropped "
        "when a queue fills.",
        "switch PFC on beside the priority, or remove the priority",
        Place(group.ports[0], f"pfc.priority.{min(group.pfc.priorities)}"),
        group.ports,
        {"priorities": spelled(group.pfc.priorities)},
        ((Place(group.ports[0], "pfc"), "PFC is switched off here"),) if said_off else (),
        Severity.WARNING if said_off else None,
    )


@rule(
    "PFC104",
    "pfc-off-for-whole-switch",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=("Arista AVD, priority_flow_control.all_off", "aristanetworks/avd #6402"),
)
def pfc_not_off_for_all(switch: Switch, context: Context) -> Iterator[Fault]:
    """One statement switches PFC off on every port.

    What the fabric does
        No port sends or honours pause. Every class is lossy, and the PFC lines of the ports are without effect. Where
        the text shows no port with PFC, nothing is lost that it asks for, and this is a note.

    How to mend it
        Remove the global statement, or remove PFC from the ports if it is meant to be off.

    Source
        Arista AVD, ``priority_flow_control.all_off``: "Disable PFC on all interfaces".
    """
    paused = [group for group in switch.groups if group.pfc.active]
    if not switch.pfc_all_off:
        return
    if not paused:
        yield Fault(
            "PFC is switched off for the whole switch: no class is lossless, whatever its ports will be told.",
            "remove the global statement where the switch is to carry RoCE",
            Place("", "pfc_all_off"),
            evidence={"pfc_ports": 0},
            severity=Severity.NOTE,
        )
        return
    ports = tuple(port for group in paused for port in group.ports)
    yield Fault(
        f"PFC is switched off for the whole switch, while {len(ports)} {'port is' if len(ports) == 1 else 'ports are'} "
        "configured for it: no pause is sent or honoured and RoCE is dropped when a queue fills.",
        "remove the global statement, or remove PFC from the ports",
        Place("", "pfc_all_off"),
        ports,
        {"pfc_ports": len(ports)},
        tuple((Place(group.ports[0], "pfc"), "PFC is switched on here") for group in paused),
    )


@rule(
    "PFC105",
    "pause-beside-pfc",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("IEEE 802.1Q 36.1", "intel/mfd-switchmanagement arista/base.py (pause is switched off before PFC)"),
)
def no_pause_beside_pfc(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Global pause (802.3x) is on beside PFC on the same port.

    What the fabric does
        A global pause stops every class of the link, lossless and lossy, control traffic included; one slow receiver
        stops them all. The two are not made to run on one link.

    How to mend it
        Switch flow control off in both directions on ports that have PFC.

    Source
        IEEE 802.1Q clause 36: PFC and 802.3 PAUSE are not used on the same link.
    """
    if not group.link_pause or not group.pfc.active:
        return
    yield Fault(
        f"global pause (802.3x) is on beside PFC on {named('priority', group.pfc.active)}: one pause frame stops every "
        "class of the link, control traffic included.",
        "switch global flow control off, send and receive, on PFC ports",
        Place(group.ports[0], "link_pause"),
        group.ports,
        {"priorities": spelled(group.pfc.active)},
        ((Place(group.ports[0], "pfc"), "PFC is switched on here"),),
    )


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
        "IEEE 802.1Q table I-1 (6 internetwork control, 7 network control)",
        "RFC 4594",
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
        IEEE 802.1Q table I-1; RFC 4594 (CS6 network control); the DSCP plans of NVIDIA, Cisco and Arista send CNP 48
        to class 6.
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
    sources=("IEEE 802.1Qbb (PFC acts hop by hop)", "Guo et al., SIGCOMM 2016"),
)
def pfc_is_alike(switch: Switch, context: Context) -> Iterator[Fault]:
    """Ports that have PFC have it on different priorities.

    What the fabric does
        PFC works hop by hop. A class that is lossless on the way in and lossy on the way out of a switch is lossy: it
        is dropped at the port that does not pause it.

    How to mend it
        Use the same priorities on every port that carries RoCE; switch PFC off entirely on the others.

    Source
        IEEE 802.1Qbb; Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM 2016.
    """
    plans: dict[frozenset[int], list[PortGroup]] = {}
    for group in switch.groups:
        if group.pfc.active and not broken_priorities(group) and not context.remarked(Place(group.ports[0], "pfc")):
            plans.setdefault(group.pfc.active, []).append(group)
    if len(plans) < 2:
        return
    usual = max(plans, key=lambda plan: (_port_count(plans[plan]), sorted(plan)))
    for plan, groups in plans.items():
        if plan == usual:
            continue
        count = _port_count(plans[usual])
        yield Fault(
            f"PFC is on for {named('priority', plan)} here, but for {named('priority', usual)} on {count} other "
            f"{'port' if count == 1 else plural('port')}: a class that is lossless on one hop only is dropped on the "
            "other.",
            "use the same priorities on every port that carries RoCE",
            Place(groups[0].ports[0], "pfc"),
            tuple(port for group in groups for port in group.ports),
            {"priorities": spelled(plan), "priorities_elsewhere": spelled(usual), "ports_elsewhere": count},
            ((Place(plans[usual][0].ports[0], "pfc"), f"{named('priority', usual)} here"),),
        )


@rule(
    "PFC109",
    "asymmetric-pfc",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-swss doc/swss-schema.md, PORT pfc_asym", "SONiC HLD, Asymmetric PFC"),
)
def pfc_is_symmetric(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Asymmetric PFC: the port honours pause on every priority and sends it only on the lossless ones.

    What the fabric does
        A peer that pauses a lossy priority, or all of them, stops that traffic here although nothing on this switch
        made it lossless: a faulty host can hold back control traffic and best effort.

    How to mend it
        Switch asymmetric PFC off, unless the peers are servers known to need it.

    Source
        SONiC high-level design "Asymmetric PFC"; sonic-swss schema, PORT ``pfc_asym``.
    """
    if not group.pfc.asymmetric or not group.pfc.active:
        return
    yield Fault(
        "asymmetric PFC is on: the port honours pause on all eight priorities but sends it only on "
        f"{spelled(group.pfc.active)}, so a peer can stop lossy and control traffic too.",
        "switch asymmetric PFC off",
        Place(group.ports[0], "pfc.asymmetric"),
        group.ports,
        {"priorities": spelled(group.pfc.active)},
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


def _is(numbers: frozenset[int]) -> str:
    return "is" if len(numbers) == 1 else "are"


def _port_count(groups: list[PortGroup]) -> int:
    return sum(len(group.ports) for group in groups)


@rule(
    "PFC110",
    "nothing-lossless",
    on=Switch,
    severity=Severity.WARNING,
    since="0.1",
    sources=("SONiC #195", "NVIDIA/nccl #378"),
)
def something_is_lossless(switch: Switch, context: Context) -> Iterator[Fault]:
    """The configuration shows the switch's ports, and PFC is on for none of them.

    What the fabric does
        Every class is lossy here. RoCE that crosses this switch is dropped as soon as a queue fills, and recovers by
        retransmission at a fraction of the bandwidth. Where the switch is not meant to carry RoCE, nothing is wrong:
        so this is a note, and a warning only where the DSCPs of RoCE were given.

    How to mend it
        Configure PFC, headroom and marking for the ports that carry RoCE; ``roceconf render`` writes all of it from a
        few lines.

    Source
        SONiC issue 195: buffers pushed by hand and never seen, because the configuration held ports only; NVIDIA/nccl
        issue 378: bandwidth of a fabric that drops.
    """
    # A part about marking or maps alone may leave PFC to another part; ports alone, or a text about PFC, may not.
    about_pfc = context.covers(Concern.PORTS, Concern.PFC) or context.reading.scope == {Concern.PORTS}
    if not about_pfc or not switch.groups or switch.pfc_all_off:
        return
    if any(group.pfc.enabled or group.pfc.priorities or context.is_unsettled(group) for group in switch.groups):
        return
    if any(context.remarked(Place(group.ports[0], "pfc")) for group in switch.groups):
        return
    ports = tuple(port for group in switch.groups for port in group.ports)
    given = context.supplied.roce_dscps
    of_them = f"none of the {len(ports)} ports" if len(ports) > 1 else "no port"
    wanted = f", though DSCP {spelled(given)} is to carry RoCE" if given else ""
    yield Fault(
        f"PFC is on for {of_them}{wanted}: every class is lossy on this switch.",
        "configure PFC, headroom and ECN for the ports that carry RoCE, or leave the file out if none does",
        context.said(Place("", "name"), Place(ports[0])),
        ports,
        {"ports": len(ports), "pfc_ports": 0},
        severity=None if given else Severity.NOTE,
    )
