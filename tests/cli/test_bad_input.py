"""Whatever a file holds, lint answers in words: no traceback, no fault of ours, an exit code that means something."""

import contextlib
import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roceconf.cli.application import run
from roceconf.nos import keys
from tests.bench import configurations
from tests.shared import SHARED, corpus, needs_shared

OWN = [configurations.sonic().encode(), configurations.eos().encode()]

FACTS = ("--roce-dscp", "26", "--cnp-dscp", "48", "--cable", "40m")

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def _lint(path: Path, *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a run that must answer in words."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as left:
        run(["lint", str(path), *words])
    code, said, told = left.value.code, out.getvalue(), err.getvalue()
    assert code in (0, 1, 2)
    assert "fault of roceconf" not in told, told
    assert "Traceback" not in told
    assert all(line.isprintable() for line in (said + told).split("\n"))
    assert code != 2 or f"error: {path}" in told
    return code, said, told


def _check(content: bytes, folder: Path) -> None:
    path = folder / "a.cfg"
    path.write_bytes(content)
    code, said, _ = _lint(path, "--format", "json", *FACTS)
    findings = json.loads(said)["findings"]
    lines = max(content.count(b"\n") + content.count(b"\n\0"), content.count(b"\r")) + 1
    assert all(0 <= finding["line"] <= lines for finding in findings)
    forced = [_lint(path, "--nos", nos, *FACTS)[0] for nos in keys()]
    assert code == 2 or code in forced or findings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bad")


@given(content=st.binary(max_size=400))
@QUICK
def test_any_bytes(folder: Path, content: bytes) -> None:
    _check(content, folder)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TABLES = st.sampled_from(list(json.loads(configurations.sonic())))


@given(tables=st.dictionaries(TABLES, JSON, min_size=1, max_size=5))
@QUICK
def test_tables_of_any_shape(folder: Path, tables: dict[str, object]) -> None:
    _check(json.dumps(tables, indent=1).encode(), folder)


WORDS = st.sampled_from(sorted({word for line in configurations.eos().splitlines() for word in line.split()}))
STATEMENTS = st.lists(st.tuples(st.sampled_from(["", "   ", "      "]), st.lists(WORDS, max_size=6)), max_size=25)


@given(statements=STATEMENTS)
@QUICK
def test_words_of_a_configuration_in_any_order(folder: Path, statements: list[tuple[str, list[str]]]) -> None:
    body = "\n".join(indent + " ".join(words) for indent, words in statements)
    _check(f"qos profile X\n   priority-flow-control on\n{body}\n".encode(), folder)


PIECES = st.sampled_from(
    [b"", b"\0", b"\xff", b'"', b"{", b"}", b"[", b"\n", b"-1", b"9" * 30, b"1e999", b"null", b"\r"]
)
MUTATIONS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 60), PIECES | st.binary(max_size=6)), max_size=4)


def _mutated(content: bytes, mutations: list[tuple[float, int, bytes]]) -> bytes:
    """Cut something out at each place, and put something else in."""
    for where, length, piece in mutations:
        at = int(where * len(content))
        content = content[:at] + piece + content[at + length :]
    return content


@given(base=st.sampled_from(OWN), mutations=MUTATIONS)
@QUICK
def test_a_good_configuration_that_was_damaged(
    folder: Path, base: bytes, mutations: list[tuple[float, int, bytes]]
) -> None:
    _check(_mutated(base, mutations), folder)


def _published() -> list[Path]:
    """Published configurations small enough to lint many times."""
    found = [] if SHARED is None else sorted(path for path in corpus().rglob("*") if path.is_file())
    return [path for path in found if path.stat().st_size < 20_000] or [Path("absent")]


@needs_shared
@given(base=st.sampled_from(_published()), mutations=MUTATIONS)
@QUICK
def test_a_published_configuration_that_was_damaged(
    folder: Path, base: Path, mutations: list[tuple[float, int, bytes]]
) -> None:
    _check(_mutated(base.read_bytes(), mutations), folder)


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 200_000,
        b'{"PORT": ' + b'{"a": ' * 5_000,
        b'{"BUFFER_PROFILE": {"x": {"xoff": ' + b"9" * 6_000 + b"}}}",
        b"interface Ethernet1\n   priority-flow-control on\n" + b"x" * 5_000_000,
        b"\n" * 300_000 + b"hostname a",
        b'{"PORT": {"Ethernet0": {"speed": "NaN", "mtu": NaN}}}',
        b'{"PORT": {"Ethernet0": 1, "Ethernet0": {}}}',
        "qos map dscp ٢٦ to traffic-class ٣\n".encode(),
        b'{"DEVICE_METADATA": {"localhost": {"hwsku": "\\ud800"}}}',
    ],
    ids=["brackets", "nesting", "digits", "line", "blank", "nan", "shape", "digits-of-another-script", "surrogate"],
)
def test_what_breaks_parsers(folder: Path, content: bytes) -> None:
    _check(content, folder)
