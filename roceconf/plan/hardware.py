"""The platform of an intent, and what is published for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.asic import CatalogueError, asic, find_hwsku, headroom_tables, platform
from roceconf.sizing import fit_of

if TYPE_CHECKING:
    from roceconf.asic import Asic, HeadroomRow, HeadroomTable, Hwsku, Platform, PublishedBuffers
    from roceconf.intent import Intent


_FRAMES_RESERVED = 2
"""Frames in the size of a row of a Tomahawk 5 table (sonic-buildimage pg_profile_lookup.ini: 18796 and 8636 B)."""


class Hardware(NamedTuple):
    """What an intent runs on.

    Attributes:
        asic: the chip.
        platform: the switch model; None where only the chip was named.
        hwsku: the SONiC HWSKU: the one named, or the only one the platform has; None where it is open.
        table: the headroom rows published for it; None where there are none, or HWSKUs disagree.
        buffers: pools and profiles published for it and its place in the fabric; None where none apply.
        buffers_note: why there are none, or whose they are, as a sentence.
        looks_up_rows: whether the device takes a row of the table by itself, so that only its lengths count.
        candidates: what is published for its places in the fabric, where the intent says none, or for its HWSKUs, where
            that is open: one of these applies.
    """

    asic: Asic
    platform: Platform | None = None
    hwsku: Hwsku | None = None
    table: HeadroomTable | None = None
    buffers: PublishedBuffers | None = None
    buffers_note: str = ""
    looks_up_rows: bool = False
    candidates: tuple[PublishedBuffers, ...] = ()

    def row(self, speed_mbps: int, cable_m: int) -> HeadroomRow | None:
        """The published row that carries this length: the shortest that is at least as long."""
        return None if self.table is None else self.table.next_longer(speed_mbps, cable_m)

    def doubtful_row(self, speed_mbps: int, cable_m: int) -> HeadroomRow | None:
        """The published row that would carry this length, where it cannot be relied upon; None where there is none."""
        rows = () if self.table is None else self.table.rows
        longer = (row for row in rows if row.speed_mbps == speed_mbps and row.cable_m >= cable_m and row.suspect)
        return next(longer, None)

    def is_own(self, table: HeadroomTable) -> bool:
        """Whether a table is published for this very switch model."""
        return self.platform is not None and any(hwsku.table_id == table.id for hwsku in self.platform.hwskus)

    def kindred_row(self, speed_mbps: int, cable_m: int, frame_bytes: int) -> tuple[HeadroomRow, HeadroomTable] | None:
        """A trustworthy row of another switch with the same chip, for what a model of headroom does not say.

        Some tables are made for lossless frames of about 4 kB, which shows in their size, two such frames: 8636 B where
        others of the chip have 18796 B.

        Returns:
            The row of that speed, else of the nearest, and its table: one made for frames as large as these if there
            is one; None where nothing is published for the chip.
        """
        # One table for all speeds: of this very box if it has one, then the one that says most of those made for such
        # frames, and sooner one whose rows follow a law than one that has the same number everywhere.
        trusted = [([row for row in table.rows if not row.suspect], table) for table in headroom_tables(self.asic.key)]
        rows, table = min(trusted, key=lambda held: self._fitness(held[0], held[1], frame_bytes), default=([], None))
        if table is None or not rows:
            return None
        return min(rows, key=lambda row: (abs(row.speed_mbps - speed_mbps), row.cable_m < cable_m, row)), table

    def _fitness(
        self, rows: list[HeadroomRow], table: HeadroomTable, frame_bytes: int
    ) -> tuple[bool, bool, bool, bool, int, str]:
        too_small = bool(rows) and rows[0].size_bytes < _FRAMES_RESERVED * frame_bytes
        return not rows, not self.is_own(table), too_small, fit_of(table.id) is None, -len(rows), table.id


class UnknownHardwareError(Exception):
    """The catalogue does not know the platform or chip; the message names the nearest it does know.

    Attributes:
        key: the key of the intent that names it, ``sku`` or ``asic``.
    """

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def hardware_of(intent: Intent, names_hwskus: bool) -> Hardware:
    """What an intent runs on.

    Args:
        intent: what is wanted.
        names_hwskus: whether the network OS runs a platform as a HWSKU, whose published pools are then its own.

    Raises:
        UnknownHardwareError: the catalogue does not know it.
    """
    if intent.sku is None:
        try:
            return Hardware(asic(intent.asic or ""), buffers_note="no platform is named, so no pools are written.")
        except CatalogueError as error:
            raise UnknownHardwareError("asic", str(error)) from error
    try:
        found = platform(intent.sku)
    except CatalogueError as error:
        raise UnknownHardwareError("sku", str(error)) from error
    named = find_hwsku(intent.sku)
    hwsku = named[1] if named is not None else found.hwskus[0] if len(found.hwskus) == 1 else None
    table = hwsku.table() if hwsku is not None else found.table_for(None)
    if not names_hwskus:
        return Hardware(found.asic, found, hwsku, table)
    buffers, note = _buffers(found, hwsku, intent)
    return Hardware(
        found.asic,
        found,
        hwsku,
        table,
        buffers,
        note,
        looks_up_rows=True,
        candidates=() if buffers is not None else _candidates(found, hwsku, intent),
    )


def _published(hwsku: Hwsku) -> dict[str, PublishedBuffers]:
    """What is published for a HWSKU, by its place in the fabric."""
    return {topology: held for topology in hwsku.topologies if (held := hwsku.buffers(topology)) is not None}


def _candidates(found: Platform, hwsku: Hwsku | None, intent: Intent) -> tuple[PublishedBuffers, ...]:
    """What may apply where HWSKU or place in the fabric is open; none where something else may apply as well."""
    if intent.version is not None:
        return ()
    choices = [
        [held for topology, held in _published(each).items() if intent.topology in (None, topology)]
        for each in (found.hwskus if hwsku is None else (hwsku,))
    ]
    if not all(choices):
        return ()
    return tuple({held.id: held for each in choices for held in each if not held.suspect}.values())


def _buffers(found: Platform, hwsku: Hwsku | None, intent: Intent) -> tuple[PublishedBuffers | None, str]:
    if hwsku is None:
        names = ", ".join(sku.name for sku in found.hwskus)
        several = f"{found.key} runs as several HWSKUs ({names}): name one as sku" if names else "it has no HWSKU"
        return None, f"no pools are written, the device keeps its own: {several}."
    choices = _published(hwsku)
    if not choices:
        why = f"{hwsku.note}: name the platform as sku" if hwsku.note else f"none are published for {hwsku.name}"
        return None, f"no pools are written, the device keeps its own: {why}."
    if intent.topology is not None:
        if intent.topology not in choices:
            return None, f"no pools are published for {hwsku.name} as {intent.topology}: the device keeps its own."
        chosen = choices[intent.topology]
    elif len({held.id for held in choices.values()}) == 1:
        chosen = next(iter(choices.values()))
    else:
        places = ", ".join(sorted(choices))
        return (
            None,
            f"no pools are written, the device keeps its own: {hwsku.name} has others as {places}; say topology.",
        )
    if chosen.suspect:
        return None, f"no pools are written, the device keeps its own: those published are doubtful ({chosen.suspect})."
    if intent.version is not None and intent.version != chosen.branch:
        return None, (
            f"no pools are written, the device keeps its own: they are published for branch {chosen.branch}, "
            f"not {intent.version}."
        )
    return chosen, (
        f"pools are those of sonic-buildimage {chosen.branch} ({chosen.commit}) for {hwsku.name}; "
        f"on another branch say version, and the device keeps its own."
    )
