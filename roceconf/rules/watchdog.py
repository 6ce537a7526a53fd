"""The PFC watchdog: whether it is there, what it watches, how fast, and what it does."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named, spelled
from roceconf.switch import Concern, PortGroup, Switch, Watchdog, WatchdogAction


def _watching(group: PortGroup) -> Watchdog | None:
    """The watchdog of a PFC port, where it is switched on."""
    return group.watchdog if group.pfc.active and group.watchdog is not None and group.watchdog.enabled else None


def _configured(group: PortGroup, context: Context) -> Watchdog | None:
    """The watchdog that is switched on for a PFC port, or for any port in so many words."""
    said = group.watchdog is not None and context.default_of(group.ports[0], "watchdog") is None
    return group.watchdog if said and group.watchdog is not None and group.watchdog.enabled else _watching(group)


def _place(group: PortGroup, context: Context, value: str) -> Place:
    """Where a value of the watchdog is said: at the port, else for the whole switch."""
    port = group.ports[0]
    return context.said(Place(port, f"watchdog.{value}"), Place("", f"watchdog.{value}"))


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
        Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM 2016, section 4.3; SONiC high-level design "PFC
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
    "WDG102",
    "detection-below-poll",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-yang-models sonic-pfcwd.yang (must)", "sonic-buildimage #9513", "sonic-buildimage #27865"),
)
def detection_spans_a_poll(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog's detection or restoration time is shorter than its poll interval.

    What the fabric does
        The device looks only once a poll interval: it cannot see a storm, or its end, within a shorter time. A device
        that checks its configuration refuses it, and every later change with it.

    How to mend it
        Poll at most half as long as the shorter of detection and restoration.

    Source
        sonic-pfcwd.yang: detection_time and restoration_time must be at least POLL_INTERVAL; sonic-buildimage pull
        request 9513.
    """
    watchdog = _configured(group, context)
    poll = _place(group, context, "poll")
    if watchdog is None or watchdog.poll_ms is None or context.remarked(poll):
        return
    for value, time_ms in (("detection", watchdog.detection_ms), ("restoration", watchdog.restoration_ms)):
        place = _place(group, context, value)
        if time_ms is not None and time_ms < watchdog.poll_ms and not context.remarked(place):
            yield Fault(
                f"watchdog {value} {time_ms} ms is shorter than the poll interval {watchdog.poll_ms} ms: the device "
                f"looks only every {watchdog.poll_ms} ms and refuses or misses what is shorter.",
                f"poll every {max(1, time_ms // 2)} ms or faster, or set {value} to at least {2 * watchdog.poll_ms} ms",
                place,
                group.ports,
                {f"{value}_ms": time_ms, "poll_ms": watchdog.poll_ms},
                ((poll, f"poll interval {watchdog.poll_ms} ms"),),
            )


@rule(
    "WDG103",
    "detection-equals-poll",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=("sonic-mgmt #27657", "sonic-mgmt #4431", "sonic-utilities pfcwd/main.py start_default"),
)
def detection_spans_two_polls(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog's detection time equals its poll interval.

    What the fabric does
        A storm is declared on the strength of one look, so a pause that is honest but long may be taken for one.
        SONiC's own default does this; it is advice, not a fault.

    How to mend it
        Poll at most half as long as detection.

    Source
        sonic-mgmt pull requests 27657 and 4431; sonic-utilities ``pfcwd start_default`` sets both to 200 ms.
    """
    watchdog = _configured(group, context)
    if watchdog is None or watchdog.detection_ms is None or watchdog.detection_ms != watchdog.poll_ms:
        return
    detection, poll = (_place(group, context, value) for value in ("detection", "poll"))
    if context.default_of(group.ports[0], "watchdog.detection") is not None or context.remarked(detection, poll):
        return
    yield Fault(
        f"watchdog detection and poll interval are both {watchdog.poll_ms} ms: one look decides, so a long honest "
        "pause may be taken for a storm.",
        f"poll every {max(1, watchdog.detection_ms // 2)} ms or faster",
        poll,
        group.ports,
        {"detection_ms": watchdog.detection_ms, "poll_ms": watchdog.poll_ms},
        ((detection, f"detection {watchdog.detection_ms} ms"),),
    )


@rule(
    "WDG104",
    "never-restored",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-swss orchagent/pfcwdorch.cpp, pfc_wd_restore.lua", "SONiC HLD, PFC Watchdog"),
)
def storm_is_ended(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog has no restoration time, so a queue it stopped stays stopped.

    What the fabric does
        After one storm, over long ago, the queue still drops (or forwards without pause) until somebody intervenes.

    How to mend it
        Set a restoration time, usually twice the detection time.

    Source
        sonic-swss pfcwdorch.cpp: restoration_time is optional and an empty one is never reached; the SONiC command
        line fills in twice the detection time.
    """
    watchdog = _configured(group, context)
    if watchdog is None or watchdog.detection_ms is None or watchdog.restoration_ms is not None:
        return
    if watchdog.action in (WatchdogAction.ALERT, WatchdogAction.ERRDISABLE):
        return
    if context.default_of(group.ports[0], "watchdog.restoration") is not None:
        return
    yield Fault(
        f"the watchdog acts after {watchdog.detection_ms} ms but has no restoration time: a queue it stopped stays "
        "stopped when the storm is over.",
        f"set a restoration time, usually {2 * watchdog.detection_ms} ms",
        _place(group, context, "detection"),
        group.ports,
        {"detection_ms": watchdog.detection_ms, "restoration_ms": None},
    )


@rule(
    "WDG105",
    "watchdog-actions-differ",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/pfcwdorch.cpp (PFC DLR)", "sonic-swss #2316"),
)
def actions_are_one(switch: Switch, context: Context) -> Iterator[Fault]:
    """Ports have different watchdog actions on an ASIC that has one action for the whole switch.

    What the fabric does
        From Tomahawk 3 on the hardware ends a storm itself, with one action a switch. The first port decides; ports
        that ask for another are refused and stay without watchdog.

    How to mend it
        Give every port the same action.

    Source
        sonic-swss pfcwdorch.cpp and pull request 2316: "existing SW scheme will not work starting with TH3".
    """
    by_action: dict[WatchdogAction, list[PortGroup]] = {}
    for group in switch.groups:
        watchdog = _configured(group, context)
        if watchdog is not None and watchdog.action is not None:
            by_action.setdefault(watchdog.action, []).append(group)
    if len(by_action) < 2:
        return
    if not context.need("ASIC's watchdog actions", context.asic.one_watchdog_action.value):
        return
    usual = max(by_action, key=lambda action: sum(len(group.ports) for group in by_action[action]))
    for action, groups in by_action.items():
        if action is not usual:
            yield Fault(
                f"watchdog action '{action}' differs from '{usual}' on other ports, but {context.asic.name} has one "
                "action for the whole switch: the ports that come second are refused and not watched.",
                f"give every port the same action, '{usual}'",
                _place(groups[0], context, "action"),
                tuple(port for group in groups for port in group.ports),
                {"action": str(action), "action_elsewhere": str(usual), "asic": context.asic.key},
                ((_place(by_action[usual][0], context, "action"), f"action '{usual}' here"),),
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
    watchdog = _watching(group)
    if watchdog is None or watchdog.priorities is None:
        return
    missed = group.pfc.active - watchdog.priorities
    if not missed:
        return
    watched = group.pfc.active & watchdog.priorities
    said = context.says(group.ports[0], "watchdog.priorities")
    yield Fault(
        f"PFC is on for {named('priority', group.pfc.active)}, but the watchdog watches "
        f"{f'only {spelled(watched)}' if watched else 'no priority'}: a pause storm on {named('priority', missed)} is "
        "never ended.",
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
        Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM 2016, section 4.3.
    """
    if not group.pfc.active or group.watchdog is None or group.watchdog.enabled is not False:
        return
    yield Fault(
        f"PFC is on for {named('priority', group.pfc.active)}, but the watchdog is switched off: one host that pauses "
        "without end halts the lossless class of the whole fabric.",
        "switch the watchdog on for every port that has PFC",
        _place(group, context, "enabled"),
        group.ports,
        {"priorities": spelled(group.pfc.active)},
    )


@rule(
    "WDG108",
    "watchdog-takes-link-down",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Arista AVD, priority_flow_control.watchdog.action", "SONiC HLD, PFC Watchdog"),
)
def watchdog_spares_the_link(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog's action takes the whole link down, or does nothing but tell.

    What the fabric does
        With errdisable, a storm in one class ends every class of the link, routing included, until somebody or a timer
        brings it back (a warning). With an alert alone, the storm goes on and spreads (a note).

    How to mend it
        Drop the packets of the stuck queue.

    Source
        Arista AVD, ``priority_flow_control.watchdog.action``; SONiC high-level design "PFC Watchdog".
    """
    watchdog = _watching(group)
    if watchdog is None or watchdog.action not in (WatchdogAction.ALERT, WatchdogAction.ERRDISABLE):
        return
    default = context.default_of(group.ports[0], "watchdog.action")
    if default is not None and not context.covers(Concern.WATCHDOG):
        return
    by_default = f" ({default.text})" if default else ""
    errdisable = watchdog.action is WatchdogAction.ERRDISABLE
    place = _place(group, context, "action")
    yield Fault(
        f"watchdog action is {watchdog.action}{by_default}: a storm in one class takes the whole link down, routing "
        "included."
        if errdisable
        else f"watchdog action is {watchdog.action}{by_default}: a storm is reported but goes on and spreads.",
        "set the action to drop",
        context.said(place, Place(group.ports[0], "pfc")),
        group.ports,
        {"action": str(watchdog.action)},
        severity=None if errdisable else Severity.NOTE,
    )
