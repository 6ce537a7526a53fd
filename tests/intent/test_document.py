"""YAML with places: what is read, and what is refused before it costs anything."""

import pytest

from roceconf.intent.document import MAXIMUM_CHARACTERS, Unreadable, read
from roceconf.intent.errors import WHOLE_FILE, Place


def test_scalars_follow_yaml_1_2() -> None:
    text = """
a: off
b: yes
c: true
d: 012
e: 0x1F
f: 1e3
g: '7'
h: 1:30
i: 2024-01-01
j: .inf
k: 12345678901234567890123
l: 0o17
"""
    assert read(text).data() == {
        "a": "off",
        "b": "yes",
        "c": True,
        "d": 12,
        "e": 31,
        "f": 1000.0,
        "g": "7",
        "h": "1:30",
        "i": "2024-01-01",
        "j": float("inf"),
        "k": "12345678901234567890123",
        "l": 15,
    }


def test_an_old_version_in_the_header_changes_nothing() -> None:
    assert read("%YAML 1.1\n---\na: off\n").data() == {"a": "off"}


def test_places() -> None:
    document = read("a: 1\nports:\n  - {ports: x, speed: 800G}\n")
    assert document.place(("ports", 0, "speed")) == Place(3, 23)
    assert document.place(("ports", 0, "speed"), key=True) == Place(3, 16)
    assert document.place(("ports", 0, "cable")) == Place(3, 5)
    assert document.holds(("ports", 0, "speed"))
    assert not document.holds(("ports", 0, "cable"))
    assert not document.holds(("ports", 1))


def test_windows_line_ends_and_a_byte_order_mark() -> None:
    document = read(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert document.data() == {"a": 1, "b": 2}
    assert document.place(("b",)) == Place(2, 4)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_whatever_an_editor_saves(encoding: str, end: str) -> None:
    document = read(end.join(["a: é", "b: 2", ""]).encode(encoding))
    assert document.data() == {"a": "é", "b": 2}
    assert document.place(("b",)) == Place(2, 4)
    with pytest.raises(Unreadable) as caught:
        read(end.join(["a: 1", "b: \x01", ""]).encode(encoding))
    assert caught.value.remarks[-1][0] == Place(2, 4)


def test_json_is_yaml() -> None:
    assert read('{"a": [1, {"b": "off"}]}').data() == {"a": [1, {"b": "off"}]}


def test_aliases_are_expanded() -> None:
    document = read("a: &e {kmin: 1KB}\nb: *e\n")
    assert document.data() == {"a": {"kmin": "1KB"}, "b": {"kmin": "1KB"}}
    assert document.place(("b", "kmin")) == Place(1, 14)


def test_duplicates_and_empty_values_are_all_told() -> None:
    document = read("a: 1\nb:\na: 2\nc: [1, ~]\na: 3\n")
    assert document.remarks == [
        (Place(2, 1), "'b' has no value; give one or leave the line out"),
        (Place(3, 1), "'a' is said twice; the first stands in line 1"),
        (Place(4, 8), "an empty list item; give it a value or leave it out"),
        (Place(5, 1), "'a' is said twice; the first stands in line 1"),
    ]
    assert document.data() == {"a": 1, "c": [1]}


BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{one}: &{one} [{','.join(['*' + before] * 10)}]\n" for before, one in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", WHOLE_FILE, "the file is empty"),
        ("# nothing\n\n", WHOLE_FILE, "the file is empty"),
        ("---\n...\n", WHOLE_FILE, "the file is empty"),
        ("~", WHOLE_FILE, "the file is empty"),
        ("\n  - a\n", Place(2, 3), "an intent is a list of `key: value` lines"),
        ("hello", Place(1, 1), "this is none"),
        ("a:\n\tb: 1\n", Place(2, 1), "a tab"),
        ("a: 1\n---\nb: 2\n", Place(2, 1), "a second document"),
        ("a: b: c\n", Place(1, 5), "a `:` may not stand here"),
        ("a: [1\n", Place(2, 1), "not valid YAML"),
        ("a: 'x\n", Place(2, 1), "not valid YAML"),
        ("a: 1\nb: *x\n", Place(2, 4), "no finished anchor &x"),
        ("a: &a [*a]\n", Place(1, 8), "no finished anchor &a"),
        ("a: !x y\n", Place(1, 4), "the tag !x"),
        ("a: " + "[" * 1000, Place(1, 15), "nested more than 12 deep"),
        (BOMB, Place(5, 8), "values, aliases expanded"),
        ("a: \x01\n", Place(1, 4), "the character U+0001"),
        ("\0", Place(1, 1), "the character U+0000"),
        ("a: \ud800\n", Place(1, 4), "the character U+D800"),
        (b"\x7fELF\0\0", WHOLE_FILE, "a binary file"),
        ("a: é\n".encode("utf-16-le"), WHOLE_FILE, "a binary file"),
        ("a: é\n".encode("utf-16")[:-1], WHOLE_FILE, "begins as UTF-16 but is broken"),
        ("a: 1\nb: é\n".encode("latin-1"), Place(2, 4), "the byte 0xe9 is not UTF-8"),
        ("a: x\n" * MAXIMUM_CHARACTERS, WHOLE_FILE, "characters are too many"),
        ("%YAML 9.1\n---\na: 1\n", Place(1, 1), "not valid YAML"),
    ],
)
def test_refused(text: str | bytes, place: Place, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    where, message = caught.value.remarks[-1]
    assert words in message
    assert where == place


def test_a_key_must_be_a_word() -> None:
    assert read("? [a]\n: 1\nb: 2\n").remarks == [(Place(1, 3), "a key must be a plain word")]
