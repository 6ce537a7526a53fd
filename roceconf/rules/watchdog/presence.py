"""Rules on whether a watchdog is there, is on, and watches all it should."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.plans import stray_priorities
from roceconf.rules.derived.reach import broken_priorities
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.watchdog.subject import place_of, watchdog_of
from roceconf.rules.wording import named, spelled
from roceconf.switch import Concern, PortGroup


@rule(
    "WDG101",
    "watchdog-missing",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Guo et al., SIGCOMM 2016 (NIC PFC storm)",
        "SONiC HLD, PFC Watchdog",
        "sonic-swss orchagent/pfcwdorch.cpp",
    ),
)
def watchdog_is_there(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A port has PFC but no PFC watchdog.

    What the fabric does
        One host that sends pause without end stops its switch port, then the ports that feed it, and so on: within
        seconds a single broken NIC halts the lossless class of the whole fabric. The watchdog ends the storm at its
        port.

    How to mend it
        Start the watchdog on every port that has PFC. A text that shows neither ports nor a watchdog is not asked for
        one.

    Source
        Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM 2016; SONiC high-level design "PFC
        Watchdog".
    """
    if not group.pfc.active or (group.watchdog is not None and group.watchdog.enabled is not None):
        return
    if not context.covers(Concern.PFC, Concern.WATCHDOG) and not context.covers(Concern.PFC, Concern.PORTS):
        return
    yield Fault(
        f"PFC is on for {named('priority', group.pfc.active)}, but no watchdog watches it: one host that pauses "
        "without end halts the lossless class of the whole fabric.",
        "start the PFC watchdog on every port that has PFC",
        Place(group.ports[0], "pfc"),
        group.ports,
        {"priorities": spelled(group.pfc.active)},
    )


@rule(
    "WDG106",
    "watchdog-misses-priority",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=(
        "sonic-swss orchagent/qosorch.cpp (pfcwd_sw_enable)",
        "sonic-swss orchagent/pfcwdorch.cpp (No lossless TC)",
    ),
)
def watchdog_watches_all(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog is on but does not watch every PFC priority of the port.

    What the fabric does
        A storm on a priority that is not watched is never ended. Where the watchdog watches no priority at all it is
        dead (an error); where it leaves some out this is a warning.

    How to mend it
        Let the watchdog watch exactly the priorities that have PFC.

    Source
        sonic-swss qosorch.cpp: without pfcwd_sw_enable the watchdog's mask is empty; pfcwdorch.cpp: "No lossless TC
        found", and the port is retried for ever.
    """
    watchdog = watchdog_of(group)
    if watchdog is None or watchdog.priorities is None:
        return
    missed = group.pfc.active - watchdog.priorities - broken_priorities(group) - stray_priorities(group, context)
    if not missed:
        return
    watched = group.pfc.active & watchdog.priorities
    instead = watchdog.priorities - watched
    said = context.says(group.ports[0], "watchdog.priorities")
    yield Fault(
        f"PFC is on for {named('priority', group.pfc.active)}, but the watchdog watches "
        f"{f'only {spelled(watched)}' if watched else f'{spelled(instead)} instead' if instead else 'no priority'}: a "
        f"pause storm on {named('priority', missed)} is never ended.",
        f"let the watchdog watch {named('priority', group.pfc.active)}",
        Place(group.ports[0], "watchdog.priorities" if said else "pfc"),
        group.ports,
        {"priorities": spelled(group.pfc.active), "watched": spelled(watched)},
        severity=Severity.WARNING if watched else None,
    )


@rule(
    "WDG107",
    "watchdog-switched-off",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Guo et al., SIGCOMM 2016 (NIC PFC storm)", "batfish arista run-all configurations (watchdog on)"),
)
def watchdog_is_on(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog is switched off, in so many words, on a port that has PFC.

    What the fabric does
        One host that pauses without end stops its port and then the ports that feed it, and nothing ends it.

    How to mend it
        Remove the statement, or switch the watchdog on.

    Source
        Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM 2016.
    """
    if not group.pfc.active or group.watchdog is None or group.watchdog.enabled is not False:
        return
    yield Fault(
        f"PFC is on for {named('priority', group.pfc.active)}, but the watchdog is switched off: one host that pauses "
        "without end halts the lossless class of the whole fabric.",
        "switch the watchdog on for every port that has PFC",
        place_of(group, context, "enabled"),
        group.ports,
        {"priorities": spelled(group.pfc.active)},
    )
