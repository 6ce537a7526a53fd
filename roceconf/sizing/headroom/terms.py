"""The terms of the headroom model: what goes in, checked, each with its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.constants import constant, media
from roceconf.sizing.derivation import Term
from roceconf.sizing.headroom.constants import planning_constants, response_terms

if TYPE_CHECKING:
    from roceconf.sizing.headroom.constants import Constants


SMALLEST_FRAME_BYTES = 64  # IEEE 802.3, 3.2.8: no frame is smaller


class Link(NamedTuple):
    """The link one headroom is for, as ``headroom`` takes it.

    Attributes:
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class, without preamble and gap.
    """

    speed_mbps: int
    cable_m: float
    medium: str
    frame_bytes: int


class Given(NamedTuple):
    """What may be said of a link beyond the link itself; None where it is left to the constants."""

    lossless_frame_bytes: int | None = None
    small_packet_share: float | None = None
    peer_response_ns: float | None = None
    gearbox_ns: float | None = None


def model_terms(cell_bytes: int, link: Link, given: Given, constants: Constants) -> tuple[Term, ...]:
    """Return every term of the model for one link.

    Args:
        cell_bytes: the ASIC's cell.
        link: the link.
        given: what was said beyond it.
        constants: what the model reckons with.

    Raises:
        ValueError: if one is out of its range, naming it.

    Source: each term names its own.
    """
    check_link(link)
    lossless = link.frame_bytes if given.lossless_frame_bytes is None else given.lossless_frame_bytes
    share = constants.small_packet_share if given.small_packet_share is None else given.small_packet_share
    if cell_bytes <= 0:
        raise ValueError(f"cell_bytes must be positive, not {cell_bytes}")
    if not SMALLEST_FRAME_BYTES <= lossless <= link.frame_bytes:
        raise ValueError(
            f"lossless_frame_bytes must be between {SMALLEST_FRAME_BYTES} and frame_bytes ({link.frame_bytes}), "
            f"not {lossless}"
        )
    if not 0 <= share <= 1:
        raise ValueError(f"small_packet_share must be between 0 and 1, not {share}")
    planned = constants == planning_constants()
    said = planned or given.small_packet_share is not None
    return (
        Term("cell", "C", cell_bytes, "B", "the ASIC"),
        *link_terms(link, constants),
        Term("largest frame of the lossless class", "M_ll", lossless, "B", "given"),
        *_crossing_frame(constants),
        Term(
            "share of wire time in 64-byte frames",
            "s",
            share,
            "",
            "given; 1 is the worst case" if said else constants.source,
        ),
        constant("wire_overhead_bytes"),
        constant("pfc_frame_bytes"),
        constant("smallest_frame_bytes"),
        constant("crossing_packets")
        if planned
        else constant("crossing_packets")._replace(value=constants.crossing_packets, source=constants.source),
        *_frames(constants),
        *_response(constants, link.speed_mbps, given.peer_response_ns),
        _delay(constant("gearbox_ns"), "gearbox_ns", given.gearbox_ns),
    )


def link_terms(link: Link, constants: Constants) -> tuple[Term, ...]:
    """Return speed, cable, propagation and largest frame of a link as terms.

    Args:
        link: the link.
        constants: where propagation is another than the medium's own.

    Source: each term names its own.
    """
    propagation = constant(f"propagation.{link.medium}")
    if constants.propagation_ns_per_m is not None:
        propagation = propagation._replace(value=constants.propagation_ns_per_m, source=constants.source)
    return (
        Term("speed", "v", link.speed_mbps, "Mb/s", "given"),
        Term("cable length", "L", link.cable_m, "m", "given"),
        propagation,
        Term("largest frame of any class", "M_any", link.frame_bytes, "B", "given"),
    )


def check_link(link: Link) -> None:
    """Refuse a link that cannot be.

    Args:
        link: the link.

    Raises:
        ValueError: naming what is out of its range.

    Source: arithmetic on what is given; 64 bytes is the smallest Ethernet frame (IEEE 802.3).
    """
    if link.speed_mbps <= 0:
        raise ValueError(f"speed_mbps must be positive, not {link.speed_mbps}")
    if not 0 <= link.cable_m < float("inf"):
        raise ValueError(f"cable_m must be a length, not {link.cable_m}")
    if link.frame_bytes < SMALLEST_FRAME_BYTES:
        raise ValueError(f"frame_bytes must be at least {SMALLEST_FRAME_BYTES}, not {link.frame_bytes}")
    if link.medium not in media():
        raise ValueError(f"unknown medium '{link.medium}': one of {', '.join(media())}")


def _crossing_frame(constants: Constants) -> tuple[Term, ...]:
    if constants.crossing_frame_bytes is None:
        return ()
    name = "packet that crosses the threshold"
    return (Term(name, "M_c", constants.crossing_frame_bytes, "B", constants.source),)


def _frames(constants: Constants) -> tuple[Term, ...]:
    """Only where they are neither one, which the formula says itself, nor none, which leaves the term out."""
    counts = (
        ("frames of any class on the wire", "a_any", constants.any_class_frames),
        ("frames of the lossless class on the wire", "a_ll", constants.lossless_frames),
    )
    return tuple(Term(name, symbol, count, "", constants.source) for name, symbol, count in counts if count > 1)


def _response(constants: Constants, speed_mbps: int, peer_response_ns: float | None) -> tuple[Term, ...]:
    first, *rest = response_terms(constants, speed_mbps)
    if peer_response_ns is not None and first.symbol != "T_peer":
        raise ValueError(
            "peer_response_ns cannot be given: these constants know only the sum of both ends' responses, "
            f"{first.value:g} ns ({constants.source})"
        )
    return (_delay(first, "peer_response_ns", peer_response_ns), *rest)


def _delay(term: Term, name: str, given: float | None) -> Term:
    if given is None:
        return term
    if not 0 <= given < float("inf"):
        raise ValueError(f"{name} must be a length of time, not {given}")
    return term._replace(value=given, source="given")
