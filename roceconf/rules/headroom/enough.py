"""Rules on headroom that is too small: for any link, for full-size frames, for the smallest."""

from collections.abc import Iterator

from roceconf.asic import asic, asic_names, speed_name
from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.demand import LEAST_MTU_BYTES
from roceconf.rules.derived.lossless import each
from roceconf.rules.headroom.needs import Kept, Needs, cable_of, floor_bytes, floor_frames, kept_by, needs_of
from roceconf.rules.model import Fault, Place, rule
from roceconf.sizing import LARGEST_FRAME_BYTES, headroom_floor
from roceconf.switch import ETHERNET_OVERHEAD_BYTES, Amount, PortGroup, Switch, Unit

LEAST_FRAME_BYTES = LEAST_MTU_BYTES + ETHERNET_OVERHEAD_BYTES
"""The largest frame of a port of which nothing is said."""


@rule(
    "HDR101",
    "headroom-below-floor",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=("Cisco white paper c11-542809", "sonic-swss cfgmgr/buffer_headroom_mellanox.lua", "sonic-swss PR 164"),
)
def headroom_is_below_the_floor(switch: Switch, context: Context) -> Iterator[Fault]:
    """A lossless priority group keeps less headroom than any link can do without.

    What the fabric does
        After XOFF two frames still arrive, the one the own port was sending and the one the peer had begun, and all
        that is on the cable in both directions. Headroom below that is overrun at the first pause: lossless frames are
        dropped.

    How to mend it
        Use the headroom this platform publishes for the speed and the cable length, or the calculated one. Check the
        unit: a small number is often cells where bytes are asked for.

    Source
        Two largest frames and the cable's round trip, as in Cisco's formula and SONiC's for Mellanox, with nothing
        fitted or assumed in it; in a plan with a smaller lossless MTU one of the two is that small. Where speed or
        length is unknown, the two frames alone; where the MTU is, frames of 1500 bytes. A profile that the text binds
        to nothing is a warning.
    """
    yield from _unbound(context)
    yield from each(
        switch.groups,
        lambda group: each(kept_by(group, context), lambda kept: _below_the_floor(kept, context)),
    )


def _unbound(context: Context) -> Iterator[Fault]:
    """Profiles the text binds to nothing, as in a part of a configuration: less than two frames of any port."""
    floor = headroom_floor(speed_mbps=1, cable_m=0, medium="fibre", frame_bytes=LEAST_FRAME_BYTES).headroom_bytes
    for profile in context.reading.unbound_profiles:
        kept = profile.headroom
        number = context.bytes(kept) if isinstance(kept, Amount) and kept.unit is Unit.BYTES else None
        if number and number < floor:
            yield Fault(
                f"xoff {number:,} B of profile '{profile.name}': two frames of {LEAST_FRAME_BYTES:,} B bring "
                f"{floor:,} B after XOFF whatever the peer does, so lossless frames are dropped where it is bound."
                f"{_perhaps_cells(number, LEAST_MTU_BYTES, floor, context)}",
                "use the headroom published for this platform, speed and cable length, in bytes",
                Place(f"profile:{profile.name}", "headroom"),
                evidence={"headroom_bytes": number, "floor_bytes": floor, "frame_bytes": LEAST_FRAME_BYTES},
                severity=Severity.WARNING,
            )


def _below_the_floor(kept: Kept, context: Context) -> Iterator[Fault]:
    frame, cable = kept.floor_frame_bytes, cable_of(kept, context)
    known = cable is not None and kept.group.speed_mbps is not None
    floor = floor_bytes(kept, context)
    if kept.headroom_bytes < floor:
        hint = _perhaps_cells(kept.headroom_bytes, kept.frame_bytes or LEAST_MTU_BYTES, floor, context)
        at = f" at {speed_name(kept.group.speed_mbps or 0)}, {cable:,} m" if known else ""
        and_cable = f" and the cable's round trip bring {floor:,} B" if known else f" bring {floor:,} B"
        yield Fault(
            f"xoff {kept.headroom_bytes:,} B of {kept.called}{at}: {floor_frames(kept, context)}{and_cable} "
            f"after XOFF whatever the peer does, so lossless frames are dropped.{hint}",
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


def _perhaps_cells(number: int, frame_bytes: int, floor: int, context: Context) -> str:
    known = context.known_asic
    cell = known.cell_bytes.value if known is not None else None
    if number >= frame_bytes:
        return ""
    if cell is not None and number * cell >= floor:
        return f" It looks like a number of cells ({number:,} x {cell} = {number * cell:,} B)."
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
    sources=("sonic-buildimage device/*/pg_profile_lookup.ini", "sonic-buildimage PR 11901"),
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
        A model fitted to the published Tomahawk tables, with every frame in flight of full size: 10 of the 349
        published rows lie below it, five of them known not to fit their chip or length. The peer answers within 1160
        ns at every speed; plans reckon with the longer bound of IEEE 802.3 below 100G. What the platform itself
        publishes is not doubted, unless the row cannot be right for the chip. For a length between two of its rows
        the headroom is held against the line between them, less one cell for rounding; beyond the longest against the
        constants the table was made with, where they are known; below the shortest against its row less what a
        shorter cable can save.
    """

    def check(kept: Kept) -> Iterator[Fault]:
        needs = needs_of(kept, context)
        if kept.headroom_bytes < needs.floor_bytes or not _below_what_is_likely(kept, needs):
            return
        published = needs.published_bytes or 0
        wanted = published if needs.is_published else max(published, needs.worst_bytes)
        assumed = "" if kept.frame_bytes else f" (frames of {LARGEST_FRAME_BYTES:,} B are taken, the MTU is not said)"
        yield Fault(
            f"{needs.message(kept)}{assumed}. A pause on a full link is likely to lose frames.",
            f"keep {wanted:,} B, {'as published' if wanted == needs.published_bytes else 'the calculated worst case'}",
            kept.place,
            kept.group.ports,
            needs.evidence(kept),
        )

    return each(kept_by(group, context), check)


def _below_what_is_likely(kept: Kept, needs: Needs) -> bool:
    if needs.below_published(kept.headroom_bytes):
        return True
    return not needs.is_published and kept.headroom_bytes < needs.full_bytes


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
        Most published Tomahawk tables count 64-byte frames, some do not. At or above what this platform publishes for
        the speed, by a row or between rows, the rule is silent.
    """

    def check(kept: Kept) -> Iterator[Fault]:
        needs = needs_of(kept, context)
        if needs.is_published or needs.below_published(kept.headroom_bytes):
            return
        if not needs.full_bytes <= kept.headroom_bytes < needs.worst_bytes:
            return
        yield Fault(
            f"{needs.message(kept)}. Small frames could overrun it.",
            f"keep {needs.worst_bytes:,} B where the buffer allows it, or watch the headroom watermarks",
            kept.place,
            kept.group.ports,
            needs.evidence(kept),
        )

    return each(kept_by(group, context), check)
