"""Whatever a file holds, the terminal sees printable text only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.report.plain import excerpt, harmless

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\x1b[2Jgone", "\\x1b[2Jgone"),
        ("a\tb", "a b"),
        ("abc\u202edef", "abc\\u202edef"),
        ("line\r\nbreak", "line\\r\\nbreak"),
        ("\x9b31m", "\\x9b31m"),
        ("\udcff", "\\udcff"),
        ("Zürich – 40 m", "Zürich – 40 m"),
    ],
)
def test_what_a_terminal_obeys_is_written_out(text: str, shown: str) -> None:
    assert harmless(text) == shown


@given(ANY_TEXT)
def test_nothing_unprintable_comes_through(text: str) -> None:
    assert harmless(text).isprintable()


def test_a_short_line_loses_only_its_indentation() -> None:
    assert excerpt('    "xoff": "0",\r', 5) == ('"xoff": "0",', 0)
    assert excerpt('    "xoff": "0",', 13) == ('"xoff": "0",', 8)


def test_the_caret_stands_under_the_column_behind_what_was_written_out() -> None:
    shown, at = excerpt("\x1b[0m pfc", 6)
    assert shown[at:] == "pfc"


def test_without_a_column_there_is_no_caret() -> None:
    assert excerpt("priority-flow-control on", 0) == ("priority-flow-control on", -1)
    assert excerpt("short", 99)[1] == -1


def test_a_long_line_is_cut_around_the_column() -> None:
    line = "a" * 5000 + "HERE" + "b" * 5000
    shown, at = excerpt(line, 5001)
    assert shown[at : at + 4] == "HERE"
    assert shown.startswith("...")
    assert shown.endswith("...")
    assert len(shown) < 140


@given(ANY_TEXT, st.integers(-1, 400))
def test_every_excerpt_is_printable_and_short(line: str, column: int) -> None:
    shown, at = excerpt(line, column)
    assert shown.isprintable()
    assert at <= max(len(shown), 10 * 60)
