"""ECN marking thresholds: a school's values, capped so that marking precedes PFC, and held against the round trip.

What bounds them is in ``bounds``; the school's own values are in ``schools``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.derivation import Derivation, Term, exact, plain
from roceconf.sizing.ecn.bounds import fan_out_bound, incast_bound
from roceconf.sizing.ecn.schools import DEFAULT, wanted
from roceconf.sizing.ecn.schools import preset as school_of
from roceconf.sizing.ecn.timing import Reaction, RoundTrip, reaction, round_trip
from roceconf.sizing.rdma import rdma_packet

if TYPE_CHECKING:
    from roceconf.sizing.ecn.bounds import Bound, Marking
    from roceconf.sizing.ecn.schools import Basis, Preset


class Cap(NamedTuple):
    """A threshold that was lowered so that marking comes before PFC.

    Attributes:
        threshold: ``Kmin`` or ``Kmax``.
        asked_bytes: what the school wants.
        allowed_bytes: the most that still comes before PFC.
        why: the bound, in words, and how near to PFC it leaves the threshold.
    """

    threshold: str
    asked_bytes: int
    allowed_bytes: int
    why: str


class EcnThresholds(NamedTuple):
    """A marking profile and how it came about.

    Attributes:
        kmin_bytes: queue length from which packets are marked.
        kmax_bytes: queue length from which every packet is marked.
        pmax_percent: share of packets marked just below Kmax.
        preset: the school.
        kmin: derivation of Kmin.
        kmax: derivation of Kmax.
        capped: the thresholds that were lowered: ``kmin``, ``kmax``, both or none.
        caps: the same, each with both numbers.
        kmin_allowed_bytes: the most that Kmin may be for marking to come before PFC, capped or not; None where alpha
            and shared buffer are not known.
        kmax_allowed_bytes: the same of Kmax.
        cautions: what to know of the school at this speed and of the curve that is left.
        pmax: derivation of Pmax, with the slope of the curve.
        round_trip: Kmin against the bandwidth-delay product; None without a round trip.
        reaction: whether DCQCN acts before PFC; None without a round trip or without a buffer.
    """

    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: int
    preset: str
    kmin: Derivation
    kmax: Derivation
    capped: tuple[str, ...]
    caps: tuple[Cap, ...]
    cautions: tuple[str, ...]
    pmax: Derivation
    kmin_allowed_bytes: int | None = None
    kmax_allowed_bytes: int | None = None
    round_trip: RoundTrip | None = None
    reaction: Reaction | None = None


class _Settled(NamedTuple):
    """A threshold: its derivation, the cap where it was lowered, and the most it may be where that is known."""

    derivation: Derivation
    cap: Cap | None = None
    most_bytes: int | None = None


def ecn_thresholds(
    speed_mbps: int,
    *,
    preset: str = DEFAULT,
    marking: Marking | None = None,
    rtt_ns: int | None = None,
    cnp_interval_ns: int | None = None,
) -> EcnThresholds:
    """Return the marking thresholds of a lossless queue.

    Args:
        speed_mbps: speed of the egress port.
        preset: one of ``presets()``.
        marking: what bounds them; left out, nothing is capped because nothing is known.
        rtt_ns: round trip between two hosts without queues. Left out, Kmin is held against no bandwidth-delay product,
            and schools that scale by it are refused.
        cnp_interval_ns: shortest time between two CNPs of the receiver; that of ConnectX where None. Used with a round
            trip only.

    Returns:
        Kmin, Kmax and Pmax, each with its derivation. A cap is told with both numbers, in ``caps`` and among the
        assumptions.

    Raises:
        ValueError: for an unknown preset, one that says no bytes, a speed or time that is not positive, a bound out of
            range; or where what comes before PFC is less than one RDMA packet, with the numbers.

    Source:
        The school's own. Fan-out: Zhu et al., SIGCOMM 2015, section 4, generalised to p classes and any
        alpha; incast: from the same dynamic threshold (Choudhury and Hahne, 1998), derived.
    """
    if speed_mbps <= 0:
        raise ValueError(f"speed_mbps must be positive, not {speed_mbps}")
    for name, time_ns in (("rtt_ns", rtt_ns), ("cnp_interval_ns", cnp_interval_ns)):
        if time_ns is not None and time_ns <= 0:
            raise ValueError(f"{name} must be positive, not {time_ns}")
    school = school_of(preset)
    asked = wanted(school, speed_mbps, rtt_ns)
    kmin = _settle("Kmin", asked.kmin, school, marking, None if marking is None else fan_out_bound(marking))
    kmax = _settle("Kmax", asked.kmax, school, marking, None if marking is None else incast_bound(marking))
    lowest, highest = int(kmin.derivation.result), int(kmax.derivation.result)
    trip = None if rtt_ns is None else round_trip(lowest, speed_mbps, rtt_ns)
    acts = _reaction(lowest, speed_mbps, rtt_ns, cnp_interval_ns, marking)
    said = tuple(each.said for each in (trip, acts) if each is not None)
    caps = tuple(settled.cap for settled in (kmin, kmax) if settled.cap is not None)
    cautions = school.cautions(speed_mbps)
    if lowest == highest and asked.kmin.value != asked.kmax.value:
        cautions += (f"the caps leave no slope: every packet is marked from {lowest:,} B on, none below",)
    return EcnThresholds(
        kmin_bytes=lowest,
        kmax_bytes=highest,
        pmax_percent=asked.pmax_percent,
        preset=school.name,
        kmin=kmin.derivation._replace(assumptions=(*kmin.derivation.assumptions, *said)),
        kmax=kmax.derivation,
        capped=tuple(cap.threshold.lower() for cap in caps),
        caps=caps,
        cautions=cautions,
        pmax=_pmax(asked.pmax_percent, lowest, highest, school),
        kmin_allowed_bytes=kmin.most_bytes,
        kmax_allowed_bytes=kmax.most_bytes,
        round_trip=trip,
        reaction=acts,
    )


def _reaction(
    kmin_bytes: int, speed_mbps: int, rtt_ns: int | None, cnp_interval_ns: int | None, marking: Marking | None
) -> Reaction | None:
    if rtt_ns is None or marking is None:
        return None
    return reaction(
        kmin_bytes,
        speed_mbps,
        rtt_ns,
        cnp_interval_ns,
        alpha=marking.alpha,
        shared_bytes=marking.shared_bytes,
        senders=marking.fan_in if marking.incast is None else marking.incast,
        ingress_mbps=speed_mbps if marking.ingress_mbps is None else marking.ingress_mbps,
    )


_CAP_IS_THE_BOUND = "; the cap is that bound itself, so that marking and PFC come within a frame or two of each other"


def _settle(name: str, asked: Basis, school: Preset, marking: Marking | None, bound: Bound | None) -> _Settled:
    packet = int(rdma_packet().value)
    if asked.value < packet:
        raise ValueError(
            f"preset {school.name} asks for {name} {asked.value:,} B, less than one RDMA packet of {packet:,} B: every "
            "packet that waits would be marked"
        )
    if marking is None or bound is None:
        unknown = "not capped: alpha and shared buffer of the priority groups are not known"
        return _Settled(Derivation("K", asked.terms, asked.value, "B", (unknown,), asked.steps))
    most = bound.most_bytes
    result = min(asked.value, most)
    if result < packet:
        raise ValueError(
            f"{name} may be at most {most:,} B for marking to come before PFC (alpha "
            f"{exact(marking.alpha)}, {marking.shared_bytes:,} B shared), less than one RDMA packet of {packet:,} B; "
            f"preset {school.name} asks for {asked.value:,} B: {bound.remedy}"
        )
    cap = None
    said = f"not capped: {bound.why}, which holds up to {most:,} B"
    if result < asked.value:
        cap = Cap(name, asked.value, most, f"{bound.why}{_CAP_IS_THE_BOUND}")
        said = f"capped at {most:,} B, where preset {school.name} asks for {asked.value:,} B: {cap.why}"
    derivation = Derivation(
        formula="min(K, ceil(limit) - 1)",
        terms=(
            *asked.terms,
            Term("alpha", "alpha", plain(exact(marking.alpha)), "", "given"),
            Term("shared buffer of a partition", "S", marking.shared_bytes, "B", "given"),
            *bound.terms,
        ),
        result=result,
        unit="B",
        assumptions=(said, bound.others),
        steps=(*asked.steps, Term(f"{name} at which PFC comes first", "limit", plain(bound.limit), "B", bound.formula)),
    )
    return _Settled(derivation, cap, most)


def _pmax(percent: int, kmin_bytes: int, kmax_bytes: int, school: Preset) -> Derivation:
    terms: tuple[Term, ...] = (Term("Pmax", "P", percent, "%", school.source),)
    if kmin_bytes == kmax_bytes:
        step = f"a step: nothing is marked below {kmin_bytes:,} B and every packet above it"
        return Derivation("P", terms, percent, "%", (step,))
    terms += (
        Term("Kmin", "Kmin", kmin_bytes, "B", "its own derivation"),
        Term("Kmax", "Kmax", kmax_bytes, "B", "its own derivation"),
    )
    slope = plain(exact(percent) * 1000 / (kmax_bytes - kmin_bytes))  # a kB has 1000 bytes
    steps = (Term("slope between them", "slope", slope, "% a kB", "P * 1000 / (Kmax - Kmin)"),)
    said = (
        f"nothing is marked up to {kmin_bytes:,} B, {percent} % of the packets just below {kmax_bytes:,} B, every "
        "packet from there on"
    )
    return Derivation("P", terms, percent, "%", (said,), steps)
