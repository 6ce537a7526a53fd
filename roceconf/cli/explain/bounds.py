"""What bounds marking thresholds, as a plan reckons it."""

from fractions import Fraction

from roceconf.sizing import Marking


def bounds_for(
    alpha: Fraction, shared_bytes: int, lossless_groups: int, *, fan_in: int, fan_out: int, ingress_mbps: int
) -> Marking:
    """What bounds marking: Kmax is held against a single sender, the hardest case, whatever the fan-in.

    Where the port it comes in by is the faster one, a single sender congests the queue alone. How many senders may meet
    counts in the time that DCQCN has.

    Args:
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: shared buffer of one partition.
        lossless_groups: lossless groups of a port.
        fan_in: senders that may meet at one port.
        fan_out: ports that one sender may fill at once.
        ingress_mbps: speed of the ports they come in by.
    """
    return Marking(
        alpha,
        shared_bytes,
        lossless_groups=lossless_groups,
        fan_out=fan_out,
        fan_in=1,
        incast=fan_in,
        ingress_mbps=ingress_mbps,
    )
