"""The tables of ``docs/headroom-tables.md``: every published row beside the model, written from the catalogue.

``python -m tests.docs.headroom_tables`` writes it anew; a test holds that the page is up to date.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from roceconf.asic import HeadroomRow, HeadroomTable, asic, platform, platform_names, speed_name
from roceconf.asic.load import headroom_table
from roceconf.sizing.headroom import (
    Constants,
    Fit,
    Misses,
    Response,
    fit_of,
    headroom,
    misses,
    tables_looked_at,
    why_no_fit,
)
from roceconf.sizing.headroom.fits import cell_bytes_of

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "headroom-tables.md"
BEGIN = "<!-- From here on written by `python -m tests.docs.headroom_tables`; change the data, not this. -->"


def page() -> str:
    """The whole page: the hand-written head and the tables."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[0] + BEGIN + "\n\n" + tables()


def tables() -> str:
    """All tables at a glance, and a section for each."""
    held = sorted(map(headroom_table, tables_looked_at()), key=lambda table: (asic(table.asic_key).order, table.id))
    parts = ["## At a glance", "", *_glance(held), ""]
    for table in held:
        parts += [*_section(table), ""]
    return "\n".join(parts)


def _glance(held: list[HeadroomTable]) -> Iterator[str]:
    compared = "worst | rms | one response: worst | rms | planning model: mean | worst"
    yield f"| table | cell | constants | rows held | {compared} |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for table in held:
        fit = fit_of(table.id)
        head = f"| [{table.id}](#{table.id}) | {cell_bytes_of(table)} B "
        if fit is None:
            trusted = tuple(row for row in table.rows if not row.suspect)
            planned = f"{_mean(misses(table, trusted))} |" if trusted else "– | – |"
            yield f"{head}| none | {len(trusted)} of {len(table.rows)} | – | – | – | – | {planned}"
            continue
        rows = fit.kept(table)
        own, one = misses(table, rows, fit.constants), misses(table, rows, fit.one_law)
        whence = f"of {fit.taken_from}" if fit.taken_from else "fitted"
        yield (
            f"{head}| {whence} | {len(rows)} of {len(table.rows)} | {_worst(own)} | {_worst(one)} | "
            f"{_mean(misses(table, rows))} |"
        )


def _worst(found: Misses) -> str:
    return f"{_cells(found)} | {found.rms:.2%}"


def _mean(found: Misses) -> str:
    return f"{found.mean:+.1%} | {_cells(found)}"


def _cells(found: Misses) -> str:
    return f"{found.worst_cells:,.0f} cell{'' if found.worst_cells == 1 else 's'}"


def _section(table: HeadroomTable) -> Iterator[str]:
    chip = asic(table.asic_key)
    yield f"### {table.id}"
    yield ""
    yield f"{chip.name}, cell {cell_bytes_of(table)} B."
    yield ""
    yield from (f"- {part.rstrip('.')}." for note in table.notes for part in note.split(". "))
    yield from (f"- Published: {source}" for source in table.sources)
    yield from _carried(table)
    fit = fit_of(table.id)
    if fit is None:
        yield f"- No constants: {why_no_fit(table.id)}."
    else:
        yield from _constants(table, fit)
    yield ""
    yield "| speed | cable | published | cells | own constants | off | | planning model | off | | |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for row in table.rows:
        yield _row(table, row, fit)


def _carried(table: HeadroomTable) -> Iterator[str]:
    """The switches whose SONiC takes the table, and those on which all of it is suspect."""
    fine, doubtful = [], []
    for box in map(platform, platform_names()):
        mine = [hwsku for hwsku in box.hwskus if hwsku.table_id == table.id]
        name = f"{box.vendor} {box.model}"
        if any(not hwsku.table_suspect for hwsku in mine):
            fine.append(name if box.asic_key == table.asic_key else f"{name} ({box.asic.name})")
        doubtful += [f"{name}, {hwsku.name}: {hwsku.table_suspect}" for hwsku in mine if hwsku.table_suspect]
    if fine:
        yield f"- Taken by: {', '.join(fine)}"
    yield from (f"- **Every row suspect** on {each}" for each in doubtful)


def _constants(table: HeadroomTable, fit: Fit) -> Iterator[str]:
    held, law = fit.constants, fit.one_law.response
    packet = "" if held.crossing_frame_bytes is None else f" of {held.crossing_frame_bytes} B"
    whence = f"taken from {fit.taken_from}" if fit.taken_from else "fitted to these rows"
    yield f"- Constants, {whence}: {fit.why}."
    yield (
        f"- `n_c` {held.crossing_packets}{packet}, frames on the wire {held.any_class_frames} + "
        f"{held.lossless_frames}, `s` {held.small_packet_share:g}, `tau` {held.propagation_ns_per_m:g} ns/m"
    )
    assert held.response is not None
    assert law is not None
    times = ", ".join(
        f"{ns:g} at {speed_name(mbps)}" for mbps, ns in held.response.by_speed_ns if fit.knows(table, mbps)
    )
    yield f"- `T` in ns, one for each speed: {times}; one law for all: {_law(law)}"
    rows = fit.kept(table)
    own, one, planned = (misses(table, rows, constants) for constants in (held, fit.one_law, None))
    yield (
        f"- Over {own.rows} of {len(table.rows)} rows: worst {_cells(own)}, rms {own.rms:.2%}; with one law worst "
        f"{_cells(one)}, rms {one.rms:.2%}; the planning model worst {_cells(planned)}, published rows lie "
        f"{planned.mean:+.1%} from it on average"
    )


def _law(law: Response) -> str:
    return f"{law.sum_ns:g}" if law.after_ieee_ns is None else f"IEEE 802.3's bound + {law.after_ieee_ns:g}"


def _row(table: HeadroomTable, row: HeadroomRow, fit: Fit | None) -> str:
    cell = cell_bytes_of(table)
    cells = Fraction(row.xoff_bytes, cell)
    own = "– | – | –" if fit is None or not fit.knows(table, row.speed_mbps) else _beside(table, row, fit.constants)
    said = (
        f"**suspect**: {row.suspect}"
        if row.suspect
        else row.remark
        if row.remark or fit is None
        else fit.why_left_out(row)
    )
    whole = f"{cells.numerator:,}" if cells.denominator == 1 else f"{float(cells):,.2f}"
    return (
        f"| {speed_name(row.speed_mbps)} | {row.cable_m:,} m | {row.xoff_bytes:,} | {whole} | {own} | "
        f"{_beside(table, row, None)} | {said} |"
    )


def _beside(table: HeadroomTable, row: HeadroomRow, constants: Constants | None) -> str:
    """The model, and how far it lies above the row in cells and percent."""
    cell = cell_bytes_of(table)
    model = headroom(cell_bytes=cell, speed_mbps=row.speed_mbps, cable_m=row.cable_m, constants=constants)
    off = Fraction(model.headroom_bytes - row.xoff_bytes, cell)
    in_cells = f"{off.numerator:+,}" if off.denominator == 1 else f"{float(off):+,.2f}"
    percent = Fraction(model.headroom_bytes, row.xoff_bytes) - 1
    return (
        f"{model.headroom_bytes:,} | {'0' if off == 0 else in_cells} | {'0' if off == 0 else f'{float(percent):+.1%}'}"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
