"""The points of a priority group: at how much it pauses its peer, and at how much it drops.

SONiC's field ``xoff`` is neither: it is the headroom between the two.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.buffer.alpha import threshold_terms
from roceconf.sizing.buffer.facts import constant
from roceconf.sizing.derivation import Derivation, Term, exact

if TYPE_CHECKING:
    from roceconf.sizing.buffer.shared import SharedBuffer


class XoffPoint(NamedTuple):
    """What one priority group holds when it sends XOFF."""

    xoff_point_bytes: int
    xoff_point_cells: int
    derivation: Derivation


class DropPoint(NamedTuple):
    """What one priority group holds when the first frame no longer fits."""

    drop_point_bytes: int
    drop_point_cells: int
    derivation: Derivation


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

    Returns:
        Bytes and whole cells, with the derivation.

    Raises:
        ValueError: if an argument is out of its range.

    Source:
        Choudhury and Hahne, ToN 1998; within one cell of eleven measured PFC triggers (sonic-mgmt
        ``tests/qos/files/qos_params.*.yaml``, ``pkts_num_trig_pfc``).
    """
    if group_min_bytes < 0:
        raise ValueError(f"group_min_bytes must not be negative, not {group_min_bytes}")
    minimum = Term("minimum of the group", "min_cells", group_min_bytes // cell_bytes, "cells", "given")
    terms = (minimum, *threshold_terms(shared, dynamic_th, active_groups))
    value = {term.symbol: exact(term.value) for term in terms}
    cells = floor(value["min_cells"] + value["alpha"] * value["S"] / (1 + value["alpha"] * value["n"]))
    formula = "floor(min_cells + alpha * S / (1 + alpha * n))"
    derivation = Derivation(formula, terms, cells, "cells", shared.derivation.assumptions)
    return XoffPoint(cells * cell_bytes, cells, derivation)


def drop_point(point: XoffPoint, *, cell_bytes: int, headroom_bytes: int) -> DropPoint:
    """Return what a priority group holds when it drops: the XOFF point, its headroom, and the cell that does not fit.

    Args:
        point: where it sends XOFF.
        cell_bytes: the ASIC's cell.
        headroom_bytes: its headroom (SONiC ``xoff``).

    Returns:
        Bytes and whole cells, with the derivation.

    Raises:
        ValueError: if the headroom is negative.

    Source:
        ``pkts_num_trig_ingr_drp = pkts_num_trig_pfc + xoff / cell + 1``, within one cell of eleven measured drops
        (sonic-mgmt ``tests/qos/files/qos_params.*.yaml``).
    """
    if headroom_bytes < 0:
        raise ValueError(f"headroom_bytes must not be negative, not {headroom_bytes}")
    terms = (
        Term("XOFF point", "xoff_point", point.xoff_point_cells, "cells", point.derivation.formula),
        Term("headroom of the group", "headroom", headroom_bytes, "B", "given"),
        Term("cell", "C", cell_bytes, "B", "the ASIC"),
        constant("first_dropped_cells"),
    )
    cells = point.xoff_point_cells + headroom_bytes // cell_bytes + int(terms[-1].value)
    assumptions = ("the headroom pool of the partition has room for the whole headroom",)
    derivation = Derivation("xoff_point + floor(headroom / C) + first", terms, cells, "cells", assumptions)
    return DropPoint(cells * cell_bytes, cells, derivation)
