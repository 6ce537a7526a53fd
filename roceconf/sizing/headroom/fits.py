"""What each published table was made with: the constants of the headroom model that reproduce its rows.

A fit shows that rows follow one law, not that the law is right: among 64-byte frames one frame on the wire is as good
as three packets in cells, so several forms reproduce a table alike, and a response chosen for each speed tests only how
the rows grow with length. No maker says how its table was made.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.asic import asic
from roceconf.sizing.constants import DATA, read
from roceconf.sizing.headroom.constants import Constants, Response
from roceconf.sizing.headroom.unified import headroom

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.asic import HeadroomRow, HeadroomTable


class Fit(NamedTuple):
    """The constants that reproduce a published table.

    Attributes:
        table_id: the table.
        constants: with a response for each speed, chosen freely.
        one_law: the same with the one response law for all speeds that comes nearest.
        taken_from: the table whose constants these are; empty where they were fitted to this one.
        why: what the constants mean, as far as they show it.
        left_out: ``speed/length`` or ``speed`` of rows that are neither suspect nor remarked upon and still follow
            another law, each with the reason.
    """

    table_id: str
    constants: Constants
    one_law: Constants
    taken_from: str
    why: str
    left_out: tuple[tuple[str, str], ...]

    def why_left_out(self, row: HeadroomRow) -> str:
        """Return why a row is no part of the fit; empty for a row that is.

        Args:
            row: a row of this table.

        Source:
            The row itself in the catalogue, or the data file of the fit.
        """
        reasons = dict(self.left_out)
        own = reasons.get(f"{row.speed_mbps}/{row.cable_m}") or reasons.get(str(row.speed_mbps))
        return row.suspect or row.remark or own or ""

    def kept(self, table: HeadroomTable) -> tuple[HeadroomRow, ...]:
        """Return the rows the constants are held against.

        Args:
            table: the table of this fit.

        Source:
            As for ``why_left_out``.
        """
        return tuple(row for row in table.rows if not self.why_left_out(row))

    def knows(self, table: HeadroomTable, speed_mbps: int) -> bool:
        """Whether a speed has a kept row, so that its response rests on this table.

        Args:
            table: the table of this fit.
            speed_mbps: the port's speed.

        Source:
            As for ``why_left_out``.
        """
        return any(row.speed_mbps == speed_mbps for row in self.kept(table))


class Misses(NamedTuple):
    """How far the model lies from rows.

    Attributes:
        rows: how many were compared.
        worst_cells: the largest difference.
        mean: the mean of ``row / model - 1``.
        rms: the root mean square of ``model / row - 1``.
    """

    rows: int
    worst_cells: float
    mean: float
    rms: float


@cache
def fit_of(table_id: str) -> Fit | None:
    """Return the constants that reproduce a published table.

    Args:
        table_id: the table's name in the catalogue.

    Returns:
        The fit; None for a table that follows no law of its own, and for one nobody has looked at.

    Source:
        roceconf/sizing/data/fits, one file a table.
    """
    if why_no_fit(table_id):
        return None
    data = read(f"fits/{table_id}")
    base = cast("str", data.get("taken_from", ""))
    merged = {**read(f"fits/{base}"), **data} if base else data
    source = cast("str", merged["source"]) + f"; table {base or table_id}"
    responses = cast("Mapping[str, float]", merged["response_ns"])
    one = cast("Mapping[str, float | str]", merged["one_response"])
    constants = Constants(
        source=source,
        crossing_packets=cast("int", merged["crossing_packets"]),
        any_class_frames=cast("int", merged["any_class_frames"]),
        lossless_frames=cast("int", merged["lossless_frames"]),
        small_packet_share=cast("float", merged["small_packet_share"]),
        crossing_frame_bytes=cast("int | None", merged.get("crossing_frame_bytes")),
        propagation_ns_per_m=cast("float", merged["propagation_ns_per_m"]),
        response=Response(by_speed_ns=tuple((int(speed), ns) for speed, ns in responses.items())),
    )
    nanoseconds = cast("float", one["ns"])
    law = Response(after_ieee_ns=nanoseconds) if one["law"] == "ieee" else Response(sum_ns=nanoseconds)
    return Fit(
        table_id=table_id,
        constants=constants,
        one_law=constants._replace(response=law),
        taken_from=base,
        why=cast("str", data["why"]),
        left_out=tuple(cast("Mapping[str, str]", data.get("left_out", {})).items()),
    )


def why_no_fit(table_id: str) -> str:
    """Return why a table has no constants; empty for one that has.

    Args:
        table_id: the table's name in the catalogue.

    Source:
        roceconf/sizing/data/fits, one file a table.
    """
    if not (DATA / "fits" / f"{table_id}.toml").is_file():
        return "nobody has looked at this table yet"
    return cast("str", read(f"fits/{table_id}").get("no_fit", ""))


def tables_looked_at() -> tuple[str, ...]:
    """Return the names of the tables that have constants or a reason why not, sorted.

    Source:
        roceconf/sizing/data/fits, one file a table.
    """
    return tuple(sorted(path.stem for path in (DATA / "fits").glob("*.toml")))


def misses(table: HeadroomTable, rows: tuple[HeadroomRow, ...], constants: Constants | None = None) -> Misses:
    """Hold the model against rows of a table.

    Args:
        table: the table, whose chip has the cell.
        rows: the rows to compare.
        constants: what the model reckons with; left out, the planning constants.

    Raises:
        ValueError: if there is no row, the chip's cell size is not public, or a response is not known.

    Source:
        Arithmetic on what is given.
    """
    if not rows:
        raise ValueError(f"no row of {table.id} to compare")
    cell = cell_bytes_of(table)
    held = [
        (
            row.xoff_bytes,
            headroom(
                cell_bytes=cell, speed_mbps=row.speed_mbps, cable_m=row.cable_m, constants=constants
            ).headroom_bytes,
        )
        for row in rows
    ]
    return Misses(
        rows=len(rows),
        worst_cells=float(max(Fraction(abs(model - row), cell) for row, model in held)),
        mean=float(sum(Fraction(row, model) - 1 for row, model in held) / len(held)),
        rms=sqrt(sum((Fraction(model, row) - 1) ** 2 for row, model in held) / len(held)),
    )


def cell_bytes_of(table: HeadroomTable) -> int:
    """Return the cell of the chip a table was published for.

    Args:
        table: the table.

    Raises:
        ValueError: if the chip's cell size is not public.

    Source:
        The catalogue, roceconf/asic/data/asics.
    """
    cell = asic(table.asic_key).cell_bytes.value
    if cell is None:
        raise ValueError(f"the cell size of {table.asic_key} is not public, so {table.id} cannot be counted in cells")
    return cell
