"""The shared buffer of one partition: what a pool leaves when headroom and minima are taken out."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.buffer.facts import constant, measured
from roceconf.sizing.derivation import Derivation, Term, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from roceconf.asic import Asic


class SharedBuffer(NamedTuple):
    """The shared buffer that the priority groups of one partition compete for."""

    shared_bytes: int
    shared_cells: int
    derivation: Derivation


class NothingToShare(ValueError):  # noqa: N818 - read as "raise NothingToShare"
    """Headroom and minima take all there is."""


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
    """Return the shared buffer of one partition, as measured PFC triggers give it.

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
        NothingToShare: if headroom and minima leave nothing; a ValueError that says by how much it falls short.
        ValueError: if a number is negative.

    Source:
        Exact for the PFC triggers measured on Tomahawk, 3 and 5 with published pools (sonic-mgmt
        ``tests/qos/files/qos_params.*.yaml``), and within 1 % on Tomahawk 2; taken over to the other chips, which is
        said among the assumptions.
    """
    cell, partitions = asic.cell_bytes.value, asic.partitions.value
    if cell is None or partitions is None:
        return None
    if min(pool_bytes, pool_xoff_bytes, ports, lossless_groups, group_min_bytes) < 0:
        raise ValueError("sizes and counts must not be negative")
    form, assumptions = _form_of(asic, egress_lossless_pool_bytes)
    terms = _terms(
        asic,
        form,
        {
            "pool": pool_bytes,
            "xoff": pool_xoff_bytes,
            "egress": egress_lossless_pool_bytes or 0,
            "N": ports,
            "g": lossless_groups,
            "min_cells": -(-group_min_bytes // cell),
        },
    )
    cells = floor(_SHARED[form]({term.symbol: exact(term.value) for term in terms}))
    if cells <= 0:
        raise NothingToShare(
            f"the headroom pool of {pool_xoff_bytes:,} B and the minima leave no shared buffer of a pool of "
            f"{pool_bytes:,} B: {(1 - cells) * partitions:,} cells too much"
        )
    if form == _SINCE_TH3 and not ports:
        assumptions += ("no ports are given, so nothing is taken out for them",)
    return SharedBuffer(cells * cell, cells, Derivation(f"floor({form})", terms, cells, "cells", assumptions))


_BEFORE_TH3 = "pool / C / parts"
_EGRESS = "egress / C / parts"
_SINCE_TH3 = "((pool - xoff) / C - N * (g * min_cells + port_cells)) / parts"

_SHARED: Mapping[str, Callable[[Mapping[str, Fraction]], Fraction]] = {
    _BEFORE_TH3: lambda v: v["pool"] / v["C"] / v["parts"],
    _EGRESS: lambda v: v["egress"] / v["C"] / v["parts"],
    _SINCE_TH3: lambda v: (
        ((v["pool"] - v["xoff"]) / v["C"] - v["N"] * (v["g"] * v["min_cells"] + v["port_cells"])) / v["parts"]
    ),
}
_SYMBOLS: Mapping[str, tuple[str, ...]] = {
    _BEFORE_TH3: ("pool",),
    _EGRESS: ("egress",),
    _SINCE_TH3: ("pool", "xoff", "N", "g", "min_cells"),
}
_GIVEN: Mapping[str, tuple[str, str]] = {
    "pool": ("ingress lossless pool", "B"),
    "xoff": ("its headroom pool", "B"),
    "egress": ("egress lossless pool", "B"),
    "N": ("ports", ""),
    "g": ("lossless priority groups of a port", ""),
    "min_cells": ("minimum of a lossless group, in whole cells", "cells"),
}


def _terms(asic: Asic, form: str, given: Mapping[str, int]) -> tuple[Term, ...]:
    """Return the terms that a form needs, and no others."""
    said = tuple(Term(_GIVEN[held][0], held, given[held], _GIVEN[held][1], "given") for held in _SYMBOLS[form])
    chip = chip_terms(asic)
    return said + chip + ((port_cells(),) if form == _SINCE_TH3 else ())


def chip_terms(asic: Asic) -> tuple[Term, ...]:
    """Return cell and partitions of a chip as terms.

    Args:
        asic: the chip.

    Raises:
        ValueError: if one of the two is not public.

    Source:
        The catalogue (``roceconf asic``).
    """
    cell, partitions = asic.cell_bytes, asic.partitions
    if cell.value is None or partitions.value is None:
        raise ValueError(f"the cell size or the partitions of {asic.name} are not public")
    name = f"partitions ({asic.partition_name})" if asic.partition_name else "partitions"
    return (
        Term("cell", "C", cell.value, "B", cell.source),
        Term(name, "parts", partitions.value, "", partitions.source),
    )


def port_cells() -> Term:
    """Return what a port takes out of the pool from Tomahawk 3 on, beside the minima of its lossless groups.

    Source:
        ``data/buffer.toml``.
    """
    return constant("port_cells")


def _form_of(asic: Asic, egress_lossless_pool_bytes: int | None) -> tuple[str, tuple[str, ...]]:
    """Choose the form for a chip, and say how well it is known."""
    triggers = measured("triggers")
    if asic.key == "th2":
        return _BEFORE_TH3, (triggers, measured("second"))
    if asic.order < 3:
        unmeasured = "Tomahawk's form, which is measured, is taken for Tomahawk+"
        return _BEFORE_TH3, (triggers if asic.key == "th" else unmeasured,)
    if asic.order == 3:
        if egress_lossless_pool_bytes is not None:
            return _EGRESS, (triggers,)
        return _SINCE_TH3, ("the egress lossless pool is not known: what Dell Z9332F takes out for each port is taken",)
    if asic.key == "th5":
        return _SINCE_TH3, (triggers, "every port counts with as many lossless groups; one without takes less")
    notes = [f"Tomahawk 5's form, which is measured, is taken for {asic.name}, where no exact measurement is public"]
    if asic.key == "th6":
        notes.append(measured("sixth"))
    if asic.pool_contains_headroom.value is None:
        notes.append("whether the pool contains its headroom is disputed or not public: the smaller buffer is taken")
    return _SINCE_TH3, tuple(notes)
