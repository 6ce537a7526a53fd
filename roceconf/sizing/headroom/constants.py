"""The constants of the headroom model as one value: those to plan with, and those a published table was made with."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, cast

from roceconf.sizing.constants import constant, read
from roceconf.sizing.derivation import Term, exact, plain


class Response(NamedTuple):
    """How long both ends take together, from XOFF being due to the start of the peer's last frame.

    Exactly one of the three is given. A published table shows only the sum of both ends, never the share of each.

    Attributes:
        sum_ns: one time for every speed.
        by_speed_ns: a time for each speed in Mb/s, for a table no single time reproduces.
        after_ieee_ns: what comes on top of the longest response that IEEE 802.3 allows the peer at that speed.
    """

    sum_ns: float | None = None
    by_speed_ns: tuple[tuple[int, float], ...] = ()
    after_ieee_ns: float | None = None


class Constants(NamedTuple):
    """What the headroom model reckons with, apart from the link itself.

    Attributes:
        source: where the constants come from.
        crossing_packets: packets that cross the threshold and are stored whole, ``n_c``.
        any_class_frames: frames of any class on the wire, ``a_any``: the one the own port is sending.
        lossless_frames: frames of the lossless class on the wire, ``a_ll``: the one the peer has begun.
        small_packet_share: share of the wire time in 64-byte frames.
        crossing_frame_bytes: size of the packets of ``n_c``; None for the largest frame of the lossless class.
        propagation_ns_per_m: propagation one way, for every medium; None for the medium's own.
        response: the response of both ends; None for the peer's and the own one as two terms.
    """

    source: str
    crossing_packets: int
    any_class_frames: int
    lossless_frames: int
    small_packet_share: float
    crossing_frame_bytes: int | None = None
    propagation_ns_per_m: float | None = None
    response: Response | None = None


@cache
def planning_constants() -> Constants:
    """Return the constants to plan with: those of ``data/headroom.toml``, fitted to the tables of Tomahawk 5.

    Source:
        roceconf/sizing/data/headroom.toml, each constant with its own.
    """
    return Constants(
        source=constant("crossing_packets").source,
        crossing_packets=cast("int", constant("crossing_packets").value),
        any_class_frames=1,
        lossless_frames=1,
        small_packet_share=1.0,
    )


def model_response_ns() -> float:
    """Return the peer's response that the model reckons with, at every speed, where none is given.

    Returns:
        Nanoseconds from the PFC frame to the last frame start.

    Source:
        ``data/headroom.toml``: IEEE 802.3 Annex 31B.3.7 at 200G and 400G.
    """
    return constant("peer_response_ns").value


def ieee_response_ns(speed_mbps: int) -> float | None:
    """Return the longest response to PFC that IEEE 802.3 Annex 31B.3.7 allows, None for a speed it does not list.

    An upper bound: at 100G it budgets a FEC that links with RS-FEC do not use.

    Args:
        speed_mbps: the port's speed.

    Returns:
        Nanoseconds from the PFC frame to the last frame start.

    Source:
        IEEE 802.3 Annex 31B.3.7, pause quanta of 512 bit times; roceconf/sizing/data/response.toml.
    """
    quanta = cast("dict[str, int]", read("response")["quanta"]).get(str(speed_mbps))
    # A quantum is 512 bit times (IEEE 802.3 Annex 31B.2); 1000 turns us, which bits over Mb/s are, to ns.
    return None if quanta is None else plain(exact(quanta * 512 * 1000) / speed_mbps)


def response_terms(constants: Constants, speed_mbps: int) -> tuple[Term, ...]:
    """Return the response of both ends as terms: ``T_peer`` and ``T_local``, or ``T`` where only the sum is known.

    Args:
        constants: what the model reckons with.
        speed_mbps: the port's speed.

    Raises:
        ValueError: if the constants know no response at this speed.

    Source:
        The constants' own.
    """
    law = constants.response
    if law is None:
        return (constant("peer_response_ns"), constant("local_response_ns"))
    if law.after_ieee_ns is not None:
        peer = ieee_response_ns(speed_mbps)
        if peer is None:
            raise ValueError(f"IEEE 802.3 lists no response at {speed_mbps} Mb/s")
        return (
            constant("peer_response_ns")._replace(value=peer, source="IEEE 802.3 Annex 31B.3.7"),
            constant("local_response_ns")._replace(value=law.after_ieee_ns, source=constants.source),
        )
    together = dict(law.by_speed_ns).get(speed_mbps, law.sum_ns)
    if together is None:
        known = ", ".join(str(speed) for speed, _ in law.by_speed_ns)
        raise ValueError(f"the constants know no response at {speed_mbps} Mb/s, only at {known}: {constants.source}")
    return (Term("response of both ends together", "T", together, "ns", constants.source),)
