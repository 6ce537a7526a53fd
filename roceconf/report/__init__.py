"""Findings to text for people and programs: one module a format, imported only when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.linting.outcome import Outcome

_MODULES: Mapping[str, str] = {
    "text": "roceconf.report.text",
    "concise": "roceconf.report.concise",
    "json": "roceconf.report.json_format",
}


class Style(NamedTuple):
    """How a report for people looks.

    Attributes:
        colour: whether to paint with ANSI escape sequences.
        quiet: findings only, no summary.
    """

    colour: bool = False
    quiet: bool = False


PLAIN = Style()
"""Neither painted nor quiet: what goes into a file."""


class Format(Protocol):
    """What a module of this room offers."""

    def render(self, outcome: Outcome, style: Style) -> str:
        """The whole report; empty or with a newline at its end."""


def formats() -> tuple[str, ...]:
    """The names of all formats, the one for people first."""
    return tuple(_MODULES)


def render(outcome: Outcome, name: str, style: Style = PLAIN) -> str:
    """A report in a format.

    Args:
        outcome: what was found.
        name: one of :func:`formats`.
        style: for the formats people read.

    Returns:
        Text that ends with a newline, or nothing at all.

    Raises:
        KeyError: there is no such format.
    """
    return cast("Format", import_module(_MODULES[name])).render(outcome, style)
