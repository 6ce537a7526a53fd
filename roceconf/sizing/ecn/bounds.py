"""What bounds marking thresholds, so that marking comes before PFC.

Marking looks at one egress queue, PFC at one ingress priority group, so two bounds follow from the dynamic threshold,
each in one partition of the chip:

- **fan-out**: one group may feed n egress queues at once. None of them marks before the group pauses unless
  ``Kmin < alpha S / (n (1 + alpha p))``, p being the groups at their threshold (SIGCOMM 2015, in general form).
- **incast**: f groups feed one egress queue, which holds ``f alpha S / (1 + alpha f)`` when they pause. Marking reaches
  its full probability before that if Kmax is below it. One sender is the hardest case, where its port is the faster.

Both hold while no other group of the partition is at its threshold: k others take their part of the shared buffer, and
p + k or f + k stands in the denominator. A threshold just below its bound marks just before PFC, not well before.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.derivation import Term, exact

if TYPE_CHECKING:
    from fractions import Fraction


class Marking(NamedTuple):
    """What bounds the thresholds: alpha and shared buffer of the priority groups that feed the queue.

    Attributes:
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: shared buffer of one partition.
        fan_out: egress queues one group may fill at once (n).
        fan_in: senders into one queue at which Kmax must still lie below PFC (f); 1 is the hardest case, which is real
            where the ingress port is faster than the egress port.
        lossless_groups: lossless groups that may be at their threshold at once (p).
        incast: senders at once that DCQCN must slow down before PFC does; ``fan_in`` where None. Asked only with a
            round trip.
        ingress_mbps: speed of the ports they come in by; that of the egress port where None.
    """

    alpha: Fraction | float
    shared_bytes: int
    fan_out: int
    fan_in: int
    lossless_groups: int = 1
    incast: int | None = None
    ingress_mbps: int | None = None


def bounds_for(
    alpha: Fraction | float,
    shared_bytes: int,
    lossless_groups: int,
    *,
    fan_in: int,
    fan_out: int,
    ingress_mbps: int | None = None,
) -> Marking:
    """Return what bounds the thresholds of a switch with a stated fan-in and fan-out.

    Kmax is held against a single sender whatever the fan-in: one faster port congests a queue alone, and more senders
    only hold more before they pause. The fan-in counts for the time DCQCN has.

    Args:
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: shared buffer of one partition.
        lossless_groups: lossless groups of a port, which may be at their threshold at once.
        fan_in: senders that may hit one port at once.
        fan_out: ports that one port may send to at once.
        ingress_mbps: speed of the fastest ports that feed the queue; that of the egress port where None.

    Returns:
        The bounds, for ``ecn_thresholds``.

    Source:
        Derived: ``f alpha S / (1 + alpha f)`` is least for one sender.
    """
    return Marking(
        alpha=alpha,
        shared_bytes=shared_bytes,
        fan_out=fan_out,
        fan_in=1,
        lossless_groups=lossless_groups,
        incast=fan_in,
        ingress_mbps=ingress_mbps,
    )


class Bound(NamedTuple):
    """A bound of one threshold.

    Attributes:
        limit: its value in bytes; what lies below is marked before PFC.
        formula: as an expression.
        terms: what it takes beside alpha and shared buffer.
        why: why it is to hold.
        others: what it takes for granted of the rest of the partition.
        remedy: how to raise it.
    """

    limit: Fraction
    formula: str
    terms: tuple[Term, ...]
    why: str
    others: str
    remedy: str

    @property
    def most_bytes(self) -> int:
        """The most that is still below it."""
        return ceil(self.limit) - 1


def fan_out_bound(marking: Marking) -> Bound:
    """Return what Kmin must stay below.

    Args:
        marking: alpha, shared buffer, groups and fan-out.

    Raises:
        ValueError: if a number of it is out of its range.

    Source:
        Zhu et al., SIGCOMM 2015, section 4, generalised to p classes and any alpha.
    """
    _check(marking)
    alpha = exact(marking.alpha)
    queues = "one queue" if marking.fan_out == 1 else f"{marking.fan_out} queues at once"
    return Bound(
        limit=alpha * marking.shared_bytes / (marking.fan_out * (1 + alpha * marking.lossless_groups)),
        formula="alpha * S / (n * (1 + alpha * p))",
        terms=(
            Term("lossless groups at their threshold", "p", marking.lossless_groups, "", "given"),
            Term("queues one group may fill at once", "n", marking.fan_out, "", "given"),
        ),
        why=f"one priority group may fill {queues}, and marking must start before it pauses",
        others=_OTHERS.format(more="p + k", instead="p"),
        remedy="raise alpha, or lower the fan-out",
    )


def incast_bound(marking: Marking) -> Bound:
    """Return what Kmax must stay below.

    Args:
        marking: alpha, shared buffer and fan-in.

    Raises:
        ValueError: if a number of it is out of its range.

    Source:
        Derived from the dynamic threshold (Choudhury and Hahne, ToN 1998).
    """
    _check(marking)
    alpha = exact(marking.alpha)
    senders = "a single sender" if marking.fan_in == 1 else f"{marking.fan_in} senders into one port"
    return Bound(
        limit=marking.fan_in * alpha * marking.shared_bytes / (1 + alpha * marking.fan_in),
        formula="f * alpha * S / (1 + alpha * f)",
        terms=(Term("senders into one queue", "f", marking.fan_in, "", "given"),),
        why=f"{senders} must meet full marking before PFC",
        others=_OTHERS.format(more="f + k", instead="f"),
        remedy="raise alpha",
    )


_OTHERS = (
    "this holds while no other priority group of the partition is at its threshold: with k others {more} stands for "
    "{instead} in the denominator"
)


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
