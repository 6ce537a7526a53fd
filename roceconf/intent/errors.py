"""What goes wrong with an intent, said by place: ``file:line:col: message``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

Path = tuple[str | int, ...]
"""Where a value lies in the document: keys and list positions from the top, such as ``("ports", 0, "speed")``."""

_LONGEST = 400
"""Characters of a message: room for every sentence of ours, not for a hundred kilobytes of the operator's text."""


class Place(NamedTuple):
    """A place in a text; both numbers start at 1, and are 0 where the whole file is meant.

    Attributes:
        line: the line.
        column: the column, in characters.
    """

    line: int
    column: int


WHOLE_FILE = Place(0, 0)
"""No place in particular: the file cannot be read, is empty, too large or no text."""


class IntentError(NamedTuple):
    """One thing an intent says wrongly, or dubiously.

    Attributes:
        path: the file's name as the operator gave it.
        line: the line, from 1; 0 where the whole file is meant.
        column: the column, from 1; 0 where the whole file is meant.
        message: what is wrong and what to write instead.
    """

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}:{self.column}" if self.line > 0 else self.path
        return f"{place}: {self.message}"


class IntentErrors(Exception):  # noqa: N818 - it is all errors of a file, and its name says so
    """Everything that is wrong with one intent, in the order of the file.

    Attributes:
        errors: at least one error, sorted by place.
    """

    def __init__(self, errors: Iterable[IntentError]) -> None:
        single = {error._replace(message=_printable(error.message)) for error in errors}
        self.errors: tuple[IntentError, ...] = tuple(sorted(single, key=lambda e: (e.line, e.column, e.message)))
        super().__init__("\n".join(map(str, self.errors)))


def _printable(message: str) -> str:
    """One line that a terminal shows as it is, whatever the operator's text holds."""
    message = message if len(message) <= _LONGEST else message[: _LONGEST - 3] + "..."
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in message)
