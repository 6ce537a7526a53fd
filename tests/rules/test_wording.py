"""Lists of numbers in words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.rules.wording import named, plural, spelled


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((), "none"),
        ((3,), "3"),
        ((4, 3), "3 and 4"),
        ((0, 1, 2), "0 to 2"),
        ((0, 1, 2, 16, 24, 25, 26), "0 to 2, 16 and 24 to 26"),
        ((3, 3), "3"),
    ],
)
def test_runs_are_drawn_together(numbers: tuple[int, ...], words: str) -> None:
    assert spelled(numbers) == words


@given(st.frozensets(st.integers(0, 63), min_size=1))
def test_no_number_is_lost_or_added(numbers: frozenset[int]) -> None:
    said: set[int] = set()
    for piece in re.split(r", | and ", spelled(numbers)):
        first, _, last = piece.partition(" to ")
        said.update(range(int(first), int(last or first) + 1))
    assert said == numbers


def test_nouns_take_their_plural() -> None:
    assert named("priority", [3]) == "priority 3"
    assert named("traffic class", [3, 4]) == "traffic classes 3 and 4"
    assert plural("queue") == "queues"
