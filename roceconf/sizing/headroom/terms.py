"""The terms of the headroom model: what goes in, checked, each with its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.sizing.constants import constant
from roceconf.sizing.derivation import Term
from roceconf.sizing.headroom.constants import planning_constants, response_terms
from roceconf.sizing.headroom.link import check

if TYPE_CHECKING:
    from roceconf.sizing.headroom.constants import Constants
    from roceconf.sizing.headroom.link import Cable, Link


def model_terms(link: Link, constants: Constants) -> tuple[Term, ...]:
    """Return every term of the model for one link.

    Args:
        link: the link.
        constants: what the model reckons with.

    Raises:
        ValueError: if a number is out of its range, naming it, or these constants cannot take it.

    Source:
        Each term names its own.
    """
    check(link)
    share = link.small_packet_share
    planned = constants == planning_constants()
    said = planned or share != constants.small_packet_share
    return (
        Term("cell", "C", link.cell_bytes, "B", "the ASIC"),
        *cable_terms(link.cable, constants),
        Term("largest frame of the lossless class", "M_ll", link.lossless, "B", "given"),
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
        *_response(constants, link.speed_mbps, link.peer_response_ns),
        _delay(constant("gearbox_ns"), link.gearbox_ns),
    )


def cable_terms(cable: Cable, constants: Constants) -> tuple[Term, ...]:
    """Return speed, length, propagation and largest frame as terms.

    Args:
        cable: the cable.
        constants: where propagation is another than the medium's own.

    Source:
        Each term names its own.
    """
    propagation = constant(f"propagation.{cable.medium}")
    if constants.propagation_ns_per_m is not None:
        propagation = propagation._replace(value=constants.propagation_ns_per_m, source=constants.source)
    return (
        Term("speed", "v", cable.speed_mbps, "Mb/s", "given"),
        Term("cable length", "L", cable.cable_m, "m", "given"),
        propagation,
        Term("largest frame of any class", "M_any", cable.frame_bytes, "B", "given"),
    )


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
    return (_delay(first, peer_response_ns), *rest)


def _delay(term: Term, given: float | None) -> Term:
    return term if given is None else term._replace(value=given, source="given")
