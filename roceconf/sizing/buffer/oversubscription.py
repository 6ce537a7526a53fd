"""The shared headroom pool: what it holds against what priority groups are promised."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.derivation import Derivation, Term, plain

if TYPE_CHECKING:
    from collections.abc import Iterable


class Promise(NamedTuple):
    """What ports of one kind are promised.

    Attributes:
        headroom_bytes: headroom of one priority group (SONiC ``xoff`` of its profile).
        groups: lossless priority groups of each port.
        ports: ports of this kind.
        group_min_bytes: minimum of one group (SONiC ``size`` of its profile).
    """

    headroom_bytes: int
    groups: int
    ports: int
    group_min_bytes: int = 0


class HeadroomPool(NamedTuple):
    """A headroom pool and what is asked of it.

    Attributes:
        pool_bytes: what it holds.
        promised_bytes: what all groups together are promised.
        groups: how many groups that are.
        largest_bytes: the largest headroom of one group.
        groups_carried: how many groups of the largest headroom may be between XOFF and silence at once, spread over
            the partitions as best they can be: each partition has only its part of the pool.
        partition_groups_carried: the same where all of them lie in one partition, which has only its part of the pool;
            None where the partitions are not known.
        fan_in: senders that may meet at one port, as stated; None where nothing is.
        derivation: of the ratio ``promised / pool``.
    """

    pool_bytes: int
    promised_bytes: int
    groups: int
    largest_bytes: int
    groups_carried: int
    partition_groups_carried: int | None
    fan_in: int | None
    derivation: Derivation

    @property
    def oversubscription(self) -> Fraction:
        """How many times the pool all groups together are promised: above 1 it is oversubscribed."""
        return Fraction(self.promised_bytes, self.pool_bytes)

    @property
    def short_bytes(self) -> int:
        """By how much the whole pool falls short of the stated fan-in, else of a single group; 0 where it does not."""
        return max(0, (self.fan_in or 1) * self.largest_bytes - self.pool_bytes)

    @property
    def fits(self) -> bool:
        """Whether the stated fan-in, else a single group, finds its headroom in the pool, spread at its best."""
        return (self.fan_in or 1) <= self.groups_carried

    @property
    def fits_one_partition(self) -> bool | None:
        """Whether it does even if all senders lie in one partition; None where the partitions are not known."""
        return None if self.partition_groups_carried is None else (self.fan_in or 1) <= self.partition_groups_carried

    @property
    def refusal(self) -> str:
        """Why a plan must not be made with this pool, with the number that breaks; empty where it may."""
        if self.fits:
            return ""
        needed = (self.fan_in or 1) * self.largest_bytes
        who = f"{self.fan_in} senders" if self.fan_in is not None else "one priority group"
        if not self.short_bytes:
            return (
                f"the headroom pool of {self.pool_bytes:,} B is cut into partitions that carry "
                f"{self.partition_groups_carried} groups of the largest headroom, {self.largest_bytes:,} B, each, "
                f"{self.groups_carried} in all: too few for {who}"
            )
        return (
            f"the headroom pool of {self.pool_bytes:,} B is {self.short_bytes:,} B too small for {who} at the largest "
            f"headroom of {self.largest_bytes:,} B, which takes {needed:,} B"
        )


def headroom_pool(
    *, pool_bytes: int, promises: Iterable[Promise], fan_in: int | None = None, partitions: int | None = None
) -> HeadroomPool:
    """Return what a shared headroom pool carries.

    Args:
        pool_bytes: the headroom pool (SONiC ``ingress_lossless_pool.xoff``).
        promises: what the lossless groups of each kind of port are promised.
        fan_in: senders that may meet at one port, each with one priority group to be paused.
        partitions: partitions of the chip, over which the pool is split.

    Returns:
        Ratio, groups carried, whether the fan-in fits; judging it is the caller's.

    Raises:
        ValueError: if a number is out of its range, or nobody is promised any headroom.

    Source:
        Arithmetic on what is given. That a partition has only its part of the pool is measured: the groups of one
        partition fill ``pool / partitions`` on Tomahawk, 2, 3 and 5 (sonic-mgmt ``tests/qos/files/qos_params.*.yaml``,
        ``hdrm_pool_size``).
    """
    asked = tuple(promises)
    check_promises(asked)
    if pool_bytes <= 0:
        raise ValueError(f"a headroom pool holds more than nothing, not {pool_bytes} B")
    if fan_in is not None and fan_in < 1:
        raise ValueError(f"fan_in must be at least 1, not {fan_in}")
    if partitions is not None and partitions < 1:
        raise ValueError(f"partitions must be at least 1, not {partitions}")
    largest = max((each.headroom_bytes for each in asked if each.groups * each.ports), default=0)
    if largest == 0:
        raise ValueError("no priority group is promised any headroom")
    promised = promised_bytes(asked)
    return HeadroomPool(
        pool_bytes=pool_bytes,
        promised_bytes=promised,
        groups=sum(each.groups * each.ports for each in asked),
        largest_bytes=largest,
        groups_carried=pool_bytes // (partitions or 1) // largest * (partitions or 1),
        partition_groups_carried=None if partitions is None else pool_bytes // partitions // largest,
        fan_in=fan_in,
        derivation=_ratio(pool_bytes, asked, promised),
    )


def _ratio(pool_bytes: int, asked: tuple[Promise, ...], promised: int) -> Derivation:
    pool = Term("headroom pool", "pool", pool_bytes, "B", "given")
    terms, sums = promise_terms(asked)
    return Derivation(
        "promised / pool",
        (pool, *terms),
        plain(Fraction(promised, pool_bytes)),
        "",
        ("each group may ask for the whole headroom of its profile",),
        (Term("promised to all groups", "promised", promised, "B", sums),),
    )


def promise_terms(promises: tuple[Promise, ...]) -> tuple[tuple[Term, ...], str]:
    """Return headroom, groups and ports of each kind of port as terms, and the expression of their sum.

    Args:
        promises: at least one.

    Source:
        Arithmetic on what is given.
    """
    terms: list[Term] = []
    for number, each in enumerate(promises, start=1):
        of_kind = f" (ports of kind {number})" if len(promises) > 1 else ""
        terms += [
            Term(f"headroom of a group{of_kind}", f"HR_{number}", each.headroom_bytes, "B", "given"),
            Term(f"lossless groups of a port{of_kind}", f"g_{number}", each.groups, "", "given"),
            Term(f"ports{of_kind}", f"N_{number}", each.ports, "", "given"),
        ]
    numbers = range(1, len(promises) + 1)
    return tuple(terms), " + ".join(f"N_{number} * g_{number} * HR_{number}" for number in numbers)


def promised_bytes(promises: Iterable[Promise]) -> int:
    """Return what all groups together are promised, in bytes: the headroom where each has its own.

    Args:
        promises: what each kind of port is promised.

    Source:
        Arithmetic on what is given.
    """
    return sum(each.headroom_bytes * each.groups * each.ports for each in promises)


def check_promises(promises: Iterable[Promise]) -> None:
    """Check that nothing promised is negative.

    Args:
        promises: what each kind of port is promised.

    Raises:
        ValueError: naming the promise.

    Source:
        Arithmetic on what is given.
    """
    for each in promises:
        if min(each) < 0:
            raise ValueError(f"headroom, groups, ports and minima must not be negative: {each}")
