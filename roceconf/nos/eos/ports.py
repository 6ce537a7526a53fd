"""One kind of port: its settings laid over its profile's and the defaults, as a group of the model."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from roceconf.nos.eos import defaults
from roceconf.nos.eos.buffers import AppliedProfile
from roceconf.nos.eos.maps import Maps
from roceconf.nos.eos.numbers import Speed, Timer
from roceconf.nos.eos.settings import PRIORITIES_CHANGED, TAKEN_BACK, Settings
from roceconf.switch import (
    Amount,
    At,
    BufferProfile,
    Curve,
    Default,
    Marking,
    Pfc,
    PortGroup,
    PriorityGroup,
    Queue,
    Scheduler,
    Service,
    Trust,
    Watchdog,
    WatchdogAction,
)

T = TypeVar("T")


class Surroundings(NamedTuple):
    """What the whole switch says and every port follows.

    Attributes:
        maps: the maps.
        watchdog: the global watchdog lines.
        watchdog_places: their places, by path.
        buffers: the MMU profile in force; None where none is.
        switched_by_default: whether a port is known to be switched where nothing says otherwise.
    """

    maps: Maps
    watchdog: Watchdog | None
    watchdog_places: Mapping[str, At | Default]
    buffers: AppliedProfile | None
    switched_by_default: bool


class Read(NamedTuple):
    """A kind of port, read.

    Attributes:
        group: its group, without ports.
        places: who says what, by path of the model.
    """

    group: PortGroup
    places: dict[str, At | Default]


def read_port(said: Settings, around: Surroundings) -> Read:
    """The group that settings make.

    Args:
        said: settings of the port over those of its profile.
        around: what the whole switch says.

    Returns:
        The group and its places.
    """
    places: dict[str, At | Default] = {}
    routed = _routed(said, around, places)
    pfc = _pfc(said, places)
    speed = _value(said, "speed", Speed, places, "speed") or Speed()
    if speed.lanes is not None:
        places["lanes"] = places["speed"]
    group = PortGroup(
        ports=(),
        speed_mbps=speed.speed_mbps,
        lanes=speed.lanes,
        mtu_bytes=_value(said, "mtu", int, places, "mtu"),
        admin_up=_value(said, "admin", bool, places, "admin"),
        routed=routed,
        trust=_trust(said, routed, places),
        default_cos=_value(said, "default cos", int, places, "default_cos"),
        dscp_to_tc=around.maps.dscp_to_tc,
        cos_to_tc=around.maps.cos_to_tc,
        tc_to_pg=defaults.IDENTITY,
        tc_to_queue=around.maps.tc_to_queue,
        pfc_to_queue=defaults.IDENTITY,
        pfc=pfc,
        link_pause=_link_pause(said, places),
        ceiling=_value(said, "ceiling", Amount, places, "ceiling"),
        priority_groups=tuple(_priority_group(index, said, around, places) for index in sorted(pfc.active)),
        queues=tuple(_queue(index, said, around, places) for index in defaults.CLASSES),
        watchdog=_watchdog(said, around, places),
        classified_elsewhere=_value(said, "policy", str, places, "dscp_to_tc") is not None,
    )
    return Read(group, places)


def _value(said: Settings, key: str, kind: type[T], places: dict[str, At | Default], path: str) -> T | None:
    setting = said.get(key)
    if setting is None or not isinstance(setting.value, kind):
        return None
    places[path] = setting.at
    return setting.value


def _routed(said: Settings, around: Surroundings, places: dict[str, At | Default]) -> bool | None:
    switchport = _value(said, "switchport", bool, places, "routed")
    if switchport is not None:
        return not switchport
    if _value(said, "addressed", bool, places, "routed"):
        return True
    if _value(said, "switched", bool, places, "routed") or around.switched_by_default:
        return False
    return None


def _trust(said: Settings, routed: bool | None, places: dict[str, At | Default]) -> Trust | None:
    trust = _value(said, "trust", Trust, places, "trust")
    if trust is not None or routed is None:
        return trust
    places["trust"] = defaults.TRUST_ROUTED if routed else defaults.TRUST_SWITCHED
    return Trust.DSCP if routed else Trust.COS


def _pfc(said: Settings, places: dict[str, At | Default]) -> Pfc:
    priorities = set()
    for priority in defaults.CLASSES:
        if _value(said, f"pfc.priority.{priority}", bool, places, f"pfc.priority.{priority}"):
            priorities.add(priority)
    enabled = _value(said, "pfc", bool, places, "pfc")
    if enabled is None:
        places["pfc"] = defaults.PFC_OFF
    elif PRIORITIES_CHANGED in said:
        places["pfc.priority"] = places["pfc"]  # so that each priority keeps the line of its own
        places["pfc"] = said[PRIORITIES_CHANGED].at
    if enabled and not priorities and "pfc.unread" in said:
        places["pfc"] = said["pfc.unread"].at
        return Pfc(None)  # a line that is not understood may name the priority
    return Pfc(bool(enabled), frozenset(priorities))


def _link_pause(said: Settings, places: dict[str, At | Default]) -> bool | None:
    ways = [_value(said, f"pause.{way}", bool, {}, "") for way in ("send", "receive")]
    for way, value in zip(("send", "receive"), ways, strict=True):
        if value is not None and ("link_pause" not in places or value):
            places["link_pause"] = said[f"pause.{way}"].at
    return True if True in ways else False if False in ways else None


def _watchdog(said: Settings, around: Surroundings, places: dict[str, At | Default]) -> Watchdog:
    common = around.watchdog or Watchdog()
    for path in ("watchdog.detection", "watchdog.restoration", "watchdog.poll", "watchdog.action"):
        if path in around.watchdog_places:
            places[path] = around.watchdog_places[path]
    enabled = _value(said, "watchdog", bool, places, "watchdog")
    if enabled is None:
        places["watchdog"] = defaults.WATCHDOG_ON
    action = _value(said, "watchdog.action", WatchdogAction, {}, "")
    if action is not None and "watchdog.override" not in around.watchdog_places:
        places["watchdog.action"] = said["watchdog.action"].at
    else:
        action = common.action
    if action is None:
        places.setdefault("watchdog.action", defaults.ERRDISABLE)
    timer = _value(said, "watchdog.timer", Timer, {}, "")
    in_force = replace(
        common, enabled=enabled is not False, priorities=None, action=action or WatchdogAction.ERRDISABLE
    )
    if timer is None:
        return in_force
    for path in ("watchdog.detection", "watchdog.restoration", "watchdog.poll"):
        places[path] = said["watchdog.timer"].at
    return replace(
        in_force,
        detection_ms=timer.timeout_ms,
        poll_ms=timer.polling_ms,
        restoration_ms=timer.recovery_ms,
        forced=timer.forced,
    )


def _priority_group(index: int, said: Settings, around: Surroundings, places: dict[str, At | Default]) -> PriorityGroup:
    path = f"pg.{index}"
    if "mmu" in said:
        places[path] = said["mmu"].at
        return PriorityGroup(index, BufferProfile(pool=defaults.POOL, headroom=defaults.PORT_PROFILE))
    if around.buffers is None:
        places[f"{path}.headroom"] = defaults.SIZED_BY_DEVICE
        return PriorityGroup(index, BufferProfile(pool=defaults.POOL, headroom=defaults.DEVICE_SIZES))
    return PriorityGroup(index, around.buffers.priority_group(index, path, places))


def _queue(index: int, said: Settings, around: Surroundings, places: dict[str, At | Default]) -> Queue:
    key, path = f"queue.{index}.", f"queue.{index}"
    service = _value(said, f"{key}service", Service, places, f"{path}.scheduler")
    if service is None:
        places[f"{path}.scheduler"] = defaults.STRICT
    scheduler = Scheduler(
        service=service or Service.STRICT,
        weight=_value(said, f"{key}weight", int, places, f"{path}.scheduler.weight"),
        guaranteed=_value(said, f"{key}guaranteed", Amount, places, f"{path}.scheduler.guaranteed"),
        ceiling=_value(said, f"{key}ceiling", Amount, places, f"{path}.scheduler.ceiling"),
    )
    profile = None if around.buffers is None or "mmu" in said else around.buffers.queue(index, path, places)
    return Queue(index, profile, scheduler, _marking(key, path, said, places))


def _marking(key: str, path: str, said: Settings, places: dict[str, At | Default]) -> Marking | None:
    curves = []
    for name in ("ecn", "wred.green", "wred.yellow", "wred.red"):
        where = f"{path}.marking.green" if name == "ecn" else f"{path}.marking.{name}"
        curve = _value(said, f"{key}{name}", Curve, places, where)
        if curve is not None:
            curves.append(curve)
    counted = _value(said, f"{key}counted", bool, places, f"{path}.marking.counted")
    taken_back = said.get(f"{key}ecn{TAKEN_BACK}")
    if taken_back is not None:
        places[f"{path}.marking"] = places[f"{path}.marking.counted"] = taken_back.at
    if not curves and not counted:
        return None
    if counted is None and taken_back is None:
        places[f"{path}.marking.counted"] = defaults.NOT_COUNTED
    return Marking(tuple(curves), bool(counted))
