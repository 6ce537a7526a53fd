"""Headroom tables as makers publish them: SONiC's ``pg_profile_lookup.ini``, one data file a distinct table."""

from __future__ import annotations

from typing import NamedTuple


class HeadroomRow(NamedTuple):
    """What a maker publishes for one speed and one cable length.

    ``suspect`` says why the row cannot be relied upon (copied from another chip, too small for its length); empty when
    nothing speaks against it. ``remark`` names an oddity that takes buffer but drops nothing, such as a row that
    repeats the one of a higher speed.
    """

    speed_mbps: int
    cable_m: int
    size_bytes: int
    xon_bytes: int
    xoff_bytes: int
    dynamic_th: int
    xon_offset_bytes: int
    suspect: str = ""
    remark: str = ""


class HeadroomTable(NamedTuple):
    """A published table of headroom by speed and cable length.

    Attributes:
        id: the table's name in this catalogue, beginning with the ASIC it was published for.
        asic_key: that ASIC.
        rows: sorted by speed, then length.
        sources: the files that hold it, with repository and commit.
        notes: what is odd about the table as a whole.
    """

    id: str
    asic_key: str
    rows: tuple[HeadroomRow, ...]
    sources: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def row(self, speed_mbps: int, cable_m: int) -> HeadroomRow | None:
        """Return the row of exactly this speed and length, as SONiC's buffermgrd looks it up; None without one."""
        for row in self.rows:
            if row.speed_mbps == speed_mbps and row.cable_m == cable_m:
                return row
        return None

    def next_longer(self, speed_mbps: int, cable_m: float) -> HeadroomRow | None:
        """Return the shortest row of this speed that is at least this long and not suspect; None without one."""
        for row in self.rows:
            if row.speed_mbps == speed_mbps and row.cable_m >= cable_m and not row.suspect:
                return row
        return None

    def lengths(self, speed_mbps: int) -> tuple[int, ...]:
        """Return the published lengths of a speed in metres, ascending."""
        return tuple(row.cable_m for row in self.rows if row.speed_mbps == speed_mbps)

    def speeds(self) -> tuple[int, ...]:
        """Return the published speeds in Mb/s, ascending."""
        return tuple(dict.fromkeys(row.speed_mbps for row in self.rows))

    def all_suspect(self, why: str) -> HeadroomTable:
        """Return the same table with every row suspect, for a platform that carries another chip's table."""
        return self._replace(rows=tuple(row._replace(suspect=row.suspect or why) for row in self.rows))
