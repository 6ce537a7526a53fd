"""A fitted switch merged into an existing ``config_db.json``: nothing else of it is lost, and its order is kept.

What is ours of a port that the switch names: its cable length, its row of PORT_QOS_MAP and PFC_WD (the fields the model
has; others stay), its lossless priority groups, and the queues the switch says something of. Of PORT, DEVICE_METADATA,
maps, profiles, schedulers and WRED profiles only the fields and names that are written. Pools of the file stay.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from roceconf.nos import NotFittingError, OutputFile
from roceconf.nos.sonic.base import Config, Fields, Rows, others_with_pfc, queues_left, write_references_plainly
from roceconf.nos.sonic.document import Document, load, plain
from roceconf.nos.sonic.numbers import indices, number
from roceconf.nos.sonic.raw import GLOBAL_QOS, GLOBAL_WATCHDOG, NOT_PORTS, split_ranged
from roceconf.nos.sonic.tables import tables_of
from roceconf.nos.sonic.values import profile as profile_of
from roceconf.nos.sonic.write import render
from roceconf.switch import Amount, BufferProfile, Hints, NotReadableError, PortGroup, Switch

_OWNED_FIELDS: Mapping[str, tuple[str, ...]] = {
    "PORT_QOS_MAP": (
        "dscp_to_tc_map",
        "dot1p_to_tc_map",
        "tc_to_queue_map",
        "tc_to_pg_map",
        "pfc_to_queue_map",
        "pfc_enable",
        "pfcwd_sw_enable",
    ),
    "PFC_WD": ("action", "detection_time", "restoration_time"),
}
"""What is taken out of a port's row where the switch does not say it: the model knows these, so absence is meant."""
_INDEXED = ("BUFFER_QUEUE", "QUEUE")
_WHOLE_ROWS = frozenset(
    {
        "BUFFER_PROFILE",
        "DOT1P_TO_TC_MAP",
        "DSCP_TO_TC_MAP",
        "MAP_PFC_PRIORITY_TO_QUEUE",
        "SCHEDULER",
        "TC_TO_PRIORITY_GROUP_MAP",
        "TC_TO_QUEUE_MAP",
        "WRED_PROFILE",
    }
)
"""Tables whose rows are replaced as a whole: half of an old map and half of a new one would be neither."""
_USERS: Mapping[str, tuple[str, str]] = {
    "DOT1P_TO_TC_MAP": ("PORT_QOS_MAP", "dot1p_to_tc_map"),
    "DSCP_TO_TC_MAP": ("PORT_QOS_MAP", "dscp_to_tc_map"),
    "MAP_PFC_PRIORITY_TO_QUEUE": ("PORT_QOS_MAP", "pfc_to_queue_map"),
    "SCHEDULER": ("QUEUE", "scheduler"),
    "TC_TO_PRIORITY_GROUP_MAP": ("PORT_QOS_MAP", "tc_to_pg_map"),
    "TC_TO_QUEUE_MAP": ("PORT_QOS_MAP", "tc_to_queue_map"),
    "WRED_PROFILE": ("QUEUE", "wred_profile"),
}
"""Where the names that a table defines are used."""
_CREATE_ONLY = {"BUFFER_PROFILE": ("pool", "dynamic_th", "static_th"), "BUFFER_POOL": ("type", "mode")}
"""Fields orchagent takes only when a row is made (sonic-swss orchagent/bufferorch.cpp:439, 470, 658, 695)."""
_NO_PATCH = ("size", "xon", "xon_offset")
"""Fields of BUFFER_PROFILE that `config apply-patch` does not change (gcu_field_operation_validators.conf.json)."""


def merge(base: str, switch: Switch, hints: Hints) -> OutputFile:
    """Merge a switch into a configuration.

    Args:
        base: the text of a ``config_db.json``.
        switch: as ``fit`` gives it.
        hints: as given to ``fit``.

    Returns:
        The merged text; its notes say what was replaced and what needs a reload.

    Raises:
        NotReadableError: the base is no ``config_db.json``, or merging would lose part of it.
        NotFittingError: the base is another platform's, or lacks a port.
    """
    document = load(base)
    _refuse(document, switch)
    config: Config = json.loads(base)
    tables = tables_of(switch, hints)
    ours: Config = json.loads(render(tables))
    sized = tuple({held.name: held for group in switch.groups for held in _lossless(group)}.values())
    derived: Rows = json.loads(render(replace(tables, profiles=sized))).get("BUFFER_PROFILE", {})
    _refuse_pools(config, ours)
    merger = _Merger(config, ours, switch, derived)
    merger.merge()
    indent = re.search(r"\n([ \t]+)\"", base)
    text = json.dumps(config, indent=indent.group(1) if indent else 4, ensure_ascii=base.isascii())
    if base.endswith("\n"):
        text += "\n"
    return OutputFile("config_db.json", text, tuple(merger.notes()))


def _lossless(group: PortGroup) -> list[BufferProfile]:
    """The profiles with a headroom in numbers: those written out and those buffermgrd will make."""
    profiles = [held.profile for held in group.priority_groups]
    return [held for held in profiles if held is not None and isinstance(held.headroom, Amount) and held.is_lossless]


def _refuse(document: Document, switch: Switch) -> None:
    if document.is_list:
        raise NotReadableError("the base is an old swssconfig list; merge into a config_db.json", 1, 1)
    if document.has_repeats:
        path = document.index.repeated[0]
        line, column = document.span((*path, -2))
        raise NotReadableError(f"'{path[-1]}' stands twice in the base, and merging would lose one", line, column)
    if document.misshapen:
        first = document.misshapen[0]
        line, column = document.span(first.at)
        raise NotReadableError(
            f"in the base {first.at[-1]} is {first.found} where {first.wanted} belongs", line, column
        )
    hwsku = document.table("DEVICE_METADATA").get("localhost", {}).get("hwsku", "")
    if hwsku and switch.sku and hwsku != switch.sku:
        raise NotFittingError(
            f"the base is the configuration of a {hwsku}, this one is made for a {switch.sku}: their headroom differs"
        )
    known = document.table("PORT")
    missing = [port for group in switch.groups for port in group.ports if known and port not in known]
    if missing:
        raise NotFittingError(
            f"the base has no port {missing[0]}"
            + (f" and {len(missing) - 1} more" if len(missing) > 1 else "")
            + f"; its ports are {', '.join(list(known)[:3])}, ..."
        )


def _refuse_pools(config: Config, ours: Config) -> None:
    """The pools of the base stay, so every profile has to draw from one of them."""
    pools = config.get("BUFFER_POOL", {})
    for name, fields in ours.get("BUFFER_PROFILE", {}).items():
        if pools and fields["pool"] not in pools:
            raise NotFittingError(
                f"profile {name} draws from {fields['pool']}, but the base keeps its own pools: {', '.join(pools)}"
            )


class _Merger:
    """Merges one configuration into another and keeps account of it."""

    def __init__(self, config: Config, ours: Config, switch: Switch, derived: Rows) -> None:
        self._config = config
        self._ours = ours
        self._derived = derived
        self._groups = {port: group for group in switch.groups for port in group.ports}
        self._replaced: dict[tuple[str, str, bool], tuple[int, str]] = {}
        self._reload: set[str] = set()
        self._dropped: list[str] = []
        self._plain = 0

    def merge(self) -> None:
        """Do it."""
        if "BUFFER_POOL" in self._config:
            self._ours.pop("BUFFER_POOL", None)
        if GLOBAL_QOS in self._config.get("PORT_QOS_MAP", {}):
            self._ours.get("PORT_QOS_MAP", {}).pop(GLOBAL_QOS, None)  # it serves the ports that are not ours
        self._plain = write_references_plainly(self._config)
        self._keep_names_apart()
        self._drop_stale_marking()
        self._drop_priority_groups()
        self._raise_existing_profiles()
        for table in _INDEXED:
            self._make_room(table)
        self._drop_owned_rows()
        for table, rows in self._ours.items():
            held = self._config.setdefault(table, {})
            for key, fields in rows.items():
                self._put(table, held, key, fields)
        self._keep_poll_interval_legal()
        self._drop_empty()

    def notes(self) -> list[str]:
        """What was replaced, dropped and needs a reload."""
        notes = [
            f"{table} {field}: {example}" + (f" (and {count - 1} more)" if count > 1 else "")
            for (table, field, _), (count, example) in self._replaced.items()
        ]
        notes.extend(self._dropped)
        if self._plain:
            notes.append(
                f"{self._plain} references in the old form [TABLE|name] are written as plain names, the only form "
                "orchagent takes since September 2021; an image from before that wants the old one"
            )
        notes.extend(others_with_pfc(self._config, self._groups))
        if self._reload:
            notes.append(
                f"load it with 'config reload': {', '.join(sorted(self._reload))} cannot be changed while the switch "
                "runs"
            )
        else:
            notes.append("load it with 'config reload', which replaces the configuration by this file")
        return notes

    def _put(self, table: str, held: Rows, key: str, fields: Fields) -> None:
        if table == "CABLE_LENGTH" and held and key not in held:
            key = next(iter(held))  # the list the switch uses already
        before = held.get(key)
        if before is None:
            held[key] = dict(fields)
            return
        if table == "DEVICE_METADATA":
            fields = {name: value for name, value in fields.items() if name not in before}  # the base is that switch
        if table == "QUEUE" and "wred_profile" not in fields and "wred_profile" in before:
            self._account(table, key, "wred_profile", before.pop("wred_profile"), None)
        for name, value in fields.items():
            if name in before and str(before[name]) != str(value):
                self._account(table, key, name, before[name], value)
        if table in _WHOLE_ROWS:
            for name in [name for name in before if name not in fields]:
                self._account(table, key, name, before.pop(name), None)
        before.update(fields)

    def _account(self, table: str, key: str, name: str, before: object, after: object) -> None:
        field = name if table not in ("CABLE_LENGTH",) and not name.isdigit() else ""
        what = (table, field, after is None)
        count, example = self._replaced.get(what, (0, ""))
        became = f"{before} -> {after}" if after is not None else f"{before} taken out"
        self._replaced[what] = (count + 1, example or f"{key if table != 'CABLE_LENGTH' else name} {became}")
        if name in _CREATE_ONLY.get(table, ()) or (table == "BUFFER_PROFILE" and name in _NO_PATCH):
            self._reload.add(f"{table} {key}")

    # -- names that the base uses otherwise

    def _keep_names_apart(self) -> None:
        """Give ours another name where the base has that name for something else and others refer to it."""
        for table, (user, field) in _USERS.items():
            for name in list(self._ours.get(table, {})):
                held = self._config.get(table, {})
                if name in held and held[name] != self._ours[table][name] and self._others_use(user, field, name):
                    self._rename(table, user, field, name)

    def _others_use(self, user: str, field: str, name: str) -> bool:
        coming = self._ours.get(user, {})
        return any(
            plain(str(row.get(field, ""))) == name
            for key, row in self._config.get(user, {}).items()
            if split_ranged(key)[0] not in self._groups or (user == "QUEUE" and key not in coming)
        )

    def _rename(self, table: str, user: str, field: str, name: str) -> None:
        ours, held = self._ours[table], self._config[table]
        content = ours.pop(name)
        candidates = (f"{name[:24]}_ROCE{'' if count == 1 else count}" for count in range(1, len(held) + len(ours) + 2))
        free = next(each for each in candidates if each not in ours and held.get(each, content) == content)
        ours[free] = content
        for row in self._ours.get(user, {}).values():
            if row.get(field) == name:
                row[field] = free

    # -- what must go, because it would contradict what comes

    def _drop_stale_marking(self) -> None:
        """ECN of queues of our ports that PFC leaves: it would drop what is not ECN-capable, for nothing."""
        held, coming = self._config.get("QUEUE", {}), self._ours.get("QUEUE", {})
        rebuilt: Rows = {}
        for key, fields in held.items():
            port, span = split_ranged(key)
            covered = set(indices(span))
            if key in coming or port not in self._groups or "wred_profile" not in fields:
                rebuilt[key] = fields
                continue
            left = queues_left(self._config, port, self._groups[port]) & covered
            if not left:
                rebuilt[key] = fields
                continue
            self._account("QUEUE", key, "wred_profile", fields["wred_profile"], None)
            unmarked = {name: value for name, value in fields.items() if name != "wred_profile"}
            if left == covered:
                rebuilt[key] = unmarked
            else:
                rebuilt |= {f"{port}|{index}": dict(unmarked if index in left else fields) for index in sorted(covered)}
        if "QUEUE" in self._config:
            self._config["QUEUE"] = rebuilt

    def _drop_priority_groups(self) -> None:
        """Lossless groups of our ports: buffermgrd binds them anew, or they are written with their profiles."""
        held, profiles = self._config.get("BUFFER_PG", {}), self._config.get("BUFFER_PROFILE", {})
        coming = {key: set(indices(split_ranged(key)[1])) for key in self._ours.get("BUFFER_PG", {})}
        for key in list(held):
            port, span = split_ranged(key)
            if port not in self._groups or key in coming:
                continue
            name = plain(str(held[key].get("profile", "")))
            row = {field: str(value) for field, value in profiles.get(name, {}).items()}
            if self._is_what_the_device_makes(port, name, span):
                continue
            lossless = name.startswith("pg_lossless_") or name == "NULL" or profile_of(name, row).is_lossless
            crosses = any(split_ranged(k)[0] == port and taken & set(indices(span)) for k, taken in coming.items())
            if lossless or crosses:
                del held[key]
                self._count_dropped("BUFFER_PG", key, name)

    def _is_what_the_device_makes(self, port: str, name: str, span: str) -> bool:
        """Whether a row is the one buffermgrd would write again."""
        group = self._groups[port]
        made = {held.name for held in _lossless(group)}
        return name in made and set(indices(span)) <= group.pfc.active

    def _raise_existing_profiles(self) -> None:
        """Profiles under the names buffermgrd looks for: it uses them unchanged, so they must not keep less."""
        held = self._config.get("BUFFER_PROFILE", {})
        for name, fields in self._derived.items():
            if name not in held or name in self._ours.get("BUFFER_PROFILE", {}):
                continue
            kept, needed = number(str(held[name].get("xoff", "0"))) or 0, number(str(fields["xoff"])) or 0
            if kept < needed:
                self._put("BUFFER_PROFILE", held, name, fields)
            elif kept > needed:
                self._dropped.append(
                    f"BUFFER_PROFILE {name} keeps its {kept:,} B of headroom, more than the {needed:,} B of the "
                    "platform's row: buffermgrd uses it unchanged"
                )

    def _keep_poll_interval_legal(self) -> None:
        """The interval serves every port, and must not be above any detection or restoration time."""
        rows = self._config.get("PFC_WD", {})
        times = [
            time
            for port, fields in rows.items()
            for name in ("detection_time", "restoration_time")
            if port != GLOBAL_WATCHDOG and (time := number(str(fields.get(name, "")))) is not None
        ]
        poll = number(str(rows.get(GLOBAL_WATCHDOG, {}).get("POLL_INTERVAL", "")))
        if poll is not None and times and min(times) < poll:
            self._account("PFC_WD", GLOBAL_WATCHDOG, "POLL_INTERVAL", poll, min(times))
            rows[GLOBAL_WATCHDOG]["POLL_INTERVAL"] = str(min(times))

    def _make_room(self, table: str) -> None:
        """Rows whose range crosses a queue that comes: the rest of the range keeps the row, index by index."""
        held, coming = self._config.get(table, {}), self._ours.get(table, {})
        taken: dict[str, set[int]] = {}
        for key in coming:
            port, span = split_ranged(key)
            taken.setdefault(port, set()).update(indices(span))
        rebuilt: Rows = {}
        for key, fields in held.items():
            port, span = split_ranged(key)
            covered = set(indices(span))
            if key in coming or not covered & taken.get(port, set()):
                rebuilt[key] = fields
                continue
            self._count_dropped(table, key, "")
            rebuilt |= {f"{port}|{index}": dict(fields) for index in sorted(covered - taken[port])}
        if table in self._config:
            self._config[table] = rebuilt

    def _drop_owned_rows(self) -> None:
        """Fields that the model knows and the switch does not say."""
        for table, fields in _OWNED_FIELDS.items():
            held = self._config.get(table, {})
            for port in [port for port in held if port in self._groups and port not in NOT_PORTS]:
                said = self._ours.get(table, {}).get(port, {})
                for field in [field for field in fields if field in held[port] and field not in said]:
                    self._account(table, port, field, held[port].pop(field), None)
                if not said and not set(held[port]) - {"pfc_stat_history"}:
                    del held[port]

    def _drop_empty(self) -> None:
        for table in ("BUFFER_PG", "PFC_WD", "PORT_QOS_MAP"):
            if table in self._config and not self._config[table]:
                del self._config[table]

    def _count_dropped(self, table: str, key: str, name: str) -> None:
        count, example = self._replaced.get((table, "rows", True), (0, ""))
        shown = f"{key} {name} taken out".replace("  ", " ")
        self._replaced[table, "rows", True] = (count + 1, example or shown)
