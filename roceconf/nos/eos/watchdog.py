"""The global lines of the PFC watchdog."""

from collections.abc import Iterable, Mapping

from roceconf.nos.eos.lines import Said
from roceconf.nos.eos.numbers import milliseconds
from roceconf.nos.eos.settings import ACTIONS
from roceconf.switch import At, Default, Watchdog, WatchdogAction

_TIMES: Mapping[str, str] = {
    "watchdog_timeout": "detection",
    "watchdog_recovery_time": "restoration",
    "watchdog_recovery_time_forced": "restoration",
    "watchdog_polling_interval": "poll",
}


def global_watchdog(
    statements: Iterable[Said], refused_action: At | None = None
) -> tuple[Watchdog | None, dict[str, At | Default]]:
    """The defaults of the switch.

    Args:
        statements: the global statements that are within their ranges, in order.
        refused_action: where a line means to set the action in words that EOS refuses.

    Returns:
        The defaults, None where nothing is said, and where each is said; ``override action drop`` is the action of
        every port and leaves the place ``watchdog.override``.
    """
    times: dict[str, int | None] = {}
    forced: bool | None = None
    action: WatchdogAction | None = None
    places: dict[str, At | Default] = {}
    override: At | None = None
    for said in statements:
        kind, fields = said.record
        if kind in _TIMES:
            times[_TIMES[kind]] = milliseconds(fields["seconds"])
            places[f"watchdog.{_TIMES[kind]}"] = said.at
            forced = kind.endswith("forced") if _TIMES[kind] == "restoration" else forced
        elif kind == "no_watchdog_default":
            what = _TIMES.get(f"watchdog_{fields['options'].partition(' ')[0].replace('-', '_')}", "")
            times.pop(what, None)
            places.pop(f"watchdog.{what}", None)
            forced = None if what == "restoration" else forced
        elif kind == "watchdog_action":
            action = ACTIONS[fields["action"]]
            places["watchdog.action"] = said.at
        elif kind == "no_watchdog_action":
            action = None
            places.pop("watchdog.action", None)
        elif kind in ("watchdog_override_drop", "no_watchdog_override"):
            override = said.at if kind == "watchdog_override_drop" else None
    if override is not None:
        action = WatchdogAction.DROP
        places["watchdog.action"] = places["watchdog.override"] = override
    if action is None and refused_action is not None:
        places["watchdog.action"] = refused_action
    if not times and action is None:
        return None, places
    common = Watchdog(
        detection_ms=times.get("detection"),
        restoration_ms=times.get("restoration"),
        poll_ms=times.get("poll"),
        action=action,
        forced=forced,
    )
    return common, places
