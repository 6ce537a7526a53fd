"""Constants as terms: value, unit and source from one table of a data file."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from roceconf.sizing.constants import read
from roceconf.sizing.derivation import Term

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def term_of(name: str, key: str) -> Term:
    """Return one constant of a data file as a term.

    Args:
        name: path below ``data`` without suffix, such as ``marking``.
        key: its table in that file.

    Raises:
        KeyError: if the file has no such table.

    Source:
        The file, whose every table names its own.
    """
    table = cast("Mapping[str, object]", read(name)[key])
    words = {field: cast("str", table[field]) for field in ("name", "symbol", "unit", "source")}
    return Term(words["name"], words["symbol"], cast("float", table["value"]), words["unit"], words["source"])
