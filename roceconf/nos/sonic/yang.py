"""What SONiC's YANG models allow a field to be: the one gate through which a number of a row enters the model."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from roceconf.nos.sonic.document import Row
from roceconf.nos.sonic.numbers import number

_DATA = Path(__file__).resolve().parent / "data" / "leaves.json"


class Table(NamedTuple):
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


class Map(NamedTuple):
    """What YANG says of a map: the model, and for either side what its numbers are and the greatest of them."""

    module: str
    source: tuple[str, int]
    target: tuple[str, int]


@cache
def schema() -> tuple[dict[str, Table], dict[str, Map]]:
    """The tables and the maps, by name, from ``data/leaves.json``."""
    data = json.loads(_DATA.read_text("utf-8"))
    tables = {
        name: Table(
            f"{held['module']}.yang",
            held["fields"],
            tuple(held.get("mandatory", ())),
            held.get("open", False),
            held.get("named", False),
        )
        for name, held in data["tables"].items()
    }
    maps = {
        name: Map(f"{held['module']}.yang", tuple(held["from"]), tuple(held["to"]))
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


def allowed(table: str, row: Row, field: str) -> int | None:
    """The number in a field of a row.

    Returns:
        The number; None where it is not said, is none, or is out of the range the OS takes: such a value is never in
        force, the remarks say so, and nothing may be reckoned with it.
    """
    found = number(row.get(field))
    if found is None:
        return None
    low, high = bounds(table, field)
    return found if low <= found <= high else None


def allowed_pairs(table: str, row: Row) -> dict[int, int]:
    """The pairs of a map's row; those that are no numbers, or out of their range, are left out."""
    mapping = schema()[1][table]
    pairs = ((number(source), number(target)) for source, target in row.items())
    return {
        source: target
        for source, target in pairs
        if source is not None and target is not None
        if 0 <= source <= mapping.source[1] and 0 <= target <= mapping.target[1]
    }
