"""The rows of a port as a port group of the model, with what the daemons add at run time."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from roceconf.nos.sonic import values
from roceconf.nos.sonic.device import (
    PFCWD_DEFAULT,
    Derived,
    Sizing,
    default_watchdog_ms,
    derive,
    left_to_device,
    profile_name,
)
from roceconf.nos.sonic.document import Document, Row, plain
from roceconf.nos.sonic.numbers import indices_taken, metres, priorities
from roceconf.nos.sonic.raw import GLOBAL_QOS, GLOBAL_WATCHDOG, PortRows
from roceconf.nos.sonic.schema import taken
from roceconf.switch import (
    Amount,
    BufferProfile,
    ClassMap,
    Default,
    DeviceChosen,
    Direction,
    Marking,
    Pfc,
    PortGroup,
    PriorityGroup,
    Queue,
    Scheduler,
    Trust,
    Watchdog,
    WatchdogAction,
)

NULL_PROFILE = "NULL"
"""In the dynamic buffer model: buffermgrd calculates the profile (sonic-buffer-pg.yang)."""
_DYNAMIC_REASON = "buffer_model is dynamic, so buffermgrd calculates the profile from speed, cable and MTU"
_DYNAMIC_SOURCE = "sonic-swss e6b0c5b5d2ab: cfgmgr/buffermgrdyn.cpp"
_WRONG_SIDE = "the profile is of an egress pool, so its binding to a priority group is refused"
_DROP_BY_DEFAULT = Default("orchagent drops where no action is written", "sonic-swss orchagent/pfcwdorch.cpp")


class Interpreted(NamedTuple):
    """A port group and the places of what nobody wrote.

    Attributes:
        group: the group, without its ports.
        defaults: who supplies a value, by path in the words of Places.
        replaced: priority groups whose written profile buffermgrd replaces: index, name written, name put in its place.
        bound: the name of the profile that buffermgrd binds, by priority group.
    """

    group: PortGroup
    defaults: Mapping[str, Default]
    replaced: tuple[tuple[int, str, str], ...] = ()
    bound: Mapping[int, str] = MappingProxyType({})


class Interpreter:
    """Interprets the ports of one document; each profile, map and scheduler is built once.

    Args:
        document: the tables.
        sizing: what decides headroom.
        hinted_cable_m: cable length the user supplies for ports without one.
        port_count: ports of the switch.
    """

    def __init__(self, document: Document, sizing: Sizing, hinted_cable_m: int | None, port_count: int) -> None:
        self._document = document
        self.sizing = sizing
        self._hinted_cable_m = hinted_cable_m
        self._port_count = port_count
        self.profiles: dict[str, BufferProfile] = {
            name: values.profile(name, row) for name, row in document.table("BUFFER_PROFILE").items()
        }
        self._maps: dict[tuple[str, str], ClassMap | None] = {}

    def interpret(self, rows: PortRows) -> Interpreted:
        """The group of a port with these rows."""
        defaults: dict[str, Default] = {}
        port, qos = rows.port or {}, rows.qos or {}
        pfc = self._pfc(port, rows.qos)
        groups, replaced, bound = self._priority_groups(rows, pfc, defaults)
        dscp_to_tc = self._map("DSCP_TO_TC_MAP", qos.get("dscp_to_tc_map") or self._global_dscp_map)
        cos_to_tc = self._map("DOT1P_TO_TC_MAP", qos.get("dot1p_to_tc_map"))
        group = PortGroup(
            ports=(),
            speed_mbps=taken("PORT", "speed", port),
            mtu_bytes=taken("PORT", "mtu", port),
            cable_m=metres(rows.cable),
            admin_up={"up": True, "down": False}.get(port.get("admin_status", "")),
            routed=rows.routed,
            trust=_trust(dscp_to_tc, cos_to_tc, qos),
            dscp_to_tc=dscp_to_tc,
            cos_to_tc=cos_to_tc,
            tc_to_pg=self._map("TC_TO_PRIORITY_GROUP_MAP", qos.get("tc_to_pg_map")),
            tc_to_queue=self._map("TC_TO_QUEUE_MAP", qos.get("tc_to_queue_map")),
            pfc_to_queue=self._map("MAP_PFC_PRIORITY_TO_QUEUE", qos.get("pfc_to_queue_map")),
            pfc=pfc,
            ceiling=self._ceiling(qos.get("scheduler")),
            priority_groups=groups,
            queues=self._queues(rows),
            watchdog=self._watchdog(rows, pfc, defaults),
        )
        return Interpreted(group, defaults, replaced, bound)

    @cached_property
    def _global_dscp_map(self) -> str | None:
        return self._document.table("PORT_QOS_MAP").get(GLOBAL_QOS, {}).get("dscp_to_tc_map")

    @cached_property
    def _poll_ms(self) -> int | None:
        return taken("PFC_WD", "POLL_INTERVAL", self._document.table("PFC_WD").get(GLOBAL_WATCHDOG, {}))

    @cached_property
    def _starts_watchdog(self) -> bool:
        device = self._document.table("DEVICE_METADATA").get("localhost", {})
        return device.get("default_pfcwd_status") == "enable"

    def _map(self, table: str, reference: str | None) -> ClassMap | None:
        if not reference:
            return None
        name = plain(reference)
        if (table, name) not in self._maps:
            row = self._document.table(table).get(name)
            self._maps[table, name] = None if row is None else values.class_map(table, name, row)
        return self._maps[table, name]

    @staticmethod
    def _pfc(port: Row, qos: Row | None) -> Pfc:
        named = priorities((qos or {}).get("pfc_enable"))
        asymmetric = {"on": True, "off": False}.get(port.get("pfc_asym", ""))
        if named is None:
            return Pfc(asymmetric=asymmetric)
        return Pfc(enabled=bool(named), priorities=named, asymmetric=asymmetric)

    # -- priority groups

    def _priority_groups(
        self, rows: PortRows, pfc: Pfc, defaults: dict[str, Default]
    ) -> tuple[tuple[PriorityGroup, ...], tuple[tuple[int, str, str], ...], dict[int, str]]:
        written = _by_index(rows, "BUFFER_PG", "profile")
        found = {index: self._written(index, name, defaults) for index, name in written.items()}
        replaced: list[tuple[int, str, str]] = []
        bound: dict[int, str] = {}
        derived = self._derived(rows) if pfc.active else None
        for index in sorted(pfc.active):
            held = found.get(index)
            if held is not None and held.profile is not None and self._is_of_egress(held.profile):
                found[index] = PriorityGroup(index, replace(held.profile, headroom=DeviceChosen(_WRONG_SIDE)))
                continue
            if derived is None or self._keeps(held, derived):
                continue
            if derived.profile is not None:
                found[index] = PriorityGroup(index, derived.profile)
                if derived.profile.name:
                    bound[index] = derived.profile.name
                if index in written and written[index] != derived.profile.name:
                    replaced.append((index, written[index], derived.profile.name))
            if derived.profile is None or derived.profile.name not in self.profiles:
                defaults[f"pg.{index}"] = Default(derived.text, derived.source, derived.cause, derived.help)
        return tuple(found[index] for index in sorted(found)), tuple(replaced), bound

    def _written(self, index: int, name: str, defaults: dict[str, Default]) -> PriorityGroup:
        if name == NULL_PROFILE and self.sizing.dynamic:
            defaults[f"pg.{index}.headroom"] = Default(_DYNAMIC_REASON, _DYNAMIC_SOURCE)
            return PriorityGroup(index, BufferProfile(headroom=DeviceChosen(_DYNAMIC_REASON)))
        return PriorityGroup(index, self.profiles.get(name))

    def _derived(self, rows: PortRows) -> Derived:
        """What buffermgrd binds; a profile of that name in the text is used unchanged."""
        speed_mbps = taken("PORT", "speed", rows.port or {})
        cable_m = metres(rows.cable) if rows.cable is not None else self._hinted_cable_m
        if rows.cables:
            return Derived(left_to_device(f"CABLE_LENGTH says both {' and '.join(rows.cables)}"), "", cause="cable")
        derived = derive(self.sizing, speed_mbps, rows.cable, cable_m)
        if derived.profile is None or speed_mbps is None or cable_m is None:
            return derived
        existing = self.profiles.get(profile_name(speed_mbps, rows.cable or f"{cable_m}m"))
        if existing is None:
            return derived
        return derived._replace(profile=existing, text=f"buffermgrd binds {existing.name}, which exists, unchanged")

    @staticmethod
    def _keeps(written: PriorityGroup | None, derived: Derived) -> bool:
        """Whether what is written stands: buffermgrd replaces it only where it has numbers of its own."""
        if written is None:
            return False
        if derived.profile is None or isinstance(derived.profile.headroom, DeviceChosen):
            return True
        return written.profile is not None and written.profile.name == derived.profile.name

    def _is_of_egress(self, profile: BufferProfile) -> bool:
        return self._document.table("BUFFER_POOL").get(profile.pool, {}).get("type") == Direction.EGRESS

    # -- queues

    def _queues(self, rows: PortRows) -> tuple[Queue, ...]:
        found: dict[int, Queue] = {}
        for index, name in _by_index(rows, "BUFFER_QUEUE", "profile").items():
            found[index] = Queue(index, profile=self.profiles.get(name))
        for index, name in _by_index(rows, "QUEUE", "scheduler").items():
            found[index] = replace(found.get(index, Queue(index)), scheduler=self._schedulers.get(name))
        for index, name in _by_index(rows, "QUEUE", "wred_profile").items():
            found[index] = replace(found.get(index, Queue(index)), marking=self._markings.get(name))
        for each in rows.ranged["QUEUE"]:
            for index in indices_taken("QUEUE", each.indices):
                found.setdefault(index, Queue(index))
        return tuple(found[index] for index in sorted(found))

    @cached_property
    def _schedulers(self) -> Mapping[str, Scheduler]:
        return {name: values.scheduler(name, row) for name, row in self._document.table("SCHEDULER").items()}

    def _ceiling(self, reference: str | None) -> Amount | None:
        """The rate to which the scheduler of a whole port shapes it."""
        held = self._schedulers.get(plain(reference)) if reference else None
        return held.ceiling if held is not None else None

    @cached_property
    def _markings(self) -> Mapping[str, Marking]:
        return {name: values.marking(name, row) for name, row in self._document.table("WRED_PROFILE").items()}

    # -- watchdog

    def _watchdog(self, rows: PortRows, pfc: Pfc, defaults: dict[str, Default]) -> Watchdog | None:
        said = (rows.qos or {}).get("pfcwd_sw_enable")
        watched = frozenset[int]() if said is None else priorities(said)
        if rows.watchdog is None:
            started = self._started_by_default(rows, pfc, watched, defaults)
            if started is not None or said is None:
                return started
            return Watchdog(priorities=watched, poll_ms=self._poll_ms)
        action = rows.watchdog.get("action")
        if action is None:
            defaults["watchdog.action"] = _DROP_BY_DEFAULT
        return Watchdog(
            enabled=True,
            priorities=watched,
            detection_ms=taken("PFC_WD", "detection_time", rows.watchdog),
            restoration_ms=taken("PFC_WD", "restoration_time", rows.watchdog),
            poll_ms=self._poll_ms,
            action=WatchdogAction.DROP if action is None else _action(action),
        )

    def _started_by_default(
        self, rows: PortRows, pfc: Pfc, watched: frozenset[int] | None, defaults: dict[str, Default]
    ) -> Watchdog | None:
        """What ``pfcwd start_default`` sets at boot: on neighbour ports with PFC, where the text allows it."""
        known_stranger = "DEVICE_NEIGHBOR" in self._document.tables and not rows.neighbour
        if not self._starts_watchdog or not pfc.active or known_stranger:
            return None
        detection_ms, poll_ms = default_watchdog_ms(self._port_count)
        defaults["watchdog"] = Default(
            f"default_pfcwd_status is enable, so 'pfcwd start_default' starts it at boot with {detection_ms} ms",
            PFCWD_DEFAULT,
        )
        return Watchdog(
            enabled=True,
            priorities=watched,
            detection_ms=detection_ms,
            restoration_ms=detection_ms,
            poll_ms=poll_ms,
            action=WatchdogAction.DROP,
        )


def _trust(dscp_to_tc: ClassMap | None, cos_to_tc: ClassMap | None, qos: Row) -> Trust | None:
    if dscp_to_tc is not None or qos.get("dscp_to_tc_map"):
        return Trust.DSCP
    return Trust.COS if cos_to_tc is not None or qos.get("dot1p_to_tc_map") else None


def _action(text: str) -> WatchdogAction | None:
    return {"drop": WatchdogAction.DROP, "forward": WatchdogAction.FORWARD, "alert": WatchdogAction.ALERT}.get(text)


def _by_index(rows: PortRows, table: str, field: str) -> dict[int, str]:
    """The name in a field of a table, by index; of two rows for one index the later counts."""
    return {
        index: plain(each.row[field])
        for each in rows.ranged[table]
        if each.row.get(field)
        for index in indices_taken(table, each.indices)
    }
