"""The unified model and its form for the slowest peer of the standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.asic import speed_name
from roceconf.sizing.constants import constant
from roceconf.sizing.headroom.delays import peer
from roceconf.sizing.headroom.unified import Headroom, headroom, planning_response_ns

if TYPE_CHECKING:
    from roceconf.sizing.headroom.link import Link


def unified(link: Link) -> Headroom:
    """Return the headroom by the unified model.

    Args:
        link: the link; without a peer's response the model's own, below 100G the bound of IEEE 802.3.

    Returns:
        Whole cells, in bytes, with the derivation.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        ``headroom`` and ``planning_response_ns``.
    """
    if link.peer_response_ns is not None:
        return _with_response(link, link.peer_response_ns, "given")
    planned = planning_response_ns(link.speed_mbps)
    return _with_response(
        link, planned, "IEEE 802.3 Annex 31B.3.7 at this speed, for nothing is known of slower links' peers"
    )


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
    found = _with_response(link, bound, "IEEE 802.3 Annex 31B.3.7 at this speed: the longest it allows")
    usual = constant("peer_response_ns").value
    if bound >= usual:
        return found
    note = f"this bound is below the {usual:g} ns of the unified model, which published tables fit: plan with those"
    derivation = found.derivation
    return found._replace(derivation=derivation._replace(assumptions=(*derivation.assumptions, note)))


def _with_response(link: Link, response_ns: float | None, source: str) -> Headroom:
    found = headroom(**link._replace(peer_response_ns=response_ns)._asdict())
    if response_ns is None:
        return found
    terms = tuple(term._replace(source=source) if term.symbol == "T_peer" else term for term in found.derivation.terms)
    return found._replace(derivation=found.derivation._replace(terms=terms))
