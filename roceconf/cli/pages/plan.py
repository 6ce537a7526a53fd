"""The sheet of a planned switch, as a page for a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from roceconf.asic import speed_name
from roceconf.cli.pages.changes import setting
from roceconf.cli.pages.derivation import derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph, table
from roceconf.plan.sheet import ClassSheet, GroupSheet, LeftToDevice, Margin, Row, Sheet
from roceconf.report.port_ranges import shorten

_NUMBER = 1
"""The column of numbers, which is set to the right."""


def plan_page(sheet: Sheet, width: int, verbose: bool = False) -> str:
    """The whole plan: port groups, buffer, hosts, what the device chooses, and what is doubtful.

    Args:
        sheet: the plan.
        width: of the terminal, in characters.
        verbose: whether to print the derivation of every number that has one.
    """
    parts = [_title(sheet, width)]
    parts += ["\nclasses\n", table(map(_class, sheet.classes), "  ", (), width)]
    for group in sheet.groups:
        parts += ["\n", *_group(group, width)]
    for heading, rows in (("pools", sheet.pools), ("buffer of the switch", sheet.budget), ("hosts", sheet.hosts)):
        if rows:
            parts += [f"\n{heading}\n", _rows(map(_cells, map(_below, rows)), width)]
    if sheet.device:
        parts += ["\nleft to the device\n", *(_left(each, width) for each in sheet.device)]
    if sheet.remarks:
        parts += ["\nto know\n", *(paragraph(each, "  ", width) for each in sheet.remarks)]
    if sheet.sources:
        parts += ["\nsources\n", columns(sheet.sources, "  ")]
    if verbose:
        parts += _derivations(sheet)
    return "".join(parts)


def _title(sheet: Sheet, width: int) -> str:
    asic = sheet.asic
    box = f" on {sheet.platform}" if sheet.platform else ""
    hwsku = f" as {sheet.hwsku}" if sheet.hwsku else ""
    parts = asic.partitions.value
    cut = "" if parts is None or parts == 1 else f", {parts} partitions ({asic.partition_name})"
    cell = asic.cell_bytes.value
    chip = f"{asic.name}{cut}" + ("" if cell is None else f", cells of {cell} B")
    lines = (f"{sheet.switch}: {sheet.nos}{box}{hwsku}", f"{chip}; fan_in {sheet.fan_in}, fan_out {sheet.fan_out}")
    return "".join(paragraph(line, "", width) for line in lines)


def _class(held: ClassSheet) -> tuple[str, str, str, str]:
    kind = "lossless" if held.is_lossless else "lossy"
    dscps = f"DSCP {', '.join(map(str, held.dscps))}" if held.dscps else "no DSCP by name"
    return (held.name, f"priority {held.priority}", kind, f"{held.service}, {dscps}")


def _group(group: GroupSheet, width: int) -> Iterator[str]:
    cable = "no cable length said" if group.cable_m is None else f"{number(group.cable_m)} m {group.medium}"
    priorities = f"lossless priority {', '.join(map(str, group.lossless))}" if group.lossless else "nothing lossless"
    title = (
        f"{shorten(group.ports)}: {speed_name(group.speed_mbps)}, {cable}, MTU {number(group.mtu_bytes)}, {priorities}"
    )
    yield paragraph(title, "", width)
    if group.headroom is None:
        return
    first = [] if group.cable is None else [_cells(group.cable)]
    cells = [*first, _cells(group.headroom), *map(_margin, group.margins), *map(_cells, group.buffers)]
    for queue in group.queues:
        if not queue.rows:
            cells.append((f"ECN of queue {queue.number}", "off", "intent", "; ".join(queue.remarks)))
        cells += [_cells(row._replace(name=f"{row.name} of queue {queue.number}")) for row in queue.rows]
        cells += [("", "", "", remark) for remark in queue.remarks if queue.rows]
    cells += [_cells(row._replace(name=_of_watchdog(row.name))) for row in group.watchdog]
    yield _rows(cells, width)


def _below(row: Row) -> Row:
    """The headroom of a pool stands below the pool."""
    return row._replace(name="  its xoff") if row.name.endswith(" xoff") else row


def _of_watchdog(name: str) -> str:
    """Its times under its name, what bounds them below."""
    return f"  {name}" if name.startswith("detection ") else f"watchdog {name}"


def _rows(cells: Iterable[Sequence[str]], width: int) -> str:
    return table(cells, "  ", (_NUMBER,), width)


def _cells(row: Row) -> tuple[str, str, str, str]:
    held = row.number
    shown = "unknown" if held.value is None else f"{_shown(held.value)} {held.unit}".rstrip()
    return (row.name, shown, str(held.origin), "; ".join(filter(None, (held.reason, row.written))))


def _shown(value: float | str) -> str:
    """As the field writes it: an alpha below one as a fraction."""
    if isinstance(value, str):
        return value
    if 0 < value < 1 and (1 / value).is_integer():
        return f"1/{int(1 / value)}"
    return number(round(value, 2))


def _margin(margin: Margin) -> tuple[str, str, str, str]:
    spare = f"{number(abs(margin.spare_bytes))} B {'to spare' if margin.spare_bytes >= 0 else 'short'}"
    carries = "; carries no cable" if margin.carries_m is None else f"; carries {number(int(margin.carries_m))} m"
    needed = f"{number(margin.needed.headroom_bytes)} B"
    return (f"  {margin.assumption}", needed, "model", f"needed; {spare}{carries}")


def _left(left: LeftToDevice, width: int) -> str:
    names = ", ".join(dict.fromkeys(map(setting, left.paths)))
    ports = f" on {shorten(left.ports)}" if left.ports else ""
    return paragraph(f"{names}{ports}: {left.reason}", "  ", width)


def _derivations(sheet: Sheet) -> Iterator[str]:
    """Every derivation once, under the number it is of."""
    seen = set()
    for whose, row in all_rows(sheet):
        held = row.number.derivation
        if held is not None and held not in seen:
            seen.add(held)
            unit = f" {held.unit}".rstrip()
            is_part = held.unit == row.number.unit and held.result != row.number.value
            part = ", a part of the sum" if is_part else ""
            yield f"\n{row.name.strip()}{whose}{part}: {number(held.result)}{unit}\n" + derivation_text(held)


def all_rows(sheet: Sheet) -> Iterator[tuple[str, Row]]:
    """Every row of a sheet, with the ports it is for as words that follow its name; empty for the whole switch."""
    for group in sheet.groups:
        ports = f" of {shorten(group.ports)}"
        if group.headroom is not None:
            yield ports, group.headroom
        yield from ((ports, row) for row in group.buffers)
        for queue in group.queues:
            yield from ((f" of queue {queue.number}{ports}", row) for row in queue.rows)
        yield from ((f" of the watchdog{ports}", row) for row in group.watchdog)
    yield from (("", row) for row in (*sheet.pools, *sheet.budget, *sheet.hosts))
