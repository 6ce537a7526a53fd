"""Cisco's two formulas: of the white paper of 2009, and for long distances."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from roceconf.asic import speed_name
from roceconf.sizing.derivation import Term
from roceconf.sizing.headroom.link import Link, check, given
from roceconf.sizing.headroom.models.published import constant_from, constants_of, said_of
from roceconf.sizing.headroom.models.worksheet import Worksheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.sizing.headroom.unified import Headroom

LONG = "cisco-long-distance"


def cisco(link: Link) -> Headroom:
    """Return the headroom by Cisco's white paper: both MTUs, the response, and what the cable holds both ways.

    Args:
        link: the link; a peer's response takes the place of the paper's 3840 bytes.

    Returns:
        Bytes of frames and wire, rounded up, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        Cisco white paper c11-542809 (2009).
    """
    check(link)
    cables = cast("Mapping[str, Mapping[str, object]]", said_of("cisco")["cable"])
    # The paper knows passive copper only: an active copper cable counts as fibre, which holds more.
    cable = constant_from(cables["dac" if link.medium == "dac" else "fibre"], "K")
    sheet = Worksheet(*given(link, "v", "L", "M_any", "M_ll"), cable)
    add_response(sheet, link, constants_of("cisco")["R"])
    return sheet.headroom(
        "ceil(M_any + M_ll + R + 2 * K * L / 100 * v / 10000)",
        "a transceiver holds less than 1280 B, which the paper leaves out",
    )


def cisco_long_distance(link: Link, *, interface_delay: bool = False) -> Headroom:
    """Return the headroom by Cisco's form for long distances, which counts in bit times.

    Args:
        link: the link; a peer's response takes the place of D-Resp.
        interface_delay: whether to add D-Intf.

    Returns:
        Bytes of wire, rounded up, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if the form has no D-Resp or D-Intf for this speed, or if a number of the link is out of its range.

    Source:
        P. Gupta, Detecting, Troubleshooting and Preventing Congestion in Storage Networks (Cisco Press 2023).
    """
    check(link)
    own = None if link.peer_response_ns is not None else _own_response(link.speed_mbps)
    listed = cast("Mapping[str, int]", said_of(LONG)["interface"])
    if interface_delay and str(link.speed_mbps) not in listed:
        raise ValueError(_lacks("D-Intf", link.speed_mbps, listed))
    bits = listed.get(str(link.speed_mbps), 0)
    source = "Gupta 2023, of IEEE 802.3" if interface_delay else "left out"
    interface = Term("interface delay, D-Intf", "I", bits if interface_delay else 0, "bit", source)
    sheet = Worksheet(*given(link, "v", "L", "M_any", "M_ll"), *constants_of(LONG).values(), interface)
    add_response(sheet, link, own, bits=True)
    left_out = f"at this speed it would add {bits // 8:,} B" if bits else "the form has none for this speed"
    return sheet.headroom(
        "ceil((8 * M_any + O + P + I + 2 * tau * L * v / 1000 + R + 8 * M_ll + O) / 8)",
        f"the interface delay, D-Intf, is {'counted' if interface_delay else f'left out: {left_out}'}",
    )


def add_response(sheet: Worksheet, link: Link, own: Term | None, *, bits: bool = False) -> None:
    """Add the peer's response to a calculation, as ``R``.

    Args:
        sheet: the calculation, which holds the speed as ``v``.
        link: the link: its response counts, if it says one.
        own: otherwise the formula's own constant, of the symbol ``R``.
        bits: whether the formula counts in bits, not bytes.

    Source:
        Arithmetic on what is given.
    """
    if link.peer_response_ns is None and own is not None:
        sheet.add(own)
        return
    sheet.add(given(link, "T_peer")[0])
    expression = "v / 1000 * T_peer" if bits else "v / 8000 * T_peer"
    sheet.step("R", "what the peer sends until it stops", expression, "bit" if bits else "B")


def _own_response(speed_mbps: int) -> Term:
    said, key = said_of(LONG), str(speed_mbps)
    listed, sources = cast("Mapping[str, int]", said["response"]), cast("Mapping[str, str]", said["response_sources"])
    if key not in listed:
        raise ValueError(_lacks("D-Resp", speed_mbps, listed) + "; name the peer's response")
    return Term("peer's response, D-Resp", "R", listed[key], "bit", sources.get(key, sources["others"]))


def _lacks(name: str, speed_mbps: int, listed: Mapping[str, int]) -> str:
    speeds = ", ".join(speed_name(int(each)) for each in listed)
    return f"Cisco's form for long distances has no {name} at {speed_name(speed_mbps)}, only at {speeds}"
