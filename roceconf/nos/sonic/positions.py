"""Line and column of every key and value of a JSON text, built only when a finding asks for one."""

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field

from roceconf.switch import At, Span

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)

FIRST_KEY = -1
"""Ends a place that means the key and not its value; -2 is the key's second occurrence, and so on."""


@dataclass(slots=True)
class PositionIndex:
    """Where the keys and values of one text stand.

    Attributes:
        text: JSON that has been read without error.
        keys: offsets of every occurrence of a key, by the keys and list positions that lead to it.
        values: offset of the value, of the last occurrence where there are several.
        repeated: paths of keys that occur more than once in one object, in order of their second occurrence.
    """

    text: str
    keys: dict[At, list[int]] = field(default_factory=dict)
    values: dict[At, int] = field(default_factory=dict)
    repeated: list[At] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._lines = [0, *(match.end() for match in re.finditer("\n", self.text))]
        self._scan()

    def span(self, at: At) -> Span:
        """The line and column of a place.

        Args:
            at: the keys that lead to it. A scalar's place is its value, an object's its key; with a last step of -1 the
                key is meant in either case, -2 its second occurrence. Where there is no such thing, the nearest above.
        """
        while at:
            offset = self._offset(at)
            if offset is not None:
                line = bisect_right(self._lines, offset)
                return Span(line, offset - self._lines[line - 1] + 1)
            at = at[:-1]
        return Span(1, 1)

    def _offset(self, at: At) -> int | None:
        last = at[-1]
        if isinstance(last, int) and last < 0:
            offsets = self.keys.get(at[:-1])
            return None if offsets is None else offsets[min(-last, len(offsets)) - 1]
        value = self.values.get(at)
        if value is not None and (self.text[value] not in "{[" or at not in self.keys):
            return value
        found = self.keys.get(at)
        return None if found is None else found[-1]

    def _scan(self) -> None:
        path: At = ()
        stack: list[tuple[At, int]] = []  # the path of each open container; next index of a list, -1 in an object
        index, key = 0, ""
        seen: list[set[str]] = []
        expecting_key = False
        for match in _TOKEN.finditer(self.text):
            token, offset = match.group(), match.start()
            first = token[0]
            if first == ",":
                expecting_key = index < 0
                continue
            if first == ":":
                continue
            if first in "}]":
                path, index = stack.pop()
                seen.pop()
                if index >= 0:
                    index += 1
                continue
            if expecting_key:
                key = json.loads(token) if "\\" in token else token[1:-1]
                self.keys.setdefault((*path, key), []).append(offset)
                if key in seen[-1]:
                    self.repeated.append((*path, key))
                seen[-1].add(key)
                expecting_key = False
                continue
            if stack:
                here: At = (*path, key if index < 0 else index)
            else:
                here = ()
            self.values[here] = offset
            if first in "{[":
                stack.append((path, index))
                seen.append(set())
                path = here
                index = -1 if first == "{" else 0
                expecting_key = first == "{"
            elif index >= 0:
                index += 1
