"""What a buffer budget is: reserved, headroom and shared of one chip, and the margins to what the chip has."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from roceconf.sizing.derivation import Derivation


class Minimum(NamedTuple):
    """Guaranteed buffer beside that of the lossless groups: lossy groups, queues or ports.

    Attributes:
        name: what it is kept for.
        minimum_bytes: of one.
        number: how many of them.
    """

    name: str
    minimum_bytes: int
    number: int


class Cells(NamedTuple):
    """Reserved, headroom and shared in whole cells, rounded down."""

    reserved: int
    headroom: int
    shared: int


class Budget(NamedTuple):
    """A chip's packet buffer and what it is spent on, in bytes.

    Attributes:
        asic_key: the chip.
        reserved_bytes: what is guaranteed to groups, queues and ports.
        headroom_bytes: the headroom pool, else the sum of dedicated headroom.
        shared_bytes: what is left to share.
        total_bytes: the three together.
        usable_bytes: the most that published configurations use of the chip; None where it is not public.
        buffer_bytes: its packet memory; None where it is not public.
        cell_bytes: its cell.
        partitions: its partitions.
        is_pooled: whether the headroom is one shared pool.
        contains_headroom: whether the pool is taken to contain headroom and minima.
        derivation: of ``total_bytes``.
        remarks: what to know, one sentence each.
        other_reading: where sources contradict each other on what the pool contains: the budget if it does not.
    """

    asic_key: str
    reserved_bytes: int
    headroom_bytes: int
    shared_bytes: int
    total_bytes: int
    usable_bytes: int | None
    buffer_bytes: int | None
    cell_bytes: int
    partitions: int
    is_pooled: bool
    contains_headroom: bool
    derivation: Derivation
    remarks: tuple[str, ...] = ()
    other_reading: Budget | None = None

    @property
    def usable_margin_bytes(self) -> int | None:
        """What is left of the usable buffer, negative where it is exceeded; None where it is not public."""
        return None if self.usable_bytes is None else self.usable_bytes - self.total_bytes

    @property
    def buffer_margin_bytes(self) -> int | None:
        """What is left of the packet memory, negative where it is exceeded; None where it is not public."""
        return None if self.buffer_bytes is None else self.buffer_bytes - self.total_bytes

    @property
    def shared_share(self) -> Fraction | None:
        """The part of the usable buffer, else of the memory, that is shared; None where neither is public."""
        whole = self.usable_bytes or self.buffer_bytes
        return None if whole is None else Fraction(self.shared_bytes, whole)

    @property
    def cells(self) -> Cells:
        """The three in cells of the whole chip."""
        return self._in_cells(1)

    @property
    def partition_cells(self) -> Cells:
        """The three in cells of one partition, over which the pools are split evenly."""
        return self._in_cells(self.partitions)

    def _in_cells(self, parts: int) -> Cells:
        amounts = (self.reserved_bytes, self.headroom_bytes, self.shared_bytes)
        return Cells(*(amount // (self.cell_bytes * parts) for amount in amounts))


class BudgetExceeded(ValueError):  # noqa: N818 - read as "raise BudgetExceeded"
    """More than the chip has.

    Attributes:
        budget: the budget that breaks.
        excess_bytes: by how much.
    """

    def __init__(self, message: str, budget: Budget, excess_bytes: int) -> None:
        super().__init__(message)
        self.budget = budget
        self.excess_bytes = excess_bytes
