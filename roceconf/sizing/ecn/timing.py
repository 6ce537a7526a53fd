"""Marking thresholds against time: the bandwidth-delay product, and whether DCQCN acts before PFC."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from roceconf.sizing.constants import MBPS_NS_IN_A_BYTE, term_of
from roceconf.sizing.derivation import Derivation, Term, exact, grouped, plain


class RoundTrip(NamedTuple):
    """Kmin against the bandwidth-delay product.

    Attributes:
        rtt_ns: the round trip.
        bdp_bytes: the product, rounded down.
        kmin_percent: Kmin in percent of the product, rounded down.
        holds: whether Kmin lies between the least and the most that make sense.
        said: the same in a sentence.
        derivation: of ``kmin_percent``.
    """

    rtt_ns: int
    bdp_bytes: int
    kmin_percent: int
    holds: bool
    said: str
    derivation: Derivation


class Reaction(NamedTuple):
    """Whether DCQCN slows senders down before PFC pauses them.

    Attributes:
        senders: how many begin at once.
        room_bytes: what the queue takes between Kmin and PFC.
        needed_bytes: what arrives until the first CNP acts.
        holds: whether the room is enough.
        said: the same in a sentence.
        derivation: of the margin, ``room_bytes - needed_bytes``.
    """

    senders: int
    room_bytes: int
    needed_bytes: int
    holds: bool
    said: str
    derivation: Derivation


def round_trip(kmin_bytes: int, speed_mbps: int, rtt_ns: int) -> RoundTrip:
    """Hold Kmin against the bandwidth-delay product.

    Args:
        kmin_bytes: the threshold.
        speed_mbps: speed of the egress port.
        rtt_ns: round trip without queues.

    Raises:
        ValueError: an argument is not positive.

    Source:
        ``data/marking.toml``: between a fifth and five products.
    """
    if min(kmin_bytes, speed_mbps, rtt_ns) <= 0:
        raise ValueError(f"Kmin, speed and round trip must be positive, not {kmin_bytes}, {speed_mbps} and {rtt_ns}")
    least, most = term_of("marking", "least_bdp"), term_of("marking", "most_bdp")
    product = Fraction(speed_mbps * rtt_ns, MBPS_NS_IN_A_BYTE)
    share = kmin_bytes / product
    derivation = Derivation(
        formula="floor(100 * K / BDP)",
        terms=(
            Term("Kmin", "K", kmin_bytes, "B", "its own derivation"),
            Term("speed of the port", "v", speed_mbps, "Mb/s", "given"),
            Term("round trip time", "RTT", rtt_ns, "ns", "given"),
        ),
        result=floor(100 * share),
        unit="%",
        assumptions=(
            f"between {grouped(least.value)} and {grouped(most.value)} products make sense ({least.source}; "
            f"{most.source})",
        ),
        steps=(Term("bandwidth-delay product", "BDP", plain(product), "B", f"v * RTT / {MBPS_NS_IN_A_BYTE}"),),
    )
    said = f"Kmin is {_times(share)} of the bandwidth-delay product of {floor(product):,} B"
    if share < exact(least.value):
        said += f", below {grouped(least.value)}: senders are slowed down before the link is full"
    elif share > exact(most.value):
        said += f", above {grouped(most.value)}: the queue adds delay that no sender needs"
    holds = exact(least.value) <= share <= exact(most.value)
    return RoundTrip(
        rtt_ns=rtt_ns,
        bdp_bytes=floor(product),
        kmin_percent=int(derivation.result),
        holds=holds,
        said=said,
        derivation=derivation,
    )


def _times(share: Fraction) -> str:
    """A multiple with two digits that count, and all that stand before the point."""
    decimals = 1
    while share * 10**decimals < 10:
        decimals += 1
    return grouped(share, 0 if share >= 10 else decimals)


def reaction(
    kmin_bytes: int,
    speed_mbps: int,
    rtt_ns: int,
    cnp_interval_ns: int | None = None,
    *,
    alpha: Fraction | float,
    shared_bytes: int,
    senders: int,
    ingress_mbps: int,
) -> Reaction:
    """Ask whether DCQCN slows so many senders down before PFC pauses them.

    Between Kmin and PFC the queue takes ``Q - Kmin``, with ``Q = f alpha S / (1 + alpha f)``; meanwhile it grows by
    what comes in and does not go out, for a round trip and a CNP interval.

    Args:
        kmin_bytes: the threshold.
        speed_mbps: speed of the egress port.
        rtt_ns: round trip without queues.
        cnp_interval_ns: shortest time between two CNPs; that of ConnectX where None.
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: shared buffer of one partition.
        senders: groups that feed the queue at once (f).
        ingress_mbps: speed of their ports.

    Raises:
        ValueError: an argument is not positive.

    Source:
        Derived from the dynamic threshold: ``Q - Kmin >= (f - 1) r (RTT + t_CNP)`` at equal speeds.
    """
    default = term_of("cnp", "connectx_interval")
    cnp = default if cnp_interval_ns is None else default._replace(value=cnp_interval_ns, source="given")
    share = exact(alpha)
    if share <= 0 or min(kmin_bytes, speed_mbps, rtt_ns, cnp.value, shared_bytes, senders, ingress_mbps) <= 0:
        raise ValueError("thresholds, speeds, times, alpha, shared buffer and senders must be positive")
    full = senders * share * shared_bytes / (1 + share * senders)
    growth = max(Fraction(0), Fraction(senders * ingress_mbps - speed_mbps, MBPS_NS_IN_A_BYTE))
    delay_ns = rtt_ns + int(cnp.value)
    room, needed = floor(full - kmin_bytes), ceil(growth * delay_ns)
    holds = room >= needed
    who = "one sender brings" if senders == 1 else f"{senders} senders at once bring"
    said = f"{who} {needed:,} B until a CNP acts ({grouped(Fraction(delay_ns, 1000))} us); from Kmin to PFC the queue "
    said += f"takes {room:,} B: " if room > 0 else "takes nothing: "
    said += "DCQCN acts first" if holds else "PFC acts first, and DCQCN after it"
    derivation = Derivation(
        formula="floor(Q - K) - ceil(growth * (RTT + cnp))",
        terms=(
            Term("Kmin", "K", kmin_bytes, "B", "its own derivation"),
            Term("alpha", "alpha", plain(share), "", "given"),
            Term("shared buffer of a partition", "S", shared_bytes, "B", "given"),
            Term("senders at once", "f", senders, "", "given"),
            Term("speed of the port", "v", speed_mbps, "Mb/s", "given"),
            Term("speed of the ports they come in by", "v_in", ingress_mbps, "Mb/s", "given"),
            Term("round trip time", "RTT", rtt_ns, "ns", "given"),
            cnp,
        ),
        result=room - needed,
        unit="B",
        assumptions=(
            "every sender is told within one CNP interval; where one limit counts for a whole port it takes several",
        ),
        steps=(
            Term("queue at which PFC begins", "Q", plain(full), "B", "f * alpha * S / (1 + alpha * f)"),
            Term("growth of the queue", "growth", plain(growth), "B/ns", f"max(0, f * v_in - v) / {MBPS_NS_IN_A_BYTE}"),
        ),
    )
    return Reaction(
        senders=senders, room_bytes=room, needed_bytes=needed, holds=holds, said=said, derivation=derivation
    )
