"""A rule on headroom against its own neighbours: rows of one speed lie on a straight line."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from roceconf.asic import speed_name
from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.headroom.needs import Kept, kept_by
from roceconf.rules.model import Fault, rule
from roceconf.switch import Switch

TOLERATED_CELLS = 2
"""Rows are rounded up to whole cells, some makers' to kibibytes."""


@rule(
    "HDR110",
    "headroom-below-its-own-line",
    on=Switch,
    severity=Severity.NOTE,
    since="0.1",
    sources=("sonic-buildimage device/*/pg_profile_lookup.ini", "sonic-buildimage PR 1586"),
)
def headroom_is_below_its_own_line(switch: Switch, context: Context) -> Iterator[Fault]:
    """The headroom of one cable length lies below the line that the shorter and the longer ones of its speed draw.

    What the fabric does
        Each metre of cable takes the same buffer, so headroom of one speed grows in proportion to length. A row that
        repeats a shorter one keeps too little by what the longer cable holds: by the other rows' own measure, frames
        can be lost at this length.

    How to mend it
        Give it what the line between its neighbours says.

    Source
        Most published tables of Tomahawk keep the line to within a cell, but for rows that were copied. Speaks only
        where the step up to the next length is steeper than any cable explains, and the way there from a shorter length
        is not: otherwise it may as well be a neighbour that is generous. A note, as it is the table against itself.
    """
    links = {
        (kept.group.speed_mbps, kept.group.cable_m): kept
        for group in switch.groups
        for kept in kept_by(group, context)
        if kept.group.speed_mbps is not None and kept.group.cable_m is not None
    }
    for speed_mbps, of_speed in groupby(sorted(links), key=lambda link: link[0]):
        rows = [links[link] for link in of_speed]
        if len(rows) > 2:
            yield from _below_the_line(speed_mbps, rows, context)


def _below_the_line(speed_mbps: int, rows: Sequence[Kept], context: Context) -> Iterator[Fault]:
    """Rows of one speed by length."""
    from roceconf.sizing import is_explained_by_cable

    cell, start = context.cell_bytes, 0
    for at in range(1, len(rows) - 1):
        if rows[at].headroom_bytes != rows[start].headroom_bytes:
            start = at
        short = rows[start] if start < at else rows[at - 1]
        kept, far = rows[at], rows[at + 1]
        (short_m, short_bytes), (length_m, kept_bytes), (far_m, far_bytes) = map(_point, (short, kept, far))
        if is_explained_by_cable(speed_mbps, far_m - length_m, far_bytes - kept_bytes, cell):
            continue
        if not is_explained_by_cable(speed_mbps, far_m - short_m, far_bytes - short_bytes, cell):
            continue
        on_line = short_bytes + Fraction((far_bytes - short_bytes) * (length_m - short_m), far_m - short_m)
        wanted = -(-on_line // cell) * cell
        if wanted - kept_bytes <= TOLERATED_CELLS * cell:
            continue
        why = "it repeats a shorter length" if kept_bytes == short_bytes else "it is off the line of the others"
        yield Fault(
            f"xoff {kept_bytes:,} B at {speed_name(speed_mbps)}, {length_m:,} m, but {short_bytes:,} at {short_m:,} m "
            f"and {far_bytes:,} at {far_m:,} m make {wanted:,} there: {why}, and by their measure frames can be lost.",
            f"keep {wanted:,} B at {speed_name(speed_mbps)}, {length_m:,} m",
            kept.place,
            kept.group.ports,
            {"headroom_bytes": kept_bytes, "on_line_bytes": wanted, "speed_mbps": speed_mbps, "cable_m": length_m},
            (
                (short.place, f"the headroom at {short_m:,} m"),
                (far.place, f"the headroom at {far_m:,} m"),
            ),
        )


def _point(kept: Kept) -> tuple[int, int]:
    return kept.group.cable_m or 0, kept.headroom_bytes
