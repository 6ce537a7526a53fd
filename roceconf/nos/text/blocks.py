"""Free text inside a configuration: banners, certificates, comments of many lines. Nobody reads them."""

import re
from collections.abc import Sequence
from functools import cache

from roceconf.nos.text.modes import Block
from roceconf.nos.text.transcript import Line, TextFault


class FreeText:
    """Where the free texts of one configuration end.

    Attributes:
        words: how the lines begin that may open one.
        faults: texts that never end.
    """

    def __init__(self, lines: Sequence[Line], blocks: tuple[Block, ...]) -> None:
        self.lines = lines
        self.blocks = blocks
        self.words = _first_words(blocks)
        self.faults: list[TextFault] = []
        self.open_ended: set[str] = set()  # ends that were looked for in vain: what is not ahead now never will be

    def end_of(self, position: int, text: str) -> int:
        """The position behind the free text that a line opens.

        Args:
            position: position of the line among all lines.
            text: the line without its indentation.

        Returns:
            The position of the first line behind it; 0 where the line opens none, or one that never ends.
        """
        for block in self.blocks:
            found = _block_pattern(block.start).match(text)
            if found is None:
                continue
            end = block.end or found["mark"]
            if not block.end and end in text[found.end() :]:
                return position + 1
            return self._search(position, end, whole_line=bool(block.end))
        return 0

    def _search(self, position: int, end: str, *, whole_line: bool) -> int:
        if end not in self.open_ended:
            for ahead in range(position + 1, len(self.lines)):
                other = self.lines[ahead].text
                if (other.strip() == end) if whole_line else (end in other):
                    return ahead + 1
            self.open_ended.add(end)
        line = self.lines[position]
        message = f"the text that begins here is never closed by {end!r}; what follows is read as configuration"
        self.faults.append(TextFault(line.number, line.column, message))
        return 0


@cache
def _block_pattern(start: str) -> re.Pattern[str]:
    return re.compile(start)


@cache
def _first_words(blocks: tuple[Block, ...]) -> tuple[str, ...]:
    """The literal words that blocks begin with, so that other lines need no regular expression."""
    return tuple(re.match(r"[a-z-]*", block.start).group() for block in blocks)  # type: ignore[union-attr]
