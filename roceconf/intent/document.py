"""YAML text to plain data that remembers where everything was said.

The tree is built from the parser's events rather than by a ready-made composer: so nesting and aliases are bounded
before they cost anything, every duplicate key and empty value is reported at once, and a scalar keeps its own text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError, YAMLStreamError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from ruamel.yaml.reader import ReaderError

from roceconf.files import text_by_mark, with_line_feeds
from roceconf.intent.errors import WHOLE_FILE, Path, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruamel.yaml.events import Event

Scalar = str | int | float | bool
Plain = Scalar | list["Plain"] | dict[str, "Plain"]

MAXIMUM_CHARACTERS = 512 * 1024
"""A thousand ports written one a line take some 100 kB; what is much larger is not an intent."""
MAXIMUM_DEPTH = 12
"""An intent nests four deep."""
MAXIMUM_VALUES = 20_000
"""With aliases expanded. A thousand ports with all their fields are fewer; a nest of aliases is soon more."""

_TOP = Place(1, 1)

# YAML 1.2, core schema, section 10.3.2. Integers of more than 18 digits stay text: nothing here is that large.
_NULL = frozenset(["", "~", "null", "Null", "NULL"])
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_OCTAL_OR_HEX = re.compile(r"0o[0-7]{1,18}|0x[0-9a-fA-F]{1,15}")
_EXPONENT = r"[eE][-+]?[0-9]{1,4}"
_FLOAT = re.compile(
    rf"[-+]?(?:(?:\.[0-9]{{1,40}}|[0-9]{{1,40}}\.[0-9]{{0,40}})(?:{_EXPONENT})?|[0-9]{{1,40}}{_EXPONENT})"
)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


class Unreadable(Exception):  # noqa: N818 - the text is unreadable; nothing failed here
    """The text is no YAML that can be an intent; what could be seen before it broke off goes with it.

    Attributes:
        remarks: places and what is wrong there, at least one.
    """

    def __init__(self, remarks: list[tuple[Place, str]]) -> None:
        self.remarks = remarks
        super().__init__(remarks[-1][1])


@dataclass(frozen=True, slots=True)
class Node:
    """One value of the document.

    Attributes:
        place: where it starts.
        value: a scalar, or the nodes below.
        text: a scalar as it was written.
        keys: of a mapping, where each key stands.
        size: how many values it holds, itself included, aliases expanded.
    """

    place: Place
    value: Scalar | list[Node] | dict[str, Node] | None
    text: str = ""
    keys: dict[str, Place] = field(default_factory=dict)
    size: int = 1

    def plain(self) -> Plain:
        """The value without its places; empty values (an error already) are left out."""
        match self.value:
            case dict() as mapping:
                return {key: node.plain() for key, node in mapping.items() if node.value is not None}
            case list() as sequence:
                return [node.plain() if node.value is not None else "" for node in sequence]
            case None:
                return ""
            case scalar:
                return scalar

    def below(self, step: str | int) -> Node | None:
        """The node one step down, if there is one."""
        if isinstance(self.value, dict) and isinstance(step, str):
            return self.value.get(step)
        if isinstance(self.value, list) and isinstance(step, int) and 0 <= step < len(self.value):
            return self.value[step]
        return None


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML document whose top is a mapping.

    Attributes:
        top: the mapping.
        remarks: what is wrong with the YAML although it could be read: duplicate keys, empty values.
    """

    top: Node
    remarks: list[tuple[Place, str]]

    def data(self) -> dict[str, Plain]:
        """The plain data."""
        plain = self.top.plain()
        assert isinstance(plain, dict)
        return plain

    def node(self, path: Path) -> Node:
        """The node at a path, or the nearest one above that was said."""
        here = self.top
        for step in path:
            found = here.below(step)
            if found is None:
                break
            here = found
        return here

    def holds(self, path: Path) -> bool:
        """Whether the document says something at this very path."""
        here: Node | None = self.top
        for step in path:
            here = here.below(step) if here is not None else None
        return here is not None

    def place(self, path: Path, *, key: bool = False) -> Place:
        """Where a value (or its key) stands; the nearest one above where nothing was said."""
        if key and path and isinstance(path[-1], str):
            return self.node(path[:-1]).keys.get(path[-1]) or self.place(path[:-1])
        return self.node(path).place


def read(text: str | bytes) -> Document:
    """Reads one YAML 1.2 document.

    Args:
        text: the text, or bytes: UTF-8, or UTF-16 and UTF-32 by their mark.

    Returns:
        The document.

    Raises:
        Unreadable: when no mapping can be made of it.
    """
    text = _decoded(text)
    builder = _Builder()
    try:
        # `parse` takes the text as a stream, so that what lies behind a limit is never looked at.
        top = builder.document(YAML(typ="safe", pure=True).parse(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(mark.line + 1, mark.column + 1) if mark is not None else _TOP
        raise Unreadable([*builder.remarks, (place, _in_words(error))]) from error
    except ReaderError as error:
        character = error.character if isinstance(error.character, int) else ord(error.character)
        place = _place_of_offset(text, error.position)
        raise Unreadable([(place, f"the character U+{character:04X} may not stand in YAML")]) from error
    except (YAMLError, YAMLStreamError, ValueError, OverflowError) as error:
        # An escape such as "\UFFFFFFFF" fails inside the scanner, in chr().
        raise Unreadable([*builder.remarks, (builder.place, f"not valid YAML: {error}")]) from error
    if top is None:
        raise Unreadable(
            [(WHOLE_FILE, "the file is empty; an intent needs at least switch, nos, sku (or asic) and ports")]
        )
    if not isinstance(top.value, dict):
        message = "an intent is a list of `key: value` lines (switch, nos, sku, ports, ...); this is none"
        raise Unreadable([*builder.remarks, (top.place, message)])
    return Document(top, builder.remarks)


def _decoded(raw: str | bytes) -> str:
    text = raw if isinstance(raw, str) else _from_bytes(raw)
    if len(text) > MAXIMUM_CHARACTERS:
        message = f"{len(text):,} characters are too many for an intent (at most {MAXIMUM_CHARACTERS:,})"
        raise Unreadable([(WHOLE_FILE, message)])
    return with_line_feeds(text.removeprefix("\ufeff"))


def _from_bytes(raw: bytes) -> str:
    try:
        text = text_by_mark(raw)
    except ValueError as error:
        raise Unreadable([(WHOLE_FILE, str(error))]) from error
    if text is not None:
        return text
    if b"\0" in raw[:4096]:
        message = "this is a binary file (or UTF-16 without its mark); an intent is UTF-8 text"
        raise Unreadable([(WHOLE_FILE, message)])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = with_line_feeds(raw[: error.start].decode("utf-8"))
        place = _place_of_offset(before, len(before))
        message = f"the byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8 text"
        raise Unreadable([(place, message)]) from error


def _place_of_offset(text: str, offset: int) -> Place:
    before = text[:offset]
    return Place(before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


def _in_words(error: MarkedYAMLError) -> str:
    problem = str(error.problem or error.context or "cannot be parsed")
    if "'\\t'" in problem:
        return "a tab stands here; YAML indents with blanks only"
    if problem.startswith("mapping values are not allowed"):
        return "a `:` may not stand here; indent this line like the one above, or put a value that holds `: ` in quotes"
    context = f" ({error.context})" if error.context and error.problem else ""
    return f"not valid YAML: {problem}{context}"


class _Builder:
    """Nodes from events. Holds what is only known while reading: anchors, remarks, how much there is."""

    def __init__(self) -> None:
        self.remarks: list[tuple[Place, str]] = []
        self.place = _TOP
        self._anchors: dict[str, Node] = {}
        self._total = 0

    def document(self, events: Iterator[Event]) -> Node | None:
        """The top of the only document of a stream; None where there is none."""
        top: Node | None = None
        for event in events:
            if isinstance(event, StreamEndEvent):
                break
            if isinstance(event, DocumentStartEvent):
                if top is not None:
                    self._refuse(event, "a second document starts here; an intent is one document, one switch")
            elif isinstance(event, MappingStartEvent | SequenceStartEvent | ScalarEvent | AliasEvent):
                top = self._node(event, events, depth=1)
        return None if top is None or top.value is None else top

    def _node(self, event: Event, events: Iterator[Event], depth: int) -> Node:
        place = self._at(event)
        if depth > MAXIMUM_DEPTH:
            self._refuse(event, f"nested more than {MAXIMUM_DEPTH} deep; an intent is not")
        if isinstance(event, AliasEvent):
            anchored = self._anchors.get(str(event.anchor))
            if anchored is None:
                self._refuse(event, f"*{event.anchor} has no finished anchor &{event.anchor} above it")
            self._count(event, anchored.size)
            return anchored
        assert isinstance(event, MappingStartEvent | SequenceStartEvent | ScalarEvent)
        self._count(event, 1)
        if event.ctag is not None and not str(event.ctag).startswith("tag:yaml.org,2002:"):
            self._refuse(event, f"the tag {event.ctag} means nothing in an intent; leave it out")
        match event:
            case MappingStartEvent():
                node = self._mapping(place, events, depth)
            case SequenceStartEvent():
                node = self._sequence(place, events, depth)
            case _:
                node = Node(place, _scalar(event), str(event.value))
        if event.anchor is not None:
            self._anchors[str(event.anchor)] = node
        return node

    def _mapping(self, place: Place, events: Iterator[Event], depth: int) -> Node:
        values: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        size = 1
        while not isinstance(event := next(events), MappingEndEvent):
            key_node = self._node(event, events, depth + 1)
            value = self._node(next(events), events, depth + 1)
            if isinstance(key_node.value, dict | list) or key_node.value is None:
                self.remarks.append((key_node.place, "a key must be a plain word"))
                continue
            key = key_node.text
            if key in keys:
                self.remarks.append(
                    (key_node.place, f"'{key}' is said twice; the first stands in line {keys[key].line}")
                )
                continue
            if value.value is None:
                self.remarks.append((key_node.place, f"'{key}' has no value; give one or leave the line out"))
            values[key], keys[key] = value, key_node.place
            size += value.size
        return Node(place, values, keys=keys, size=size)

    def _sequence(self, place: Place, events: Iterator[Event], depth: int) -> Node:
        values = []
        while not isinstance(event := next(events), SequenceEndEvent):
            value = self._node(event, events, depth + 1)
            if value.value is None:
                self.remarks.append((value.place, "an empty list item; give it a value or leave it out"))
                continue
            values.append(value)
        return Node(place, values, size=1 + sum(value.size for value in values))

    def _count(self, event: Event, values: int) -> None:
        self._total += values
        if self._total > MAXIMUM_VALUES:
            self._refuse(event, f"more than {MAXIMUM_VALUES:,} values, aliases expanded; an intent has fewer")

    def _at(self, event: Event) -> Place:
        self.place = Place(event.start_mark.line + 1, event.start_mark.column + 1)
        return self.place

    def _refuse(self, event: Event, message: str) -> NoReturn:
        raise Unreadable([*self.remarks, (self._at(event), message)])


def _scalar(event: ScalarEvent) -> Scalar | None:
    """The value of a scalar by YAML 1.2's core schema; only a plain one can be anything but text."""
    text = str(event.value)
    if event.style is not None or not event.implicit[0]:
        return text
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _OCTAL_OR_HEX.fullmatch(text):
        return int(text, 0)
    if _NOT_FINITE.fullmatch(text):
        return float(text.replace(".", "", 1))
    return float(text) if _FLOAT.fullmatch(text) else text
