"""Dynamic thresholds: how much of the shared buffer a priority group may hold before it pauses its peer.

``T = alpha * (S - what all groups hold)`` (Choudhury and Hahne, 1998): n groups at their threshold settle at
``alpha * S / (1 + alpha * n)`` each, S being the shared buffer of one partition, because a priority group uses only the
partition (XPE, ITM) that its port belongs to.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.buffer.facts import dynamic_th_range
from roceconf.sizing.derivation import Derivation, Term, exact, plain

if TYPE_CHECKING:
    from roceconf.sizing.buffer.shared import SharedBuffer


class Threshold(NamedTuple):
    """What a priority group may hold of the shared buffer: bytes and whole cells."""

    threshold_bytes: int
    threshold_cells: int
    derivation: Derivation


def alpha_of(dynamic_th: int) -> Fraction:
    """Return alpha for SONiC's exponent: ``2 ** dynamic_th``.

    Args:
        dynamic_th: -8 (1/256) to 7 (128).

    Raises:
        ValueError: outside that range.

    Source:
        SONiC ``sonic-buffer-profile.yang`` (range) and ``mmuconfig`` (alpha is two to the power of it).
    """
    allowed = dynamic_th_range()
    if dynamic_th not in allowed:
        raise ValueError(f"dynamic_th must be between {allowed[0]} and {allowed[-1]}, not {dynamic_th}")
    return Fraction(2) ** dynamic_th


def dynamic_th_of(alpha: Fraction | float) -> int:
    """Return SONiC's exponent for alpha, the inverse of ``alpha_of``.

    Args:
        alpha: a power of two from 1/256 to 128.

    Raises:
        ValueError: for anything else.

    Source:
        Arithmetic on what is given.
    """
    wanted = exact(alpha)
    for exponent in dynamic_th_range():
        if alpha_of(exponent) == wanted:
            return exponent
    lowest, highest = alpha_of(dynamic_th_range()[0]), alpha_of(dynamic_th_range()[-1])
    raise ValueError(f"alpha must be a power of two between {lowest} and {highest}, not {alpha}")


def threshold_bytes(alpha: Fraction | float, shared_bytes: int, active_groups: int = 1) -> int:
    """Return where the threshold of each group settles, ``alpha * S / (1 + alpha * n)``, rounded down.

    Args:
        alpha: share of the free buffer a group may hold.
        shared_bytes: shared buffer of one partition.
        active_groups: groups at their threshold at once.

    Raises:
        ValueError: if alpha is not positive or no group is active.

    Source:
        Choudhury and Hahne, Dynamic queue length thresholds, ToN 1998.
    """
    share = exact(alpha)
    if share <= 0 or active_groups < 1:
        raise ValueError(f"need a positive alpha and at least one active group, not {alpha} and {active_groups}")
    return floor(share * shared_bytes / (1 + share * active_groups))


def dynamic_threshold(shared: SharedBuffer, *, cell_bytes: int, dynamic_th: int, active_groups: int = 1) -> Threshold:
    """Return what each of so many priority groups may hold of a partition's shared buffer, in whole cells.

    Args:
        shared: the partition's shared buffer.
        cell_bytes: the ASIC's cell.
        dynamic_th: SONiC's exponent of alpha.
        active_groups: groups of the partition at their threshold at once.

    Raises:
        ValueError: if an argument is out of its range.

    Source:
        Choudhury and Hahne, Dynamic queue length thresholds, ToN 1998; agrees with the PFC triggers measured in
        sonic-mgmt ``tests/qos/files/qos_params.*.yaml``.
    """
    terms = threshold_terms(shared, dynamic_th, active_groups)
    value = {term.symbol: exact(term.value) for term in terms}
    cells = floor(value["alpha"] * value["S"] / (1 + value["alpha"] * value["n"]))
    derivation = Derivation(
        "floor(alpha * S / (1 + alpha * n))", terms, cells, "cells", (*shared.derivation.assumptions, _ONLY_LOSSLESS)
    )
    return Threshold(cells * cell_bytes, cells, derivation)


_ONLY_LOSSLESS = "no lossy traffic holds shared buffer: what it holds is taken from S before alpha"


def threshold_terms(shared: SharedBuffer, dynamic_th: int, active_groups: int) -> tuple[Term, ...]:
    """Return alpha, the shared buffer and the number of groups as terms of a formula.

    Args:
        shared: the partition's shared buffer.
        dynamic_th: SONiC's exponent of alpha.
        active_groups: groups of the partition at their threshold at once.

    Raises:
        ValueError: if an argument is out of its range.

    Source:
        Arithmetic on what is given.
    """
    alpha = alpha_of(dynamic_th)
    if active_groups < 1:
        raise ValueError(f"at least one group must be active, not {active_groups}")
    return (
        Term("alpha", "alpha", plain(alpha), "", f"2 to the power of dynamic_th {dynamic_th}"),
        Term("shared buffer of the partition", "S", shared.shared_cells, "cells", shared.derivation.formula),
        Term("groups at their threshold", "n", active_groups, "", "given"),
    )
