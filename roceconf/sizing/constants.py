"""The constants of sizing, read from ``data/`` beside this module: no number without a source in its file."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from roceconf.sizing.derivation import Term

if TYPE_CHECKING:
    from collections.abc import Mapping

DATA = Path(__file__).parent / "data"

MBPS_NS_IN_A_BYTE = 8000
"""Mb/s times ns in a byte: 8 bits a byte, 10^6 bits a Mb, 10^9 ns a second."""


@cache
def read(name: str) -> Mapping[str, object]:
    """Parse one data file of sizing, once a process.

    Args:
        name: path below ``data`` without suffix, such as ``ecn/hpcc``.

    Returns:
        Its tables.

    Raises:
        FileNotFoundError: if there is no such file.

    Source:
        The file, which names its own.
    """
    with (DATA / f"{name}.toml").open("rb") as stream:
        return tomllib.load(stream)


def constant(name: str) -> Term:
    """Return a constant of the headroom model as a term.

    Args:
        name: a table of ``headroom.toml``, such as ``peer_response_ns`` or ``propagation.dac``.

    Raises:
        KeyError: if there is none of that name.

    Source:
        ``data/headroom.toml``, each constant with its own.
    """
    return term_of("headroom", name)


@cache
def term_of(file: str, name: str) -> Term:
    """Return a constant of a data file as a term.

    Args:
        file: path below ``data`` without suffix, as for ``read``.
        name: the constant's table in it, dots between levels.

    Raises:
        FileNotFoundError: if there is no such file.
        KeyError: if it has no constant of that name.

    Source:
        The data file, each constant with its own.
    """
    table = read(file)
    for part in name.split("."):
        table = cast("Mapping[str, object]", table[part])
    return Term(
        cast("str", table["name"]),
        cast("str", table["symbol"]),
        cast("float", table["value"]),
        cast("str", table["unit"]),
        cast("str", table["source"]),
    )


def media() -> tuple[str, ...]:
    """Return the media whose propagation is known: fibre, aoc, dac, aec.

    Source:
        ``data/headroom.toml``.
    """
    return tuple(cast("Mapping[str, object]", read("headroom")["propagation"]))
