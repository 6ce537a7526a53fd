"""The headroom to plan with: the unified model with the response that a link's peer is given where nobody says one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.sizing.constants import term_of
from roceconf.sizing.headroom.constants import ieee_response_ns, model_response_ns
from roceconf.sizing.headroom.unified import headroom, longest_cable_m

if TYPE_CHECKING:
    from roceconf.sizing.headroom.link import Link
    from roceconf.sizing.headroom.unified import Headroom

PLANNED_RESPONSE = "IEEE 802.3 Annex 31B.3.7 at this speed, for nothing is known of slower links' peers"
"""Source of a response that nobody says and that is longer than the model's own."""


def planned_headroom(link: Link) -> Headroom:
    """Return the headroom to plan a link with: what ``unified`` is among the named models.

    It differs from ``headroom``, against which rules hold a configuration, below 100G only: there a peer of which
    nothing is said is given the bound of IEEE 802.3, not the 1160 ns that tables of faster ports fit.

    Args:
        link: the link; the peer's response that it says, else that of ``planning_response_ns``.

    Returns:
        Whole cells, in bytes, with the derivation, which says where the response comes from.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        ``headroom`` and ``planning_response_ns``.
    """
    if link.peer_response_ns is not None:
        return with_response(link, link.peer_response_ns, "given")
    return with_response(link, planning_response_ns(link.speed_mbps), PLANNED_RESPONSE)


def longest_planned_cable_m(headroom_bytes: int, link: Link) -> float | None:
    """Return the longest cable a headroom carries: the inverse of ``planned_headroom``, in closed form.

    Args:
        headroom_bytes: the headroom.
        link: the link; its ``cable_m`` does not matter.

    Returns:
        Metres, rounded down to millimetres; None where it does not even carry a cable of no length.

    Raises:
        ValueError: if the headroom is negative, or a number of the link is out of its range.

    Source:
        ``planned_headroom`` solved for the cable length.
    """
    if headroom_bytes < 0:
        raise ValueError(f"headroom_bytes must be zero or more, not {headroom_bytes}")
    response_ns = link.peer_response_ns
    if response_ns is None:
        response_ns = planning_response_ns(link.speed_mbps)
    asked = link._replace(cable_m=0, peer_response_ns=response_ns)._asdict()
    if headroom(**asked).headroom_bytes > headroom_bytes:
        return None
    del asked["cable_m"]
    return longest_cable_m(headroom_bytes, **asked)


def planning_response_ns(speed_mbps: int) -> float | None:
    """Return the peer's response to plan with, None for the model's own.

    The model's own is IEEE's bound at 200G and 400G, and what the tables of 100G and above fit. Slower links may take
    longer by the standard (10G: 3430 ns), and nothing says that their peers do not: below 100G the bound is taken.

    Args:
        speed_mbps: the port's speed.

    Returns:
        Nanoseconds, or None where the model's own is no shorter.

    Source:
        IEEE 802.3 Annex 31B.3.7; ``data/headroom.toml``; ``data/response.toml`` for the speed from which on tables fit.
    """
    bound = ieee_response_ns(speed_mbps) if speed_mbps < term_of("response", "fitted_from").value else None
    return None if bound is None or bound <= model_response_ns() else bound


def with_response(link: Link, response_ns: float | None, source: str) -> Headroom:
    """Return the headroom of a link whose peer responds within a time, with where that time comes from.

    Args:
        link: the link.
        response_ns: the peer's response; None for the model's own, which names its source itself.
        source: where the response comes from.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        ``headroom``.
    """
    found = headroom(**link._replace(peer_response_ns=response_ns)._asdict())
    if response_ns is None:
        return found
    terms = tuple(term._replace(source=source) if term.symbol == "T_peer" else term for term in found.derivation.terms)
    return found._replace(derivation=found.derivation._replace(terms=terms))
