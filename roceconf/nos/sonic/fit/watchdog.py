"""The PFC watchdog: rows of ports, one poll interval."""

from collections.abc import Iterable
from dataclasses import replace

from roceconf.nos.sonic.device import default_watchdog_ms
from roceconf.switch import PortGroup, Watchdog, WatchdogAction

_DETECTION_MS = (100, 5000)
_RESTORATION_MS = (100, 60000)
_POLL_MS = (100, 1000)
"""Ranges of sonic-pfcwd.yang."""
_CHIPS_WITH_OWN_ACTION = frozenset({"th", "th+", "th2"})
"""Chips on which ports may have different actions; from Tomahawk 3 on it is the switch's (pfcwdorch.cpp:278)."""
_SONIC_ACTIONS = (WatchdogAction.DROP, WatchdogAction.FORWARD, WatchdogAction.ALERT)


def fit_watchdogs(
    groups: list[PortGroup], whole: Watchdog | None, chip: str
) -> tuple[list[PortGroup], Watchdog | None]:
    """The groups with watchdogs that SONiC can say, and the poll interval they share.

    Args:
        groups: the groups.
        whole: what the switch as a whole was asked.
        chip: key of the ASIC; empty where it is not known.
    """
    port_count = sum(len(group.ports) for group in groups)
    fitted = [replace(group, watchdog=_fit_port(group, port_count)) for group in groups]
    running = [group.watchdog for group in fitted if group.watchdog is not None]
    action = _one_action(running) if chip and chip not in _CHIPS_WITH_OWN_ACTION else None
    poll_ms = _poll(running, [group.watchdog for group in groups if group.watchdog is not None], whole)
    return [replace(group, watchdog=_shared(group.watchdog, action, poll_ms)) for group in fitted], (
        None if poll_ms is None else Watchdog(poll_ms=poll_ms)
    )


def _fit_port(group: PortGroup, port_count: int) -> Watchdog | None:
    asked = group.watchdog
    if asked is None or asked.enabled is False:
        return None
    priorities = group.pfc.active if asked.priorities is None else asked.priorities
    if not priorities:
        return None
    if asked.enabled is None:
        return Watchdog(priorities=priorities)
    detection_ms = asked.detection_ms if asked.detection_ms is not None else default_watchdog_ms(port_count)[0]
    return Watchdog(
        enabled=True,
        priorities=priorities,
        detection_ms=_within(detection_ms, _DETECTION_MS),
        restoration_ms=None if asked.restoration_ms is None else _within(asked.restoration_ms, _RESTORATION_MS),
        action=asked.action if asked.action in _SONIC_ACTIONS else WatchdogAction.DROP,
    )


def _one_action(running: Iterable[Watchdog]) -> WatchdogAction | None:
    """The action of the whole switch where ports ask for several: dropping is the one that ends a storm for certain."""
    asked = {watchdog.action for watchdog in running if watchdog.action is not None}
    if len(asked) < 2:
        return None
    return next(action for action in _SONIC_ACTIONS if action in asked)


def _poll(running: list[Watchdog], asked: list[Watchdog], whole: Watchdog | None) -> int | None:
    said = [watchdog.poll_ms for watchdog in (*asked, whole) if watchdog is not None and watchdog.poll_ms is not None]
    if not said:
        return None
    times = [
        time for watchdog in running for time in (watchdog.detection_ms, watchdog.restoration_ms) if time is not None
    ]
    return _within(min(*said, *times, _POLL_MS[1]), _POLL_MS)


def _shared(watchdog: Watchdog | None, action: WatchdogAction | None, poll_ms: int | None) -> Watchdog | None:
    if watchdog is None:
        return None
    return replace(watchdog, poll_ms=poll_ms, action=action if action and watchdog.action else watchdog.action)


def _within(value: int, limits: tuple[int, int]) -> int:
    return min(max(value, limits[0]), limits[1])
