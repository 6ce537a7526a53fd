"""The maps of the whole switch: DSCP and CoS to traffic class, traffic class to queue, and the rewriting ones."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from roceconf.nos.eos import defaults
from roceconf.nos.eos.lines import Said
from roceconf.nos.eos.numbers import whole_numbers
from roceconf.switch import At, ClassMap, Default


class Rewrite(NamedTuple):
    """``qos map traffic-class N to dscp D``: it rewrites on the way out and classifies nothing."""

    classes: tuple[int, ...]
    field: str
    value: int
    said: Said


class Maps(NamedTuple):
    """The maps of a switch, the OS's own defaults included.

    Attributes:
        dscp_to_tc: all 64 DSCPs.
        cos_to_tc: all 8 priorities.
        tc_to_queue: all 8 classes.
        places: who says each entry, by path: ``dscp_to_tc.26``.
        precedences: the DSCPs that are given a drop precedence above 0, with the statement.
        rewrites: the rewriting maps.
        rewriting: the fields that are rewritten at all: ``dscp``, ``cos``.
        mapped: the DSCPs that a statement maps.
    """

    dscp_to_tc: ClassMap
    cos_to_tc: ClassMap
    tc_to_queue: ClassMap
    places: dict[str, At | Default]
    precedences: dict[int, Said]
    rewrites: tuple[Rewrite, ...]
    rewriting: frozenset[str]
    mapped: frozenset[int]


def read_maps(statements: Iterable[Said]) -> Maps:
    """The maps of a text.

    Args:
        statements: the global statements that are within their ranges, in order.

    Returns:
        The maps; where a statement maps something twice, the later one holds.
    """
    held: dict[str, dict[int, int]] = {
        "dscp_to_tc": dict(defaults.DSCP_MAP),
        "cos_to_tc": dict(defaults.COS_MAP),
        "tc_to_queue": {number: number for number in defaults.CLASSES},
    }
    places: dict[str, At | Default] = {f"dscp_to_tc.{dscp}": defaults.dscp_default(dscp) for dscp in defaults.DSCPS}
    places |= {f"cos_to_tc.{cos}": defaults.cos_default(cos) for cos in defaults.CLASSES}
    places |= {"tc_to_queue": defaults.QUEUE_IDENTITY, "tc_to_pg": defaults.NO_GROUP_MAP}
    places |= {"pfc_to_queue": defaults.NO_PRIORITY_MAP}
    precedences: dict[int, Said] = {}
    rewrites: list[Rewrite] = []
    rewriting: set[str] = set()
    mapped: set[int] = set()
    for said in statements:
        kind, fields = said.record
        if kind in ("map_dscp", "map_cos"):
            name = "dscp_to_tc" if kind == "map_dscp" else "cos_to_tc"
            sources = whole_numbers(fields["dscp_values" if kind == "map_dscp" else "cos_values"])
            _put(held[name], places, name, sources, int(fields["traffic_class"]), said.at)
            if kind == "map_dscp":
                mapped.update(sources)
                _note_precedence(precedences, sources, int(fields.get("drop_precedence", "0")), said)
        elif kind == "map_queue" and fields["queue_kind"] != "mc-tx-queue":
            sources = whole_numbers(fields["traffic_classes"])
            _put(held["tc_to_queue"], places, "tc_to_queue", sources, int(fields["queue"]), said.at)
        elif kind in ("no_map", "default_map"):
            _take_back(fields["options"], held, places, rewrites)
        elif kind == "map_rewrite":
            classes = tuple(whole_numbers(fields["traffic_classes"]))
            rewrites.append(Rewrite(classes, fields["field"], int(fields["value"]), said))
        elif kind == "rewrite":
            rewriting.add(fields["field"])
        elif kind == "no_rewrite":
            rewriting.discard(fields["field"])
    dscp, cos, queue = (ClassMap.of(held[name]) for name in ("dscp_to_tc", "cos_to_tc", "tc_to_queue"))
    return Maps(dscp, cos, queue, places, precedences, tuple(rewrites), frozenset(rewriting), frozenset(mapped))


def _put(
    held: dict[int, int], places: dict[str, At | Default], name: str, sources: list[int], target: int, at: At
) -> None:
    for source in sources:
        held[source] = target
        places[f"{name}.{source}"] = at


_TAKEN_BACK = re.compile(
    r"(?P<what>dscp|cos|traffic-class) (?P<sources>[0-9][0-9 ,-]*?)(?: to (?P<target>[a-z-]+).*)?$"
)


def _take_back(
    options: str,
    held: dict[str, dict[int, int]],
    places: dict[str, At | Default],
    rewrites: list[Rewrite],
) -> None:
    """What `no qos map ...` leaves: EOS's own entry."""
    found = _TAKEN_BACK.match(options)
    if found is None:
        return
    sources = whole_numbers(found["sources"])
    if found["what"] == "traffic-class" and found["target"] in ("dscp", "cos"):
        rewrites[:] = [each for each in rewrites if each.field != found["target"] or each.classes != tuple(sources)]
        return
    for source in sources:
        if found["what"] == "dscp" and source in defaults.DSCP_MAP:
            held["dscp_to_tc"][source] = defaults.DSCP_MAP[source]
            places[f"dscp_to_tc.{source}"] = defaults.dscp_default(source)
        elif found["what"] == "cos" and source in defaults.COS_MAP:
            held["cos_to_tc"][source] = defaults.COS_MAP[source]
            places[f"cos_to_tc.{source}"] = defaults.cos_default(source)
        elif found["what"] == "traffic-class" and source in held["tc_to_queue"] and found["target"] != "mc-tx-queue":
            held["tc_to_queue"][source] = source
            places.pop(f"tc_to_queue.{source}", None)


def _note_precedence(precedences: dict[int, Said], sources: list[int], precedence: int, said: Said) -> None:
    for source in sources:
        if precedence:
            precedences[source] = said
        else:
            precedences.pop(source, None)
