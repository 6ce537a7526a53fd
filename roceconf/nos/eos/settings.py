"""Statements of interfaces and qos profiles as settings: a key in the words of the model, a value, a place.

Settings are laid over each other: what a profile says over the defaults, what the interface says over the profile.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from roceconf.nos.eos import numbers
from roceconf.nos.eos.lines import Said
from roceconf.switch import Amount, At, Colour, Curve, Service, Trust, Unit, WatchdogAction


class Setting(NamedTuple):
    """A value somebody said.

    Attributes:
        value: the value; None where the statement takes something back.
        at: where.
    """

    value: object
    at: At


Settings = dict[str, Setting]
"""Settings by key: ``pfc``, ``pfc.priority.3``, ``trust``, ``watchdog.timer``, ``queue.3.service`` ..."""

ACTIONS: Mapping[str, WatchdogAction] = {
    "errdisable": WatchdogAction.ERRDISABLE,
    "drop": WatchdogAction.DROP,
    "notify-only": WatchdogAction.ALERT,
}
COLOURS = (Colour.GREEN, Colour.YELLOW, Colour.RED)
"""Colour by drop precedence."""

_Fields = Mapping[str, str]
_UNSAID = object()
"""The value of a ``default`` form: as if nothing had been said."""

_FIXED: Mapping[str, tuple[str, object]] = {
    "pfc_on": ("pfc", True),
    "legacy_pfc_mode_on": ("pfc", True),
    "no_pfc": ("pfc", False),
    "default_pfc": ("pfc", _UNSAID),
    "pfc_unread": ("pfc.unread", True),
    "watchdog_on": ("watchdog", True),
    "no_watchdog": ("watchdog", False),
    "default_watchdog": ("watchdog", _UNSAID),
    "no_watchdog_port_action": ("watchdog.action", _UNSAID),
    "default_watchdog_port_action": ("watchdog.action", _UNSAID),
    "no_watchdog_port_timer": ("watchdog.timer", _UNSAID),
    "default_watchdog_port_timer": ("watchdog.timer", _UNSAID),
    "no_qos_trust": ("trust", Trust.PORT),
    "default_qos_trust": ("trust", _UNSAID),
    "no_shape_rate": ("ceiling", None),
    "default_shape_rate": ("ceiling", _UNSAID),
    "no_qos_cos": ("default cos", _UNSAID),
    "default_qos_cos": ("default cos", _UNSAID),
    "no_service_profile": ("profile", _UNSAID),
    "no_flowcontrol_send": ("pause.send", False),
    "default_flowcontrol_send": ("pause.send", _UNSAID),
    "no_flowcontrol_receive": ("pause.receive", False),
    "default_flowcontrol_receive": ("pause.receive", _UNSAID),
    "no_dcbx_mode": ("dcbx", _UNSAID),
    "default_dcbx_mode": ("dcbx", _UNSAID),
    "lldp_transmit": ("lldp.transmit", True),
    "no_lldp_transmit": ("lldp.transmit", False),
    "lldp_receive": ("lldp.receive", True),
    "no_lldp_receive": ("lldp.receive", False),
    "shutdown": ("admin", False),
    "no_shutdown": ("admin", True),
    "no_mtu": ("mtu", _UNSAID),
    "default_mtu": ("mtu", _UNSAID),
    "no_speed": ("speed", _UNSAID),
    "default_speed": ("speed", _UNSAID),
    "switchport": ("switchport", True),
    "no_switchport": ("switchport", False),
    "switchport_mode": ("switched", True),
    "switchport_vlan": ("switched", True),
    "ip_address": ("addressed", True),
    "ipv6_address": ("addressed", True),
    "mmu_port_profile": ("mmu", True),
    "no_service_policy_input": ("policy", _UNSAID),
}
"""Statements without a number: key and value."""

_QUEUE_FIXED: Mapping[str, tuple[str, object]] = {
    "priority_strict": ("service", Service.STRICT),
    "no_priority": ("service", Service.WEIGHTED),
    "default_priority": ("service", _UNSAID),
    "no_bandwidth_percent": ("weight", None),
    "default_bandwidth_percent": ("weight", _UNSAID),
    "no_bandwidth_guaranteed": ("guaranteed", None),
    "default_bandwidth_guaranteed": ("guaranteed", _UNSAID),
    "no_shape_rate": ("ceiling", None),
    "default_shape_rate": ("ceiling", _UNSAID),
    "no_ecn": ("ecn", None),
    "ecn_count": ("counted", True),
    "no_ecn_count": ("counted", False),
}


def _rate(fields: _Fields) -> Amount:
    unit = numbers.RATES[fields.get("unit", "kbps")]
    return Amount(int(fields["rate"]), unit, numbers.PORT_SPEED if unit is Unit.PERCENT else "")


_VALUED: Mapping[str, Callable[[_Fields], tuple[str, object]]] = {
    "pfc_no_drop": lambda said: (f"pfc.priority.{int(said['priority'])}", True),
    "pfc_drop": lambda said: (f"pfc.priority.{int(said['priority'])}", False),
    "no_pfc_priority": lambda said: (f"pfc.priority.{int(said['priority'])}", False),
    "default_pfc_priority": lambda said: (f"pfc.priority.{int(said['priority'])}", _UNSAID),
    "watchdog_port_action": lambda said: ("watchdog.action", ACTIONS[said["action"]]),
    "watchdog_port_timer": lambda said: ("watchdog.timer", numbers.timer(said["options"])),
    "qos_trust": lambda said: ("trust", Trust(said["trust"])),
    "qos_cos": lambda said: ("default cos", int(said["cos"])),
    "service_policy_input": lambda said: ("policy", said["policy"]),
    "service_profile": lambda said: ("profile", said["profile"]),
    "flowcontrol_send": lambda said: ("pause.send", said["pause"] != "off"),
    "flowcontrol_receive": lambda said: ("pause.receive", said["pause"] != "off"),
    "dcbx_mode": lambda said: ("dcbx", said["dcbx"]),
    "mtu": lambda said: ("mtu", int(said["mtu"])),
    "speed": lambda said: ("speed", numbers.port_speed(said["speed"])),
    "shape_rate": lambda said: ("ceiling", _rate(said)),
    "channel_group": lambda said: ("channel", f"Port-Channel{int(said['group'])}"),
}

_QUEUE_VALUED: Mapping[str, Callable[[_Fields], tuple[str, object]]] = {
    "bandwidth_percent": lambda said: ("weight", int(said["percent"])),
    "bandwidth_guaranteed_percent": lambda said: (
        "guaranteed",
        Amount(int(said["percent"]), Unit.PERCENT, numbers.PORT_SPEED),
    ),
    "bandwidth_guaranteed": lambda said: ("guaranteed", Amount(int(said["rate_kbps"]), Unit.KBPS)),
    "shape_rate": lambda said: ("ceiling", _rate(said)),
}


def _ecn(options: str) -> tuple[str, object] | None:
    said = numbers.thresholds(options, "max-mark-probability")
    if isinstance(said, str):
        return None
    return "ecn", Curve(Colour.GREEN, _length(said.kmin), _length(said.kmax), said.percent, said.weight)


def _wred(options: str) -> tuple[str, object] | None:
    said = numbers.thresholds(options, "drop-probability")
    if isinstance(said, str):
        return None
    colour = COLOURS[said.precedence]
    kmin, kmax = _length(said.kmin), _length(said.kmax)
    return f"wred.{colour}", Curve(colour, kmin, kmax, said.percent, said.weight, marks=False)


def _length(threshold: Amount) -> Amount | None:
    """A threshold as the length of a queue; None for a time, of which no Tomahawk is known to make anything."""
    return None if threshold.unit in numbers.TIMES else threshold


def settings(statements: Iterable[Said]) -> Settings:
    """Settings from statements in order; a later statement beats an earlier one.

    Args:
        statements: statements that are within their ranges.

    Returns:
        Settings by key; of multicast queues the marking alone, because RoCE is unicast.
    """
    found: Settings = {}
    for said in statements:
        for key, value in _keyed(said):
            if value is _UNSAID:
                found.pop(key, None)
                continue
            if key.startswith(PRIORITY) and value is False and key in found and found[key].value is True:
                found[PRIORITIES_CHANGED] = Setting(True, said.at)
            found[key] = Setting(value, said.at)
    return found


def laid_over(profile: Settings, own: Settings) -> Settings:
    """What a port says over what its profile says; where it overrides PFC or marking, that line is remembered.

    A fault that comes of the overriding line is to be shown there and not in the profile, which is right for others.
    """
    said = profile | own
    for key, setting in own.items():
        before = profile.get(key)
        if key.startswith(PRIORITY) and "pfc" in profile and bool(setting.value) != bool(before and before.value):
            said.setdefault(PRIORITIES_CHANGED, setting)
        elif key.endswith(".ecn") and setting.value is None and before is not None and before.value is not None:
            said[f"{key}{TAKEN_BACK}"] = setting
    return said


PRIORITY = "pfc.priority."
PRIORITIES_CHANGED = "pfc.priorities changed"
"""The line that makes the lossless priorities others than the profile or an earlier line did."""
TAKEN_BACK = " taken back"
"""Behind the key of a curve: the line of a port that takes back what its profile marks."""


def _keyed(said: Said) -> Iterable[tuple[str, object]]:
    kind, fields = said.record
    if said.queue:
        return _keyed_in_queue(said.queue, kind, fields)
    if kind == "no_channel_group":
        return (("channel", _UNSAID),)
    fixed = _FIXED.get(kind)
    if fixed is not None:
        return (fixed,)
    valued = _VALUED.get(kind)
    return () if valued is None else (valued(fields),)


def _keyed_in_queue(queue: str, kind: str, fields: _Fields) -> Iterable[tuple[str, object]]:
    keyword, _, index = queue.partition(" ")
    found: tuple[str, object] | None
    if keyword == "mc-tx-queue":
        found = _ecn(fields["options"]) if kind == "ecn" else None
        return () if found is None else ((f"multicast.{int(index)}.ecn", found[1]),)
    above = f"queue.{int(index)}."
    if kind == "no_wred":
        return ((f"{above}wred.{colour}", None) for colour in COLOURS)
    if kind in ("ecn", "wred"):
        found = _ecn(fields["options"]) if kind == "ecn" else _wred(fields["options"])
    elif kind in _QUEUE_FIXED:
        found = _QUEUE_FIXED[kind]
    else:
        valued = _QUEUE_VALUED.get(kind)
        found = None if valued is None else valued(fields)
    return () if found is None else ((above + found[0], found[1]),)
