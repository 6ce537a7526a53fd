"""Where words cannot go: a full disk, a closed stream, a reader that has gone; and words that play tricks."""

import errno
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from roceconf.cli import _flushed
from tests.bench import configurations
from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]

HOSTILE = "a\x1b[31m\u202e\nb"


class Failing(io.TextIOBase):
    """A stream that fails as the operating system makes it fail."""

    def __init__(self, number: int) -> None:
        self.number = number

    def write(self, text: str) -> int:
        raise OSError(self.number, os.strerror(self.number))

    def flush(self) -> None:
        raise OSError(self.number, os.strerror(self.number))


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = tmp_path / "config_db.json"
    path.write_text(configurations.sonic(), "utf-8")
    return str(path)


COMMANDS = [("--help",), ("--version",), ("lint", "--help"), ("explain", "--help"), ("asic",), ("rule", "PFC101")]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("stdout", "code", "said"),
    [
        (Failing(errno.ENOSPC), 2, "error: standard output cannot be written: No space left on device\n"),
        (None, 2, "error: standard output cannot be written: it is closed\n"),
        (Failing(errno.EPIPE), 141, ""),
    ],
    ids=["full", "closed", "gone"],
)
def test_a_standard_output_that_cannot_be_written(
    capsys: Capsys,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    stdout: io.TextIOBase | None,
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr(sys, "stdout", stdout)
    ran = run(capsys, *words)
    assert (ran.code, ran.err) == (code, said)


def test_a_report_that_cannot_be_written(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert run(capsys, "lint", path)[::2] == (2, "error: standard output cannot be written: it is closed\n")


@pytest.mark.parametrize("stderr", [Failing(errno.ENOSPC), Failing(errno.EPIPE), None], ids=["full", "gone", "closed"])
@pytest.mark.parametrize(
    ("words", "code"),
    [(("lint", "/no/such/file"), 2), (("lint", "--nope"), 2), ((), 2), (("asic", "th55"), 2), (("asic", "th5"), 0)],
    ids=["problem", "usage", "help", "refused", "done"],
)
def test_a_standard_error_that_cannot_be_written_changes_no_code(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, stderr: io.TextIOBase | None, words: tuple[str, ...], code: int
) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    assert run(capsys, *words).code == code


def test_what_is_flushed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Failing(errno.ENOSPC))
    assert [_flushed(code) for code in (0, 1, 2)] == [0, 1, 2]
    monkeypatch.setattr(sys, "stdout", Failing(errno.ENOSPC))
    assert _flushed(0) == 2
    monkeypatch.setattr(sys, "stdout", Failing(errno.EPIPE))
    assert _flushed(0) == 141


@pytest.mark.parametrize(
    "words",
    [
        ("lint", "x", "--sku", HOSTILE),
        ("lint", "x", "--asic", HOSTILE),
        ("lint", "x", "--cable", HOSTILE),
        ("lint", "x", "--roce-dscp", HOSTILE),
        ("lint", "x", "--fail-on", HOSTILE),
        ("lint", "x", "--fan-in", HOSTILE),
        ("lint", "x", "--fan-out", HOSTILE),
        ("explain", "kmin", "--speed", "400G", "--rtt", HOSTILE),
        ("explain", "kmin", "--speed", "400G", "--preset", HOSTILE),
        ("lint", f"--{HOSTILE}"),
        ("sku", HOSTILE),
        ("asic", "th5", HOSTILE),
        ("render", HOSTILE),
        (HOSTILE,),
    ],
    ids=lambda words: " ".join(words[:1] + words[-2:-1]).encode("unicode_escape").decode(),
)
def test_words_of_the_command_line_play_no_tricks(capsys: Capsys, words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert all(line.isprintable() for line in err.split("\n"))
    assert "a\\x1b[31m\\u202e\\" in err
    assert err.splitlines()[-1].startswith("error: ")


@pytest.mark.parametrize(
    "words",
    [
        ("lint", ""),
        ("lint", "x", ""),
        *(
            ("lint", "x", f"--{option}=")
            for option in ("nos", "sku", "asic", "cable", "roce-dscp", "cnp-dscp", "ignore")
        ),
        ("lint", "x", "--select", ""),
        ("lint", "x", "--stdin-filename", ""),
        ("render", ""),
        ("render", "x", "-o", ""),
        ("render", "x", "--base", ""),
        ("rule", ""),
        ("asic", ""),
        ("sku", ""),
        ("explain", "headroom", "--speed", "400G", "--cable", "40m", "--asic", ""),
    ],
    ids=" ".join,
)
def test_an_empty_value_is_not_taken_for_none(capsys: Capsys, words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert "it is empty" in err


UNBUFFERED = {**os.environ, "PYTHONUNBUFFERED": "1"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of a process are set between fork and exec")
def test_a_short_write_is_not_taken_for_a_whole_one() -> None:
    """Without buffers Python makes one write of a text and does not look how much of it was taken."""
    import resource

    with tempfile.TemporaryFile() as stream:
        done = subprocess.run(
            [sys.executable, "-m", "roceconf.cli", "nic", "--format", "json"],
            env=UNBUFFERED,
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
        )
        assert stream.tell() <= 8192
    assert done.returncode == 2
    assert "standard output cannot be written" in done.stderr


def test_a_long_text_is_whole_without_buffers() -> None:
    words = [sys.executable, "-m", "roceconf.cli", "nic", "--format", "json"]
    done = subprocess.run(words, env=UNBUFFERED, stdout=subprocess.PIPE, check=True)
    assert len(json.loads(done.stdout)["nics"]) > 3
