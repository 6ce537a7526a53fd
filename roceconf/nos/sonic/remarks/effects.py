"""Statements that mean something else, or nothing, on the device."""

import re

from roceconf.nos.sonic.device import BUFFERMGRD, LOSSLESS_POOL, profile_of_row
from roceconf.nos.sonic.document import plain
from roceconf.nos.sonic.interpret import NULL_PROFILE
from roceconf.nos.sonic.numbers import metres, number
from roceconf.nos.sonic.raw import GLOBAL_QOS, GLOBAL_WATCHDOG
from roceconf.nos.sonic.remarks.collect import YANG, Collector, Seen
from roceconf.switch import Amount, BufferProfile, PoolMode, RemarkKind

_STALE = re.compile(r"pg_lossless_([0-9]{1,9})_([0-9]{1,9})m_profile")
_OF_A_ROW = ("size", "xon", "xoff", "xon_offset")
_DYNAMIC_TABLES = ("DEFAULT_LOSSLESS_BUFFER_PARAMETER", "LOSSLESS_TRAFFIC_PATTERN")


def notice(seen: Seen, found: Collector) -> None:
    """Note what has another effect than it seems, or none."""
    _check_global(seen, found)
    _check_big_red_switch(seen, found)
    _check_default_lossless(seen, found)
    _check_null(seen, found)
    _check_stale(seen, found)
    _check_static_pool(seen, found)
    _check_watchdog_counters(seen, found)
    _check_watchdog_without_pfc(seen, found)
    for ports, rows, interpreted in seen.groups:
        for index, written, derived in interpreted.replaced:
            if written not in seen.profiles:
                continue  # a name that is not defined is the fault to mend first
            keys = [each.key for each in rows.ranged["BUFFER_PG"] if plain(each.row.get("profile", "")) == written]
            found.add(
                RemarkKind.INEFFECTIVE,
                seen.document.at("BUFFER_PG", keys[-1], "profile"),
                f"BUFFER_PG binds '{written}' to priority group {index}, but the platform has a headroom row for this "
                f"speed and cable, so buffermgrd binds '{derived}' in its place",
                f"define your numbers under the name '{derived}': buffermgrd uses an existing profile unchanged",
                source=BUFFERMGRD,
                is_fatal=False,
                ports=ports,
            )


def _check_global(seen: Seen, found: Collector) -> None:
    for field in seen.document.table("PORT_QOS_MAP").get(GLOBAL_QOS, {}):
        if field != "dscp_to_tc_map":
            found.add(
                RemarkKind.INEFFECTIVE,
                (*seen.document.at("PORT_QOS_MAP", GLOBAL_QOS, field), -1),
                f"PORT_QOS_MAP global honours dscp_to_tc_map only; '{field}' does nothing there",
                "write it in the rows of the ports",
                source="sonic-swss e6b0c5b5d2ab: orchagent/qosorch.cpp:2013",
                is_fatal=False,
            )


def _check_big_red_switch(seen: Seen, found: Collector) -> None:
    if "BIG_RED_SWITCH" in seen.document.table("PFC_WD").get(GLOBAL_WATCHDOG, {}):
        found.add(
            RemarkKind.OBSOLETE,
            (*seen.document.at("PFC_WD", GLOBAL_WATCHDOG, "BIG_RED_SWITCH"), -1),
            f"PFC_WD BIG_RED_SWITCH, left behind by the pfcwd command, is in no YANG model: {YANG}. While it is "
            "'enable' the watchdog drops on every lossless queue",
            "take the field out",
            source="sonic-pfcwd.yang; measured with sonic-yang-mgmt",
        )


def _check_default_lossless(seen: Seen, found: Collector) -> None:
    for name, row in seen.document.table(_DYNAMIC_TABLES[0]).items():
        if "max_headroom_size" in row:
            found.add(
                RemarkKind.OBSOLETE,
                (*seen.document.at(_DYNAMIC_TABLES[0], name, "max_headroom_size"), -1),
                f"{_DYNAMIC_TABLES[0]} max_headroom_size, which buffers_config.j2 writes, is in no YANG model: {YANG}",
                "take the field out",
                source="sonic-default-lossless-buffer-parameter.yang; measured with sonic-yang-mgmt",
            )


def _check_static_pool(seen: Seen, found: Collector) -> None:
    """Buffermgrd names the threshold of a row after the mode of the pool, whatever the number means."""
    pools = seen.document.table("BUFFER_POOL")
    if seen.table is None or pools.get(LOSSLESS_POOL, {}).get("mode") != PoolMode.STATIC:
        return
    for ports, _, interpreted in seen.groups:
        speed_mbps, cable_m = interpreted.group.speed_mbps, interpreted.group.cable_m
        made = [name for name in interpreted.bound.values() if name not in seen.profiles]
        if not made or speed_mbps is None or cable_m is None:
            continue
        row = seen.table.row(speed_mbps, cable_m)
        if row is None:
            continue
        effect = "priority groups pause at once" if row.dynamic_th >= 0 else "that is no number of bytes"
        found.add(
            RemarkKind.CONFLICTING,
            seen.document.at("BUFFER_POOL", LOSSLESS_POOL, "mode"),
            f"{LOSSLESS_POOL} is static, so buffermgrd writes the threshold of the platform's rows, {row.dynamic_th}, "
            f"as static_th in bytes and not as the exponent of alpha that it is: {effect}",
            'write "dynamic", or profiles of your own under the names buffermgrd looks for',
            source=BUFFERMGRD,
            ports=ports,
        )


def _check_watchdog_counters(seen: Seen, found: Collector) -> None:
    """The watchdog looks at counters; where they are not polled it sees nothing."""
    status = seen.document.table("FLEX_COUNTER_TABLE").get("PFCWD", {}).get("FLEX_COUNTER_STATUS")
    watched = [
        port
        for ports, _, interpreted in seen.groups
        if interpreted.group.watchdog is not None and interpreted.group.watchdog.enabled
        for port in ports
    ]
    if status == "disable" and watched:
        found.add(
            RemarkKind.INEFFECTIVE,
            seen.document.at("FLEX_COUNTER_TABLE", "PFCWD", "FLEX_COUNTER_STATUS"),
            "FLEX_COUNTER_TABLE PFCWD is disabled: the PFC watchdog is started but never polls its counters, so no "
            "storm is detected",
            'write "enable"',
            source="sonic-flex_counter.yang; sonic-buildimage files/build_templates/init_cfg.json.j2 (enabled)",
            ports=watched,
        )


def _check_watchdog_without_pfc(seen: Seen, found: Collector) -> None:
    """A watchdog on a port with PFC that watches no priority the rules judge; here there is no PFC to watch."""
    document = seen.document
    if "PORT_QOS_MAP" not in document.tables:
        return
    for ports, rows, _ in seen.groups:
        if rows.watchdog is None or (rows.qos is None and not document.is_whole):
            continue
        qos = rows.qos or {}
        if qos.get("pfc_enable") or qos.get("pfcwd_sw_enable"):
            continue
        first, *others = [document.at("PFC_WD", port) for port in ports]
        found.add(
            RemarkKind.INEFFECTIVE,
            first,
            "PFC_WD has a row of a port without pfc_enable and pfcwd_sw_enable: orchagent finds no lossless class to "
            "watch and retries the row for ever",
            "take the row out, or switch PFC on where the port is to be lossless",
            source="sonic-swss e6b0c5b5d2ab: orchagent/pfcwdorch.cpp:86",
            is_fatal=False,
            ports=ports,
            also_at=others,
        )


def _check_null(seen: Seen, found: Collector) -> None:
    device = seen.document.table("DEVICE_METADATA").get("localhost", {})
    if device.get("buffer_model") == "dynamic" or not device:
        return
    for ports, rows, _ in seen.groups:
        for each in rows.ranged["BUFFER_PG"]:
            if each.row.get("profile") == NULL_PROFILE:
                found.add(
                    RemarkKind.CONFLICTING,
                    seen.document.at("BUFFER_PG", each.key, "profile"),
                    "BUFFER_PG profile NULL asks buffermgrd for a calculated profile, but buffer_model is not dynamic: "
                    "there is no profile of that name, and the group gets no headroom from this row",
                    "leave the row out where the platform has a headroom row for the speed and cable, else name a "
                    "profile",
                    source="sonic-buffer-pg.yang; sonic-buildimage issue 10342",
                    ports=ports,
                )


def _check_stale(seen: Seen, found: Collector) -> None:
    for ports, rows, interpreted in seen.groups:
        speed, cable = number((rows.port or {}).get("speed")), rows.cable
        replaced = {written for _, written, _ in interpreted.replaced}
        for each in rows.ranged["BUFFER_PG"]:
            named = _STALE.fullmatch(plain(each.row.get("profile", "")))
            if not named or named[0] in replaced or speed is None or not metres(cable):
                continue
            if (int(named[1]), f"{named[2]}m") != (speed, cable):
                found.add(
                    RemarkKind.CONFLICTING,
                    seen.document.at("BUFFER_PG", each.key, "profile"),
                    f"BUFFER_PG binds '{named[0]}', made for {named[1]} Mb/s and {named[2]}m, to a port of {speed} "
                    f"Mb/s and {cable}: the headroom is that of another link",
                    "take the row out and let buffermgrd make it anew, or name the profile of this speed and cable",
                    source=f"{BUFFERMGRD}:278",
                    is_fatal=False,
                    ports=ports,
                )
    if seen.table is None:
        return
    for name, profile in seen.profiles.items():
        named = _STALE.fullmatch(name)
        row = seen.table.row(int(named[1]), int(named[2])) if named else None
        refused = any(found.is_at(seen.document.at("BUFFER_PROFILE", name, field)) for field in _OF_A_ROW)
        if row is None or row.suspect or refused or profile.headroom != Amount(row.xoff_bytes):
            continue  # more headroom is a choice, as is alpha, and less of it the rules judge against the link
        differing = _differing(profile, profile_of_row(row))
        if differing:
            found.add(
                RemarkKind.CONFLICTING,
                seen.document.at("BUFFER_PROFILE", name),
                f"BUFFER_PROFILE '{name}' differs from the platform's row of that name ({differing}); buffermgrd uses "
                "an existing profile unchanged",
                "take the profile out where it is left over, and let buffermgrd make it anew",
                source=f"{BUFFERMGRD}:278; {seen.table.sources[0]}",
                is_fatal=False,
            )


def _differing(held: BufferProfile, published: BufferProfile) -> str:
    pairs = (
        ("size", held.reserved, published.reserved),
        ("xon", held.xon, published.xon),
        ("xon_offset", held.xon_offset, published.xon_offset),
    )
    words = [
        f"{word} {ours.number:,} for {theirs.number:,}"
        for word, ours, theirs in pairs
        if isinstance(ours, Amount) and isinstance(theirs, Amount) and ours != theirs
    ]
    return ", ".join(words)
