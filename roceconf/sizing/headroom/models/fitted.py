"""The unified model for the slowest peer of the standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.asic import speed_name
from roceconf.sizing.headroom.constants import model_response_ns
from roceconf.sizing.headroom.delays import peer
from roceconf.sizing.headroom.planning import with_response

if TYPE_CHECKING:
    from roceconf.sizing.headroom.link import Link
    from roceconf.sizing.headroom.unified import Headroom


def ieee(link: Link) -> Headroom:
    """Return the headroom by the unified model for a peer as slow as IEEE 802.3 Annex 31B.3.7 allows.

    Args:
        link: the link.

    Returns:
        Whole cells, in bytes, with the derivation.

    Raises:
        ValueError: if the standard lists no response at this speed, if another response is given, or if a number of the
            link is out of its range.

    Source:
        IEEE 802.3 Annex 31B.3.7, and ``headroom``.
    """
    bound = peer("ieee").response_ns(link.speed_mbps)
    if link.peer_response_ns not in (None, bound):
        raise ValueError(
            f"this model stands for a peer that takes {bound:g} ns at {speed_name(link.speed_mbps)}, the bound of IEEE"
            f" 802.3, not {link.peer_response_ns:g}: take the unified model for a peer of its own"
        )
    found = with_response(link, bound, "IEEE 802.3 Annex 31B.3.7 at this speed: the longest it allows")
    usual = model_response_ns()
    if bound >= usual:
        return found
    note = f"this bound is below the {usual:g} ns of the unified model, which published tables fit: plan with those"
    derivation = found.derivation
    return found._replace(derivation=derivation._replace(assumptions=(*derivation.assumptions, note)))
