"""Everything there is to say about one headroom, ready to be printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.headroom.published import Comparison, compare_with_published
from roceconf.sizing.headroom.unified import (
    LARGEST_FRAME_BYTES,
    Headroom,
    headroom,
    headroom_floor,
    planning_response_ns,
)

if TYPE_CHECKING:
    from roceconf.asic import Asic, Platform


class HeadroomExplanation(NamedTuple):
    """One headroom from every side.

    Attributes:
        asic: the chip; its ``cell_bytes`` says how well the cell size is known.
        speed_mbps: the port's speed.
        cable_m: length of its cable.
        medium: its medium.
        worst_case: every frame 64 bytes long.
        full_size: every frame of full size.
        floor: what nothing can do without.
        published: published rows beside the worst case, the platform's own first.
        caveats: what to know before relying on it.
    """

    asic: Asic
    speed_mbps: int
    cable_m: float
    medium: str
    worst_case: Headroom
    full_size: Headroom
    floor: Headroom
    published: tuple[Comparison, ...]
    caveats: tuple[str, ...]


def explain_headroom(
    asic: Asic,
    *,
    speed_mbps: int,
    cable_m: float,
    medium: str = "fibre",
    frame_bytes: int = LARGEST_FRAME_BYTES,
    lossless_frame_bytes: int | None = None,
    platform: Platform | None = None,
    hwsku: str | None = None,
) -> HeadroomExplanation:
    """Return what the model, its bounds and the published tables say about one link.

    Args:
        asic: the chip.
        speed_mbps: the port's speed.
        cable_m: length of its cable.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class.
        lossless_frame_bytes: the largest frame of the lossless class.
        platform: the switch, if known.
        hwsku: its SONiC HWSKU, if known.

    Raises:
        ValueError: if an argument is out of range, or the chip's cell size is not public.
    """
    cell = asic.cell_bytes
    if cell.value is None:
        raise ValueError(f"the cell size of {asic.name} is not public: {cell.note}")
    caveats = [] if not cell.note else [f"cell of {cell.value} bytes ({cell.standing}): {cell.note}"]
    if asic.speeds_mbps and speed_mbps not in asic.speeds_mbps:
        caveats.append(f"no source shows {speed_mbps // 1000}G on {asic.name}")

    def model(small_packet_share: float) -> Headroom:
        calculated = headroom(
            cell_bytes=cell.value or 0,
            speed_mbps=speed_mbps,
            cable_m=cable_m,
            medium=medium,
            frame_bytes=frame_bytes,
            lossless_frame_bytes=lossless_frame_bytes,
            small_packet_share=small_packet_share,
            peer_response_ns=planning_response_ns(speed_mbps),
        )
        terms = tuple(
            term._replace(source=f"{cell.source} ({cell.standing})") if term.symbol == "C" else term
            for term in calculated.derivation.terms
        )
        return calculated._replace(derivation=calculated.derivation._replace(terms=terms))

    worst = model(1.0)
    published = compare_with_published(
        worst.headroom_bytes,
        asic_key=asic.key,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        platform=platform,
        hwsku=hwsku,
    )
    return HeadroomExplanation(
        asic=asic,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=medium,
        worst_case=worst,
        full_size=model(0.0),
        floor=headroom_floor(speed_mbps=speed_mbps, cable_m=cable_m, medium=medium, frame_bytes=frame_bytes),
        published=published,
        caveats=tuple(caveats),
    )
