"""What SONiC's YANG models say of tables and maps, from ``data/leaves.json``."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from roceconf.nos.sonic.numbers import number

_DATA = Path(__file__).resolve().parent / "data" / "leaves.json"


class TableSchema(NamedTuple):
    """What YANG says of a table.

    Attributes:
        module: the model.
        fields: the type of each field.
        mandatory: the fields that must be there.
        is_open: whether unknown fields are left alone unless they look misspelt.
        is_named: whether keys follow the pattern of names.
    """

    module: str
    fields: dict[str, str]
    mandatory: tuple[str, ...]
    is_open: bool
    is_named: bool


class MapSchema(NamedTuple):
    """What YANG says of a map: the model, what is mapped to what, and the highest number of either."""

    module: str
    source: tuple[str, int]
    target: tuple[str, int]


@cache
def schema() -> tuple[dict[str, TableSchema], dict[str, MapSchema]]:
    """The tables and the maps, by name."""
    data = json.loads(_DATA.read_text("utf-8"))
    tables = {
        name: TableSchema(
            f"{held['module']}.yang",
            held["fields"],
            tuple(held.get("mandatory", ())),
            held.get("open", False),
            held.get("named", False),
        )
        for name, held in data["tables"].items()
    }
    maps = {
        name: MapSchema(f"{held['module']}.yang", tuple(held["from"]), tuple(held["to"]))
        for name, held in data["maps"].items()
    }
    return tables, maps


@cache
def bounds(table: str, field: str) -> tuple[int, int]:
    """The least and the greatest number a field may be.

    Raises:
        KeyError: the field is none of ``data/leaves.json``, or no number.
    """
    kind = schema()[0][table].fields[field]
    word, *arguments = kind.split(" ")
    if word != "uint":
        raise KeyError(f"{table} {field} is no number but {kind}")
    low, high = arguments
    return int(low), int(high)


def taken(table: str, field: str, row: Mapping[str, str]) -> int | None:
    """The number in a field as the device takes it.

    Returns:
        None where the field is absent, no number, or out of the range of its model: what is refused is not in force.
    """
    found = number(row.get(field))
    if found is None:
        return None
    low, high = bounds(table, field)
    return found if low <= found <= high else None


def pairs_taken(table: str, row: Mapping[str, str]) -> dict[int, int]:
    """The pairs of a map that the device takes; those with something that is no number, or too high, are left out."""
    _, highest_source = schema()[1][table].source
    _, highest_target = schema()[1][table].target
    pairs = ((number(source), number(target)) for source, target in row.items())
    return {
        source: target
        for source, target in pairs
        if source is not None and target is not None and 0 <= source <= highest_source and 0 <= target <= highest_target
    }
