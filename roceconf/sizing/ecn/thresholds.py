"""ECN marking thresholds: presets by speed, capped so that marking precedes PFC.

Marking looks at one egress queue, PFC at one ingress priority group, so two bounds follow from the dynamic threshold:

- **fan-out**: one group may feed n egress queues at once. None of them marks before the group pauses unless
  ``Kmin < alpha S / (n (1 + alpha p))``, p being the groups at their threshold (SIGCOMM 2015, in general form).
- **incast**: f groups feed one egress queue, which holds ``f alpha S / (1 + alpha f)`` when they pause. Marking reaches
  its full probability before that if Kmax is below it; two senders are the hardest case that congests at equal speeds.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.sizing.constants import DATA, read
from roceconf.sizing.derivation import Derivation, Term, exact, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

DEFAULT = "default"
_STEP_BYTES = 1000  # a threshold between two published speeds is rounded down to the unit they are published in


class EcnThresholds(NamedTuple):
    """A marking profile and how it came about.

    ``capped`` names the bounds that lowered a threshold: ``kmin``, ``kmax``, both or none.
    """

    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: int
    preset: str
    kmin: Derivation
    kmax: Derivation
    capped: tuple[str, ...] = ()


class Marking(NamedTuple):
    """What bounds the thresholds: alpha and shared buffer of the priority groups that feed the queue.

    Attributes:
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: shared buffer of one partition.
        lossless_groups: lossless groups that may be at their threshold at once (p).
        fan_out: egress queues one group may fill at once (n).
        fan_in: senders into one queue at which Kmax must still lie below PFC (f).
    """

    alpha: Fraction | float
    shared_bytes: int
    lossless_groups: int = 1
    fan_out: int = 8
    fan_in: int = 2


def presets() -> tuple[str, ...]:
    """Return the names of the marking presets, sorted."""
    return tuple(sorted(path.stem for path in (DATA / "ecn").glob("*.toml")))


def ecn_thresholds(speed_mbps: int, *, preset: str = DEFAULT, marking: Marking | None = None) -> EcnThresholds:
    """Return the marking thresholds of a lossless queue.

    Args:
        speed_mbps: speed of the egress port.
        preset: one of ``presets()``.
        marking: what bounds them; left out, nothing is capped because nothing is known.

    Returns:
        Kmin, Kmax and Pmax, each threshold with its derivation; a cap is named among its assumptions.

    Raises:
        ValueError: for an unknown preset, a speed that is not positive, or a marking bound out of range.
    """
    if preset not in presets():
        raise ValueError(f"unknown ECN preset '{preset}': one of {', '.join(presets())}")
    if speed_mbps <= 0:
        raise ValueError(f"speed_mbps must be positive, not {speed_mbps}")
    data = read(f"ecn/{preset}")
    wanted_kmin, wanted_kmax, pmax = _published(data, speed_mbps)
    source = cast("str", data["source"])
    kmin = _settle("Kmin", wanted_kmin, speed_mbps, source, marking, _fan_out)
    kmax = _settle("Kmax", wanted_kmax, speed_mbps, source, marking, _incast)
    capped = tuple(
        name
        for name, derivation, wanted in (("kmin", kmin, wanted_kmin), ("kmax", kmax, wanted_kmax))
        if derivation.result < wanted
    )
    return EcnThresholds(int(kmin.result), int(kmax.result), pmax, preset, kmin, kmax, capped)


def _published(data: Mapping[str, object], speed_mbps: int) -> tuple[int, int, int]:
    """Return Kmin, Kmax and Pmax of a preset at a speed: scaled with the rate, or between its two nearest points."""
    if "per_rate" in data:
        reference, kmin, kmax, pmax = cast("list[int]", data["per_rate"])
        return kmin * speed_mbps // reference, kmax * speed_mbps // reference, pmax
    points = sorted(cast("list[list[int]]", data["points"]))
    if speed_mbps <= points[0][0] or len(points) == 1:
        return points[0][1], points[0][2], points[0][3]
    for (low, *below), (high, *above) in pairwise(points):
        if speed_mbps <= high:
            kmin, kmax, pmax = (
                a + (b - a) * (speed_mbps - low) // (high - low) for a, b in zip(below, above, strict=True)
            )
            return kmin // _STEP_BYTES * _STEP_BYTES, kmax // _STEP_BYTES * _STEP_BYTES, pmax
    return points[-1][1], points[-1][2], points[-1][3]


def _fan_out(marking: Marking) -> tuple[Fraction, str, str]:
    alpha = exact(marking.alpha)
    limit = alpha * marking.shared_bytes / (marking.fan_out * (1 + alpha * marking.lossless_groups))
    why = f"one priority group may fill {marking.fan_out} queues at once, and marking must start before it pauses"
    return limit, "alpha * S / (n * (1 + alpha * p))", why


def _incast(marking: Marking) -> tuple[Fraction, str, str]:
    alpha = exact(marking.alpha)
    limit = marking.fan_in * alpha * marking.shared_bytes / (1 + alpha * marking.fan_in)
    why = f"{marking.fan_in} senders into one port must meet full marking before they are paused"
    return limit, "f * alpha * S / (1 + alpha * f)", why


def _settle(
    name: str,
    wanted: int,
    speed_mbps: int,
    source: str,
    marking: Marking | None,
    bound: Callable[[Marking], tuple[Fraction, str, str]],
) -> Derivation:
    terms: tuple[Term, ...] = (Term(f"{name} at {speed_mbps // 1000}G", "K", wanted, "B", source),)
    if marking is None:
        unknown = "not capped: alpha and shared buffer of the priority groups are not known"
        return Derivation("K", terms, wanted, "B", (unknown,))
    _check(marking)
    limit, expression, why = bound(marking)
    below = max(0, ceil(limit) - 1)
    result = min(wanted, below)
    terms += (
        Term("alpha", "alpha", plain(exact(marking.alpha)), "", "given"),
        Term("shared buffer of a partition", "S", marking.shared_bytes, "B", "given"),
        Term("lossless groups at their threshold", "p", marking.lossless_groups, "", "given"),
        Term("queues one group may fill at once", "n", marking.fan_out, "", "given"),
        Term("senders into one queue", "f", marking.fan_in, "", "given"),
    )
    step = Term(f"{name} at which PFC would come first", "limit", plain(limit), "B", expression)
    said = f"capped at {below} B: {why}" if result < wanted else f"not capped: {why}, and it does"
    return Derivation("min(K, max(0, ceil(limit) - 1))", terms, result, "B", (said,), (step,))


def _check(marking: Marking) -> None:
    if marking.alpha <= 0 or marking.shared_bytes <= 0:
        raise ValueError("alpha and shared buffer must be positive")
    if min(marking.lossless_groups, marking.fan_out, marking.fan_in) < 1:
        raise ValueError("lossless_groups, fan_out and fan_in must be at least 1")
