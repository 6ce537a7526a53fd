"""Formulas of research: DSH and the HPCC simulator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.sizing.constants import constant
from roceconf.sizing.headroom.link import Link, check, given
from roceconf.sizing.headroom.models.cisco import add_response
from roceconf.sizing.headroom.models.published import constants_of
from roceconf.sizing.headroom.models.worksheet import Worksheet

if TYPE_CHECKING:
    from roceconf.sizing.headroom.unified import Headroom


def dsh(link: Link) -> Headroom:
    """Return the headroom of one queue by DSH: twice cable and MTU, and the response.

    Args:
        link: the link; a peer's response takes the place of the paper's 3840 bytes.

    Returns:
        Bytes of frames and wire, rounded up, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        Dynamic and Shared Headroom, INFOCOM 2023; the propagation is that of ``headroom.toml``.
    """
    check(link)
    sheet = Worksheet(*given(link, "v", "L", "M_any"), constant(f"propagation.{link.medium}"))
    add_response(sheet, link, constants_of("dsh")["R"])
    return sheet.headroom("ceil(2 * (v / 8000 * tau * L + M_any) + R)")


def hpcc(link: Link) -> Headroom:
    """Return the headroom that the HPCC simulator gives a port: three times what its cable holds.

    Args:
        link: the link.

    Returns:
        Bytes of wire, rounded up, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        alibaba-edu/High-Precision-Congestion-Control simulation/scratch/third.cc; the propagation is that of
        ``headroom.toml``.
    """
    check(link)
    sheet = Worksheet(*given(link, "v", "L"), constant(f"propagation.{link.medium}"), constants_of("hpcc")["n"])
    return sheet.headroom("ceil(n * v / 8000 * tau * L)")
