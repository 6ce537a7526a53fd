"""Pages of ``explain alpha`` and ``explain xoff``, and what the pages on buffers share."""

from collections.abc import Iterable, Sequence

from roceconf.asic import Asic, speed_name
from roceconf.cli.explain.buffers import Group, Pools
from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph
from roceconf.sizing import DropPoint, SharedBuffer, Threshold, XoffPoint, alpha_of


def partition(asic: Asic) -> str:
    """What one partition is called: ``one of 2 ITMs``, ``the whole chip``."""
    parts = asic.partitions.value or 1
    name = f"{asic.partition_name}s" if asic.partition_name else "partitions"
    return f"one of {parts} {name}" if parts > 1 else "the whole chip"


def amount(held_bytes: int, cells: int | None = None) -> str:
    """Bytes, and cells where they are known: ``62,160,404 B (244,726 cells)``."""
    return f"{number(held_bytes)} B" + ("" if cells is None else f" ({number(cells)} cells)")


def of_row(group: Group) -> str:
    """Which published row a group's numbers are from: ``published for 800G 40m``."""
    if group.row is not None:
        return f"published for {speed_name(group.row.speed_mbps)} {group.row.cable_m}m"
    return "as said" if group.source == "said" else "published alike for every speed and length"


def pools_data(pools: Pools) -> dict[str, object]:
    """Pools, as what JSON can say."""
    return {
        "asic": pools.asic.key,
        "hwsku": None if pools.hwsku is None else pools.hwsku.name,
        "topology": pools.topology or None,
        "pool_bytes": pools.pool_bytes,
        "pool_xoff_bytes": pools.xoff_bytes,
        "ports": pools.ports,
        "source": pools.source,
    }


def notes(caveats: Iterable[str]) -> str:
    """What to know before relying on a page, one paragraph each."""
    return "".join(paragraph(f"note: {caveat}") for caveat in caveats)


def shared_line(pools: Pools, shared: SharedBuffer) -> str:
    """The shared buffer of a partition, as a line."""
    return f"  shared buffer of {partition(pools.asic)}: {amount(shared.shared_bytes, shared.shared_cells)}\n"


def alpha_page(
    pools: Pools,
    group: Group,
    shared: SharedBuffer,
    thresholds: Sequence[tuple[int, Threshold]],
    caveats: Iterable[str],
) -> str:
    """What an alpha means in bytes: how much a group may hold when so many of them are at their threshold.

    Args:
        pools: the pools.
        group: the group.
        shared: what a partition shares.
        thresholds: groups at their threshold, and the threshold of each.
        caveats: what to know before relying on it.
    """
    held = group.headroom_bytes
    header = ("groups", "each may hold", "", "of it all", *(["times its headroom"] if held else []))
    rows = [
        (
            str(groups),
            f"{number(each.threshold_bytes)} B",
            f"{number(each.threshold_cells)} cells",
            f"{each.threshold_cells * 100 / shared.shared_cells:.1f} %",
            *([f"{each.threshold_bytes / held:.1f}"] if held else []),
        )
        for groups, each in thresholds
    ]
    parts = [
        f"alpha {alpha_of(group.dynamic_th)} (dynamic_th {group.dynamic_th}): {pools.title}\n\n",
        shared_line(pools, shared),
        f"  headroom of a group, beside it: {amount(held)} ({of_row(group)})\n" if held else "",
        f"  minimum of a group, beside it: {amount(group.min_bytes)}\n" if group.min_bytes else "",
        "\nwhat each group may hold of the shared buffer before it pauses its peer, by groups at their threshold:\n",
        columns([header, *rows], "  "),
        "\none group:\n",
        derivation_text(thresholds[0][1].derivation),
        "\nthe shared buffer:\n",
        derivation_text(shared.derivation),
        f"source of the pools: {pools.source}\n",
        notes(caveats),
    ]
    return "".join(parts)


def alpha_data(
    pools: Pools,
    group: Group,
    shared: SharedBuffer,
    thresholds: Sequence[tuple[int, Threshold]],
    caveats: Iterable[str],
) -> dict[str, object]:
    """The same as :func:`alpha_page`, as what JSON can say."""
    return {
        "schema_version": 1,
        **pools_data(pools),
        "alpha": str(alpha_of(group.dynamic_th)),
        "dynamic_th": group.dynamic_th,
        "headroom_bytes": group.headroom_bytes,
        "group_min_bytes": group.min_bytes,
        "shared": _shared_data(shared),
        "thresholds": [
            {
                "groups": groups,
                "threshold_bytes": each.threshold_bytes,
                "threshold_cells": each.threshold_cells,
                **derivation_data(each.derivation),
            }
            for groups, each in thresholds
        ],
        "caveats": list(caveats),
    }


Points = Sequence[tuple[int, XoffPoint, DropPoint | None]]


def xoff_page(pools: Pools, group: Group, shared: SharedBuffer, points: Points, caveats: Iterable[str]) -> str:
    """At how much a group pauses its peer, and at how much it drops.

    Args:
        pools: the pools.
        group: the group.
        shared: what a partition shares.
        points: groups at their threshold, the XOFF point of each, and where it drops; None where no headroom is known.
        caveats: what to know before relying on it.
    """
    header = ("groups", "XOFF at", "", *(["drops at", ""] if points[0][2] else []))
    rows = [
        (
            str(groups),
            f"{number(point.xoff_point_bytes)} B",
            f"{number(point.xoff_point_cells)} cells",
            *([f"{number(drop.drop_point_bytes)} B", f"{number(drop.drop_point_cells)} cells"] if drop else []),
        )
        for groups, point, drop in points
    ]
    headroom = "" if group.headroom_bytes is None else f" and keeps {amount(group.headroom_bytes)} of headroom"
    parts = [
        f"XOFF point of one lossless priority group: {pools.title}\n",
        "SONiC's field `xoff` is not this point but the headroom above it: roceconf explain headroom\n\n",
        shared_line(pools, shared),
        f"  a group has alpha {alpha_of(group.dynamic_th)} and a minimum of {amount(group.min_bytes)}{headroom} "
        f"({of_row(group)})\n\n",
        "what a group holds when it pauses its peer, by groups at their threshold:\n",
        columns([header, *rows], "  "),
        "\none group:\n",
        derivation_text(points[0][1].derivation),
        "\nthe shared buffer:\n",
        derivation_text(shared.derivation),
        f"source of the pools: {pools.source}\n",
        notes(caveats),
    ]
    return "".join(parts)


def xoff_data(
    pools: Pools, group: Group, shared: SharedBuffer, points: Points, caveats: Iterable[str]
) -> dict[str, object]:
    """The same as :func:`xoff_page`, as what JSON can say."""
    return {
        "schema_version": 1,
        **pools_data(pools),
        "alpha": str(alpha_of(group.dynamic_th)),
        "dynamic_th": group.dynamic_th,
        "headroom_bytes": group.headroom_bytes,
        "group_min_bytes": group.min_bytes,
        "shared": _shared_data(shared),
        "points": [
            {
                "groups": groups,
                "xoff_point_bytes": point.xoff_point_bytes,
                "xoff_point_cells": point.xoff_point_cells,
                "drop_point_bytes": None if drop is None else drop.drop_point_bytes,
                "drop_point_cells": None if drop is None else drop.drop_point_cells,
                **derivation_data(point.derivation),
            }
            for groups, point, drop in points
        ],
        "caveats": list(caveats),
    }


def _shared_data(shared: SharedBuffer) -> dict[str, object]:
    return {
        "shared_bytes": shared.shared_bytes,
        "shared_cells": shared.shared_cells,
        **derivation_data(shared.derivation),
    }
