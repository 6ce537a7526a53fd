"""SONiC's dynamic buffer model: what its scripts for Spectrum and Tofino calculate, quirks and all.

For Tomahawk SONiC has no such script, only tables; with a Tomahawk's cell this says what the formula would give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.sizing.constants import MBPS_NS_IN_A_BYTE, read
from roceconf.sizing.derivation import Derivation, Term, exact
from roceconf.sizing.headroom.link import Link, check, given
from roceconf.sizing.headroom.models.cisco import add_response
from roceconf.sizing.headroom.models.published import constant_from, constants_of, said_of
from roceconf.sizing.headroom.models.worksheet import Worksheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.sizing.headroom.unified import Headroom

SPECTRUM, TOFINO = "sonic-dynamic", "sonic-dynamic-tofino"
ASIC_TABLE = "sonic-buildimage 086b03bd70f9 platform/mellanox/asic_table.j2"

_PACKETS = "the share is SONiC's small_packet_percentage; it sets 50 % beside lossless packets of 1024 bytes"
_POOL = "a shared headroom pool is on; without one the script may add 2 KiB (sonic-swss PR 4757, 2026)"


class SonicProfile(NamedTuple):
    """The buffer profile that the script for Spectrum makes of a link.

    Attributes:
        xoff: the headroom.
        xon: bytes at which the peer may go on.
        size: bytes that the profile reserves.
    """

    xoff: Headroom
    xon: Derivation
    size: Derivation


def sonic_dynamic(link: Link) -> Headroom:
    """Return the headroom by SONiC's script for Spectrum, with the cell of the link.

    Args:
        link: the link; ``frame_bytes`` is the script's port MTU, ``small_packet_share`` its small_packet_percentage.

    Returns:
        ``xoff`` in bytes, a multiple of 1024, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        sonic-swss cfgmgr/buffer_headroom_mellanox.lua.
    """
    check(link)
    return _xoff(link, given(link, "C")[0], {}, _POOL)


def spectrum_generations() -> tuple[int, ...]:
    """Return the generations of Spectrum that SONiC has figures for.

    Returns:
        Ascending, from 1.

    Source:
        sonic-buildimage platform/mellanox/asic_table.j2.
    """
    return tuple(int(each) for each in cast("Mapping[str, object]", said_of(SPECTRUM)["spectrum"]))


def spectrum_profile(
    generation: int, link: Link, *, eight_lanes: bool = False, shared_headroom: bool = True
) -> SonicProfile:
    """Return the whole buffer profile that SONiC's script makes for a Spectrum.

    Args:
        generation: 1 to 6.
        link: the link; its cell is that of the Spectrum, whatever it says.
        eight_lanes: whether the port has eight lanes.
        shared_headroom: whether a shared headroom pool is on.

    Returns:
        xoff, xon and size, each with its derivation.

    Raises:
        ValueError: if there is no such generation, or a number of the link is out of its range.

    Source:
        sonic-swss cfgmgr/buffer_headroom_mellanox.lua; sonic-buildimage platform/mellanox/asic_table.j2.
    """
    check(link)
    if generation not in spectrum_generations():
        raise ValueError(f"SONiC has no figures for Spectrum-{generation}, only for 1 to {spectrum_generations()[-1]}")
    chip = cast("Mapping[str, Mapping[str, object]]", said_of(SPECTRUM)["spectrum"])[str(generation)]
    cell = Term("cell", "C", cast("int", chip["cell_bytes"]), "B", ASIC_TABLE)
    xoff = _xoff(link, cell, chip, _POOL if shared_headroom else "there is no shared headroom pool", shared_headroom)
    unit = constants_of(SPECTRUM)["K"]
    xon_sheet = Worksheet(
        unit,
        Term("pipeline latency in KiB", "D", cast("int", chip["pipeline_kib"]), "", ASIC_TABLE),
        Term("eight lanes double it", "n", 2 if eight_lanes else 1, "", "buffer_headroom_mellanox.lua, is_8lane"),
    )
    xon = xon_sheet.solve("K * ceil(n * D)")
    size_sheet = Worksheet(
        unit,
        Term("xon", "xon", xon.result, "B", "its own derivation"),
        Term("xoff", "xoff", 0 if shared_headroom else xoff.headroom_bytes, "B", "in the pool, if one is shared"),
        Term(
            "port MTU, for eight lanes without a pool",
            "M",
            0 if shared_headroom or not eight_lanes else link.frame_bytes,
            "B",
            "buffer_headroom_mellanox.lua, speed_overhead",
        ),
    )
    return SonicProfile(xoff, xon, size_sheet.solve("K * ceil((xoff + xon + M) / K)"))


def tofino(link: Link) -> Headroom:
    """Return the headroom of a Tofino-2 by SONiC's script for it.

    Args:
        link: the link; its cell is Tofino-2's, whatever it says.

    Returns:
        ``xoff`` in bytes, a multiple of 1024, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        sonic-swss cfgmgr/buffer_headroom_barefoot.lua; sonic-buildimage platform/barefoot/asic_table.j2.
    """
    check(link)
    sheet = Worksheet(*given(link, "v", "L", "M_any", "M_ll", "s", "T_gb"), *constants_of(TOFINO).values())
    doubled = link.speed_mbps == 400_000  # as buffer_headroom_barefoot.lua has it
    _add_response(sheet, link, TOFINO, "2 * q * Q" if doubled else "q * Q")
    sheet.step("occ", "what small packets waste, as a factor", "1 - s + s * C / m")
    # The bits are divided by 1024 here, not 1000: the cable counts for a fortieth less than in the script for Spectrum.
    sheet.step("B", "what the cable holds both ways", "2 * L * v * 1000000000 / c / (8 * K)", "B")
    sheet.step("G", "what a gearbox holds", "v * T_gb / (8 * K)", "B")
    sheet.step("D", "what still comes", "M_any + B + 2 * G + A + R", "B")
    doubling = ("the script doubles the response at 400G, and does not say why",) if doubled else ()
    return sheet.headroom("K * ceil((M_ll + D * occ) / K)", _PACKETS, *doubling, *_fallback(link, TOFINO))


def _xoff(link: Link, cell: Term, chip: Mapping[str, object], pool: str, shared_headroom: bool = True) -> Headroom:
    """The script for Spectrum; what depends on the generation is in ``chip``."""
    said = said_of(SPECTRUM)
    tile = constant_from(cast("Mapping[str, object]", said["tile"]), "T_tile")
    extra = constant_from(cast("Mapping[str, object]", said["extra"]), "E")
    sheet = Worksheet(
        *given(link, "v", "L", "M_any", "M_ll", "s", "T_gb"),
        cell,
        *constants_of(SPECTRUM).values(),
        tile if "tile" in chip else tile._replace(value=0),
        extra if "extra" in chip else extra._replace(value=0),
    )
    _add_response(sheet, link, SPECTRUM, "q * Q")
    wide = exact(cell.value) > 128  # buffer_headroom_mellanox.lua: twice the smallest packet
    sheet.step("f", "cells' worth of a small packet", "ceil(C / m)" if wide else "ceil(2 * C / (1 + C))")
    sheet.step("s_b", "share of small packets by bytes, as the script has it", "m / (s * m + (1 - s) * M_ll)")
    sheet.step("occ", "what small packets waste, as a factor", "1 - s_b + s_b * f")
    sheet.step("B", "what the cable holds both ways", "2 * L * v * 1000000000 / c / 8000", "B")
    sheet.step("G", "what a gearbox holds", "v * T_gb / (8 * K)", "B")
    sheet.step("D", "what still comes", "M_any + B + 2 * G + A + R + v / 8000 * T_tile", "B")
    sheet.step("xoff", "before what is added", "K * ceil((M_ll + D * occ) / K)", "B")
    sheet.step("full", "the same with small packets only", "K * ceil((M_ll + D * f) / K)", "B")
    sheet.add(_compensation(link, shared_headroom))
    return sheet.headroom(
        "xoff + E + Z * min(1, max(0, (full - xoff - E - Z) / K))", _PACKETS, pool, *_fallback(link, SPECTRUM)
    )


def _compensation(link: Link, shared_headroom: bool) -> Term:
    said = cast("Mapping[str, object]", said_of(SPECTRUM)["compensation"])
    applies = not shared_headroom and link.small_packet_share != 1
    value = cast("int", said["value"]) if applies else 0
    return Term("added where small packets only need more than this more", "Z", value, "B", cast("str", said["source"]))


def _add_response(sheet: Worksheet, link: Link, model: str, expression: str) -> None:
    """Add the peer's response as ``R``: as given, else by quanta, else the chip's own figure."""
    quanta = _quanta(link, model)
    if link.peer_response_ns is not None or quanta is None:
        add_response(sheet, link, constant_from(cast("Mapping[str, object]", said_of(model)["fallback"]), "R"))
        return
    sheet.add(
        Term("peer's response in pause quanta", "Q", quanta, "", "IEEE 802.3 Annex 31B.3.7, as the script has it")
    )
    sheet.step("R", "peer's response", expression, "B")


def _quanta(link: Link, model: str) -> int | None:
    if link.speed_mbps > cast("int", said_of(model)["quanta_up_to_mbps"]):
        return None
    return cast("Mapping[str, int]", read("response")["quanta"]).get(str(link.speed_mbps))


def _fallback(link: Link, model: str) -> tuple[str, ...]:
    if link.peer_response_ns is not None or _quanta(link, model) is not None:
        return ()
    own = exact(cast("float", cast("Mapping[str, object]", said_of(model)["fallback"])["value"]))
    time_ns = float(own * MBPS_NS_IN_A_BYTE / link.speed_mbps)
    return (
        f"the script knows no quanta at this speed: its own figure for the peer is {time_ns:.0f} ns here, doubtful",
    )
