"""Pages of the catalogue: an ASIC, a platform, and the lists of both."""

from collections.abc import Iterable, Iterator, Mapping

from roceconf.asic import Asic, Fact, HeadroomTable, Hwsku, Platform, PortCount, speed_name
from roceconf.cli.pages.layout import columns, number, paragraph

_LABELS: Mapping[str, str] = {
    "part_numbers": "part numbers",
    "bandwidth_gbps": "bandwidth",
    "max_ports": "most ports",
    "port_speeds": "port speeds",
    "cell_bytes": "cell",
    "buffer_bytes": "buffer",
    "usable_bytes": "usable buffer",
    "partitions": "partitions",
    "pool_contains_headroom": "pool holds headroom",
    "priority_groups": "priority groups",
    "unicast_queues": "unicast queues",
    "one_watchdog_action": "one watchdog action",
}
_UNITS: Mapping[str, str] = {
    "bandwidth_gbps": "Gb/s",
    "cell_bytes": "B",
    "buffer_bytes": "B",
    "usable_bytes": "B",
}


def asic_list(asics: Iterable[Asic]) -> str:
    """One line an ASIC: key, name, bandwidth, cell, buffer, partitions."""
    header = ("key", "name", "Gb/s", "cell B", "buffer B", "partitions")
    rows = [
        (
            asic.key,
            asic.name,
            _bare(asic.bandwidth_gbps),
            _bare(asic.cell_bytes),
            _bare(asic.buffer_bytes),
            _bare(asic.partitions),
        )
        for asic in asics
    ]
    return columns([header, *rows])


def asic_page(asic: Asic, tables: Iterable[HeadroomTable]) -> str:
    """Everything known of an ASIC, each value with its standing, source and note, and its published headroom tables.

    Args:
        asic: the chip.
        tables: its published headroom tables.
    """
    parts = [f"{asic.name} ({asic.key})\n\n"]
    for name, fact in asic.facts():
        parts.append(_fact(_LABELS[name], fact, _UNITS.get(name, "")))
    named = list(tables)
    parts.append("\npublished headroom tables:\n" if named else "\nno headroom table of it is public\n")
    for table in named:
        speeds = ", ".join(map(speed_name, table.speeds()))
        parts.append(columns([(table.id, f"{len(table.rows)} rows, {speeds}")], "  "))
        parts += [paragraph(source, "      ") for source in table.sources[:1]]
    return "".join(parts)


def platform_list(platforms: Iterable[Platform]) -> str:
    """One line a platform: key, maker, model, ASIC, HWSKUs."""
    header = ("key", "maker", "model", "ASIC", "SONiC HWSKUs")
    rows = [(box.key, box.vendor, box.model, box.asic_key, ", ".join(s.name for s in box.hwskus)) for box in platforms]
    return columns([header, *rows])


def platform_page(box: Platform, hwsku: Hwsku | None = None) -> str:
    """Everything known of a platform; of all its HWSKUs, or of the one that was asked for.

    Args:
        box: the platform.
        hwsku: the HWSKU by whose name it was asked for, if any.
    """
    parts = [f"{box.vendor} {box.model} ({box.key})\n\n", _fact("ASIC", box.asic_standing, "")]
    parts += [_fact("ports", box.ports, ""), _fact("EOS queue keyword", box.eos_queue_keyword, "")]
    for label, names in (("also called", box.aliases), ("SONiC platform", box.sonic_platforms)):
        if names:
            parts.append(columns([(label.ljust(_LABEL_WIDTH), ", ".join(names))]))
    if box.note:
        parts.append("\n" + paragraph(box.note))
    parts += [paragraph(f"source: {source}") for source in box.sources]
    for sku in box.hwskus if hwsku is None else (hwsku,):
        parts += ["\n", *_hwsku(sku)]
    return "".join(parts)


def _hwsku(sku: Hwsku) -> Iterator[str]:
    ports = "" if sku.ports is None else f" ({sku.ports} ports)"
    yield f"HWSKU {sku.name}{ports}\n"
    if sku.note:
        yield paragraph(sku.note, "  ")
    table = sku.table()
    if table is None:
        yield "  no headroom table is public for it\n"
    else:
        yield f"  headroom table {table.id}, in bytes:\n"
        yield _table(table)
        yield from (paragraph(note, "  ") for note in table.notes)
        yield from (paragraph(f"source: {source}", "  ") for source in table.sources[:1])
    for role in sku.topologies:
        buffers = sku.buffers(role)
        if buffers is not None:
            yield f"  pools for {role}, in bytes:\n"
            yield columns(((p.name, p.mode, number(p.size_bytes), _xoff(p.xoff_bytes)) for p in buffers.pools), "    ")
            if buffers.suspect:
                yield paragraph(f"doubtful: {buffers.suspect}", "    ")
            yield paragraph(f"source: {buffers.source}", "    ")


def _xoff(xoff_bytes: int | None) -> str:
    return "" if xoff_bytes is None else f"xoff {number(xoff_bytes)}"


def _table(table: HeadroomTable) -> str:
    header = ("speed", "cable", "xoff", "size", "xon", "xon offset", "alpha 2^", "remark")
    rows = [
        (
            speed_name(row.speed_mbps),
            f"{row.cable_m}m",
            number(row.xoff_bytes),
            number(row.size_bytes),
            number(row.xon_bytes),
            number(row.xon_offset_bytes),
            str(row.dynamic_th),
            f"doubtful: {row.suspect}" if row.suspect else row.remark,
        )
        for row in table.rows
    ]
    return columns([header, *rows], "    ")


_LABEL_WIDTH = max(map(len, _LABELS.values()))


def _fact(label: str, fact: Fact[object] | Fact[str] | Fact[tuple[PortCount, ...]], unit: str) -> str:
    value = "not known" if fact.value is None else f"{_value(fact.value)} {unit}".rstrip()
    rows = [(label.ljust(_LABEL_WIDTH), f"{value}  ({fact.standing})" if fact.value is not None else value)]
    rows += [("".ljust(_LABEL_WIDTH), f"source: {fact.source}")] if fact.source else []
    rows += [("".ljust(_LABEL_WIDTH), f"note: {fact.note}")] if fact.note else []
    return columns(rows)


def _bare(fact: Fact[int]) -> str:
    return "?" if fact.value is None else number(fact.value)


def _value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return number(value)
        case PortCount(speed_mbps, ports):
            return f"{ports} x {speed_name(speed_mbps)}"
        case tuple():
            if value and all(isinstance(each, int) for each in value):
                return ", ".join(speed_name(each) for each in value)
            return ", ".join(_value(each) for each in value)
        case _:
            return str(value)
