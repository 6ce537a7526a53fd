"""PFC headroom: what still arrives after a priority group has asked its peer to stop.

One model, from the terms every published formula shares (Cisco, IEEE 802.1Q Annex N, SONiC) and fitted to the published
Tomahawk tables::

    headroom = cell * ceil(n_c * ceil(M_ll / cell) + W / w)
    W = (M_any + G) + (M_ll + G) + P + rate * (2 tau L + T_peer + T_local + 2 T_gb)     bytes of wire that still come
    w = 1 / (s / m + (1 - s) * ceil(M_ll / cell) / (M_ll + G))                          bytes of wire that fill a cell

``headroom`` reckons with the model's constants, the same response at every speed: what rules hold a configuration
against, and what published tables are counted by. To plan a link, ``planned_headroom`` takes the longer response that
IEEE 802.3 allows below 100G.

``s``, the share of 64-byte frames, decides most: each takes a whole cell. A headroom from this model is a margin
against stated assumptions, never a promise; Broadcom itself advises to watch the headroom watermarks.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.constants import MBPS_NS_IN_A_BYTE, constant
from roceconf.sizing.derivation import Derivation, Term, exact, plain
from roceconf.sizing.headroom.constants import planning_constants
from roceconf.sizing.headroom.link import LARGEST_FRAME_BYTES, Cable, Link, check_cable
from roceconf.sizing.headroom.terms import cable_terms, model_terms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.sizing.headroom.constants import Constants

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
    small_packet_share: float | None = None,
    peer_response_ns: float | None = None,
    gearbox_ns: float | None = None,
    constants: Constants | None = None,
) -> Headroom:
    """Return the headroom of one lossless priority group of one port, by the model with its constants.

    What rules hold a configuration against. The response is the same at every speed; ``planned_headroom``, which plans
    and explanations reckon with, takes a longer one below 100G.

    Args:
        cell_bytes: the ASIC's cell.
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class, without preamble and gap.
        lossless_frame_bytes: the largest frame of the lossless class; ``frame_bytes`` where it is not given.
        small_packet_share: share of wire time in 64-byte frames, 0.0 for full-size frames only; left out, that of the
            constants: 1.0, the worst case.
        peer_response_ns: the peer's response; left out, ``model_response_ns()`` at every speed, which is that of IEEE
            802.3 at 200G and 400G. ``ieee_response_ns`` gives the standard's upper bound at any speed.
        gearbox_ns: delay of a retimer or gearbox, one way; left out, none.
        constants: what the model reckons with; left out, ``planning_constants()``. ``fit_of`` has those of a table.

    Returns:
        Whole cells, in bytes, with the derivation.

    Raises:
        ValueError: if an argument is out of its range, naming it; or if the constants know no response at this speed.

    Source:
        Cisco white paper c11-542809 (2009); IEEE 802.1Q Annex N; sonic-swss cfgmgr/buffer_headroom_mellanox.lua; the
        constants of roceconf/sizing/data/headroom.toml, each with its own.
    """
    constants = constants or planning_constants()
    share = constants.small_packet_share if small_packet_share is None else small_packet_share
    link = Link(
        cell_bytes=cell_bytes,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=medium,
        frame_bytes=frame_bytes,
        lossless_frame_bytes=lossless_frame_bytes,
        small_packet_share=share,
        peer_response_ns=peer_response_ns,
        gearbox_ns=gearbox_ns,
    )
    terms = model_terms(link, constants)
    value = {term.symbol: exact(term.value) for term in terms}
    _check_cell(value)
    wire, per_cell = _wire(value, constants), _per_cell(value)
    cells = ceil(_crossing_cells(value) + wire / per_cell)
    crossing = "M_c" if "M_c" in value else "M_ll"
    formula = f"C * ceil(n_c * ceil({crossing} / C) + W / w)"
    steps = (
        Term("bytes of wire that still arrive", "W", plain(wire), "B", _wire_formula(value, constants)),
        Term("bytes of wire that fill one cell", "w", plain(per_cell), "B", _PER_CELL),
    )
    used = set(re.findall(r"\w+", " ".join((formula, *(step.source for step in steps)))))
    derivation = Derivation(
        formula=formula,
        terms=tuple(term for term in terms if term.symbol in used),
        result=cells * cell_bytes,
        unit="B",
        assumptions=_assumptions(plain(value["s"]), constants),
        steps=steps,
    )
    return Headroom(cells * cell_bytes, cells, derivation)


def _check_cell(value: Mapping[str, Fraction]) -> None:
    """Refuse cells so small that a frame of one byte more, which takes two, wastes more than the smallest frame."""
    least = 2 * value["m"] - value["G"] - 1  # bytes: two cells for what one byte less puts into one
    if value["s"] > 0 and value["C"] < least:
        raise ValueError(
            f"cell_bytes must be at least {least}, not {value['C']}: in smaller cells 64-byte frames are not the worst "
            "case, so that the model does not hold"
        )


def _assumptions(share: float, constants: Constants) -> tuple[str, ...]:
    frames = (
        "every frame in flight is 64 bytes long and takes a whole cell"
        if share == 1
        else "every frame in flight has full size"
        if share == 0
        else f"{share:.0%} of the wire time carries 64-byte frames, the rest full-size ones"
    )
    begun = "the frame of another class that has just begun on the own port delays the PFC frame"
    margin = "a margin against this model, not a measurement: watch the headroom watermarks"
    return (frames, begun, margin) if constants.any_class_frames else (frames, margin)


def headroom_floor(
    *,
    speed_mbps: int,
    cable_m: float,
    medium: str = "fibre",
    frame_bytes: int = LARGEST_FRAME_BYTES,
    lossless_frame_bytes: int | None = None,
) -> Headroom:
    """Return what no lossless port can do without: two largest frames and the cable's own round trip.

    Nothing in it is fitted, so a headroom below it loses frames for certain where the lossless class has frames as
    large as are said.

    Args:
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class, without preamble and gap.
        lossless_frame_bytes: the largest frame of the lossless class; ``frame_bytes`` where it is not given.

    Returns:
        Bytes, rounded up, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if an argument is out of its range, naming it.

    Source:
        Cisco white paper c11-542809 (2009): two frames and the round trip of the wire, without its response time.
    """
    cable = Cable(speed_mbps, cable_m, medium, frame_bytes)
    check_cable(cable)
    terms = (*cable_terms(cable, planning_constants()), constant("wire_overhead_bytes"))
    frames, lossless = "2 * (M_any + G)", frame_bytes
    if lossless_frame_bytes is not None and lossless_frame_bytes != frame_bytes:
        lossless = lossless_frame_bytes
        terms += (Term("largest frame of the lossless class", "M_ll", lossless, "B", "given"),)
        frames = "(M_any + G) + (M_ll + G)"
    value = {term.symbol: exact(term.value) for term in terms}
    frames_bytes = value["M_any"] + lossless + 2 * value["G"]
    cable_bytes = value["v"] / MBPS_NS_IN_A_BYTE * _cable_ns(value)
    result = ceil(frames_bytes + cable_bytes)
    derivation = Derivation(
        formula=f"ceil({frames} + v / 8000 * 2 * tau * L)",
        terms=terms,
        result=result,
        unit="B",
        assumptions=(
            "no response time, no small frames: a bound that holds whatever the peer does",
            "the lossless class has frames as large as are reckoned with",
        ),
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
    small_packet_share: float | None = None,
    peer_response_ns: float | None = None,
    gearbox_ns: float | None = None,
    constants: Constants | None = None,
) -> float:
    """Return the longest cable a headroom carries: the inverse of ``headroom``, in metres rounded down to millimetres.

    By the model with its constants, as ``headroom``; ``longest_planned_cable_m`` is the inverse of
    ``planned_headroom``.

    Args:
        headroom_bytes: the headroom of one priority group.
        cell_bytes: as for ``headroom``, like all that follow.
        speed_mbps: the port's speed.
        medium: the cable's.
        frame_bytes: the largest frame of any class.
        lossless_frame_bytes: the largest frame of the lossless class.
        small_packet_share: share of wire time in 64-byte frames.
        peer_response_ns: the peer's response.
        gearbox_ns: delay of a retimer or gearbox, one way.
        constants: what the model reckons with.

    Returns:
        The length; 0.0 also where the headroom does not even carry a cable of no length.

    Raises:
        ValueError: if an argument is out of its range, naming it.

    Source:
        ``headroom`` solved for the cable length.
    """
    constants = constants or planning_constants()
    share = constants.small_packet_share if small_packet_share is None else small_packet_share
    link = Link(
        cell_bytes=cell_bytes,
        speed_mbps=speed_mbps,
        cable_m=0,
        medium=medium,
        frame_bytes=frame_bytes,
        lossless_frame_bytes=lossless_frame_bytes,
        small_packet_share=share,
        peer_response_ns=peer_response_ns,
        gearbox_ns=gearbox_ns,
    )
    terms = model_terms(link, constants)
    value = {term.symbol: exact(term.value) for term in terms}
    room = (headroom_bytes // cell_bytes - _crossing_cells(value)) * _per_cell(value) - _wire(value, constants)
    bytes_per_metre = value["v"] / MBPS_NS_IN_A_BYTE * _cable_ns({**value, "L": Fraction(1)})
    length_mm = floor(room / bytes_per_metre * 1000)
    return max(0.0, length_mm / 1000)


def _crossing_cells(value: Mapping[str, Fraction]) -> Fraction:
    return value["n_c"] * ceil(value.get("M_c", value["M_ll"]) / value["C"])


def _wire(value: Mapping[str, Fraction], constants: Constants) -> Fraction:
    any_class = constants.any_class_frames * (value["M_any"] + value["G"])
    lossless = constants.lossless_frames * (value["M_ll"] + value["G"])
    both_ends = value["T"] if "T" in value else value["T_peer"] + value["T_local"]
    delay_ns = _cable_ns(value) + both_ends + 2 * value["T_gb"]
    return any_class + lossless + value["P"] + value["v"] / MBPS_NS_IN_A_BYTE * delay_ns


def _cable_ns(value: Mapping[str, Fraction]) -> Fraction:
    """What the cable takes there and back: XOFF on its way out, what was sent meanwhile on its way in."""
    return 2 * value["tau"] * value["L"]  # ns


def _wire_formula(value: Mapping[str, Fraction], constants: Constants) -> str:
    frames = (
        _times("a_any", constants.any_class_frames, "(M_any + G)"),
        _times("a_ll", constants.lossless_frames, "(M_ll + G)"),
    )
    both_ends = "T" if "T" in value else "T_peer + T_local"
    return f"{''.join(frames)}P + v / 8000 * (2 * tau * L + {both_ends} + 2 * T_gb)"


def _times(symbol: str, count: int, factor: str) -> str:
    return "" if count == 0 else f"{factor} + " if count == 1 else f"{symbol} * {factor} + "


def _per_cell(value: Mapping[str, Fraction]) -> Fraction:
    full = ceil(value["M_ll"] / value["C"]) / (value["M_ll"] + value["G"])
    return 1 / (value["s"] / value["m"] + (1 - value["s"]) * full)
