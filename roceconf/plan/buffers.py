"""Headroom, thresholds and pools: from what is published for the platform, else from the model."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from roceconf.plan.link import PlannedLink, described, extra_bytes, headroom_of, link_of, unusual
from roceconf.plan.origin import Origin
from roceconf.sizing import INGRESS_POOL, largest_rdma_frame, published_headroom
from roceconf.switch import Alpha, Amount, BufferProfile, Direction, Pool, PoolMode, Unit

if TYPE_CHECKING:
    from fractions import Fraction

    from roceconf.asic import HeadroomRow, HeadroomTable, PublishedBuffers, PublishedProfile
    from roceconf.intent import Intent, PortGroupIntent, Size
    from roceconf.plan.hardware import Hardware
    from roceconf.sizing import Derivation


class Lossless(NamedTuple):
    """The buffer profile of a lossless priority group, and where its numbers come from.

    Attributes:
        profile: the profile.
        link: what its headroom must be enough for.
        origin: who says the headroom.
        source: where the headroom comes from, as a sentence.
        brief: the same in few words, for a table.
        rest_origin: who says reserved, XON, and alpha where the intent says none.
        rest_source: where those come from, as a sentence.
        rest_brief: the same in few words.
        kin: the table of another switch that those are taken from; None where they are not.
        derivation: of the headroom; None where the intent says it or a published row has it as it stands.
    """

    profile: BufferProfile
    link: PlannedLink
    origin: Origin
    source: str
    brief: str
    rest_origin: Origin
    rest_source: str
    rest_brief: str
    kin: HeadroomTable | None
    derivation: Derivation | None = None


def lossless_profile(intent: Intent, group: PortGroupIntent, mtu_bytes: int, hardware: Hardware) -> Lossless:
    """The buffer profile of the lossless priority groups of some ports.

    Args:
        intent: the whole intent.
        group: the ports.
        mtu_bytes: their MTU.
        hardware: what the switch is.

    Returns:
        The profile: headroom as said, else as published for this platform, else by the model.

    Raises:
        ValueError: the cell size of the chip is not public, or what is said of the link cannot be.
    """
    cell_bytes = hardware.asic.cell_bytes.value
    if cell_bytes is None:
        raise ValueError(f"the cell size of {hardware.asic.name} is not public, so nothing can be sized for it")
    planned = link_of(intent, group, mtu_bytes, cell_bytes)
    alpha = group.alpha if group.alpha is not None else intent.alpha
    sized = _said(group.headroom or intent.headroom) or _published(planned, hardware) or _modelled(planned, hardware)
    own = hardware.row(planned.link.speed_mbps, int(planned.link.cable_m))
    rest = _rest(sized.row or own, planned, hardware)
    if sized.row is None and own is not None and hardware.table is not None:
        rest = rest._replace(brief=f"row of {own.cable_m} m in {hardware.table.id}")
    profile = BufferProfile(
        pool=INGRESS_POOL,
        reserved=Amount(rest.reserved_bytes),
        headroom=sized.headroom,
        xon=Amount(rest.xon_bytes),
        xon_offset=Amount(rest.xon_offset_bytes),
        alpha=_alpha(alpha, rest.exponent),
    )
    return Lossless(
        profile,
        planned,
        sized.origin,
        sized.source,
        sized.brief,
        rest.origin,
        rest.source,
        rest.brief,
        rest.kin,
        sized.derivation,
    )


class _Sized(NamedTuple):
    headroom: Amount
    origin: Origin
    source: str
    brief: str
    row: HeadroomRow | None = None
    derivation: Derivation | None = None


def _said(said: Size | None) -> _Sized | None:
    return None if said is None else _Sized(amount_of(said), Origin.SAID, "said by the intent.", "said")


def _published(planned: PlannedLink, hardware: Hardware) -> _Sized | None:
    """As published; with a peer or gearbox that published rows do not know, what the model says they add."""
    if hardware.table is None:
        return None
    found = _row_of(planned, hardware, hardware.table) or _by_length(planned, hardware.table)
    extra = extra_bytes(planned) if planned.is_unusual and found is not None else 0
    if found is None or not extra:
        return found
    size = found.headroom.number
    more = f"{size:,} B, and {extra:,} B more by the model for{unusual(planned)[1:]}"
    return found._replace(
        headroom=Amount(size + extra),
        origin=Origin.MODEL,
        source=f"{found.source.rstrip('.')}, {more}.",
        brief=f"{found.brief}, {more}",
        derivation=None,
    )


def _row_of(planned: PlannedLink, hardware: Hardware, table: HeadroomTable) -> _Sized | None:
    """The row that the device takes by itself: the next longer one; None where it takes none."""
    row = hardware.row(planned.link.speed_mbps, int(planned.link.cable_m)) if hardware.looks_up_rows else None
    if row is None:
        return None
    source = f"published for {row.cable_m} m ({table.sources[0]})."
    return _Sized(Amount(row.xoff_bytes), Origin.PUBLISHED, source, f"row of {row.cable_m} m in {table.id}", row)


def _by_length(planned: PlannedLink, table: HeadroomTable) -> _Sized | None:
    """What the table says of exactly this length: a row, between two rows, or beyond them by its own constants."""
    found = published_headroom(table, planned.link.speed_mbps, planned.link.cable_m)
    if found is None:
        return None
    lengths = " and ".join(f"{row.cable_m} m" for row in found.rows)
    brief = f"{_BASES[found.basis].format(lengths=lengths)} in {table.id}"
    origin = Origin.MODEL if found.basis == "beyond" else Origin.PUBLISHED
    source = f"{brief} ({table.sources[0]})."
    return _Sized(Amount(found.headroom_bytes), origin, source, brief, found.rows[-1], found.derivation)


_BASES = {
    "row": "row of {lengths}",
    "between": "between the rows of {lengths}",
    "beyond": "beyond the row of {lengths} by the law of its rows",
    "below": "row of {lengths}, the shortest",
}
"""How a length is told that a table says something of."""


def _modelled(planned: PlannedLink, hardware: Hardware) -> _Sized:
    sized = headroom_of(planned)
    said = described(planned)
    doubtful = hardware.doubtful_row(planned.link.speed_mbps, int(planned.link.cable_m))
    if doubtful is not None:
        said += (
            f"; the published row of {doubtful.cable_m} m, {doubtful.xoff_bytes:,} B, is set aside: {doubtful.suspect}"
        )
    return _Sized(Amount(sized.headroom_bytes), Origin.MODEL, f"{said}.", said, None, sized.derivation)


class _Rest(NamedTuple):
    """What no model gives: reserved, XON, XON offset and the exponent of alpha."""

    reserved_bytes: int
    xon_bytes: int
    xon_offset_bytes: int
    exponent: int
    origin: Origin
    source: str
    brief: str
    kin: HeadroomTable | None = None


def _rest(row: HeadroomRow | None, planned: PlannedLink, hardware: Hardware) -> _Rest:
    """As the row says, else as a switch with the same chip has it."""
    if row is not None:
        # Also where the headroom itself is said: what the platform publishes for this link is still the platform's.
        return _of_row(row, Origin.PUBLISHED, "reserved, XON and alpha stand in the same row.", "same row")
    link = planned.link
    kin = hardware.kindred_row(link.speed_mbps, int(link.cable_m), link.lossless_frame_bytes or link.frame_bytes)
    if kin is None:
        offset = ceil(largest_rdma_frame().value / link.cell_bytes) * link.cell_bytes
        why = (
            "nothing is published for the chip, so nothing is reserved, alpha is 1 and XON lies one RDMA packet lower."
        )
        return _Rest(0, 0, offset, 0, Origin.DEFAULT, why, "nothing is published for the chip")
    found, table = kin
    source = f"reserved, XON and alpha as {table.id} publishes them for the same chip."
    origin = Origin.PUBLISHED if hardware.is_own(table) else Origin.KIN
    return _of_row(found, origin, source, f"as in {table.id}")._replace(kin=table)


def _of_row(row: HeadroomRow, origin: Origin, source: str, brief: str) -> _Rest:
    return _Rest(row.size_bytes, row.xon_bytes, row.xon_offset_bytes, row.dynamic_th, origin, source, brief)


def _alpha(said: Fraction | None, exponent: int) -> Alpha:
    if said is None:
        return Alpha(exponent)
    return Alpha(said.numerator.bit_length() - said.denominator.bit_length())


def amount_of(said: Size) -> Amount:
    """A size of the intent in the words of the model: bytes, or cells where it was said in cells."""
    if said.as_bytes is not None:
        return Amount(said.as_bytes)
    return Amount(int(said.number), Unit.CELLS)


def pools_of(published: PublishedBuffers | None) -> tuple[Pool, ...]:
    """The pools as published; none where none apply."""
    if published is None:
        return ()
    return tuple(
        Pool(
            name=pool.name,
            direction=Direction(pool.kind),
            mode=PoolMode(pool.mode),
            size=Amount(pool.size_bytes),
            headroom=None if pool.xoff_bytes is None else Amount(pool.xoff_bytes),
        )
        for pool in published.pools
    )


def profile_of(published: PublishedBuffers | None, binding: str, index: int) -> BufferProfile | None:
    """The published profile bound to a priority group or queue.

    Args:
        published: what is published.
        binding: ``priority_groups`` or ``queues``.
        index: the group or queue.

    Returns:
        The profile, or None where nothing is published for that index.
    """
    if published is None:
        return None
    bindings = published.priority_groups if binding == "priority_groups" else published.queues
    for span, name in bindings:
        low, _, high = span.partition("-")
        if int(low) <= index <= int(high or low):
            held = published.profile(name)
            return None if held is None else _as_profile(held)
    return None


def _as_profile(held: PublishedProfile) -> BufferProfile:
    return BufferProfile(
        name=held.name,
        pool=held.pool,
        reserved=Amount(held.size_bytes),
        headroom=None if held.xoff_bytes is None else Amount(held.xoff_bytes),
        xon=None if held.xon_bytes is None else Amount(held.xon_bytes),
        xon_offset=None if held.xon_offset_bytes is None else Amount(held.xon_offset_bytes),
        alpha=None if held.dynamic_th is None else Alpha(held.dynamic_th),
        limit=None if held.static_th_bytes is None else Amount(held.static_th_bytes),
    )
