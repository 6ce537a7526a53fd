"""What a published table says of a cable length it has no row for: rows of one speed lie on a straight line.

A metre of cable holds so many bytes, and the headroom must have cells for them: between two rows the need grows in
proportion to length. Beyond the longest row the table's own constants go on, where they are known.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isfinite
from typing import TYPE_CHECKING, Literal, NamedTuple

from roceconf.sizing.constants import MBPS_NS_IN_A_BYTE, constant, term_of
from roceconf.sizing.derivation import Derivation, Term, exact
from roceconf.sizing.headroom.fits import cell_bytes_of, fit_of
from roceconf.sizing.headroom.inverse import longest
from roceconf.sizing.headroom.link import LARGEST_FRAME_BYTES
from roceconf.sizing.headroom.unified import headroom

if TYPE_CHECKING:
    from roceconf.asic import HeadroomRow, HeadroomTable

Basis = Literal["row", "between", "beyond", "below"]


class PublishedHeadroom(NamedTuple):
    """What a table says of one speed and cable length.

    Attributes:
        headroom_bytes: the headroom that agrees with the table.
        least_bytes: below this a headroom contradicts the table for certain. Equal to ``headroom_bytes`` at a row; a
            cell less between and beyond rows, which are rounded to whole cells; below the shortest row, less by what
            the shorter cable can save at most.
        basis: ``row``, a row of exactly this length; ``between`` two rows; ``beyond`` the longest; ``below`` the
            shortest, whose value is taken.
        rows: the rows it rests on, by length.
        derivation: how ``headroom_bytes`` comes about.
    """

    headroom_bytes: int
    least_bytes: int
    basis: Basis
    rows: tuple[HeadroomRow, ...]
    derivation: Derivation


def published_headroom(table: HeadroomTable, speed_mbps: int, cable_m: float) -> PublishedHeadroom | None:
    """Return what a published table says of one speed and cable length.

    Suspect rows are passed over, also one of exactly this length. Between two rows the value grows in proportion to
    length, rounded up to whole cells, and is never above the longer row. Where the longer row lies higher than any
    cable of that length can explain, because it repeats another speed's or another length's, the table's fit goes on
    from the shorter one, or without a fit the steepest growth any table shows. Beyond the longest row the table's fit
    is taken, without one its own growth, if its rows grow by one law.

    Args:
        table: the table.
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.

    Returns:
        The value and what it rests on; None where the table has no trustworthy row of this speed, and beyond rows that
        do not grow with length.

    Raises:
        ValueError: if the length is none, or the cell size of the table's chip is not public.

    Source:
        The rows of the table; roceconf/sizing/data/fits for its constants; linear because all terms of the headroom
        model but the cable's round trip are the same for every length.
    """
    if not (isfinite(cable_m) and cable_m >= 0):
        raise ValueError(f"cable_m must be a length, not {cable_m}")
    trusted = tuple(row for row in table.rows if row.speed_mbps == speed_mbps and not row.suspect)
    shorter = tuple(row for row in trusted if row.cable_m < cable_m)
    for row in trusted:
        if row.cable_m == cable_m:
            return _as_it_stands(table, row, "row", row.xoff_bytes)
        if row.cable_m > cable_m:
            return _between(table, shorter[-1], row, cable_m) if shorter else _below(table, row, cable_m)
    return _beyond(table, trusted, cable_m) if trusted else None


def longest_published_cable_m(table: HeadroomTable, speed_mbps: int, headroom_bytes: int) -> float | None:
    """Return the longest cable a headroom carries by a published table: the inverse of ``published_headroom``.

    Args:
        table: the table.
        speed_mbps: the port's speed.
        headroom_bytes: the headroom of one priority group.

    Returns:
        Metres, rounded down to millimetres; 0.0 where the headroom is below the shortest row, the longest row's length
        where the table says nothing beyond it; None where it has no trustworthy row of this speed.

    Raises:
        ValueError: if the headroom is negative, or the cell size of the table's chip is not public.

    Source:
        ``published_headroom``, searched to the millimetre.
    """
    if published_headroom(table, speed_mbps, 0) is None:
        return None

    def needed(cable_m: float) -> int:
        found = published_headroom(table, speed_mbps, cable_m)
        return headroom_bytes + 1 if found is None else found.headroom_bytes

    return longest(headroom_bytes, needed) or 0.0


def is_explained_by_cable(speed_mbps: int, metres: float, more_bytes: int, cell_bytes: int) -> bool:
    """Whether so many more metres of cable can ask for so much more headroom.

    Args:
        speed_mbps: the port's speed.
        metres: by how much one cable is longer than the other.
        more_bytes: how much more headroom it has.
        cell_bytes: the chip's cell; one of them is allowed for rounding.

    Returns:
        False if it is more than the steepest published table gives for that length.

    Source:
        The steepest growth of roceconf/sizing/data/length_law.toml.
    """
    return Fraction(more_bytes, cell_bytes) <= _steepest_cells(speed_mbps, metres) + 1


def _as_it_stands(table: HeadroomTable, row: HeadroomRow, basis: Basis, least_bytes: int) -> PublishedHeadroom:
    assumption = f"a cable shorter than the shortest row needs no more than its {row.cable_m} m"
    derivation = Derivation(
        formula="x_1",
        terms=_row_terms(table, row, 1)[:1],
        result=row.xoff_bytes,
        unit="B",
        assumptions=(assumption,) if basis == "below" else (),
    )
    return PublishedHeadroom(row.xoff_bytes, least_bytes, basis, (row,), derivation)


def _below(table: HeadroomTable, row: HeadroomRow, cable_m: float) -> PublishedHeadroom:
    cell = cell_bytes_of(table)
    saved = ceil(_steepest_cells(row.speed_mbps, row.cable_m - exact(cable_m))) + 1
    return _as_it_stands(table, row, "below", max(0, row.xoff_bytes - saved * cell))


def _between(table: HeadroomTable, short: HeadroomRow, far: HeadroomRow, cable_m: float) -> PublishedHeadroom:
    terms = (*_row_terms(table, short, number=1), *_row_terms(table, far, number=2))
    if _on_one_line(table, short, far):
        derivation = _drawn(table, terms, "min(x_2, C * ceil(({line}) / C))", "x_1", short, far, cable_m)
    else:
        bounded = "max(x_1, min(x_2, {model}))"
        derivation = _by_fit(table, short, cable_m, terms, bounded) or _at_most(table, short, cable_m, terms)
    return _rounded(table, derivation, "between", short, far)


def _beyond(table: HeadroomTable, trusted: tuple[HeadroomRow, ...], cable_m: float) -> PublishedHeadroom | None:
    last = trusted[-1]
    by_fit = _by_fit(table, last, cable_m, _row_terms(table, last, 1), "max(x_1, {model})")
    if by_fit is not None:
        return _rounded(table, by_fit, "beyond", last)
    first = last
    for row in reversed(trusted[:-1]):
        if not (_on_one_line(table, row, first) and _grows(table, row, first)):
            break
        first = row
    if first is last:
        return None
    terms = (*_row_terms(table, first, number=1), *_row_terms(table, last, number=2))
    derivation = _drawn(table, terms, "C * ceil(({line}) / C)", "x_2", first, last, cable_m)
    return _rounded(table, derivation, "beyond", first, last)


def _rounded(table: HeadroomTable, derivation: Derivation, basis: Basis, *rows: HeadroomRow) -> PublishedHeadroom:
    value = int(derivation.result)
    held = [row.xoff_bytes for row in (rows[:1] if basis == "between" else rows[-1:])]
    return PublishedHeadroom(value, max(*held, value - cell_bytes_of(table)), basis, rows, derivation)


def _drawn(
    table: HeadroomTable,
    terms: tuple[Term, ...],
    formula: str,
    start: str,
    short: HeadroomRow,
    far: HeadroomRow,
    cable_m: float,
) -> Derivation:
    """A straight line through two rows, counted from the one called ``start``."""
    cell, from_row = cell_bytes_of(table), short if start == "x_1" else far
    slope = Fraction(far.xoff_bytes - short.xoff_bytes, far.cable_m - short.cable_m)
    on_line = from_row.xoff_bytes + slope * (exact(cable_m) - from_row.cable_m)
    in_cells = ceil(on_line / cell) * cell
    line = f"{start} + (x_2 - x_1) * (L - {start.replace('x', 'L')}) / (L_2 - L_1)"
    return Derivation(
        formula=f"max(x_1, {formula.format(line=line)})",
        terms=(*terms, _cell(table), _length(cable_m)),
        result=max(short.xoff_bytes, min(far.xoff_bytes, in_cells) if start == "x_1" else in_cells),
        unit="B",
        assumptions=("rows of one speed lie on a straight line, each rounded up to whole cells",),
    )


def _by_fit(
    table: HeadroomTable, near: HeadroomRow, cable_m: float, terms: tuple[Term, ...], bounded: str
) -> Derivation | None:
    """The table's own constants, held between the rows; None where they do not cover the speed."""
    fit = fit_of(table.id)
    if fit is None or not fit.knows(table, near.speed_mbps):
        return None
    model = headroom(
        cell_bytes=cell_bytes_of(table),
        speed_mbps=near.speed_mbps,
        cable_m=cable_m,
        frame_bytes=LARGEST_FRAME_BYTES,
        constants=fit.constants,
    )
    upper = {term.symbol: int(term.value) for term in terms}.get("x_2")
    held = model.headroom_bytes if upper is None else min(upper, model.headroom_bytes)
    return model.derivation._replace(
        formula=bounded.format(model=model.derivation.formula),
        terms=(*(term for term in terms if term.symbol.startswith("x")), *model.derivation.terms),
        result=max(near.xoff_bytes, held),
        assumptions=(f"the table's own constants: {fit.why}", *model.derivation.assumptions),
    )


def _at_most(table: HeadroomTable, short: HeadroomRow, cable_m: float, terms: tuple[Term, ...]) -> Derivation:
    """The shorter row and the steepest growth any table shows, where nothing is known of this table's own."""
    cell, far_bytes = cell_bytes_of(table), next(int(term.value) for term in terms if term.symbol == "x_2")
    grown = short.xoff_bytes + cell * ceil(_steepest_cells(short.speed_mbps, exact(cable_m) - short.cable_m))
    return Derivation(
        formula="max(x_1, min(x_2, x_1 + C * ceil(v / 8000 * 2 * tau * (L - L_1) / w_min)))",
        terms=(
            *(term for term in terms if term.symbol != "L_2"),
            _cell(table),
            Term("speed", "v", short.speed_mbps, "Mb/s", "given"),
            constant("propagation.fibre"),
            _length(cable_m),
            _steepest(),
        ),
        result=max(short.xoff_bytes, min(far_bytes, grown)),
        unit="B",
        assumptions=("the longer row lies higher than a cable of its length explains, so it is only an upper bound",),
    )


def _on_one_line(table: HeadroomTable, short: HeadroomRow, far: HeadroomRow) -> bool:
    """Whether the longer row lies no higher than a cable can explain."""
    more = far.xoff_bytes - short.xoff_bytes
    return is_explained_by_cable(short.speed_mbps, far.cable_m - short.cable_m, more, cell_bytes_of(table))


def _grows(table: HeadroomTable, short: HeadroomRow, far: HeadroomRow) -> bool:
    """Whether the longer row has cells for full-size frames on the cable between, a cell for rounding allowed."""
    cell = cell_bytes_of(table)
    wire = _round_trip_bytes(short.speed_mbps, far.cable_m - short.cable_m)
    frame = LARGEST_FRAME_BYTES + exact(constant("wire_overhead_bytes").value)
    full_size = wire / frame * ceil(Fraction(LARGEST_FRAME_BYTES, cell))
    more = Fraction(far.xoff_bytes - short.xoff_bytes, cell)
    return more > 0 and more >= full_size - 1


def _steepest_cells(speed_mbps: int, metres: float | Fraction) -> Fraction:
    return _round_trip_bytes(speed_mbps, metres) / exact(_steepest().value)


def _round_trip_bytes(speed_mbps: int, metres: float | Fraction) -> Fraction:
    return 2 * Fraction(speed_mbps, MBPS_NS_IN_A_BYTE) * exact(constant("propagation.fibre").value) * exact(metres)


def _steepest() -> Term:
    return term_of("length_law", "steepest")


def _row_terms(table: HeadroomTable, row: HeadroomRow, number: int) -> tuple[Term, Term]:
    what = f"published at {row.speed_mbps // 1000}G, {row.cable_m} m"
    source = f"{table.id}: {table.sources[0]}"
    return (
        Term(what, f"x_{number}", row.xoff_bytes, "B", source),
        Term("its length", f"L_{number}", row.cable_m, "m", source),
    )


def _cell(table: HeadroomTable) -> Term:
    return Term("cell", "C", cell_bytes_of(table), "B", "the ASIC")


def _length(cable_m: float) -> Term:
    return Term("cable length", "L", cable_m, "m", "given")
