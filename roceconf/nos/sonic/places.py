"""Where the values of a SONiC switch stand in the text: worked out only when a finding asks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from roceconf.nos.sonic.device import LOSSLESS_POOL
from roceconf.nos.sonic.document import Document, plain
from roceconf.nos.sonic.numbers import indices_taken
from roceconf.nos.sonic.raw import GLOBAL_QOS, GLOBAL_WATCHDOG, PortRows, cable_lengths
from roceconf.switch import At, Default, PoolMode, Span, above

_SWITCH = {"name": "hostname", "sku": "hwsku", "buffer_model": "buffer_model"}
_POOL = {"size": "size", "headroom": "xoff", "mode": "mode", "direction": "type"}
_PORT = {"speed": "speed", "mtu": "mtu", "admin": "admin_status", "pfc.asymmetric": "pfc_asym"}
_MAPS = {
    "dscp_to_tc": ("dscp_to_tc_map", "DSCP_TO_TC_MAP"),
    "cos_to_tc": ("dot1p_to_tc_map", "DOT1P_TO_TC_MAP"),
    "tc_to_pg": ("tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP"),
    "tc_to_queue": ("tc_to_queue_map", "TC_TO_QUEUE_MAP"),
    "pfc_to_queue": ("pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE"),
}
_WATCHDOG = {"detection": "detection_time", "restoration": "restoration_time", "action": "action"}
_PROFILE = {
    "headroom": "xoff",
    "xon": "xon",
    "xon_offset": "xon_offset",
    "alpha": "dynamic_th",
    "limit": "static_th",
    "reserved": "size",
    "pool": "pool",
}
_CURVE = {"kmin": "min_threshold", "kmax": "max_threshold", "pmax": "drop_probability"}
_SCHEDULER = {"service": "type", "weight": "weight", "guaranteed": "cir", "ceiling": "pir"}


@dataclass(frozen=True, slots=True)
class ConfigPlaces:
    """Places of one document; see :class:`roceconf.switch.Places` for subjects and paths.

    Attributes:
        document: the tables.
        rows: the rows of each port.
        defaults: what nobody wrote, by port and path.
        bound: the profiles that buffermgrd binds, by port and priority group.
    """

    document: Document
    rows: Mapping[str, PortRows]
    defaults: Mapping[str, Mapping[str, Default]]
    bound: Mapping[str, Mapping[int, str]]

    def of(self, subject: str, path: str = "") -> At | Default | None:
        """Where the value was said; where it was not, the nearest thing above it that was, else None."""
        supplied = self.defaults.get(subject, {})
        while True:
            if path in supplied:
                return supplied[path]
            for at in self._candidates(subject, path):
                if at is not None:
                    return at
            if not path:
                return None
            path = above(path)

    def span(self, at: At) -> Span:
        """The line and column of a place."""
        return self.document.span(at)

    def _candidates(self, subject: str, path: str) -> Iterator[At | None]:
        if not subject:
            yield from self._of_switch(path)
        elif subject.startswith("pool:"):
            yield self._row("BUFFER_POOL", subject[5:], _POOL.get(path) if path else None, whole=not path)
        elif subject.startswith("profile:"):
            name = subject[8:]
            yield self._of_profile(name, path) if path else self._row("BUFFER_PROFILE", name, None, whole=True)
        elif subject in self.rows:
            yield from self._of_port(subject, path)

    def _row(self, table: str, key: str, field: str | None, *, whole: bool = False) -> At | None:
        """The place of a field, or of the whole row; None where it is not written."""
        row = self.document.table(table).get(key)
        if row is None or (field is None and not whole) or (field is not None and field not in row):
            return None
        return self.document.at(table, key, field)

    def _of_switch(self, path: str) -> Iterator[At | None]:
        yield self._row("DEVICE_METADATA", "localhost", _SWITCH.get(path))
        if path == "watchdog.poll":
            yield self._row("PFC_WD", GLOBAL_WATCHDOG, "POLL_INTERVAL")
        if path == "watchdog":
            yield self._row("PFC_WD", GLOBAL_WATCHDOG, None, whole=True)

    def _of_port(self, port: str, path: str) -> Iterator[At | None]:
        head, _, rest = path.partition(".")
        if path in _PORT:
            yield self._row("PORT", port, _PORT[path])
        elif path == "cable":
            lists = cable_lengths(self.document)
            yield self.document.at("CABLE_LENGTH", lists[port][0], port) if port in lists else None
        elif path == "trust":
            yield self._row("PORT_QOS_MAP", port, "dscp_to_tc_map")
            yield self._row("PORT_QOS_MAP", port, "dot1p_to_tc_map")
            yield self._row("PORT_QOS_MAP", GLOBAL_QOS, "dscp_to_tc_map")
        elif path in ("pfc", "pfc.priority"):
            yield self._row("PORT_QOS_MAP", port, "pfc_enable")
        elif path == "ceiling":
            name = self.document.table("PORT_QOS_MAP").get(port, {}).get("scheduler")
            yield None if name is None else self._row("SCHEDULER", plain(name), "pir")
        elif head == "watchdog":
            yield from self._of_watchdog(port, rest)
        elif head in _MAPS:
            yield from self._of_map(port, head, rest)
        elif head == "pg":
            yield from self._of_priority_group(port, *_index_and_rest(rest))
        elif head == "queue":
            yield from self._of_queue(port, *_index_and_rest(rest))
        elif not path:
            yield from self._of_whole_port(port)

    def _of_whole_port(self, port: str) -> Iterator[At | None]:
        for table in ("PORT", "PORT_QOS_MAP", "PFC_WD"):
            yield self._row(table, port, None, whole=True)
        for table, ranged in self.rows[port].ranged.items():
            yield from (self.document.at(table, each.key) for each in ranged)
        lists = cable_lengths(self.document)
        yield self.document.at("CABLE_LENGTH", lists[port][0], port) if port in lists else None

    def _of_watchdog(self, port: str, rest: str) -> Iterator[At | None]:
        if rest == "poll":
            yield self._row("PFC_WD", GLOBAL_WATCHDOG, "POLL_INTERVAL")
        elif rest == "priorities":
            yield self._row("PORT_QOS_MAP", port, "pfcwd_sw_enable")
        elif not rest:
            yield self._row("PFC_WD", port, None, whole=True)
            yield self._row("PORT_QOS_MAP", port, "pfcwd_sw_enable")
        else:
            yield self._row("PFC_WD", port, _WATCHDOG.get(rest))

    def _of_map(self, port: str, head: str, rest: str) -> Iterator[At | None]:
        field, table = _MAPS[head]
        for key in (port, GLOBAL_QOS) if head == "dscp_to_tc" else (port,):
            name = self.document.table("PORT_QOS_MAP").get(key, {}).get(field)
            if name is None:
                continue
            yield self._row(table, plain(name), rest) if rest else self._row("PORT_QOS_MAP", key, field)

    def _of_priority_group(self, port: str, index: int, rest: str) -> Iterator[At | None]:
        derived = self.bound.get(port, {}).get(index)
        held = self._written(port, "BUFFER_PG", index)
        if derived is not None:
            yield from self._of_derived_profile(derived, rest)
        elif held is None:
            return
        elif rest == "profile":
            yield self._row("BUFFER_PG", held, "profile")
        elif not rest:
            yield self.document.at("BUFFER_PG", held)
        else:
            yield self._of_profile(self._reference("BUFFER_PG", held, "profile"), rest)

    def _of_derived_profile(self, name: str, rest: str) -> Iterator[At | None]:
        """What buffermgrd binds may stand in the text; where it does not, the pool decides what its threshold is."""
        if name in self.document.table("BUFFER_PROFILE"):
            yield self._of_profile(name, rest) if rest else self.document.at("BUFFER_PROFILE", name)
        elif rest in ("alpha", "limit") and self._is_static:
            yield self._row("BUFFER_POOL", LOSSLESS_POOL, "mode")

    @property
    def _is_static(self) -> bool:
        return self.document.table("BUFFER_POOL").get(LOSSLESS_POOL, {}).get("mode") == PoolMode.STATIC

    def _of_queue(self, port: str, index: int, rest: str) -> Iterator[At | None]:
        queue, buffer = self._written(port, "QUEUE", index), self._written(port, "BUFFER_QUEUE", index)
        head, _, detail = rest.partition(".")
        if not rest:
            yield None if queue is None else self.document.at("QUEUE", queue)
            yield None if buffer is None else self.document.at("BUFFER_QUEUE", buffer)
        elif queue is not None and head == "scheduler":
            name = self._reference("QUEUE", queue, "scheduler")
            field = _SCHEDULER.get(detail)
            yield self._row("SCHEDULER", name, field) if detail else self._row("QUEUE", queue, "scheduler")
        elif queue is not None and head == "marking":
            yield from self._of_marking(queue, detail)
        elif buffer is not None and head == "profile":
            yield self._row("BUFFER_QUEUE", buffer, "profile")
        elif buffer is not None:
            yield self._of_profile(self._reference("BUFFER_QUEUE", buffer, "profile"), rest)

    def _of_marking(self, queue: str, detail: str) -> Iterator[At | None]:
        if not detail:
            yield self._row("QUEUE", queue, "wred_profile")
            return
        name = self._reference("QUEUE", queue, "wred_profile")
        colour, _, value = detail.partition(".")
        if not value:
            yield self._row("WRED_PROFILE", name, f"wred_{colour}_enable")
            yield self._row("WRED_PROFILE", name, "ecn")
            yield self._row("WRED_PROFILE", name, None, whole=True)
        elif value in _CURVE:
            yield self._row("WRED_PROFILE", name, f"{colour}_{_CURVE[value]}")

    def _of_profile(self, name: str, rest: str) -> At | None:
        value = rest.removeprefix("profile.")
        return self._row("BUFFER_PROFILE", name, _PROFILE.get(value))

    def _reference(self, table: str, key: str, field: str) -> str:
        return plain(self.document.table(table).get(key, {}).get(field, ""))

    def _written(self, port: str, table: str, index: int) -> str | None:
        """The key of the row that covers an index; of several the last, which is the one in force."""
        keys = [each.key for each in self.rows[port].ranged[table] if index in indices_taken(table, each.indices)]
        return keys[-1] if keys else None


def _index_and_rest(path: str) -> tuple[int, str]:
    index, _, rest = path.partition(".")
    return (int(index) if index.isdecimal() else -1), rest
