"""The page of ``explain headroom``, and the same for programs."""

from typing import NamedTuple

from roceconf.asic import speed_name
from roceconf.cli.pages.delay import Delay, delay_data, delay_text
from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph, table
from roceconf.sizing import Comparison, Headroom, HeadroomExplanation, ModelResult, OwnTable, PublishedValue


class Shown(NamedTuple):
    """What was asked for beside the link.

    Attributes:
        asked: the headroom for another share of small packets, where one is named.
        models: the models whose derivations are wanted; our own where empty.
        peer: the peer's response, where it is named.
        gearbox: the delay of a gearbox, where it is named.
    """

    asked: Headroom | None = None
    models: tuple[ModelResult, ...] = ()
    peer: Delay | None = None
    gearbox: Delay | None = None


def headroom_page(explained: HeadroomExplanation, shown: Shown) -> str:
    """Terms, formula, bounds, every model and published rows of one headroom.

    Args:
        explained: what sizing says.
        shown: what was asked for.
    """
    asked = explained.link
    link = f"{speed_name(asked.speed_mbps)}, {number(asked.cable_m)} m {asked.medium}"
    parts = [f"headroom of one lossless priority group: {explained.asic.name}, {link}\n"]
    parts += [delay_text("peer", shown.peer), delay_text("gearbox, one way", shown.gearbox), "\n"]
    rows = [] if shown.asked is None else [_result("as asked", shown.asked)]
    rows += [
        _result("64-byte frames only", explained.worst_case),
        _result("full-size frames only", explained.full_size),
        _result("floor: less loses frames for certain", explained.floor),
    ]
    if explained.own is not None:
        rows.append(_own(explained.own))
    parts.append(table(rows, "  "))
    if not shown.models:
        parts += ["\n", derivation_text((shown.asked or explained.worst_case).derivation)]
    for each in shown.models:
        if each.headroom is not None:
            heading = f"model {each.model.name}: {number(each.headroom.headroom_bytes)} B"
            parts += ["\n", f"{heading}\n", paragraph(f"{each.model.title}; {each.model.source}", "  ")]
            parts.append(derivation_text(each.headroom.derivation))
    parts += ["\n", _models(explained), "\n", _published(explained.published), _constants(explained.constants)]
    parts += [paragraph(f"note: {caveat}") for caveat in explained.caveats]
    return "".join(parts)


def headroom_data(explained: HeadroomExplanation, shown: Shown) -> dict[str, object]:
    """The same as :func:`headroom_page`, as what JSON can say."""
    link = explained.link
    return {
        "asic": explained.asic.key,
        "speed_mbps": link.speed_mbps,
        "cable_m": link.cable_m,
        "medium": link.medium,
        "frame_bytes": link.frame_bytes,
        "lossless_frame_bytes": link.lossless,
        "peer": delay_data(shown.peer),
        "gearbox": delay_data(shown.gearbox),
        "asked": None if shown.asked is None else _headroom_data(shown.asked),
        "worst_case": _headroom_data(explained.worst_case),
        "full_size": _headroom_data(explained.full_size),
        "floor": _headroom_data(explained.floor),
        "models": [_model_data(each) for each in explained.models],
        "published": [_comparison_data(each) for each in explained.published],
        "own_table": None if explained.own is None else _own_data(explained.own),
        "published_constants": [value._asdict() for value in explained.constants],
        "caveats": list(explained.caveats),
    }


def _result(label: str, held: Headroom) -> tuple[str, str, str]:
    cells = "" if held.cells is None else f"{number(held.cells)} cells"
    return (label, f"{number(held.headroom_bytes)} B", cells)


def _own(own: OwnTable) -> tuple[str, str, str]:
    """The platform's own table at this very length; SONiC takes only a row of exactly its length."""
    lengths = " and ".join(f"{row.cable_m} m" for row in own.says.rows)
    basis = _BASES[own.says.basis].format(lengths=lengths)
    return ("published for this platform", f"{number(own.says.headroom_bytes)} B", f"{basis}, {own.table_id}")


_BASES = {
    "row": "row of {lengths}",
    "between": "between its rows of {lengths}",
    "beyond": "beyond its row of {lengths}, by the law of its rows",
    "below": "its shortest row, {lengths}",
}


def _models(explained: HeadroomExplanation) -> str:
    """Every model; a model that refuses, or cannot say all that is asked, says so below the table."""
    share = explained.link.small_packet_share
    packets = "only small packets" if share == 1 else f"{share:.0%} of small packets"
    rows = [
        (each.model.name, f"{number(each.headroom.headroom_bytes)} B", each.model.counts)
        for each in explained.models
        if each.headroom is not None
    ]
    found = [f"every model beside it ({packets}, where a model counts them):\n", columns(rows, "  ")]
    for each in explained.models:
        if each.refusal:
            found.append(paragraph(f"{each.model.name} does not answer: {each.refusal}", "  "))
        if each.ignored:
            found.append(paragraph(f"{each.model.name} has no term for {', '.join(each.ignored)}", "  "))
    return "".join(found)


def _published(found: tuple[Comparison, ...]) -> str:
    if not found:
        return "no row for this speed and length is public for this chip\n"
    header = ("xoff", "for", "calculated", "table", "")
    rows = [
        (
            f"{number(each.row.xoff_bytes)} B",
            f"{speed_name(each.row.speed_mbps)} {each.row.cable_m}m",
            f"{each.ratio:.0%} of it",
            each.table_id + (" (this platform)" if each.own else ""),
            f"doubtful: {each.row.suspect}" if each.row.suspect else each.row.remark,
        )
        for each in found
    ]
    sources = "".join(f"  {each.table_id}: {each.source}\n" for each in found)
    return "published rows beside it (the 64-byte case against each):\n" + columns([header, *rows], "  ") + sources


def _constants(found: tuple[PublishedValue, ...]) -> str:
    if not found:
        return ""
    rows = [(f"{number(each.headroom_bytes)} B", each.name, f"{each.note}; {each.source}") for each in found]
    return "plain numbers that others publish for this speed:\n" + columns(rows, "  ")


def _headroom_data(held: Headroom) -> dict[str, object]:
    return {"headroom_bytes": held.headroom_bytes, "cells": held.cells, **derivation_data(held.derivation)}


def _model_data(each: ModelResult) -> dict[str, object]:
    model = each.model
    return {
        "name": model.name,
        "title": model.title,
        "source": model.source,
        "counts": model.counts,
        "leaves_out": model.leaves_out,
        "chip": model.chip or None,
        "refusal": each.refusal or None,
        "ignored": list(each.ignored),
        "headroom": None if each.headroom is None else _headroom_data(each.headroom),
    }


def _own_data(own: OwnTable) -> dict[str, object]:
    return {
        "table": own.table_id,
        "source": own.source,
        "basis": own.says.basis,
        "rows_cable_m": [row.cable_m for row in own.says.rows],
        "headroom_bytes": own.says.headroom_bytes,
        **derivation_data(own.says.derivation),
    }


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
