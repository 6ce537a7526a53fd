"""The watchdog as EOS can say it: defaults of the switch, and what ports have otherwise."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from roceconf.nos.eos.numbers import POLLING, RECOVERY, TIMEOUT, Timing
from roceconf.switch import PortGroup, Switch, Watchdog, WatchdogAction

_ACTIONS: Mapping[WatchdogAction, WatchdogAction] = {WatchdogAction.FORWARD: WatchdogAction.DROP}
_NOTHING = Watchdog()


def common_watchdog(switch: Switch) -> Watchdog | None:
    """The defaults of the switch: those asked for, else what most lossless ports ask for; None where nothing is."""
    asked = _fitted(replace(switch.watchdog or _NOTHING, enabled=None, priorities=None))
    if asked == _NOTHING:
        asked = _usual(switch)
    common = _fitted(asked)
    if common.action is not None and any(
        group.watchdog is not None and group.watchdog.action is WatchdogAction.ERRDISABLE for group in switch.groups
    ):
        common = replace(common, action=WatchdogAction.ERRDISABLE)  # a port cannot say it, only the switch
    return None if common == _NOTHING else common


def _usual(switch: Switch) -> Watchdog:
    """What most lossless ports ask for, or most ports where none is lossless."""
    leading = [group for group in switch.groups if group.pfc.active] or list(switch.groups)
    counted: Counter[Watchdog] = Counter()
    for group in leading:
        if group.watchdog is not None and group.watchdog.enabled is not False:
            counted[replace(group.watchdog, enabled=None, priorities=None)] += len(group.ports)
    usual = counted.most_common(1)[0][0] if counted else _NOTHING
    if usual.action is WatchdogAction.ERRDISABLE:
        return replace(usual, action=None)  # what EOS does by itself
    return usual


def port_watchdog(group: PortGroup, common: Watchdog | None) -> Watchdog:
    """The watchdog in force on the ports of a group.

    Args:
        group: what is asked.
        common: the defaults of the switch.
    """
    usual = common or _NOTHING
    asked = _fitted(group.watchdog or _NOTHING)
    detection = asked.detection_ms or usual.detection_ms
    restoration = asked.restoration_ms or usual.restoration_ms
    wanted = _fitted(
        replace(
            asked,
            enabled=asked.enabled is not False,
            priorities=None,
            detection_ms=detection,
            restoration_ms=restoration,
            poll_ms=asked.poll_ms or usual.poll_ms,
            action=asked.action or usual.action or WatchdogAction.ERRDISABLE,
            forced=asked.forced if asked.forced is not None else usual.forced,
        )
    )
    if not needs_timer(wanted, common):
        return wanted
    detection, restoration = detection or restoration, restoration or detection
    if detection is None:
        return replace(wanted, detection_ms=None, restoration_ms=None, poll_ms=usual.poll_ms, forced=usual.forced)
    return _fitted(replace(wanted, detection_ms=detection, restoration_ms=restoration, forced=bool(wanted.forced)))


def needs_timer(wanted: Watchdog, common: Watchdog | None) -> bool:
    """Whether a port has other times than the switch."""
    return _times(wanted) != _times(common or _NOTHING)


def _times(held: Watchdog) -> tuple[int | None, int | None, int | None, bool | None]:
    return held.detection_ms, held.restoration_ms, held.poll_ms, held.forced


def _fitted(asked: Watchdog) -> Watchdog:
    """Times on EOS's grid, polling at most half of the shorter time, an action EOS has."""
    detection, restoration = _time(asked.detection_ms, TIMEOUT), _time(asked.restoration_ms, RECOVERY)
    known = [time for time in (detection, restoration) if time is not None]
    poll = _time(asked.poll_ms, POLLING)
    if poll is not None and known:
        poll = min(poll, min(known) // 2)
    return replace(
        asked,
        detection_ms=detection,
        restoration_ms=restoration,
        poll_ms=poll,
        action=_ACTIONS.get(asked.action, asked.action) if asked.action is not None else None,
        forced=None if restoration is None else bool(asked.forced),
    )


def _time(asked_ms: int | None, timing: Timing) -> int | None:
    if asked_ms is None:
        return None
    rounded = -(-asked_ms // timing.step_ms) * timing.step_ms
    return min(max(rounded, timing.low_ms), timing.high_ms)
