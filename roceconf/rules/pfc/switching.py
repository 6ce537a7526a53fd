"""Rules on whether PFC is on: for a priority, a port, the switch."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import agree, named, spelled
from roceconf.switch import Concern, PortGroup, Switch


@rule(
    "PFC102",
    "pfc-on-no-priority",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("batfish arista run-all configurations (every priority off)",),
)
def pfc_names_a_priority(group: PortGroup, context: Context) -> Iterator[Fault]:
    """PFC is switched on, but no priority is made lossless.

    What the fabric does
        Nothing is paused: every priority is lossy until it is named, so RoCE is dropped at the first congestion
        although the port says that PFC is on.

    How to mend it
        Name the priority that carries RoCE, usually 3, or switch PFC off on ports that carry none.

    Source
        ``show running-config all`` of 4.19.1F, 4.21.7M and 4.22.3M prints
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
    sources=("batfish arista run-all configurations (PFC off)",),
)
def priority_has_pfc(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A priority is made lossless, but PFC is not switched on for the port.

    What the fabric does
        The port neither sends nor honours pause for the priority: it is lossy, whatever the priority line says. Where
        PFC is switched off in so many words this is a warning, because the priorities may come from a shared profile.

    How to mend it
        Switch PFC on for the port or in the profile that names the priority, or remove the priority.

    Source
        ``show running-config all`` of 4.19.1F, 4.21.7M and 4.22.3M prints PFC as off on every port.
    """
    if group.pfc.enabled or not group.pfc.priorities or context.is_unsettled(group):
        return
    named_here = group.pfc.priorities
    said_off = group.pfc.enabled is False and context.default_of(group.ports[0], "pfc") is None
    off, priority = Place(group.ports[0], "pfc"), Place(group.ports[0], f"pfc.priority.{min(named_here)}")
    yield Fault(
        f"{named('priority', named_here).capitalize()} {agree(named_here, 'is', 'are')} made lossless, but PFC "
        f"{'is switched off' if said_off else 'is not switched on'} here: its frames are dropped "
        "when a queue fills.",
        "switch PFC on beside the priority, or remove the priority",
        off if said_off else priority,
        group.ports,
        {"priorities": spelled(group.pfc.priorities)},
        ((priority, "the priority is made lossless here"),) if said_off else (),
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
