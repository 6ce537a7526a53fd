"""ECN marking thresholds: a school's values, capped so that marking precedes PFC, and held against the round trip.

Marking looks at one egress queue, PFC at one ingress priority group, so two bounds follow from the dynamic threshold,
each in one partition of the chip:

- **fan-out**: one group may feed n egress queues at once. None of them marks before the group pauses unless
  ``Kmin < alpha S / (n (1 + alpha p))``, p being the groups at their threshold (SIGCOMM 2015, in general form).
- **incast**: f groups feed one egress queue, which holds ``f alpha S / (1 + alpha f)`` when they pause. Marking reaches
  its full probability before that if Kmax is below it. One sender is the hardest case, where its port is the faster.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.constants import term_of
from roceconf.sizing.derivation import Derivation, Term, exact, plain
from roceconf.sizing.ecn.schools import DEFAULT, wanted
from roceconf.sizing.ecn.schools import preset as school_of
from roceconf.sizing.ecn.timing import Reaction, RoundTrip, reaction, round_trip

if TYPE_CHECKING:
    from fractions import Fraction

    from roceconf.sizing.ecn.schools import Basis, Preset


class Marking(NamedTuple):
    """What bounds the thresholds: alpha and shared buffer of the priority groups that feed the queue.

    Attributes:
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: shared buffer of one partition.
        lossless_groups: lossless groups that may be at their threshold at once (p).
        fan_out: egress queues one group may fill at once (n).
        fan_in: senders into one queue at which Kmax must still lie below PFC (f); 1 is the hardest case, which is real
            where the ingress port is faster than the egress port.
        incast: senders at once that DCQCN must slow down before PFC does; ``fan_in`` where None. Asked only with a
            round trip.
        ingress_mbps: speed of the ports they come in by; that of the egress port where None.
    """

    alpha: Fraction | float
    shared_bytes: int
    lossless_groups: int = 1
    fan_out: int = 8
    fan_in: int = 2
    incast: int | None = None
    ingress_mbps: int | None = None


class Cap(NamedTuple):
    """A threshold that was lowered so that marking comes before PFC.

    Attributes:
        threshold: ``Kmin`` or ``Kmax``.
        asked_bytes: what the school wants.
        allowed_bytes: the most that still comes before PFC.
        why: the bound, in words.
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
    round_trip: RoundTrip | None = None
    reaction: Reaction | None = None


class _Bound(NamedTuple):
    """A bound of one threshold: its value in bytes, its formula, and why it holds."""

    limit: Fraction
    formula: str
    why: str
    remedy: str


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
    if marking is not None:
        _check(marking)
    kmin, kmin_cap = _settle("Kmin", asked.kmin, school, marking, None if marking is None else _fan_out(marking))
    kmax, kmax_cap = _settle("Kmax", asked.kmax, school, marking, None if marking is None else _incast(marking))
    lowest, highest = int(kmin.result), int(kmax.result)
    trip = None if rtt_ns is None else round_trip(lowest, speed_mbps, rtt_ns)
    acts = None
    if rtt_ns is not None and marking is not None:
        acts = reaction(
            lowest,
            speed_mbps,
            rtt_ns,
            cnp_interval_ns,
            alpha=marking.alpha,
            shared_bytes=marking.shared_bytes,
            senders=marking.fan_in if marking.incast is None else marking.incast,
            ingress_mbps=speed_mbps if marking.ingress_mbps is None else marking.ingress_mbps,
        )
    said = tuple(each.said for each in (trip, acts) if each is not None)
    caps = tuple(cap for cap in (kmin_cap, kmax_cap) if cap is not None)
    cautions = school.cautions(speed_mbps)
    if lowest == highest and asked.kmin.value != asked.kmax.value:
        cautions += (f"the caps leave no slope: every packet is marked from {lowest:,} B on, none below",)
    return EcnThresholds(
        lowest,
        highest,
        asked.pmax_percent,
        school.name,
        kmin._replace(assumptions=(*kmin.assumptions, *said)),
        kmax,
        tuple(cap.threshold.lower() for cap in caps),
        caps,
        cautions,
        _pmax(asked.pmax_percent, lowest, highest, school),
        trip,
        acts,
    )


def rdma_packet() -> Term:
    """Return the largest RDMA packet on the wire: a threshold below it marks every packet that waits.

    Source:
        ``data/marking.toml``.
    """
    return term_of("marking", "rdma_packet")


def _fan_out(marking: Marking) -> _Bound:
    alpha = exact(marking.alpha)
    limit = alpha * marking.shared_bytes / (marking.fan_out * (1 + alpha * marking.lossless_groups))
    queues = "one queue" if marking.fan_out == 1 else f"{marking.fan_out} queues at once"
    why = f"one priority group may fill {queues}, and marking must start before it pauses"
    return _Bound(limit, "alpha * S / (n * (1 + alpha * p))", why, "raise alpha, or lower the fan-out")


def _incast(marking: Marking) -> _Bound:
    alpha = exact(marking.alpha)
    limit = marking.fan_in * alpha * marking.shared_bytes / (1 + alpha * marking.fan_in)
    senders = "a single sender" if marking.fan_in == 1 else f"{marking.fan_in} senders into one port"
    why = f"{senders} must meet full marking before PFC"
    return _Bound(limit, "f * alpha * S / (1 + alpha * f)", why, "raise alpha")


def _settle(
    name: str, asked: Basis, school: Preset, marking: Marking | None, bound: _Bound | None
) -> tuple[Derivation, Cap | None]:
    packet = int(rdma_packet().value)
    if asked.value < packet:
        raise ValueError(
            f"preset {school.name} asks for {name} {asked.value:,} B, less than one RDMA packet of {packet:,} B: every "
            "packet that waits would be marked"
        )
    if marking is None or bound is None:
        unknown = "not capped: alpha and shared buffer of the priority groups are not known"
        return Derivation("K", asked.terms, asked.value, "B", (unknown,), asked.steps), None
    below = ceil(bound.limit) - 1
    result = min(asked.value, below)
    if result < packet:
        raise ValueError(
            f"{name} may be at most {below:,} B for marking to come before PFC (alpha "
            f"{exact(marking.alpha)}, {marking.shared_bytes:,} B shared), less than one RDMA packet of {packet:,} B; "
            f"preset {school.name} asks for {asked.value:,} B: {bound.remedy}"
        )
    terms = (
        *asked.terms,
        Term("alpha", "alpha", plain(exact(marking.alpha)), "", "given"),
        Term("shared buffer of a partition", "S", marking.shared_bytes, "B", "given"),
        *_counts(name, marking),
    )
    steps = (*asked.steps, Term(f"{name} at which PFC comes first", "limit", plain(bound.limit), "B", bound.formula))
    if result < asked.value:
        cap = Cap(name, asked.value, below, bound.why)
        said = f"capped at {below:,} B, where preset {school.name} asks for {asked.value:,} B: {bound.why}"
        return Derivation("min(K, ceil(limit) - 1)", terms, result, "B", (said,), steps), cap
    said = f"not capped: {bound.why}, which holds up to {below:,} B"
    return Derivation("min(K, ceil(limit) - 1)", terms, result, "B", (said,), steps), None


def _counts(name: str, marking: Marking) -> tuple[Term, ...]:
    if name == "Kmax":
        return (Term("senders into one queue", "f", marking.fan_in, "", "given"),)
    return (
        Term("lossless groups at their threshold", "p", marking.lossless_groups, "", "given"),
        Term("queues one group may fill at once", "n", marking.fan_out, "", "given"),
    )


def _pmax(percent: int, kmin_bytes: int, kmax_bytes: int, school: Preset) -> Derivation:
    terms: tuple[Term, ...] = (Term("Pmax", "P", percent, "%", school.source),)
    if kmin_bytes == kmax_bytes:
        step = f"a step: nothing is marked below {kmin_bytes:,} B and every packet above it"
        return Derivation("P", terms, percent, "%", (step,))
    terms += (
        Term("Kmin", "Kmin", kmin_bytes, "B", "its own derivation"),
        Term("Kmax", "Kmax", kmax_bytes, "B", "its own derivation"),
    )
    slope = plain(exact(percent) * 1000 / (kmax_bytes - kmin_bytes))
    steps = (Term("slope between them", "slope", slope, "% a kB", "P * 1000 / (Kmax - Kmin)"),)
    said = (
        f"nothing is marked up to {kmin_bytes:,} B, {percent} % of the packets just below {kmax_bytes:,} B, every "
        "packet from there on"
    )
    return Derivation("P", terms, percent, "%", (said,), steps)


def _check(marking: Marking) -> None:
    if marking.alpha <= 0 or marking.shared_bytes <= 0:
        raise ValueError(
            f"alpha and shared buffer must be positive, not {marking.alpha} and {marking.shared_bytes} bytes"
        )
    counts = (marking.lossless_groups, marking.fan_out, marking.fan_in, marking.incast)
    if any(count is not None and count < 1 for count in counts):
        raise ValueError("lossless_groups, fan_out, fan_in and incast must be at least 1")
    if marking.ingress_mbps is not None and marking.ingress_mbps <= 0:
        raise ValueError(f"ingress_mbps must be positive, not {marking.ingress_mbps}")
