"""Bytes of a file to text, whatever editor, terminal or Windows server saved it."""

import codecs
import os
import stat
import sys
from typing import NamedTuple

LARGEST_FILE_BYTES = 64 * 1024 * 1024
"""A choice: some fifty times the largest configuration of a switch with 1024 ports; a larger file is something else."""

_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class NoTextError(Exception):
    """A file that holds no text to lint; the message says what it is and what to do."""


class Decoded(NamedTuple):
    """A text, and a reservation about how it was read, empty where there is none."""

    text: str
    reservation: str = ""


def read_bytes(path: str) -> bytes:
    """The content of a regular file.

    Raises:
        NoTextError: it is no regular file, or too large to be a configuration.
        OSError: the operating system refuses.
    """
    with open(path, "rb", opener=_open_without_waiting) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise NoTextError("is no regular file: pass its content by '-' and its name by --stdin-filename")
        return _within_limit(stream.read(LARGEST_FILE_BYTES + 1))


def read_stdin() -> bytes:
    """The content of the standard input.

    Raises:
        NoTextError: it is closed, or too large to be a configuration.
        OSError: the operating system refuses.
    """
    if sys.stdin is None:
        raise NoTextError("the standard input is closed: name a file instead of '-'")
    return _within_limit(sys.stdin.buffer.read(LARGEST_FILE_BYTES + 1))


def decode(content: bytes) -> Decoded:
    """Bytes to text: by their mark, as UTF-8, else as Latin-1 with a reservation.

    Raises:
        NoTextError: they are empty or binary.
    """
    if not content.strip():
        raise NoTextError("is empty: nothing to lint")
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return Decoded(content.decode(encoding))
            except UnicodeDecodeError:
                raise NoTextError(f"begins as {encoding.upper()} but is broken: save it as UTF-8") from None
    if b"\0" in content:
        raise NoTextError("is binary: a configuration is text; if it is one in UTF-16, save it as UTF-8")
    try:
        return Decoded(content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return Decoded(content.decode("latin-1"), f"is not UTF-8 from line {line} on: read as Latin-1")


def _open_without_waiting(path: str, flags: int) -> int:
    """Opens a file; a pipe that took its place since it was looked at does not hold the run up."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _within_limit(content: bytes) -> bytes:
    if len(content) > LARGEST_FILE_BYTES:
        most = LARGEST_FILE_BYTES // (1024 * 1024)
        raise NoTextError(f"is larger than {most} MiB, too large for a switch configuration: pass only that part of it")
    return content
