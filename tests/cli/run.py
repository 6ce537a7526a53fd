"""Runs the command line inside the test's process."""

from typing import NamedTuple

import pytest

from roceconf.cli import application


class Ran(NamedTuple):
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Ran:
    """Run ``roceconf`` with these words."""
    with pytest.raises(SystemExit) as left:
        application.run(words)
    captured = capsys.readouterr()
    assert isinstance(left.value.code, int | None)
    return Ran(left.value.code or 0, captured.out, captured.err)
