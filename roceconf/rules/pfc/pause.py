"""Rules on what pause does: without headroom, for the whole link, in one direction."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named, spelled
from roceconf.switch import Concern, PortGroup


@rule(
    "PFC101",
    "pfc-without-headroom",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("Cisco white paper c11-542809", "sonic-swss cfgmgr/buffermgr.cpp", "sonic-buildimage #5837", "SONiC #480"),
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
        Cisco white paper c11-542809; sonic-swss buffermgr.cpp ("No PG profile configured for speed ... and cable length
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
            _help(group, priorities[0], context),
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
        return default.text, Place(port, default.cause or f"pfc.priority.{priority}")
    if held is None:
        return "none is configured", Place(port, f"pfc.priority.{priority}")
    if held.profile is None:
        return "no profile is bound to it", Place(port, path)
    profile = f"profile '{held.profile.name}'" if held.profile.name else "what is configured for it"
    return f"{profile} has none", Place(port, f"{path}.headroom")


def _help(group: PortGroup, priority: int, context: Context) -> str:
    default = context.default_of(group.ports[0], f"pg.{priority}")
    if default is not None and default.help:
        return default.help
    return "bind a profile with headroom for this speed and cable length, or take the priority out of PFC"


@rule(
    "PFC105",
    "pause-beside-pfc",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=(
        "Juniper QFX, configured-flow-control",
        "intel/mfd-switchmanagement arista/base.py (pause is switched off before PFC)",
    ),
)
def no_pause_beside_pfc(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Global pause (802.3x) is on beside PFC on the same port.

    What the fabric does
        A global pause stops every class of the link, lossless and lossy, control traffic included; one slow receiver
        stops them all. The two are not made to run on one link.

    How to mend it
        Switch flow control off in both directions on ports that have PFC.

    Source
        Juniper QFX, ``configured-flow-control``: Ethernet PAUSE and PFC exclude each other, and a commit with both on
        an interface is refused. Intel's driver for Arista switches takes pause off before it puts PFC on.
    """
    if not group.link_pause or not group.pfc.active:
        return
    yield Fault(
        f"Global pause (802.3x) is on beside PFC on {named('priority', group.pfc.active)}: one pause frame stops every "
        "class of the link, control traffic included.",
        "switch global flow control off, send and receive, on PFC ports",
        Place(group.ports[0], "link_pause"),
        group.ports,
        {"priorities": spelled(group.pfc.active)},
        ((Place(group.ports[0], "pfc"), "PFC is switched on here"),),
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
        "Asymmetric PFC is on: the port honours pause on all eight priorities but sends it only on "
        f"{named('priority', group.pfc.active)}, so a peer can stop lossy and control traffic too.",
        "switch asymmetric PFC off",
        Place(group.ports[0], "pfc.asymmetric"),
        group.ports,
        {"priorities": spelled(group.pfc.active)},
    )
