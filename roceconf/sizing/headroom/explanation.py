"""Everything there is to say about one headroom, ready to be printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.asic import speed_name
from roceconf.sizing.constants import read
from roceconf.sizing.headroom.length_law import published_headroom
from roceconf.sizing.headroom.link import LARGEST_FRAME_BYTES
from roceconf.sizing.headroom.models import HeadroomModel, Link, headroom_by, headroom_models, published_values
from roceconf.sizing.headroom.published import Comparison, compare_with_published
from roceconf.sizing.headroom.unified import Headroom, headroom_floor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.asic import Asic, Platform
    from roceconf.sizing.headroom.length_law import PublishedHeadroom
    from roceconf.sizing.headroom.models import PublishedValue


class ModelResult(NamedTuple):
    """What one model says of a link.

    Attributes:
        model: the model.
        headroom: its headroom; None where it refuses the link.
        refusal: why it refuses; empty otherwise.
        ignored: what the link says that the model has no term for.
    """

    model: HeadroomModel
    headroom: Headroom | None
    refusal: str = ""
    ignored: tuple[str, ...] = ()


class OwnTable(NamedTuple):
    """What the table of the very platform asked about says of the very length.

    Attributes:
        table_id: the table.
        source: where it is published.
        says: its value, by a row or by the law of its rows.
    """

    table_id: str
    source: str
    says: PublishedHeadroom


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
        link: all that was given.
        models: what every model says of it that takes any chip, ours first.
        constants: headrooms that others publish as a plain number for this speed.
        own: what the platform's own table says of this very length; None where it has none or says nothing of it.
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
    link: Link
    models: tuple[ModelResult, ...]
    constants: tuple[PublishedValue, ...]
    own: OwnTable | None = None


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
    small_packet_share: float = 1.0,
    peer_response_ns: float | None = None,
    gearbox_ns: float | None = None,
    also: tuple[str, ...] = (),
) -> HeadroomExplanation:
    """Return what the models, their bounds and the published tables say about one link.

    Args:
        asic: the chip.
        speed_mbps: the port's speed.
        cable_m: length of its cable.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class.
        lossless_frame_bytes: the largest frame of the lossless class.
        platform: the switch, if known.
        hwsku: its SONiC HWSKU, if known.
        small_packet_share: share of small packets for ``models``; worst case and full size have their own.
        peer_response_ns: the peer's response, if known.
        gearbox_ns: delay of a retimer or gearbox, one way, if there is one.
        also: names of models with a chip of their own that are to be among ``models``.

    Raises:
        ValueError: if an argument is out of range, or the chip's cell size is not public.

    Source:
        The models' own; ``published_values`` and the tables of the catalogue.
    """
    link = Link(
        cell_bytes=cell_of(asic),
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=medium,
        frame_bytes=frame_bytes,
        lossless_frame_bytes=lossless_frame_bytes,
        small_packet_share=small_packet_share,
        peer_response_ns=peer_response_ns,
        gearbox_ns=gearbox_ns,
    )
    worst = _sourced(headroom_by("unified", link._replace(small_packet_share=1.0)), asic)
    return HeadroomExplanation(
        asic=asic,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=medium,
        worst_case=worst,
        full_size=_sourced(headroom_by("unified", link._replace(small_packet_share=0.0)), asic),
        floor=headroom_floor(
            speed_mbps=speed_mbps,
            cable_m=cable_m,
            medium=medium,
            frame_bytes=frame_bytes,
            lossless_frame_bytes=lossless_frame_bytes,
        ),
        published=compare_with_published(
            worst.headroom_bytes,
            asic_key=asic.key,
            speed_mbps=speed_mbps,
            cable_m=cable_m,
            platform=platform,
            hwsku=hwsku,
        ),
        caveats=caveats_of(asic, link),
        link=link,
        models=tuple(_result(model, link, asic) for model in headroom_models() if not model.chip or model.name in also),
        constants=published_values(speed_mbps),
        own=_own(platform, hwsku, speed_mbps, cable_m),
    )


def _own(platform: Platform | None, hwsku: str | None, speed_mbps: int, cable_m: float) -> OwnTable | None:
    table = None if platform is None else platform.table_for(hwsku)
    says = None if table is None else published_headroom(table, speed_mbps, cable_m)
    return None if table is None or says is None else OwnTable(table.id, table.sources[0], says)


def cell_of(asic: Asic) -> int:
    """Return a chip's cell.

    Args:
        asic: the chip.

    Returns:
        Bytes.

    Raises:
        ValueError: if the chip's cell size is not public.

    Source:
        The catalogue of chips.
    """
    cell = asic.cell_bytes
    if cell.value is None:
        raise ValueError(f"the cell size of {asic.name} is not public: {cell.note}")
    return cell.value


def caveats_of(asic: Asic, link: Link) -> tuple[str, ...]:
    """Return what to know before relying on a headroom.

    Args:
        asic: the chip.
        link: the link.

    Returns:
        A sentence each: a cell size that is not sure, a speed that no source shows, copper that does not reach.

    Source:
        The catalogue of chips; ``data/reach.toml``.
    """
    cell = asic.cell_bytes
    caveats = [] if not cell.note else [f"cell of {cell.value} bytes ({cell.standing}): {cell.note}"]
    if asic.speeds_mbps and link.speed_mbps not in asic.speeds_mbps:
        caveats.append(f"no source shows {speed_name(link.speed_mbps)} on {asic.name}")
    return (*caveats, *_copper(asic, link))


def _copper(asic: Asic, link: Link) -> tuple[str, ...]:
    reach = read("reach")
    copper = cast("Mapping[str, int]", reach["passive_copper"])
    if link.medium != "dac" or link.cable_m <= copper["reach_m"]:
        return ()
    lanes = cast("Mapping[str, int]", reach["port"])["most_lanes"]
    text = f"passive copper reaches some {copper['reach_m']} m at {copper['lane_mbps'] // 1000} Gb/s a lane"
    if link.speed_mbps >= lanes * copper["lane_mbps"]:
        return (f"{text}, which {speed_name(link.speed_mbps)} needs: {link.cable_m:g} m are too long for it",)
    if max(asic.speeds_mbps, default=0) >= lanes * copper["lane_mbps"]:
        return (f"{text}: {link.cable_m:g} m are too long if this port runs its lanes so fast",)
    return ()


def _result(model: HeadroomModel, link: Link, asic: Asic) -> ModelResult:
    try:
        found = headroom_by(model.name, link)
    except ValueError as refused:
        return ModelResult(model, None, str(refused))
    return ModelResult(model, found if model.chip else _sourced(found, asic), "", model.ignores(link))


def _sourced(found: Headroom, asic: Asic) -> Headroom:
    """The same, with the chip's own source of its cell."""
    source = f"{asic.cell_bytes.source} ({asic.cell_bytes.standing})"
    terms = tuple(term._replace(source=source) if term.symbol == "C" else term for term in found.derivation.terms)
    return found._replace(derivation=found.derivation._replace(terms=terms))
