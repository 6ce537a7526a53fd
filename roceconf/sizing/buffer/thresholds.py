"""Dynamic thresholds: how much a priority group may hold before it pauses its peer.

``T = alpha * (S - what all groups hold)`` (Choudhury and Hahne, 1998): n groups at their threshold settle at
``alpha * S / (1 + alpha * n)`` each, S being the shared buffer of one partition, because a priority group uses only the
partition (XPE, ITM) that its port belongs to.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.derivation import Derivation, Term, exact, plain

if TYPE_CHECKING:
    from roceconf.asic import Asic

_MEASURED = (
    "measured PFC triggers in sonic-mgmt tests/qos/files/qos_params.*.yaml against the buffers rendered for them"
)
_TH3_RESERVED = Term(
    "reserved cells of a partition",
    "reserved",
    3600,
    "cells",
    "Dell Z9332F: some 7200 cells between pool.size - pool.xoff and the egress lossless pool, over two partitions",
)
_DYNAMIC_TH = range(-8, 8)  # SONiC sonic-buffer-profile.yang: dynamic_th -8..7


class SharedBuffer(NamedTuple):
    """The shared buffer that the priority groups of one partition compete for."""

    shared_bytes: int
    shared_cells: int
    derivation: Derivation


class XoffPoint(NamedTuple):
    """What one priority group holds when it sends XOFF."""

    xoff_point_bytes: int
    xoff_point_cells: int
    derivation: Derivation


def alpha_of(dynamic_th: int) -> Fraction:
    """Return alpha for SONiC's exponent: ``2 ** dynamic_th``.

    Args:
        dynamic_th: -8 (1/256) to 7 (128).

    Raises:
        ValueError: outside that range.
    """
    if dynamic_th not in _DYNAMIC_TH:
        raise ValueError(f"dynamic_th must be between -8 and 7, not {dynamic_th}")
    return Fraction(2) ** dynamic_th


def threshold_bytes(alpha: Fraction | float, shared_bytes: int, active_groups: int = 1) -> int:
    """Return where the threshold of each group settles, ``alpha * S / (1 + alpha * n)``, rounded down.

    Args:
        alpha: share of the free buffer a group may hold.
        shared_bytes: shared buffer of one partition.
        active_groups: groups at their threshold at once.

    Raises:
        ValueError: if alpha is not positive or no group is active.
    """
    share = exact(alpha)
    if share <= 0 or active_groups < 1:
        raise ValueError(f"need a positive alpha and at least one active group, not {alpha} and {active_groups}")
    return floor(share * shared_bytes / (1 + share * active_groups))


def shared_buffer(
    asic: Asic,
    *,
    pool_bytes: int,
    pool_xoff_bytes: int,
    ports: int = 0,
    lossless_groups: int = 0,
    group_min_bytes: int = 0,
    egress_lossless_pool_bytes: int | None = None,
) -> SharedBuffer | None:
    """Return the shared buffer of one partition, as the measured PFC triggers of nine configurations give it.

    Args:
        asic: the chip.
        pool_bytes: ``ingress_lossless_pool.size``.
        pool_xoff_bytes: its ``xoff``, the headroom pool.
        ports: logical ports of the switch.
        lossless_groups: lossless priority groups of a port.
        group_min_bytes: minimum of a lossless group (``size`` of its profile).
        egress_lossless_pool_bytes: size of the egress lossless pool, which on Tomahawk 3 is the shared buffer.

    Returns:
        Bytes and whole cells, rounded down, with the derivation; None where cell or partitions are not public.

    Raises:
        ValueError: if a number is negative or nothing is left to share.
    """
    cell, partitions = asic.cell_bytes.value, asic.partitions.value
    if cell is None or partitions is None:
        return None
    if min(pool_bytes, pool_xoff_bytes, ports, lossless_groups, group_min_bytes) < 0:
        raise ValueError("sizes and counts must not be negative")
    terms: tuple[Term, ...] = (
        Term("ingress lossless pool", "pool", pool_bytes, "B", "given"),
        Term("its headroom", "xoff", pool_xoff_bytes, "B", "given"),
        Term("cell", "C", cell, "B", asic.cell_bytes.source),
        Term("partitions", "parts", partitions, "", asic.partitions.source),
        Term("ports", "N", ports, "", "given"),
        Term("lossless priority groups of a port", "g", lossless_groups, "", "given"),
        Term("minimum of a lossless group", "min_cells", group_min_bytes // cell, "cells", "given"),
    )
    formula, assumptions = _shared_formula(asic, egress_lossless_pool_bytes)
    if formula == _EGRESS and egress_lossless_pool_bytes is not None:
        terms += (Term("egress lossless pool", "egress", egress_lossless_pool_bytes, "B", "given"),)
    elif formula == _TH3:
        terms += (_TH3_RESERVED,)
    value = {term.symbol: exact(term.value) for term in terms}
    cells = floor(_SHARED[formula](value))
    if cells <= 0:
        raise ValueError("the headroom and the minima leave no shared buffer")
    derivation = Derivation(f"floor({formula})", terms, cells, "cells", assumptions)
    return SharedBuffer(cells * cell, cells, derivation)


_BEFORE_TH3 = "pool / C / parts"
_EGRESS = "egress / C / parts"
_TH3 = "(pool - xoff) / C / parts - reserved"
_SINCE_TH4 = "(pool - xoff) / C / parts - N * (g * min_cells + 1)"

_SHARED = {
    _BEFORE_TH3: lambda v: v["pool"] / v["C"] / v["parts"],
    _EGRESS: lambda v: v["egress"] / v["C"] / v["parts"],
    _TH3: lambda v: (v["pool"] - v["xoff"]) / v["C"] / v["parts"] - v["reserved"],
    _SINCE_TH4: lambda v: (v["pool"] - v["xoff"]) / v["C"] / v["parts"] - v["N"] * (v["g"] * v["min_cells"] + 1),
}


def _shared_formula(asic: Asic, egress_lossless_pool_bytes: int | None) -> tuple[str, tuple[str, ...]]:
    """Choose the form for a chip, and say how well it is known."""
    if asic.order < 3:
        unmeasured = "Tomahawk's form, which is measured, is taken for Tomahawk+"
        return _BEFORE_TH3, (_MEASURED if asic.key in ("th", "th2") else unmeasured,)
    if asic.order == 3:
        if egress_lossless_pool_bytes is not None:
            return _EGRESS, (_MEASURED,)
        return _TH3, ("the egress lossless pool is not known: what Dell Z9332F reserves is taken",)
    if asic.key == "th5":
        return _SINCE_TH4, (_MEASURED,)
    notes = [f"Tomahawk 5's form, which is measured, is taken for {asic.name}, where no measurement is public"]
    if asic.pool_contains_headroom.value is None:
        notes.append("whether the pool contains its headroom is disputed or not public: the smaller buffer is taken")
    return _SINCE_TH4, tuple(notes)


def xoff_point(
    shared: SharedBuffer, *, cell_bytes: int, dynamic_th: int, group_min_bytes: int = 0, active_groups: int = 1
) -> XoffPoint:
    """Return what a priority group holds when it sends XOFF: its minimum plus its threshold in the shared buffer.

    Args:
        shared: the partition's shared buffer.
        cell_bytes: the ASIC's cell.
        dynamic_th: SONiC's exponent of alpha.
        group_min_bytes: minimum of the group (``size`` of its profile).
        active_groups: groups of the partition at their threshold at once.

    Raises:
        ValueError: if an argument is out of its range.
    """
    alpha = alpha_of(dynamic_th)
    if active_groups < 1:
        raise ValueError(f"at least one group must be active, not {active_groups}")
    minimum = group_min_bytes // cell_bytes
    cells = floor(minimum + alpha * shared.shared_cells / (1 + alpha * active_groups))
    derivation = Derivation(
        formula="floor(min_cells + alpha * S / (1 + alpha * n))",
        terms=(
            Term("minimum of the group", "min_cells", minimum, "cells", "given"),
            Term("alpha", "alpha", plain(alpha), "", f"2 to the power of dynamic_th {dynamic_th}"),
            Term("shared buffer of the partition", "S", shared.shared_cells, "cells", shared.derivation.formula),
            Term("groups at their threshold", "n", active_groups, "", "given"),
        ),
        result=cells,
        unit="cells",
        assumptions=shared.derivation.assumptions,
    )
    return XoffPoint(cells * cell_bytes, cells, derivation)
