"""Class plans that vendors and operators publish, kept as data: one TOML file each, with its source."""

from __future__ import annotations

import difflib
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_FOLDER = Path(__file__).parent


class ClassPlan(NamedTuple):
    """A published plan of traffic classes.

    Attributes:
        name: what an intent writes behind ``preset:``.
        title: one line for a list.
        source: who publishes it, and where.
        note: what differs from the publication, or what to know; may be empty.
        default: whether intents without classes and preset get it; true of one plan.
        classes: class name to its fields, written as in an intent.
    """

    name: str
    title: str
    source: str
    note: str
    default: bool
    classes: Mapping[str, Mapping[str, object]]


@cache
def presets() -> Mapping[str, ClassPlan]:
    """All class plans.

    Returns:
        Plans by name, in alphabetical order.
    """
    found = {}
    for path in sorted(_FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found[path.stem] = ClassPlan(
            path.stem, data["title"], data["source"], data.get("note", ""), data.get("default", False), data["classes"]
        )
    return found


def default_preset() -> ClassPlan:
    """The plan of an intent that says nothing about classes."""
    return next(plan for plan in presets().values() if plan.default)


def nearest(word: str, known: Iterable[str]) -> str:
    """The tail of an "unknown" message: the nearest known word, or all of them.

    Args:
        word: what was written.
        known: what would have been right.

    Returns:
        Text that starts with a semicolon.
    """
    known = list(known)
    close = difflib.get_close_matches(word[:64].lower(), known, n=1, cutoff=0.6)
    return f"; did you mean '{close[0]}'?" if close else f"; known: {', '.join(known)}"
