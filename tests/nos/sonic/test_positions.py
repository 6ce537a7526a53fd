"""The position index finds every key and value of any JSON text."""

import json

from hypothesis import given
from hypothesis import strategies as st

from roceconf.nos.sonic.positions import PositionIndex

KEYS = st.text(max_size=4)
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.sampled_from((None, 1, 4)), st.booleans())
def test_every_key_and_value_is_found_where_it_stands(content: object, indent: int | None, plain: bool) -> None:
    text = json.dumps(content, indent=indent, ensure_ascii=plain)
    index = PositionIndex(text)
    decoder = json.JSONDecoder()
    lines = text.split("\n")

    def check(value: object, at: tuple[str | int, ...]) -> None:
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for step, inner in items:
            here = (*at, step)
            if isinstance(value, dict):
                key, _ = decoder.raw_decode(text, _offset(index.span((*here, -1))))
                assert key == step
            if not isinstance(inner, dict | list):
                found, _ = decoder.raw_decode(text, _offset(index.span(here)))
                assert found == inner
            check(inner, here)

    def _offset(span: tuple[int, int]) -> int:
        return sum(len(line) + 1 for line in lines[: span[0] - 1]) + span[1] - 1

    check(content, ())
    assert index.repeated == []


def test_the_same_key_in_two_objects_is_no_repetition() -> None:
    assert PositionIndex('{"a": {"x": 1}, "b": {"x": 1}}').repeated == []
    assert PositionIndex('{"a": {"x": 1}, "a": {"x": 1}}').repeated == [("a",)]
    assert PositionIndex('[{"x": 1}, {"x": 1}]').repeated == []


def test_a_place_that_does_not_exist_is_the_nearest_above() -> None:
    assert PositionIndex('{\n "a": {\n  "b": 1}}').span(("a", "c")) == (2, 2)
