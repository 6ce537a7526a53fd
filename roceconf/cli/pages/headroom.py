"""The page of ``explain headroom``, and the same for programs."""

from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph, speed
from roceconf.sizing import Comparison, Headroom, HeadroomExplanation


def headroom_page(explained: HeadroomExplanation, asked: Headroom | None = None) -> str:
    """Terms, formula, bounds and published rows of one headroom.

    Args:
        explained: what sizing says.
        asked: the headroom for another share of small packets, where the user named one.
    """
    main = asked or explained.worst_case
    link = f"{speed(explained.speed_mbps)}, {explained.cable_m:g} m {explained.medium}"
    parts = [f"headroom of one lossless priority group: {explained.asic.name}, {link}\n\n"]
    rows = [] if asked is None else [_result("as asked", asked)]
    rows += [
        _result("64-byte frames only", explained.worst_case),
        _result("full-size frames only", explained.full_size),
        _result("floor: less loses frames for certain", explained.floor),
    ]
    parts += [columns(rows, "  "), "\n", derivation_text(main.derivation)]
    parts += ["\n", _published(explained.published)]
    parts += [paragraph(f"note: {caveat}") for caveat in explained.caveats]
    return "".join(parts)


def headroom_data(explained: HeadroomExplanation, asked: Headroom | None = None) -> dict[str, object]:
    """The same as :func:`headroom_page`, as what JSON can say."""
    return {
        "schema_version": 1,
        "asic": explained.asic.key,
        "speed_mbps": explained.speed_mbps,
        "cable_m": explained.cable_m,
        "medium": explained.medium,
        "asked": None if asked is None else _headroom_data(asked),
        "worst_case": _headroom_data(explained.worst_case),
        "full_size": _headroom_data(explained.full_size),
        "floor": _headroom_data(explained.floor),
        "published": [_comparison_data(each) for each in explained.published],
        "caveats": list(explained.caveats),
    }


def _result(label: str, held: Headroom) -> tuple[str, str, str]:
    cells = "" if held.cells is None else f"{number(held.cells)} cells"
    return (label, f"{number(held.headroom_bytes)} B", cells)


def _published(found: tuple[Comparison, ...]) -> str:
    if not found:
        return "no row for this speed and length is public for this chip\n"
    header = ("xoff", "for", "calculated", "table", "")
    rows = [
        (
            f"{number(each.row.xoff_bytes)} B",
            f"{speed(each.row.speed_mbps)} {each.row.cable_m}m",
            f"{each.ratio:.0%} of it",
            each.table_id + (" (this platform)" if each.own else ""),
            f"doubtful: {each.row.suspect}" if each.row.suspect else each.row.remark,
        )
        for each in found
    ]
    sources = "".join(f"  {each.table_id}: {each.source}\n" for each in found)
    return "published rows beside it (the 64-byte case against each):\n" + columns([header, *rows], "  ") + sources


def _headroom_data(held: Headroom) -> dict[str, object]:
    return {"headroom_bytes": held.headroom_bytes, "cells": held.cells, **derivation_data(held.derivation)}


def _comparison_data(each: Comparison) -> dict[str, object]:
    return {
        "table": each.table_id,
        "source": each.source,
        "own_platform": each.own,
        "exact_length": each.exact,
        "speed_mbps": each.row.speed_mbps,
        "cable_m": each.row.cable_m,
        "xoff_bytes": each.row.xoff_bytes,
        "difference_bytes": each.difference_bytes,
        "suspect": each.row.suspect or None,
    }
