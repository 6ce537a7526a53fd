"""Rules on the times of the watchdog: detection, polling, restoration."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.watchdog.subject import configured_watchdog, place_of
from roceconf.switch import PortGroup, WatchdogAction


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
    watchdog = configured_watchdog(group, context)
    poll = place_of(group, context, "poll")
    if watchdog is None or watchdog.poll_ms is None or context.remarked(poll):
        return
    for value, time_ms in (("detection", watchdog.detection_ms), ("restoration", watchdog.restoration_ms)):
        place = place_of(group, context, value)
        if time_ms is not None and time_ms < watchdog.poll_ms and not context.remarked(place):
            yield Fault(
                f"Watchdog {value} {time_ms} ms is shorter than the poll interval {watchdog.poll_ms} ms: the device "
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
    watchdog = configured_watchdog(group, context)
    if watchdog is None or watchdog.detection_ms is None or watchdog.detection_ms != watchdog.poll_ms:
        return
    detection, poll = (place_of(group, context, value) for value in ("detection", "poll"))
    if context.default_of(group.ports[0], "watchdog.detection") is not None or context.remarked(detection, poll):
        return
    yield Fault(
        f"Watchdog detection and poll interval are both {watchdog.poll_ms} ms: one look decides, so a long honest "
        "pause may be taken for a storm.",
        f"poll every {max(1, watchdog.detection_ms // 2)} ms or faster, or detect later",
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
    watchdog = configured_watchdog(group, context)
    if watchdog is None or watchdog.detection_ms is None or watchdog.restoration_ms is not None:
        return
    if watchdog.action in (WatchdogAction.ALERT, WatchdogAction.ERRDISABLE):
        return
    restoration = Place(group.ports[0], "watchdog.restoration")
    if context.default_of(*restoration[:2]) is not None or context.remarked(restoration):
        return
    yield Fault(
        f"The watchdog acts after {watchdog.detection_ms} ms but has no restoration time: a queue it stopped stays "
        "stopped when the storm is over.",
        f"set a restoration time, usually {2 * watchdog.detection_ms} ms",
        place_of(group, context, "detection"),
        group.ports,
        {"detection_ms": watchdog.detection_ms, "restoration_ms": None},
    )
