"""What goes wrong with an intent, said by place: ``file:line:col: message``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

Path = tuple[str | int, ...]
"""Where a value lies in the document: keys and list positions from the top, such as ``("ports", 0, "speed")``."""


class Place(NamedTuple):
    """A place in a text; both numbers start at 1.

    Attributes:
        line: the line.
        column: the column, in characters.
    """

    line: int
    column: int


class IntentError(NamedTuple):
    """One thing an intent says wrongly, or dubiously.

    Attributes:
        path: the file's name as the operator gave it.
        line: the line, from 1.
        column: the column, from 1.
        message: what is wrong and what to write instead.
    """

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class IntentErrors(Exception):  # noqa: N818 - it is all errors of a file, and its name says so
    """Everything that is wrong with one intent, in the order of the file.

    Attributes:
        errors: at least one error, sorted by place.
    """

    def __init__(self, errors: Iterable[IntentError]) -> None:
        self.errors: tuple[IntentError, ...] = tuple(sorted(set(errors), key=lambda e: (e.line, e.column, e.message)))
        super().__init__("\n".join(map(str, self.errors)))
