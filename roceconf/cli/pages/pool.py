"""The page of ``explain pool``, and the same for programs."""

from collections.abc import Sequence
from typing import NamedTuple

from roceconf.cli.pages.asked import SwitchAsked, notes_text, partition, sources_text, switch_data, taken_of, taken_text
from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph
from roceconf.sizing import Budget, HeadroomPool

_COUNTED = ("pools", "ports", "groups", "minimum", "headroom")


class Demand(NamedTuple):
    """What the pool carries if every port asks for one published headroom, or for the one that is meant."""

    label: str
    pool: HeadroomPool


def pool_page(switch: SwitchAsked, budget: Budget, demands: Sequence[Demand]) -> str:
    """What a chip's buffer is spent on, what lies inside what, and what the headroom pool carries.

    Args:
        switch: the switch and its pools.
        budget: the budget with them.
        demands: the headroom pool held against one headroom each.
    """
    parts = [
        paragraph(f"packet buffer of {switch.title}"),
        "\n",
        paragraph(_inside(budget), "  "),
        "\n",
        columns(_spent(budget, partition(switch.asic)), "  "),
        "\n",
        columns(_margins(budget), "  "),
        "\n",
        _carried(switch, demands),
        "\n",
        taken_text(taken_of(switch, *_COUNTED)),
        "\n",
        derivation_text(budget.derivation),
        sources_text(switch),
        notes_text(switch, *budget.remarks),
    ]
    return "".join(parts)


def _inside(budget: Budget) -> str:
    if budget.contains_headroom:
        return "headroom pool and minima lie inside the size of the ingress lossless pool; the rest of it is shared"
    return "headroom pool and minima lie beside the ingress lossless pool; all of its size is shared"


def _spent(budget: Budget, one_partition: str) -> list[tuple[str, ...]]:
    whole, part = budget.cells, budget.partition_cells
    amounts = (budget.reserved_bytes, budget.headroom_bytes, budget.shared_bytes)
    split = budget.partitions > 1
    header = ("", "bytes", "cells", *([f"cells in {one_partition}"] if split else []))
    rows = [
        (name, number(held), number(cells), *([number(of_one)] if split else []))
        for name, held, cells, of_one in zip(
            ("guaranteed to groups and ports", "headroom pool", "shared"), amounts, whole, part, strict=True
        )
    ]
    return [header, *rows, ("together", number(budget.total_bytes))]


def _margins(budget: Budget) -> list[tuple[str, str, str]]:
    rows = []
    for name, whole, left in (
        ("the most that published configurations use", budget.usable_bytes, budget.usable_margin_bytes),
        ("the packet memory of the chip", budget.buffer_bytes, budget.buffer_margin_bytes),
    ):
        if whole is None or left is None:
            rows.append((name, "not public", ""))
        else:
            rows.append((name, f"{number(whole)} B", f"{number(abs(left))} B {'left' if left >= 0 else 'exceeded'}"))
    share = budget.shared_share
    if share is not None:
        rows.append(("shared, of what is usable", f"{float(share):.0%}", ""))
    return rows


def _carried(switch: SwitchAsked, demands: Sequence[Demand]) -> str:
    if switch.pools is not None and not switch.pools.xoff_bytes:
        return "there is no headroom pool: every group keeps its own headroom\n"
    if not demands:
        return "what the headroom pool carries: not known without --ports, and --headroom or --sku\n"
    first = demands[0].pool
    parted = first.partition_groups_carried is not None
    header = ("headroom", "of one group", "promised", "of the pool", "carried", *(["in a partition"] if parted else []))
    rows = [
        (
            each.label,
            f"{number(each.pool.largest_bytes)} B",
            f"{number(each.pool.promised_bytes)} B",
            f"{float(each.pool.oversubscription):.2f} times",
            number(each.pool.groups_carried),
            *([number(each.pool.partition_groups_carried or 0)] if parted else []),
        )
        for each in demands
    ]
    intro = f"what the headroom pool carries if all {number(first.groups)} groups of {switch.ports.value} ports "
    fan_in = [f"  {each.label}: {_fan_in(each.pool)}\n" for each in demands if each.pool.fan_in is not None]
    return paragraph(f"{intro}have one headroom, in groups:") + columns([header, *rows], "  ") + "".join(fan_in)


def _fan_in(held: HeadroomPool) -> str:
    if not held.fits:
        return f"{held.fan_in} senders need {number(held.short_bytes)} B more"
    if held.fits_one_partition is False:
        return f"{held.fan_in} senders fit, but not in one partition"
    return f"{held.fan_in} senders fit"


def pool_data(switch: SwitchAsked, budget: Budget, demands: Sequence[Demand]) -> dict[str, object]:
    """The same as :func:`pool_page`, as what JSON can say."""
    return {
        **switch_data(switch),
        "budget": _budget_data(budget),
        "other_reading": None if budget.other_reading is None else _budget_data(budget.other_reading),
        "headroom_pool": [
            {
                "headroom": each.label,
                "largest_bytes": each.pool.largest_bytes,
                "groups": each.pool.groups,
                "promised_bytes": each.pool.promised_bytes,
                "oversubscription": float(each.pool.oversubscription),
                "groups_carried": each.pool.groups_carried,
                "partition_groups_carried": each.pool.partition_groups_carried,
                "fan_in": each.pool.fan_in,
                "fits": each.pool.fits,
                "fits_one_partition": each.pool.fits_one_partition,
                **derivation_data(each.pool.derivation),
            }
            for each in demands
        ],
        "taken": list(taken_of(switch, *_COUNTED)),
        "caveats": [*budget.remarks, *switch.caveats, *switch.group.caveats],
    }


def _budget_data(budget: Budget) -> dict[str, object]:
    return {
        "contains_headroom": budget.contains_headroom,
        "reserved_bytes": budget.reserved_bytes,
        "headroom_bytes": budget.headroom_bytes,
        "shared_bytes": budget.shared_bytes,
        "total_bytes": budget.total_bytes,
        "usable_bytes": budget.usable_bytes,
        "usable_margin_bytes": budget.usable_margin_bytes,
        "buffer_bytes": budget.buffer_bytes,
        "buffer_margin_bytes": budget.buffer_margin_bytes,
        "partitions": budget.partitions,
        "cell_bytes": budget.cell_bytes,
        "cells": budget.cells._asdict(),
        "partition_cells": budget.partition_cells._asdict(),
        **derivation_data(budget.derivation),
    }
