"""PFC headroom: what still arrives after a priority group has asked its peer to stop.

One model, from the terms every published formula shares (Cisco, IEEE 802.1Q Annex N, SONiC) and fitted to the published
Tomahawk tables::

    headroom = cell * ceil(n_c * ceil(M_ll / cell) + W / w)
    W = (M_any + G) + (M_ll + G) + P + rate * (2 tau L + T_peer + T_local + 2 T_gb)     bytes of wire that still come
    w = 1 / (s / m + (1 - s) * ceil(M_ll / cell) / (M_ll + G))                          bytes of wire that fill a cell

``s``, the share of 64-byte frames, decides most: each takes a whole cell. A headroom from this model is a margin
against stated assumptions, never a promise; Broadcom itself advises to watch the headroom watermarks.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.sizing.constants import constant, media, read
from roceconf.sizing.derivation import Derivation, Term, exact, plain

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_FRAME_BYTES = 9216  # SONiC sonic-port.yang: PORT.mtu 68..9216; the frame size published tables reckon with

_W = "(M_any + G) + (M_ll + G) + P + v / 8000 * (2 * tau * L + T_peer + T_local + 2 * T_gb)"
_PER_CELL = "1 / (s / m + (1 - s) * ceil(M_ll / C) / (M_ll + G))"


class Headroom(NamedTuple):
    """The headroom one priority group of one port needs.

    ``cells`` is None where the bytes do not depend on a cell size.
    """

    headroom_bytes: int
    cells: int | None
    derivation: Derivation


def headroom(
    *,
    cell_bytes: int,
    speed_mbps: int,
    cable_m: float,
    medium: str = "fibre",
    frame_bytes: int = LARGEST_FRAME_BYTES,
    lossless_frame_bytes: int | None = None,
    small_packet_share: float = 1.0,
    peer_response_ns: float | None = None,
    gearbox_ns: float | None = None,
) -> Headroom:
    """Return the headroom of one lossless priority group of one port.

    Args:
        cell_bytes: the ASIC's cell.
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class, without preamble and gap.
        lossless_frame_bytes: the largest frame of the lossless class; ``frame_bytes`` where it is not given.
        small_packet_share: share of wire time in 64-byte frames: 1.0 is the worst case, 0.0 full-size frames only.
        peer_response_ns: the peer's response; left out, that of IEEE 802.3 at 200G and 400G. ``ieee_response_ns`` gives
            the standard's upper bound at any speed, for a peer that is unknown.
        gearbox_ns: delay of a retimer or gearbox, one way; left out, none.

    Returns:
        Whole cells, in bytes, with the derivation.

    Raises:
        ValueError: if an argument is out of its range, naming it.
    """
    terms = _terms(
        cell_bytes=cell_bytes,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=medium,
        frame_bytes=frame_bytes,
        lossless_frame_bytes=lossless_frame_bytes,
        small_packet_share=small_packet_share,
        peer_response_ns=peer_response_ns,
        gearbox_ns=gearbox_ns,
    )
    value = {term.symbol: exact(term.value) for term in terms}
    wire, per_cell = _wire(value), _per_cell(value)
    cells = ceil(value["n_c"] * ceil(value["M_ll"] / cell_bytes) + wire / per_cell)
    share = small_packet_share
    derivation = Derivation(
        formula="C * ceil(n_c * ceil(M_ll / C) + W / w)",
        terms=terms,
        result=cells * cell_bytes,
        unit="B",
        assumptions=(
            "every frame in flight is 64 bytes long and takes a whole cell"
            if share == 1
            else "every frame in flight has full size"
            if share == 0
            else f"{share:.0%} of the wire time carries 64-byte frames, the rest full-size ones",
            "the frame of another class that has just begun on the own port delays the PFC frame",
            "a margin against this model, not a measurement: watch the headroom watermarks",
        ),
        steps=(
            Term("bytes of wire that still arrive", "W", plain(wire), "B", _W),
            Term("bytes of wire that fill one cell", "w", plain(per_cell), "B", _PER_CELL),
        ),
    )
    return Headroom(cells * cell_bytes, cells, derivation)


def headroom_floor(
    *, speed_mbps: int, cable_m: float, medium: str = "fibre", frame_bytes: int = LARGEST_FRAME_BYTES
) -> Headroom:
    """Return what no lossless port can do without: two largest frames and the cable's own round trip.

    Nothing in it is fitted or assumed, so a headroom below it loses frames for certain.

    Args:
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class, without preamble and gap.

    Returns:
        Bytes, rounded up, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if an argument is out of its range, naming it.
    """
    _check_link(speed_mbps, cable_m, medium, frame_bytes)
    terms = (*_link_terms(speed_mbps, cable_m, medium, frame_bytes), constant("wire_overhead_bytes"))
    value = {term.symbol: exact(term.value) for term in terms}
    result = ceil(2 * (value["M_any"] + value["G"]) + value["v"] / 8000 * 2 * value["tau"] * value["L"])
    derivation = Derivation(
        formula="ceil(2 * (M_any + G) + v / 8000 * 2 * tau * L)",
        terms=terms,
        result=result,
        unit="B",
        assumptions=("no response time, no small frames: a bound that holds whatever the peer does",),
    )
    return Headroom(result, None, derivation)


def longest_cable_m(
    headroom_bytes: int,
    *,
    cell_bytes: int,
    speed_mbps: int,
    medium: str = "fibre",
    frame_bytes: int = LARGEST_FRAME_BYTES,
    lossless_frame_bytes: int | None = None,
    small_packet_share: float = 1.0,
    peer_response_ns: float | None = None,
    gearbox_ns: float | None = None,
) -> float:
    """Return the longest cable a headroom carries: the inverse of ``headroom``, in metres rounded down to millimetres.

    Returns:
        The length; 0.0 also where the headroom does not even carry a cable of no length.

    Raises:
        ValueError: if an argument is out of its range, naming it.
    """
    terms = _terms(
        cell_bytes=cell_bytes,
        speed_mbps=speed_mbps,
        cable_m=0,
        medium=medium,
        frame_bytes=frame_bytes,
        lossless_frame_bytes=lossless_frame_bytes,
        small_packet_share=small_packet_share,
        peer_response_ns=peer_response_ns,
        gearbox_ns=gearbox_ns,
    )
    value = {term.symbol: exact(term.value) for term in terms}
    cells = headroom_bytes // cell_bytes - value["n_c"] * ceil(value["M_ll"] / cell_bytes)
    room = cells * _per_cell(value) - _wire(value)
    length = room / (value["v"] / 8000 * 2 * value["tau"])
    return max(0.0, floor(length * 1000) / 1000)


def ieee_response_ns(speed_mbps: int) -> float | None:
    """Return the longest response to PFC that IEEE 802.3 Annex 31B.3.7 allows, None for a speed it does not list.

    An upper bound: at 100G it budgets a FEC that links with RS-FEC do not use.
    """
    quanta = cast("Mapping[str, int]", read("response")["quanta"]).get(str(speed_mbps))
    return None if quanta is None else plain(Fraction(quanta * 512 * 1000, speed_mbps))


def planning_response_ns(speed_mbps: int) -> float | None:
    """Return the peer's response to plan with, None for the model's own.

    The model's 1160 ns are IEEE's bound at 200G and 400G, and what the tables of 100G and above fit. Slower links may
    take longer by the standard (10G: 3430 ns), and nothing says that their peers do not: below 100G the bound is taken.
    """
    bound = ieee_response_ns(speed_mbps) if speed_mbps < _MODEL_RESPONSE_FROM_MBPS else None
    return None if bound is None else max(bound, constant("peer_response_ns").value)


_MODEL_RESPONSE_FROM_MBPS = 100_000  # from here on published tables fit one response for all speeds


def _wire(value: Mapping[str, Fraction]) -> Fraction:
    delay = 2 * value["tau"] * value["L"] + value["T_peer"] + value["T_local"] + 2 * value["T_gb"]
    return value["M_any"] + value["M_ll"] + 2 * value["G"] + value["P"] + value["v"] / 8000 * delay


def _per_cell(value: Mapping[str, Fraction]) -> Fraction:
    full = ceil(value["M_ll"] / value["C"]) / (value["M_ll"] + value["G"])
    return 1 / (value["s"] / value["m"] + (1 - value["s"]) * full)


def _terms(
    *,
    cell_bytes: int,
    speed_mbps: int,
    cable_m: float,
    medium: str,
    frame_bytes: int,
    lossless_frame_bytes: int | None,
    small_packet_share: float,
    peer_response_ns: float | None,
    gearbox_ns: float | None,
) -> tuple[Term, ...]:
    _check_link(speed_mbps, cable_m, medium, frame_bytes)
    lossless = frame_bytes if lossless_frame_bytes is None else lossless_frame_bytes
    if cell_bytes <= 0:
        raise ValueError(f"cell_bytes must be positive, not {cell_bytes}")
    if not 64 <= lossless <= frame_bytes:
        raise ValueError(f"lossless_frame_bytes must be between 64 and frame_bytes ({frame_bytes}), not {lossless}")
    if not 0 <= small_packet_share <= 1:
        raise ValueError(f"small_packet_share must be between 0 and 1, not {small_packet_share}")
    return (
        Term("cell", "C", cell_bytes, "B", "the ASIC"),
        *_link_terms(speed_mbps, cable_m, medium, frame_bytes),
        Term("largest frame of the lossless class", "M_ll", lossless, "B", "given"),
        Term("share of wire time in 64-byte frames", "s", small_packet_share, "", "given; 1 is the worst case"),
        constant("wire_overhead_bytes"),
        constant("pfc_frame_bytes"),
        constant("smallest_frame_bytes"),
        constant("crossing_packets"),
        _delay("peer_response_ns", peer_response_ns),
        constant("local_response_ns"),
        _delay("gearbox_ns", gearbox_ns),
    )


def _delay(name: str, given: float | None) -> Term:
    term = constant(name)
    if given is None:
        return term
    if not 0 <= given < float("inf"):
        raise ValueError(f"{name} must be a length of time, not {given}")
    return term._replace(value=given, source="given")


def _link_terms(speed_mbps: int, cable_m: float, medium: str, frame_bytes: int) -> tuple[Term, ...]:
    return (
        Term("speed", "v", speed_mbps, "Mb/s", "given"),
        Term("cable length", "L", cable_m, "m", "given"),
        constant(f"propagation.{medium}"),
        Term("largest frame of any class", "M_any", frame_bytes, "B", "given"),
    )


def _check_link(speed_mbps: int, cable_m: float, medium: str, frame_bytes: int) -> None:
    if speed_mbps <= 0:
        raise ValueError(f"speed_mbps must be positive, not {speed_mbps}")
    if not 0 <= cable_m < float("inf"):
        raise ValueError(f"cable_m must be a length, not {cable_m}")
    if frame_bytes < 64:
        raise ValueError(f"frame_bytes must be at least 64, not {frame_bytes}")
    if medium not in media():
        raise ValueError(f"unknown medium '{medium}': one of {', '.join(media())}")
