"""Rules on headroom: whether what is kept for frames in flight can be enough for speed, cable and frame size."""

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from roceconf.asic import HeadroomRow, asic, asic_names
from roceconf.findings import Evidence, Severity
from roceconf.rules.cells import cells, whole_in_cells_of
from roceconf.rules.context import Context
from roceconf.rules.inforce import InForce, profiles_in_force
from roceconf.rules.lossless import ETHERNET_OVERHEAD_BYTES, LosslessGroup, counted, each, lossless_groups, speed
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named
from roceconf.sizing import LARGEST_FRAME_BYTES, headroom, headroom_floor, longest_cable_m
from roceconf.switch import Direction, PortGroup, Reading, Switch, Unit

LEAST_MTU_BYTES = 1_500
"""The MTU every Ethernet port carries (IEEE 802.3): what a floor may count on where the text says none."""

GENEROUS = 1.5
"""From this multiple of the worst case on, headroom is buffer that could be shared (theory: wasted buffer)."""


class Kept(NamedTuple):
    """What one lossless priority group of some ports keeps, in bytes, and the link it must be enough for."""

    group: PortGroup
    held: LosslessGroup
    headroom_bytes: int

    @property
    def place(self) -> Place:
        """Where the headroom is said."""
        return Place(self.group.ports[0], f"pg.{self.held.number}.headroom")

    @property
    def called(self) -> str:
        """Whose headroom it is, in words that follow "of"."""
        if self.held.profile.name:
            return f"profile '{self.held.profile.name}'"
        return named("priority group", (self.held.number, *self.held.also))

    @property
    def frame_bytes(self) -> int | None:
        """The largest frame, where the MTU is said."""
        return None if self.group.mtu_bytes is None else self.group.mtu_bytes + ETHERNET_OVERHEAD_BYTES

    @property
    def floor_frame_bytes(self) -> int:
        """The frame a floor may count on: the largest, or that of every Ethernet port where the MTU is not said."""
        return self.frame_bytes or LEAST_MTU_BYTES + ETHERNET_OVERHEAD_BYTES

    @property
    def medium(self) -> str:
        """The cable's material; fibre where it is not said."""
        return "fibre" if self.group.medium is None else self.group.medium.value


class Needs(NamedTuple):
    """What the link needs: by the floor, by the model with full-size and with 64-byte frames, as published."""

    speed_mbps: int
    cable_m: int
    floor_bytes: int
    full_bytes: int
    worst_bytes: int
    row: HeadroomRow | None
    carries_m: float

    def message(self, kept: Kept) -> str:
        """The numbers side by side, the way the field compares them."""
        published = "" if self.row is None else f"this platform publishes {self.row.xoff_bytes:,}; "
        carries = f"carries {int(self.carries_m):,} m" if self.carries_m >= 1 else "carries no cable at all"
        return (
            f"xoff {kept.headroom_bytes:,} B at {speed(self.speed_mbps)}, {self.cable_m:,} m: {published}full-size "
            f"frames need {self.full_bytes:,} (so it {carries}), 64-byte frames {self.worst_bytes:,}"
        )

    def evidence(self, kept: Kept) -> Evidence:
        """The same for machines."""
        return {
            "headroom_bytes": kept.headroom_bytes,
            "speed_mbps": self.speed_mbps,
            "cable_m": self.cable_m,
            "floor_bytes": self.floor_bytes,
            "full_size_frames_bytes": self.full_bytes,
            "smallest_frames_bytes": self.worst_bytes,
            "published_bytes": None if self.row is None else self.row.xoff_bytes,
            "carries_m": self.carries_m,
        }


@rule(
    "HDR101",
    "headroom-below-floor",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("IEEE 802.1Q Annex N", "Cisco white paper c11-542809", "sonic-swss PR 164"),
)
def headroom_is_below_the_floor(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless priority group keeps less headroom than any link can do without.

    What the fabric does
        After XOFF two frames still arrive, the one the own port was sending and the one the peer had begun, and all
        that is on the cable in both directions. Headroom below that is overrun at the first pause: lossless frames are
        dropped.

    How to mend it
        Use the headroom this platform publishes for the speed and the cable length, or the calculated one. Check the
        unit: a small number is often cells where bytes are asked for.

    Source
        Two largest frames and the cable's round trip, from IEEE 802.1Q Annex N and Cisco's formula, with nothing fitted
        or assumed in it. Where speed or length is unknown, the two frames alone; where the MTU is, frames of 1500
        bytes.
    """
    return each(_kept(group, context), lambda kept: _below_the_floor(kept, context))


def _below_the_floor(kept: Kept, context: Context) -> Iterator[Fault]:
    frame, cable = kept.floor_frame_bytes, _cable(kept, context)
    known = cable is not None and kept.group.speed_mbps is not None
    floor = _floor_bytes(kept, context)
    if kept.headroom_bytes < floor:
        at = f" at {speed(kept.group.speed_mbps or 0)}, {cable:,} m" if known else ""
        and_cable = f" and the cable's round trip bring {floor:,} B" if known else f" bring {floor:,} B"
        yield Fault(
            f"xoff {kept.headroom_bytes:,} B{at}, of {kept.called}: two frames of {frame:,} B{and_cable} after XOFF "
            f"whatever the peer does, so lossless frames are dropped.{_perhaps_cells(kept, floor, context)}",
            "use the headroom published for this platform, speed and cable length, in bytes",
            kept.place,
            kept.group.ports,
            {
                "headroom_bytes": kept.headroom_bytes,
                "floor_bytes": floor,
                "speed_mbps": kept.group.speed_mbps,
                "cable_m": cable,
                "frame_bytes": frame,
            },
        )
    elif not known:
        context.need("port speed", kept.group.speed_mbps)
        context.cable_m(kept.group)


def _cable(kept: Kept, context: Context) -> int | None:
    return kept.group.cable_m if kept.group.cable_m is not None else context.supplied.cable_m


def _floor_bytes(kept: Kept, context: Context) -> int:
    """What arrives after XOFF whatever the peer does; two frames alone where speed or cable length is not known."""
    cable, rate = _cable(kept, context), kept.group.speed_mbps
    known = cable is not None and rate is not None
    return headroom_floor(
        speed_mbps=rate or 1,
        cable_m=cable if known and cable is not None else 0,
        medium=kept.medium,
        frame_bytes=kept.floor_frame_bytes,
    ).headroom_bytes


def _perhaps_cells(kept: Kept, floor: int, context: Context) -> str:
    known = context.known_asic
    cell = known.cell_bytes.value if known is not None else None
    number = kept.headroom_bytes
    if number >= (kept.frame_bytes or LEAST_MTU_BYTES):
        return ""
    if cell is not None and number * cell >= floor:
        return f" It looks like a number of cells ({number} x {cell} = {number * cell:,} B)."
    smallest = min((size for name in asic_names() if (size := asic(name).cell_bytes.value)), default=0)
    if cell is None and number * smallest >= floor:
        return f" It looks like a number of cells (with cells of {smallest} B it would be {number * smallest:,} B)."
    return ""


@rule(
    "HDR102",
    "headroom-below-model",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("IEEE 802.1Q Annex N", "sonic-buildimage device/*/pg_profile_lookup.ini", "sonic-buildimage PR 11901"),
)
def headroom_is_below_the_model(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless priority group keeps less headroom than full-size frames need, or than this very platform publishes.

    What the fabric does
        The peer takes time to stop, and meanwhile sends. With this headroom a pause that meets a full link is likely to
        lose frames, first on the longest cables.

    How to mend it
        Use what the platform publishes for this speed and length; where it publishes nothing, at least the calculated
        headroom for full-size frames, better the one for 64-byte frames.

    Source
        A model fitted to the published Tomahawk tables, with every frame in flight of full size: 10 of 370 published
        rows lie below it. What the platform itself publishes is not doubted, unless the row cannot be right for the
        chip.
    """

    def check(kept: Kept) -> Iterator[Fault]:
        needs = _needs(kept, context)
        if kept.headroom_bytes < needs.floor_bytes or not _below_what_is_likely(kept, needs):
            return
        published = needs.row is not None and kept.headroom_bytes < needs.row.xoff_bytes
        wanted = needs.row.xoff_bytes if published and needs.row is not None else needs.worst_bytes
        assumed = "" if kept.frame_bytes else f" (frames of {LARGEST_FRAME_BYTES:,} B are taken, the MTU is not said)"
        yield Fault(
            f"{needs.message(kept)}{assumed}. A pause on a full link is likely to lose frames.",
            f"keep {wanted:,} B, {'as published' if published else 'the calculated worst case'}",
            kept.place,
            kept.group.ports,
            needs.evidence(kept),
        )

    return each(_kept(group, context), check)


def _below_what_is_likely(kept: Kept, needs: Needs) -> bool:
    if needs.row is not None:
        return kept.headroom_bytes < needs.row.xoff_bytes
    return kept.headroom_bytes < needs.full_bytes


@rule(
    "HDR103",
    "headroom-below-worst-case",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=("sonic-buildimage device/*/pg_profile_lookup.ini, which count 64-byte frames",),
)
def headroom_is_below_the_worst_case(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless priority group keeps enough headroom for full-size frames, but not for the smallest ones.

    What the fabric does
        Each 64-byte frame takes a whole cell, so small frames fill the headroom up to five times as fast. Fabrics whose
        lossless class carries bulk data seldom see it; acknowledgements and small messages can.

    How to mend it
        Where the buffer allows it, keep the worst case; else watch the headroom watermarks.

    Source
        Most published Tomahawk tables count 64-byte frames, some do not. At or above the row that this platform
        publishes the rule is silent.
    """

    def check(kept: Kept) -> Iterator[Fault]:
        needs = _needs(kept, context)
        if needs.row is not None or not needs.full_bytes <= kept.headroom_bytes < needs.worst_bytes:
            return
        yield Fault(
            f"{needs.message(kept)}. Small frames could overrun it.",
            f"keep {needs.worst_bytes:,} B where the buffer allows it, or watch the headroom watermarks",
            kept.place,
            kept.group.ports,
            needs.evidence(kept),
        )

    return each(_kept(group, context), check)


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
        if number < _floor_bytes(kept, context):
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

    return each(_kept(group, context), check)


@rule(
    "HDR105",
    "headroom-ignores-length",
    on=Switch,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-buildimage device/*/pg_profile_lookup.ini", "sonic-buildimage PR 2527"),
)
def headroom_ignores_length(switch: Switch, context: Context) -> Iterator[Fault]:
    """A longer cable or a faster port has no more headroom than a shorter or slower one, and it is not enough.

    What the fabric does
        Each metre of cable holds bytes that arrive after XOFF. Headroom that does not grow with length and speed is
        right for one link at most; on the longer ones frames are dropped.

    How to mend it
        Give each speed and length its own headroom; where one value must do for all, that of the fastest and longest
        link.

    Source
        Speaks only where the ASIC is not known; where it is, what each link needs is calculated. One large value for
        all links is no finding.
    """
    if context.known_asic is not None:
        return
    links = {
        (kept.group.speed_mbps, kept.group.cable_m): kept
        for group in switch.groups
        for kept in _kept(group, context)
        if kept.group.speed_mbps is not None and kept.group.cable_m is not None
    }
    reported: set[int] = set()
    for (slow, short), (fast, far) in permutations(sorted(links), 2):
        less, more = links[slow, short], links[fast, far]
        grows = fast >= slow and far >= short and less.headroom_bytes >= more.headroom_bytes
        flat = less.headroom_bytes == more.headroom_bytes
        if not grows or (flat and fast != slow) or fast in reported:
            continue
        needed = _in_flight(fast, far, more)
        if more.headroom_bytes >= needed:
            continue
        reported.add(fast)
        yield Fault(
            f"xoff {more.headroom_bytes:,} B at {speed(fast)}, {far:,} m is {'the same as' if flat else 'less than'} "
            f"{'at' if flat else f'{less.headroom_bytes:,} B at'} {speed(slow)}, {short:,} m, but {needed:,} B of "
            "full-size frames are in flight there: frames are likely to be lost.",
            f"keep at least {needed:,} B at {speed(fast)}, {far:,} m",
            more.place,
            more.group.ports,
            {"headroom_bytes": more.headroom_bytes, "in_flight_bytes": needed, "speed_mbps": fast, "cable_m": far},
            ((less.place, f"the headroom at {speed(slow)}, {short:,} m"),),
        )


def _in_flight(speed_mbps: int, cable_m: int, kept: Kept) -> int:
    """Bytes of full-size frames that still arrive, by the model with cells of one byte: no cell is then half empty."""
    return headroom(
        cell_bytes=1,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=kept.medium,
        frame_bytes=kept.floor_frame_bytes,
        small_packet_share=0.0,
    ).headroom_bytes


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
        needs = _needs(kept, context)
        enough = needs.worst_bytes * GENEROUS
        if kept.headroom_bytes <= enough or (needs.row is not None and kept.headroom_bytes <= needs.row.xoff_bytes):
            return
        yield Fault(
            f"xoff {kept.headroom_bytes:,} B at {speed(needs.speed_mbps)}, {needs.cable_m:,} m is "
            f"{kept.headroom_bytes / needs.worst_bytes:.1f} times what even 64-byte frames need, "
            f"{needs.worst_bytes:,} B: the rest is missing in the shared buffer.",
            f"keep {needs.worst_bytes:,} B, unless one value must do for longer links or the peer stops slowly",
            kept.place,
            kept.group.ports,
            needs.evidence(kept),
        )

    return each(_kept(group, context), check)


@rule(
    "HDR107",
    "cable-length-zero",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss cfgmgr/buffermgr.cpp:159", "sonic-swss #3548"),
)
def cable_length_is_zero(group: PortGroup, context: Context) -> Iterator[Fault]:
    """PFC is on and the cable length is 0 m.

    What the fabric does
        SONiC takes 0 m as "no lossless traffic here" and makes no lossless priority group. The port sends pause without
        any headroom, and RoCE is dropped.

    How to mend it
        Write the real length, or the next one the platform's table has a row for.

    Source
        sonic-swss buffermgr.cpp. Where a lossless priority group is bound all the same it is a note: the headroom is
        there, but cannot be held against a length.
    """
    if group.cable_m != 0 or not group.pfc.active or context.is_unsettled(group):
        return
    held = {index: group.priority_group(index) for index in sorted(group.pfc.active)}
    bare = [index for index, found in held.items() if found is None]
    bound = [index for index, found in held.items() if found is not None and found.is_lossless]
    if not bare and not bound:
        return
    why = (
        f"no lossless priority group is made for {named('priority', bare)}, and RoCE is dropped"
        if bare
        else f"{named('priority group', bound)} {'is' if len(bound) == 1 else 'are'} bound by hand, but what the link "
        "needs cannot be told"
    )
    yield Fault(
        f"PFC is on, and the cable length is 0 m: {why}.",
        "write the real cable length",
        Place(group.ports[0], "cable"),
        group.ports,
        {"cable_m": 0},
        severity=None if bare else Severity.NOTE,
    )


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
        at sizes below half of the headroom.
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
    reserved, kept = context.bytes(held.profile.reserved), context.bytes(held.profile.headroom)
    return reserved is not None and kept is not None and reserved < kept < 2 * reserved


def _kept(group: PortGroup, context: Context) -> tuple[Kept, ...]:
    """The headroom of every lossless group of some ports, once for each profile, where it is said in numbers."""
    return tuple(
        Kept(group, held, number)
        for held in lossless_groups(group, context)
        if (number := context.bytes(held.profile.headroom)) is not None
    )


def _needs(kept: Kept, context: Context) -> Needs:
    """What the link needs.

    Raises:
        Lacking: cell size, speed or cable length is not known.
    """
    cell, rate = context.cell_bytes, context.need("port speed", kept.group.speed_mbps)
    cable = context.cable_m(kept.group)
    frame = kept.frame_bytes or LARGEST_FRAME_BYTES
    full, worst = (
        headroom(
            cell_bytes=cell,
            speed_mbps=rate,
            cable_m=cable,
            medium=kept.medium,
            frame_bytes=frame,
            small_packet_share=share,
        ).headroom_bytes
        for share in (0.0, 1.0)
    )
    carries = longest_cable_m(
        kept.headroom_bytes,
        cell_bytes=cell,
        speed_mbps=rate,
        medium=kept.medium,
        frame_bytes=frame,
        small_packet_share=0.0,
    )
    table = context.headroom_table
    row = table.row(rate, cable) if table is not None else None
    trusted = row if row is not None and not row.suspect else None
    return Needs(rate, cable, _floor_bytes(kept, context), full, worst, trusted, carries)
