"""Rules on headroom whose number looks wrong: no whole cells, far too large, swapped with the size."""

from collections.abc import Iterator

from roceconf.asic import headroom_tables, speed_name
from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.cells import cells, whole_in_cells_of
from roceconf.rules.derived.demand import is_out_of_proportion
from roceconf.rules.derived.inforce import InForce, profiles_in_force
from roceconf.rules.derived.lossless import (
    counted,
    each,
)
from roceconf.rules.headroom.needs import Kept, floor_bytes, kept_by, needs_of
from roceconf.rules.model import Fault, rule
from roceconf.switch import Amount, Direction, PortGroup, Reading, Unit

GENEROUS = 1.5
"""From this multiple of the worst case on, headroom is buffer that could be shared (theory: wasted buffer)."""


@rule(
    "HDR104",
    "headroom-not-whole-cells",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-mgmt tests/qos/files/qos_params.*.yaml: cell sizes",),
)
def headroom_is_not_whole_cells(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The headroom of a priority group is no whole number of the chip's cells.

    What the fabric does
        The chip counts in cells and rounds, so the loss itself is small. But the number was not made for this chip: if
        it was copied from another one, it may be far from what this one needs.

    How to mend it
        Use what is published for this platform, or round up to whole cells.

    Source
        Cell sizes of the catalogue. A warning where the number is whole in cells of another Tomahawk, else a note;
        silent for a number this platform publishes itself and nothing speaks against.
    """

    def check(kept: Kept) -> Iterator[Fault]:
        cell = context.cell_bytes
        said = kept.held.profile.headroom
        table = context.headroom_table
        trusted = {row.xoff_bytes for row in table.rows if not row.suspect} if table is not None else set()
        number = kept.headroom_bytes
        if number < floor_bytes(kept, context):
            return
        if number % cell == 0 or getattr(said, "unit", None) is Unit.CELLS or number in trusted:
            return
        fits = whole_in_cells_of(number, cell)
        origin = f", but whole in cells of {fits} B: was it copied from another chip?" if fits else "."
        yield Fault(
            f"xoff {number:,} B of {kept.called} is {cells(number, cell)}, which the chip rounds{origin}",
            f"use the published headroom, or {-(-number // cell) * cell:,} B",
            kept.place,
            kept.group.ports,
            {"headroom_bytes": number, "cell_bytes": cell},
            severity=None if fits else Severity.NOTE,
        )

    return each(kept_by(group, context), check)


@rule(
    "HDR106",
    "headroom-generous",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=("sonic-buildimage device/*/pg_profile_lookup.ini",),
)
def headroom_is_generous(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless priority group keeps much more headroom than the worst case needs.

    What the fabric does
        Nothing is lost. Headroom of its own is taken from the shared buffer, and a larger promise from a shared pool
        means that fewer groups can pause at once.

    How to mend it
        Use the headroom for this speed and length, unless one value must do for several links or the peer is known to
        stop slowly.

    Source
        More than one and a half times the calculated need of 64-byte frames. Silent at what the platform publishes.
    """

    def check(kept: Kept) -> Iterator[Fault]:
        needs = needs_of(kept, context)
        enough = needs.worst_bytes * GENEROUS
        if is_out_of_proportion(kept.headroom_bytes, kept.group, context):
            return
        if kept.headroom_bytes <= max(enough, needs.published_bytes or 0):
            return
        yield Fault(
            f"xoff {kept.headroom_bytes:,} B at {speed_name(needs.speed_mbps)}, {needs.cable_m:,} m is "
            f"{kept.headroom_bytes / needs.worst_bytes:.1f} times what even 64-byte frames need, "
            f"{needs.worst_bytes:,} B{needs.assumed}: the rest is missing in the shared buffer.",
            f"keep {needs.worst_bytes:,} B, unless one value must do for longer links or the peer stops slowly",
            kept.place,
            kept.group.ports,
            needs.evidence(kept),
        )

    return each(kept_by(group, context), check)


@rule(
    "HDR109",
    "headroom-out-of-proportion",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-buildimage device/*/pg_profile_lookup.ini: published headroom", "the memory of the chip"),
)
def headroom_is_out_of_proportion(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A single priority group is promised more than a tenth of the chip as headroom.

    What the fabric does
        Headroom is taken from the shared buffer. With a few groups of this size nothing is left to share, so every
        queue pauses or drops at once; or the chip refuses the number.

    How to mend it
        Check the unit: a number of bytes was probably written as cells. Use the headroom for this speed and length.

    Source
        Published headroom stays below a fortieth of the chip (the most is 400G and 2 km on Tomahawk 3). Silent where
        the cable is so long that frames in flight come near.
    """

    def check(kept: Kept) -> Iterator[Fault]:
        memory = context.known_asic.buffer_bytes.value if context.known_asic is not None else None
        if memory is None or not is_out_of_proportion(kept.headroom_bytes, group, context):
            return
        if context.remarked(kept.place):
            return
        said = kept.held.profile.headroom
        in_cells = isinstance(said, Amount) and said.unit is Unit.CELLS
        hint = (
            f" It looks like bytes written as cells ({said.number:,} B)."
            if isinstance(said, Amount) and in_cells
            else ""
        )
        yield Fault(
            f"{f'{said}, ' if in_cells else ''}{kept.headroom_bytes:,} B of headroom for {kept.called} "
            f"are {kept.headroom_bytes / memory:.0%} of the {memory:,} B the chip has: nothing is "
            f"left to share when a few ports pause.{hint}",
            "check the unit of the headroom; use what this speed and cable length need",
            kept.place,
            kept.group.ports,
            {"headroom_bytes": kept.headroom_bytes, "buffer_bytes": memory},
        )

    return each(kept_by(group, context), check)


@rule(
    "HDR108",
    "headroom-above-size",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-buildimage PR 2527",),
)
def headroom_is_above_the_size(reading: Reading, context: Context) -> Iterator[Fault]:
    """Size and headroom of a profile look swapped: the headroom is larger than the size that should contain it.

    What the fabric does
        Where headroom is private, a priority group's size is its minimum plus its headroom. A headroom above it cannot
        be programmed: the group stays without, and frames on the cable are dropped after XOFF.

    How to mend it
        Swap the two numbers.

    Source
        sonic-buildimage PR 2527 (size 55,120 and xoff 56,368, swapped). With a shared headroom pool a small size beside
        a large headroom is right, so the rule looks only at rows of a headroom table, whose pool is not known, and not
        at sizes below half of the headroom, nor at those that published tables of the chip have as minima.
    """
    swapped = [held for held in profiles_in_force(context) if _looks_swapped(held, context)]
    swapped.sort(key=lambda held: context.span(held.at("headroom")))
    if not swapped:
        return
    first, *others = swapped
    reserved, kept = context.bytes(first.profile.reserved), context.bytes(first.profile.headroom)
    too = f" So do {counted(len(others), 'other')}." if others else ""
    yield Fault(
        f"{first.called} has xoff {kept:,} B and size {reserved:,} B, which should contain it: the two look swapped, "
        f"and the priority group cannot be programmed.{too}",
        f"swap them: size {kept:,}, xoff {reserved:,}",
        first.at("headroom"),
        tuple(port for held in swapped for port in held.ports),
        {"headroom_bytes": kept, "size_bytes": reserved, "profiles": len(swapped)},
        tuple((held.at("headroom"), f"{held.called} too") for held in others),
    )


def _looks_swapped(held: InForce, context: Context) -> bool:
    if held.side is Direction.EGRESS or held.profile.xon is None or context.switch.pool(held.profile.pool) is not None:
        return False
    if held.profile.reserved == held.profile.xon:  # what SONiC's own formula writes with a shared headroom pool
        return False
    reserved, kept = context.bytes(held.profile.reserved), context.bytes(held.profile.headroom)
    if reserved is None or kept is None or not reserved < kept < 2 * reserved:
        return False
    return reserved not in _published_minima(context)


def _published_minima(context: Context) -> set[int]:
    """The sizes that published tables of the chip have: minima of a group, which contain no headroom."""
    known = context.known_asic
    tables = () if known is None else headroom_tables(known.key)
    return {row.size_bytes for table in tables for row in table.rows}
