"""The longest cable that a given headroom carries, by every assumption."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.asic import headroom_tables
from roceconf.sizing.headroom.explanation import caveats_of, cell_of
from roceconf.sizing.headroom.inverse import longest_cable_by_floor
from roceconf.sizing.headroom.length_law import longest_published_cable_m, published_headroom
from roceconf.sizing.headroom.models import headroom_models, longest_cable_by

if TYPE_CHECKING:
    from roceconf.asic import Asic, HeadroomTable, Platform
    from roceconf.sizing.headroom.link import Link
    from roceconf.sizing.headroom.models import HeadroomModel


class CarriedBy(NamedTuple):
    """How far a headroom reaches by one assumption.

    Attributes:
        name: the assumption: ``floor``, ``full-size``, ``small-packets``, a model, or a table.
        cable_m: the longest cable in metres; None where it carries none at all, or the assumption refuses the link.
        note: what to know of it: why it refuses, what it has no term for, that a table is this platform's own.
        own: whether it is the table of the very platform asked about.
        refused: whether the assumption refuses the link; ``note`` says why.
    """

    name: str
    cable_m: float | None
    note: str = ""
    own: bool = False
    refused: bool = False


class CarriedExplanation(NamedTuple):
    """How far a headroom reaches.

    Attributes:
        asic: the chip.
        headroom_bytes: the headroom.
        link: the link; its length does not matter.
        bounds: the floor, full-size frames, 64-byte frames; and the share of small packets where one is asked for.
        models: every model that takes any chip, and those asked for.
        published: how far it reaches by the law of each published table; the platform's own first.
        caveats: what to know before relying on it.
    """

    asic: Asic
    headroom_bytes: int
    link: Link
    bounds: tuple[CarriedBy, ...]
    models: tuple[CarriedBy, ...]
    published: tuple[CarriedBy, ...]
    caveats: tuple[str, ...]


def explain_carried(
    asic: Asic,
    headroom_bytes: int,
    link: Link,
    *,
    platform: Platform | None = None,
    hwsku: str | None = None,
    also: tuple[str, ...] = (),
) -> CarriedExplanation:
    """Return how long a cable a headroom carries.

    Args:
        asic: the chip.
        headroom_bytes: the headroom.
        link: the link; its length does not matter.
        platform: the switch, if known.
        hwsku: its SONiC HWSKU, if known.
        also: names of models with a chip of their own that are to be among ``models``.

    Raises:
        ValueError: if a number is out of its range.

    Source:
        The inverse of ``headroom_floor`` and of every model; the tables of the catalogue.
    """
    link = link._replace(cell_bytes=cell_of(asic))

    def unified(name: str, share: float) -> CarriedBy:
        asked = link._replace(small_packet_share=share)
        return CarriedBy(name, longest_cable_by("unified", headroom_bytes, asked))

    bounds = [
        CarriedBy("floor", longest_cable_by_floor(headroom_bytes, link)),
        unified("full-size frames", 0.0),
        unified("64-byte frames", 1.0),
    ]
    if 0 < link.small_packet_share < 1:
        bounds.append(unified(f"{link.small_packet_share:.0%} in 64-byte frames", link.small_packet_share))
    own = None if platform is None else platform.table_for(hwsku)
    others = [table for table in headroom_tables(asic.key) if own is None or table.id != own.id]
    published = [_table(table, headroom_bytes, link, own is table) for table in [*([own] if own else []), *others]]
    return CarriedExplanation(
        asic=asic,
        headroom_bytes=headroom_bytes,
        link=link,
        bounds=tuple(bounds),
        models=tuple(
            _model(model, headroom_bytes, link) for model in headroom_models() if not model.chip or model.name in also
        ),
        published=tuple(found for found in published if found is not None),
        caveats=caveats_of(asic, link),
    )


def _model(model: HeadroomModel, headroom_bytes: int, link: Link) -> CarriedBy:
    try:
        cable_m = longest_cable_by(model.name, headroom_bytes, link)
    except ValueError as refused:
        return CarriedBy(model.name, None, f"refuses: {refused}", refused=True)
    ignored = model.ignores(link)
    return CarriedBy(model.name, cable_m, f"has no term for {', '.join(ignored)}" if ignored else "")


def _table(table: HeadroomTable, headroom_bytes: int, link: Link, own: bool) -> CarriedBy | None:
    """What a published table says by the law of its rows; None where it has no row of this speed to rely upon."""
    cable_m = longest_published_cable_m(table, link.speed_mbps, headroom_bytes)
    if cable_m is None:
        return CarriedBy(table.id, None, "has no row of this speed that can be relied upon", own) if own else None
    rows = [row for row in table.rows if row.speed_mbps == link.speed_mbps and not row.suspect]
    shortest, longest_row = rows[0], rows[-1]
    if cable_m == 0:
        return CarriedBy(table.id, None, f"its shortest row, {shortest.cable_m} m, is {shortest.xoff_bytes:,} B", own)
    if cable_m == longest_row.cable_m and published_headroom(table, link.speed_mbps, cable_m + 1) is None:
        return CarriedBy(table.id, cable_m, "its longest row; it says nothing beyond", own)
    return CarriedBy(table.id, cable_m, "", own)
