"""Bytes of a file to text, whatever editor, terminal or Windows server saved it."""

import codecs
import sys
from typing import NamedTuple

from roceconf.files import LARGEST_FILE_BYTES, FileFault, UnreadableFileError, text_by_mark, with_line_feeds, within

FOREIGN_LINE_ENDS = {"\v": "vertical tabs", "\f": "form feeds", "\x85": "NEL (U+0085)", "\u2028": "U+2028"}
"""What some editors end lines with and no switch does, and what to call it."""

_WHAT_TO_DO = {
    FileFault.SPECIAL: ": pass its content by '-' and its name by --stdin-filename",
    FileFault.TOO_LARGE: ", too large for a switch configuration: pass only that part of it",
}
"""What the linter can do about a file that cannot be read."""


class NoTextError(Exception):
    """A file that holds no text to lint; the message says what it is and what to do."""


class Decoded(NamedTuple):
    """A text, and a reservation about how it was read, empty where there is none."""

    text: str
    reservation: str = ""


def read_stdin() -> bytes:
    """The content of the standard input.

    Raises:
        NoTextError: it is closed.
        UnreadableFileError: it is too large to be a configuration.
        OSError: the operating system refuses.
    """
    if sys.stdin is None:
        raise NoTextError("the standard input is closed: name a file instead of '-'")
    return within(sys.stdin.buffer.read(LARGEST_FILE_BYTES + 1), LARGEST_FILE_BYTES)


def what_to_do(error: UnreadableFileError) -> str:
    """Why a file cannot be read, and what to do so that it is linted all the same."""
    return f"{error}{_WHAT_TO_DO.get(error.fault, '')}"


def decode(content: bytes) -> Decoded:
    """Bytes to text: by their mark, as UTF-8, else as Latin-1 with a reservation.

    Raises:
        NoTextError: they are empty or binary.
    """
    if not content.strip():
        raise NoTextError("is empty")
    try:
        text = text_by_mark(content)
    except ValueError as error:
        raise NoTextError(str(error)) from None
    if text is None and b"\0" in content:
        raise NoTextError("is binary: a configuration is text; if it is one in UTF-16, save it as UTF-8")
    if text is not None:
        return Decoded(with_line_feeds(text))
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        return Decoded(with_line_feeds(content.decode()))
    except UnicodeDecodeError as error:
        text = with_line_feeds(content.decode("latin-1"))
        line = text.count("\n", 0, error.start) + 1
        return Decoded(text, f"is not UTF-8 from line {line} on: read as Latin-1")


def foreign_line_end(text: str) -> str:
    """What ends the lines of a text that has no line feed; empty where it has one, or is a single line."""
    return "" if "\n" in text else next((name for end, name in FOREIGN_LINE_ENDS.items() if end in text), "")
