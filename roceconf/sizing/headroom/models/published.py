"""What the data files say of each model: title, source, constants; and the constants that are no model."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.sizing.constants import read
from roceconf.sizing.derivation import Term

if TYPE_CHECKING:
    from collections.abc import Mapping


class PublishedValue(NamedTuple):
    """A headroom that somebody publishes as a plain number, without a formula.

    Attributes:
        name: its name here.
        headroom_bytes: the number.
        speeds_mbps: the speeds it is meant for.
        source: where it stands.
        note: what else is known of it.
    """

    name: str
    headroom_bytes: int
    speeds_mbps: tuple[int, ...]
    source: str
    note: str


def published_values(speed_mbps: int | None = None) -> tuple[PublishedValue, ...]:
    """Return the headrooms that are published as plain numbers.

    Args:
        speed_mbps: only those for this speed; all where None.

    Returns:
        By the order of the data file.

    Source:
        ``data/published_values.toml``, each value with its own.
    """
    found = (
        PublishedValue(
            name,
            cast("int", said["headroom_bytes"]),
            tuple(cast("list[int]", said["speeds_mbps"])),
            cast("str", said["source"]),
            cast("str", said["note"]),
        )
        for name, said in cast("Mapping[str, Mapping[str, object]]", read("published_values")).items()
    )
    return tuple(value for value in found if speed_mbps is None or speed_mbps in value.speeds_mbps)


def said_of(name: str) -> Mapping[str, object]:
    """Return the data file of a model.

    Args:
        name: of the file below ``data/models``, without suffix.

    Returns:
        Its keys: ``title``, ``source``, ``counts``, ``leaves_out``, ``uses`` and the model's own.

    Raises:
        FileNotFoundError: if there is none.

    Source:
        The file, whose constants each name their own.
    """
    return read(f"models/{name}")


@cache
def constants_of(name: str) -> Mapping[str, Term]:
    """Return the constants of a model by symbol.

    Args:
        name: of the file below ``data/models``, without suffix.

    Returns:
        A term for each table below ``terms``.

    Source:
        The file, whose constants each name their own.
    """
    tables = cast("Mapping[str, Mapping[str, object]]", said_of(name).get("terms", {}))
    return {symbol: constant_from(table, symbol) for symbol, table in tables.items()}


def constant_from(table: Mapping[str, object], symbol: str) -> Term:
    """Return a table of ``name``, ``value``, ``unit`` and ``source`` as a term.

    Args:
        table: the table.
        symbol: the symbol that the formula gives it.

    Returns:
        The term.

    Source:
        The table's own.
    """
    return Term(
        cast("str", table["name"]),
        symbol,
        cast("float", table["value"]),
        cast("str", table["unit"]),
        cast("str", table["source"]),
    )
