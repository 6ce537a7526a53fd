"""``pg_profile_lookup.ini``: the platform's headroom table, one row a speed and cable length."""

import re
from typing import NamedTuple

from roceconf.nos.sonic.device import profile_name
from roceconf.nos.sonic.numbers import metres, number
from roceconf.nos.sonic.schema import bounds
from roceconf.switch import (
    Alpha,
    Amount,
    At,
    BufferProfile,
    Concern,
    Default,
    Definition,
    Hints,
    Names,
    Pfc,
    PlaceTable,
    PortGroup,
    PriorityGroup,
    Reading,
    Remark,
    RemarkKind,
    Switch,
    assemble,
)

FORMAT = "sonic-swss e6b0c5b5d2ab: cfgmgr/buffermgr.cpp, readPgProfileLookupFile"
LOSSLESS_PRIORITY = 3
"""The group a row is shown as: a row serves every lossless priority of a port, and 3 is the usual one."""

_ROW = re.compile(r"^[ \t]*[0-9]+[ \t]+\S*[0-9]m?[ \t]+[0-9]+[ \t]+[0-9]+", re.MULTILINE)
_COLUMNS = ("speed", "cable", "size", "xon", "xoff", "threshold", "xon_offset")
_REQUIRED = 6
_FIELDS = {
    "speed": ("PORT", "speed"),
    "size": ("BUFFER_PROFILE", "size"),
    "xon": ("BUFFER_PROFILE", "xon"),
    "xoff": ("BUFFER_PROFILE", "xoff"),
    "threshold": ("BUFFER_PROFILE", "dynamic_th"),
    "xon_offset": ("BUFFER_PROFILE", "xon_offset"),
}
"""What buffermgrd compares a column with or writes it to: the column may be no more than that field."""


class _Cell(NamedTuple):
    text: str
    at: At


def looks_like_lookup(text: str) -> bool:
    """Whether a text has rows of a headroom table."""
    return _ROW.search(text[:65536]) is not None


def read_lookup(text: str, hints: Hints) -> Reading:
    """Read a headroom table.

    Args:
        text: the whole text.
        hints: only ``sku`` is used, as the name of the platform.

    Returns:
        A port group for each row, called by its speed and cable (``100000 5m``), with the row's profile at priority
        group 3. It covers buffers and nothing else.
    """
    rows: dict[tuple[str, str], dict[str, _Cell]] = {}
    remarks: list[Remark] = []
    for line_number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [_Cell(match.group(), (line_number, match.start() + 1)) for match in re.finditer(r"\S+", line)]
        fault = _fault(cells)
        if fault is not None:
            remarks.append(fault)
            continue
        if cells[1].text != f"{metres(cells[1].text)}m":
            remarks.append(_leading_zero(cells[1]))
        row = dict(zip(_COLUMNS, cells, strict=False))
        key = (row["speed"].text, row["cable"].text)
        if key in rows:
            remarks.append(_twice(key, rows[key], row))
        rows[key] = row
    entries: dict[tuple[str, str], At | Default] = {}
    groups = [_group(row, entries) for row in rows.values()]
    definitions = tuple(
        Definition("buffer profile", _name(row), row["speed"].at, expected_unused=True) for row in rows.values()
    )
    return Reading(
        nos="sonic",
        switch=assemble(Switch(groups=tuple(groups), sku=hints.sku)),
        places=PlaceTable(entries),
        names=Names(definitions),
        remarks=tuple(remarks),
        scope=frozenset({Concern.BUFFERS}),
        line_count=text.count("\n") + (not text.endswith("\n")),
    )


def _name(row: dict[str, _Cell]) -> str:
    return profile_name(int(row["speed"].text), row["cable"].text)


def _group(row: dict[str, _Cell], entries: dict[tuple[str, str], At | Default]) -> PortGroup:
    port = f"{row['speed'].text} {row['cable'].text}"
    profile = BufferProfile(
        name=_name(row),
        reserved=Amount(int(row["size"].text)),
        headroom=Amount(int(row["xoff"].text)),
        xon=Amount(int(row["xon"].text)),
        xon_offset=Amount(int(row["xon_offset"].text)) if "xon_offset" in row else None,
        alpha=Alpha(int(row["threshold"].text)),
    )
    places = {"": "speed", "speed": "speed", "cable": "cable"}
    fields = {"headroom": "xoff", "reserved": "size", "xon": "xon", "alpha": "threshold", "xon_offset": "xon_offset"}
    places |= {f"pg.{LOSSLESS_PRIORITY}": "speed"}
    places |= {f"pg.{LOSSLESS_PRIORITY}.{value}": column for value, column in fields.items()}
    entries.update({(port, path): row[column].at for path, column in places.items() if column in row})
    return PortGroup(
        ports=(port,),
        speed_mbps=int(row["speed"].text),
        cable_m=metres(row["cable"].text),
        pfc=Pfc(),
        priority_groups=(PriorityGroup(LOSSLESS_PRIORITY, profile),),
    )


def _fault(cells: list[_Cell]) -> Remark | None:
    """What makes a row useless to buffermgrd; None where nothing does."""
    if len(cells) < _REQUIRED:
        return Remark(
            RemarkKind.MALFORMED,
            cells[0].at,
            f"this row has {len(cells)} columns; buffermgrd needs speed, cable, size, xon, xoff and threshold, so "
            "ports of this speed and cable get no headroom",
            "write '<speed> <cable>m <size> <xon> <xoff> <threshold> [<xon_offset>]'; a comment takes '#' in column 1",
            source=FORMAT,
        )
    for column, cell in zip(_COLUMNS, cells, strict=False):
        if column == "cable":
            if metres(cell.text) is None:
                return Remark(
                    RemarkKind.MALFORMED,
                    cell.at,
                    f"cable '{cell.text[:20]}' is not a whole number of metres with 'm': CABLE_LENGTH can never equal "
                    "it, so the row serves no port",
                    "write '40m'",
                    source=FORMAT,
                )
        else:
            fault = _number_fault(column, cell)
            if fault is not None:
                return fault
    return _fault_of_columns(cells)


def _number_fault(column: str, cell: _Cell) -> Remark | None:
    found, (low, high) = number(cell.text), bounds(*_FIELDS[column])
    if found is None or (found < 0 and low >= 0):
        return Remark(
            RemarkKind.MALFORMED,
            cell.at,
            f"{column} '{cell.text[:20]}' is not a whole number of {'Mb/s' if column == 'speed' else 'bytes'}",
            "write digits only",
            source=FORMAT,
        )
    if low <= found <= high:
        return None
    if column == "threshold":
        return Remark(
            RemarkKind.OUT_OF_RANGE,
            cell.at,
            f"threshold {found} is no alpha exponent ({low} to {high}); as bytes it counts only where "
            "ingress_lossless_pool is static",
            "write the exponent of alpha: 0 is alpha 1, -3 is 1/8, 1 is 2",
            is_fatal=found < _SMALLEST_CELL_BYTES,
            source="sonic-buffer-profile.yang, dynamic_th; sonic-swss cfgmgr/buffermgr.cpp",
        )
    table, field = _FIELDS[column]
    serves = "no port has that speed, so the row serves none" if column == "speed" else "the row's profile is refused"
    return Remark(
        RemarkKind.OUT_OF_RANGE,
        cell.at,
        f"{column} {found} is out of range: {serves}",
        f"write a number from {low:,} to {high:,}",
        source=f"sonic-{table.lower().replace('_', '-')}.yang, {field}",
    )


_EXCHANGED_FROM = 4
_SMALLEST_CELL_BYTES = 96
"""The cell of Spectrum 1, the smallest there is (sonic-buildimage asic_table.j2): less is no threshold in bytes."""


def _fault_of_columns(cells: list[_Cell]) -> Remark | None:
    """Numbers in the wrong column: every published row keeps headroom, and XON is nowhere a multiple of it.

    On Tofino and Spectrum XON lies a little above the headroom of slow, short links (19456 above 14336).
    """
    xon, xoff = cells[3], cells[4]
    swapped = int(xon.text) >= _EXCHANGED_FROM * int(xoff.text) and int(xon.text) > 0
    if int(xoff.text) > 0 and not swapped:
        return None
    effect = "keep no headroom" if int(xoff.text) == 0 else f"keep {int(xoff.text):,} B of headroom"
    message = f"xoff is {xoff.text}, so ports of this speed and cable {effect}"
    return Remark(
        RemarkKind.CONFLICTING,
        xoff.at,
        f"{message}; xon is {xon.text}: the two look exchanged" if swapped else message,
        f"the columns are speed, cable, size, xon, xoff: write xon {xoff.text} and xoff {xon.text}"
        if swapped
        else "write the headroom in bytes as the fifth column",
        source=FORMAT,
    )


def _leading_zero(cable: _Cell) -> Remark:
    return Remark(
        RemarkKind.INEFFECTIVE,
        cable.at,
        f"cable '{cable.text}': buffermgrd compares lengths letter by letter, so the row serves only ports whose "
        "CABLE_LENGTH has the same zeros",
        f"write '{metres(cable.text)}m'",
        is_fatal=False,
        source=FORMAT,
    )


def _twice(key: tuple[str, str], earlier: dict[str, _Cell], row: dict[str, _Cell]) -> Remark:
    same = [cell.text for cell in earlier.values()] == [cell.text for cell in row.values()]
    return Remark(
        RemarkKind.CONFLICTING,
        row["speed"].at,
        f"a second row for {key[0]} {key[1]}: buffermgrd takes the last one"
        + (", which says the same" if same else f", so xoff {earlier['xoff'].text} B is not used"),
        "keep one row a speed and cable length",
        is_fatal=False,
        source=FORMAT,
        also_at=(earlier["speed"].at,),
    )
