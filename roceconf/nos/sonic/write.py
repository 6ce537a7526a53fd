"""A fitted switch as files: pure syntax, in the templates of ``vendor_templates/sonic/write``.

What ``config load`` does with the file on a switch: it merges row by row and field by field into CONFIG_DB and deletes
nothing. So the file holds only what is ours: of PORT the fields we set, not lanes and aliases, which the platform has.
``config reload`` would replace CONFIG_DB by the file, and the ports would be gone; for that, merge the file into the
switch's own ``config_db.json`` first.
"""

from typing import NamedTuple

from roceconf.nos import OutputFile
from roceconf.nos.sonic.device import LOSSLESS_POOL, known_platform
from roceconf.nos.sonic.numbers import ranges
from roceconf.nos.sonic.stock import stock_left_behind
from roceconf.nos.sonic.stock_rows import STOCK_LOSSLESS
from roceconf.nos.sonic.tables import Tables, tables_of
from roceconf.nos.templates import template
from roceconf.switch import Amount, BufferProfile, Hints, PoolMode, PortGroup, Switch


class LookupRow(NamedTuple):
    """A row for ``pg_profile_lookup.ini``."""

    speed_mbps: int
    cable_m: int
    size_bytes: int
    xon_bytes: int
    xoff_bytes: int
    dynamic_th: int
    xon_offset_bytes: int


def write(switch: Switch, hints: Hints) -> tuple[OutputFile, ...]:
    """Write a switch.

    Args:
        switch: as ``fit`` gives it; reading the file gives it back.
        hints: as given to ``fit``.

    Returns:
        ``config_db.json``, and ``pg_profile_lookup.ini`` where headroom is written that the platform does not publish.
    """
    tables = tables_of(switch, hints)
    rows = _lookup_rows(switch, hints)
    main = OutputFile("config_db.json", render(tables), tuple(_notes(tables, rows, hints)))
    if not rows:
        return (main,)
    note = (
        "append these rows to the platform's pg_profile_lookup.ini: buffermgrd then sizes the ports by itself and "
        "stops logging 'No PG profile configured'"
    )
    text = template("sonic", "pg_profile_lookup.j2").render(rows=rows).rstrip() + "\n"
    return main, OutputFile("pg_profile_lookup.ini", text, (note,))


def render(tables: Tables) -> str:
    """The text of ``config_db.json``: four blanks, tables in alphabetical order, ports in natural order."""
    switch = tables.switch
    members = [f"{channel.name}|{port}" for channel in tables.channels for port in channel.members]
    watched = [port for port in tables.ports if port.group.watchdog is not None and port.group.watchdog.enabled]
    content: dict[str, object] = {
        "BUFFER_PG": tables.priority_groups,
        "BUFFER_POOL": switch.pools,
        "BUFFER_PROFILE": tables.profiles,
        "BUFFER_QUEUE": tables.buffer_queues,
        "CABLE_LENGTH": any(group.cable_m is not None for group in switch.groups),
        "DEVICE_METADATA": switch.name or switch.sku or switch.buffer_model,
        "DOT1P_TO_TC_MAP": tables.maps["cos_to_tc"],
        "DSCP_TO_TC_MAP": tables.maps["dscp_to_tc"],
        "INTERFACE": tables.interfaces,
        "MAP_PFC_PRIORITY_TO_QUEUE": tables.maps["pfc_to_queue"],
        "PFC_WD": watched or switch.watchdog,
        "PORT": tables.ports,
        "PORTCHANNEL": tables.channels,
        "PORTCHANNEL_INTERFACE": tables.channel_interfaces,
        "PORTCHANNEL_MEMBER": members,
        "PORT_QOS_MAP": tables.qos or tables.global_dscp_map,
        "QUEUE": tables.queues,
        "SCHEDULER": tables.schedulers,
        "TC_TO_PRIORITY_GROUP_MAP": tables.maps["tc_to_pg"],
        "TC_TO_QUEUE_MAP": tables.maps["tc_to_queue"],
        "WRED_PROFILE": tables.markings,
    }
    present = [name for name, held in content.items() if held]
    page = template("sonic", "config_db.j2")
    return page.render(present=present, tables=tables, channel_members=members, watched=watched).rstrip() + "\n"


def _written_out(tables: Tables) -> list[BufferProfile]:
    return [profile for profile in tables.profiles if profile.is_lossless]


def _lookup_rows(switch: Switch, hints: Hints) -> list[LookupRow]:
    """Rows for the headroom that is written out, where speed and cable are known and the platform has none."""
    _, table, _ = known_platform(hints.sku or switch.sku)
    rows: dict[tuple[int, int], LookupRow] = {}
    for group in switch.groups:
        if group.speed_mbps is None or group.cable_m is None:
            continue
        if table is not None and table.row(group.speed_mbps, group.cable_m) is not None:
            continue
        row = _lookup_row(group, group.speed_mbps, group.cable_m)
        if row is not None:
            rows[row.speed_mbps, row.cable_m] = row
    return [rows[key] for key in sorted(rows)]


def _lookup_row(group: PortGroup, speed_mbps: int, cable_m: int) -> LookupRow | None:
    for held in group.priority_groups:
        profile = held.profile
        if (
            profile is None
            or not isinstance(profile.headroom, Amount)
            or not profile.is_lossless
            or profile.alpha is None
        ):
            continue
        return LookupRow(
            speed_mbps,
            cable_m,
            _number(profile.reserved),
            _number(profile.xon),
            profile.headroom.number,
            profile.alpha.exponent,
            _number(profile.xon_offset),
        )
    return None


def _number(size: object) -> int:
    return size.number if isinstance(size, Amount) else 0


def _notes(tables: Tables, rows: list[LookupRow], hints: Hints) -> list[str]:
    switch = tables.switch
    notes = [
        "best give the switch's own config_db.json as --base: what comes out is whole, and stock rows that would "
        "overlap with these are gone",
        "without that load it with 'config load', which merges it into CONFIG_DB and deletes nothing; 'config reload' "
        "would replace the whole configuration by this part of one",
    ]
    notes.extend(stock_left_behind(tables))
    if not switch.pools:
        notes.append(
            "no BUFFER_POOL is written: no published pool was asked for, so the switch keeps its own, "
            f"{LOSSLESS_POOL} among them"
        )
    notes.extend(
        f"warning: {profile.name} with {profile.headroom} of headroom is written out, because "
        f"{_why_written_out(switch, hints)}; compare it with the vendor's figures"
        for profile in _written_out(tables)
    )
    if rows:
        notes.append("warning: without the rows of pg_profile_lookup.ini buffermgrd logs an error for these ports")
    unbound = _unprotected_queues(switch)
    if unbound:
        notes.append(
            f"warning: lossless queue {', '.join(ranges(unbound))} keeps the switch's own buffer profile, and SONiC's "
            "template binds egress_lossless_profile to queues 3 and 4 only: bind it in BUFFER_QUEUE, or frames "
            "are dropped at egress"
        )
    return notes


def _why_written_out(switch: Switch, hints: Hints) -> str:
    named = hints.sku or switch.sku
    _, table, why = known_platform(named)
    if not named:
        return "no platform is named whose published rows could cover it"
    pool = switch.pool(LOSSLESS_POOL)
    if table is not None and pool is not None and pool.mode is PoolMode.STATIC:
        return f"{LOSSLESS_POOL} is static, and the thresholds of published rows are not"
    return "the platform publishes no row to rely on that covers it" if table is not None else why


def _unprotected_queues(switch: Switch) -> frozenset[int]:
    """Lossless queues outside the stock template's for which no buffer profile is written."""
    found: set[int] = set()
    for group in switch.groups:
        for priority in sorted(group.pfc.active):
            index = group.pfc_to_queue.get(priority) if group.pfc_to_queue is not None else priority
            queue = None if index is None else group.queue(index)
            if index is not None and index not in STOCK_LOSSLESS and (queue is None or queue.profile is None):
                found.add(index)
    return frozenset(found)
