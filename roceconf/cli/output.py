"""Where words go: the result to standard output, all else to standard error, and quietly nowhere when nobody reads."""

import os
import sys

import typer

from roceconf.report.plain import harmless


def emit(text: str) -> None:
    """Write a result to standard output.

    Args:
        text: as it is to appear, newline included.

    Raises:
        typer.Exit: the reader has gone, as ``head`` does; code 141, which is 128 + SIGPIPE.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more when it ends, and would complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(141) from None


def say(text: str) -> None:
    """Write a line about the run to standard error, harmless whatever file names and texts it quotes."""
    if sys.stderr is not None:
        sys.stderr.write(f"{harmless(text)}\n")


def refuse(text: str) -> typer.Exit:
    """Say why a command cannot run, and give what to raise: exit code 2."""
    say(f"error: {text}")
    return typer.Exit(2)


def wants_colour() -> bool:
    """Whether standard output is a terminal that may be painted: not under ``NO_COLOR`` (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()
