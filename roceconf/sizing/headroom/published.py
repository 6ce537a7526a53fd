"""A calculated headroom beside the rows that makers publish."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.asic import headroom_tables

if TYPE_CHECKING:
    from roceconf.asic import HeadroomRow, HeadroomTable, Platform


class Comparison(NamedTuple):
    """One published row beside a value.

    Attributes:
        table_id: the table it stands in.
        source: where that table is published.
        own: whether it is the table of the very platform asked about.
        exact: whether the row is for exactly this cable length; otherwise it is the next longer one.
        row: the row.
        difference_bytes: the value minus the row's ``xoff``: negative if the value is below what is published.
    """

    table_id: str
    source: str
    own: bool
    exact: bool
    row: HeadroomRow
    difference_bytes: int

    @property
    def ratio(self) -> float:
        """The value as a multiple of the published one.

        Source:
            Arithmetic on what is given.
        """
        return (self.row.xoff_bytes + self.difference_bytes) / self.row.xoff_bytes


def compare_with_published(
    headroom_bytes: int,
    *,
    asic_key: str,
    speed_mbps: int,
    cable_m: float,
    platform: Platform | None = None,
    hwsku: str | None = None,
) -> tuple[Comparison, ...]:
    """Hold a headroom against every published row for this chip, speed and length.

    Args:
        headroom_bytes: the value, calculated or configured.
        asic_key: the chip.
        speed_mbps: the port's speed.
        cable_m: length of its cable.
        platform: the switch, if known: its own table comes first.
        hwsku: the SONiC HWSKU, if known: HWSKUs of one switch can have different tables.

    Returns:
        One comparison a table that has a row of this speed, exactly this length or else the next longer one that is not
        suspect; the platform's own first, the others by table name.

    Source:
        The tables of the catalogue, each with its own.
    """
    own = None if platform is None else platform.table_for(hwsku)
    others = [table for table in headroom_tables(asic_key) if own is None or table.id != own.id]
    found = [] if own is None else [_compare(headroom_bytes, own, speed_mbps, cable_m, own=True)]
    found += [_compare(headroom_bytes, table, speed_mbps, cable_m, own=False) for table in others]
    return tuple(comparison for comparison in found if comparison is not None)


def _compare(
    headroom_bytes: int, table: HeadroomTable, speed_mbps: int, cable_m: float, *, own: bool
) -> Comparison | None:
    exact = next((row for row in table.rows if (row.speed_mbps, row.cable_m) == (speed_mbps, cable_m)), None)
    row = exact or table.next_longer(speed_mbps, cable_m)
    if row is None:
        return None
    return Comparison(
        table_id=table.id,
        source=table.sources[0],
        own=own,
        exact=exact is not None,
        row=row,
        difference_bytes=headroom_bytes - row.xoff_bytes,
    )
