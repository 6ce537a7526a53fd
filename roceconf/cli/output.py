"""Where words go: the result to standard output, all else to standard error, and quietly nowhere when nobody reads."""

import errno
import os
import sys
from contextlib import suppress
from io import RawIOBase, TextIOBase

import typer

from roceconf.report.plain import harmless


class Closed(TextIOBase):
    """A standard output that was closed before we began, as by ``>&-``: what goes there is lost, and says so."""

    def write(self, text: str) -> int:
        """Refuse.

        Raises:
            OSError: always.
        """
        del text
        raise OSError(errno.EBADF, "it is closed")


def emit(text: str) -> None:
    """Write a result to standard output.

    Args:
        text: as it is to appear, newline included.

    Raises:
        typer.Exit: it cannot be written; see :func:`unwritable`.
    """
    try:
        _write(text)
    except OSError as error:
        raise unwritable(error) from None


def _write(text: str) -> None:
    """Write all of a text, also where Python does not buffer and takes a short write for a whole one.

    Raises:
        OSError: it cannot be written.
    """
    raw = getattr(sys.stdout, "buffer", None)
    if not isinstance(raw, RawIOBase):
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    left = memoryview(text.encode(sys.stdout.encoding, sys.stdout.errors or "strict"))
    while left:
        left = left[raw.write(left) or 0 :]


def unwritable(error: OSError) -> typer.Exit:
    """Say that standard output cannot be written, unless its reader has gone, as ``head`` does, which is no error.

    Returns:
        What to raise: exit code 141, which is 128 + SIGPIPE, where the reader has gone, else 2.
    """
    with suppress(OSError):  # where it is no file, nothing is kept to be written later
        # What could not be written is tried once more at the end, and would fail there.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    if isinstance(error, BrokenPipeError):
        return typer.Exit(141)
    return refuse(f"standard output cannot be written: {error.strerror}")


def say(text: str) -> None:
    """Write a line about the run to standard error, harmless whatever file names and texts it quotes.

    Where that cannot be written nobody can be told, and the exit code has to do.
    """
    with suppress(OSError):
        if sys.stderr is not None:
            sys.stderr.write(f"{harmless(text)}\n")


def say_lines(text: str) -> None:
    """Write lines about the run to standard error."""
    for line in text.splitlines():
        say(line)


def refuse(text: str) -> typer.Exit:
    """Say why a command cannot run, and give what to raise: exit code 2."""
    say(f"error: {text}")
    return typer.Exit(2)


def shown(text: str) -> str:
    """Lines that quote a file as they may be shown: harmless on a terminal; elsewhere as they are, to be used on."""
    return "".join(f"{harmless(line)}\n" for line in text.split("\n")[:-1]) if sys.stdout.isatty() else text


def wants_colour() -> bool:
    """Whether standard output is a terminal that may be painted: not under ``NO_COLOR`` (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()
