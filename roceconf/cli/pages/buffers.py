"""Pages of ``explain alpha`` and ``explain xoff``, and the same for programs."""

from collections.abc import Sequence

from roceconf.cli.pages.asked import (
    BufferAsked,
    SwitchAsked,
    amount,
    notes_text,
    partition,
    sources_text,
    switch_data,
    taken_of,
    taken_text,
)
from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph
from roceconf.sizing import Derivation, DropPoint, SharedBuffer, Threshold, XoffPoint, alpha_of

Thresholds = Sequence[tuple[int, Threshold]]
"""Groups at their threshold, and the threshold of each."""

Points = Sequence[tuple[int, XoffPoint, DropPoint | None]]
"""Groups at their threshold, the XOFF point of each, and where it drops; None where no headroom is known."""


def alpha_page(asked: BufferAsked, thresholds: Thresholds) -> str:
    """What an alpha means in bytes: how much a group may hold when so many of them are at their threshold.

    Args:
        asked: switch, shared buffer and alpha.
        thresholds: what each of so many groups may hold.
    """
    switch, shared, exponent = asked.switch, asked.shared, asked.dynamic_th.value
    headroom, minimum = switch.group.headroom, switch.group.minimum
    held = 0 if headroom is None else headroom.value
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
        paragraph(f"alpha {alpha_of(exponent)} (dynamic_th {exponent}): {switch.title}"),
        "\n",
        _shared_line(switch, shared),
        paragraph(f"headroom of a group, beside it: {amount(held)} ({headroom.by})", "  ") if headroom else "",
        paragraph(f"minimum of a group, beside it: {amount(minimum.value)} ({minimum.by})", "  "),
        "\nwhat each group may hold before it pauses its peer, by groups at their threshold:\n",
        columns([header, *rows], "  "),
        *_rest(asked, thresholds[0][1].derivation),
    ]
    return "".join(parts)


def alpha_data(asked: BufferAsked, thresholds: Thresholds) -> dict[str, object]:
    """The same as :func:`alpha_page`, as what JSON can say."""
    return {
        **_data(asked),
        "thresholds": [
            {
                "groups": groups,
                "threshold_bytes": each.threshold_bytes,
                "threshold_cells": each.threshold_cells,
                **derivation_data(each.derivation),
            }
            for groups, each in thresholds
        ],
        **_taken_data(asked),
    }


def xoff_page(asked: BufferAsked, points: Points) -> str:
    """At how much a group pauses its peer, and at how much it drops.

    Args:
        asked: switch, shared buffer and alpha.
        points: the XOFF point of each of so many groups.
    """
    switch, group = asked.switch, asked.switch.group
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
    kept = group.headroom
    headroom = "" if kept is None else f" and keeps {amount(kept.value)} of headroom ({kept.by})"
    parts = [
        paragraph(f"XOFF point of one lossless priority group: {switch.title}"),
        "SONiC's field `xoff` is not this point but the headroom above it: roceconf explain headroom\n\n",
        _shared_line(switch, asked.shared),
        paragraph(
            f"a group has alpha {alpha_of(asked.dynamic_th.value)} ({asked.dynamic_th.by}) and a minimum of "
            f"{amount(group.minimum.value)} ({group.minimum.by}){headroom}",
            "  ",
        ),
        "\nwhat a group holds when it pauses its peer, by groups at their threshold:\n",
        columns([header, *rows], "  "),
        *_rest(asked, points[0][1].derivation),
    ]
    return "".join(parts)


def xoff_data(asked: BufferAsked, points: Points) -> dict[str, object]:
    """The same as :func:`xoff_page`, as what JSON can say."""
    return {
        **_data(asked),
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
        **_taken_data(asked),
    }


def _shared_line(switch: SwitchAsked, shared: SharedBuffer) -> str:
    return f"  shared buffer of {partition(switch.asic)}: {amount(shared.shared_bytes, shared.shared_cells)}\n"


_COUNTED = ("pools", "ports", "groups", "minimum", "alpha", "headroom")


def _rest(asked: BufferAsked, one_group: Derivation) -> tuple[str, ...]:
    """What follows the table: what was taken, how it came about, where it stands, what to know."""
    return (
        "\n",
        taken_text(taken_of(asked.switch, *_COUNTED)),
        "\none group:\n",
        derivation_text(one_group),
        "\nthe shared buffer:\n",
        derivation_text(asked.shared.derivation),
        sources_text(asked.switch),
        notes_text(asked.switch),
    )


def _data(asked: BufferAsked) -> dict[str, object]:
    shared, group = asked.shared, asked.switch.group
    return {
        **switch_data(asked.switch),
        "alpha": str(alpha_of(asked.dynamic_th.value)),
        "dynamic_th": asked.dynamic_th.value,
        "headroom_bytes": None if group.headroom is None else group.headroom.value,
        "group_min_bytes": group.minimum.value,
        "shared": {
            "shared_bytes": shared.shared_bytes,
            "shared_cells": shared.shared_cells,
            **derivation_data(shared.derivation),
        },
    }


def _taken_data(asked: BufferAsked) -> dict[str, object]:
    switch = asked.switch
    return {
        "taken": list(taken_of(switch, *_COUNTED)),
        "caveats": [*switch.caveats, *switch.group.caveats],
    }
