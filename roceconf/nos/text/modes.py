"""What a mode table is made of: which header opens which mode, and what a mode knows.

A table is data, written down once per network OS in ``roceconf/nos/<os>/modes.py``. It is typed Python rather than a
data file because every run reads it and a parser for one would cost more than the scan itself.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

UNKNOWN = "unknown"
"""The mode of a nested block that no table knows; nobody reads what stands in it."""


class Header(NamedTuple):
    """A line that opens a mode.

    Attributes:
        pattern: regular expression, matched from the statement's first character; no named groups in it.
        opens: name of the mode that it opens.
    """

    pattern: str
    opens: str


class Mode(NamedTuple):
    """A configuration mode.

    Attributes:
        headers: the lines that open a mode inside this one, tried in order.
        heads: how the statements begin that this project knows, without ``no``; one that ends in a letter or digit
            stands for whole words, any other for a bare prefix.
        closed: whether every statement of the mode is one that this project knows.
    """

    headers: tuple[Header, ...] = ()
    heads: tuple[str, ...] = ()
    closed: bool = False


class Block(NamedTuple):
    """Free text inside a configuration: a banner, a certificate, a comment of many lines.

    Attributes:
        start: regular expression, matched from the first character of the line that opens it. Where ``end`` is empty
            it has a group named ``mark``: the text runs to the next occurrence of that mark.
        end: the line that closes it.
    """

    start: str
    end: str = ""


class ModeTable(NamedTuple):
    """The modes of one network OS and what its texts look like between the statements.

    Attributes:
        os: short name of the network OS.
        top: name of the mode that a text begins in.
        modes: every mode by its name.
        separator: the lone character between sections.
        separator_closes: whether it closes every mode (Comware); elsewhere it only separates.
        comments: how a line of comment begins.
        leave: words that leave one mode.
        to_top: words that leave all modes.
        negations: words before a statement that take it back.
        blocks: free text to step over.
    """

    os: str
    top: str
    modes: Mapping[str, Mode]
    separator: str = "!"
    separator_closes: bool = False
    comments: tuple[str, ...] = ("!",)
    leave: tuple[str, ...] = ("exit",)
    to_top: tuple[str, ...] = ("end",)
    negations: tuple[str, ...] = ("no", "default")
    blocks: tuple[Block, ...] = ()

    def mode(self, name: str) -> Mode:
        """The mode of that name; a mode without entries, open and knowing nothing, where the table has none."""
        return self.modes.get(name, _NOTHING)

    def positive(self, text: str) -> str:
        """The statement without the word that takes it back."""
        first, _, rest = text.partition(" ")
        return rest.lstrip() if first in self.negations and rest else text

    def known_head(self, mode: str, text: str) -> str:
        """The longest head of a mode that a statement begins with.

        Args:
            mode: name of the mode.
            text: the statement; a leading ``no`` is looked past.

        Returns:
            The head, or an empty text where the mode knows none.
        """
        heads = self.mode(mode).heads
        positive = self.positive(text)
        if not positive.startswith(heads):
            return ""
        longest = ""
        for head in heads:
            if len(head) > len(longest) and positive.startswith(head) and _ends_well(head, positive):
                longest = head
        return longest


_NOTHING = Mode()


def _ends_well(head: str, text: str) -> bool:
    """Whether a head that stands for whole words ends where a word of the text ends."""
    return len(text) == len(head) or not head[-1].isalnum() or text[len(head)].isspace()


@cache
def header_pattern(headers: tuple[Header, ...]) -> re.Pattern[str] | None:
    """One regular expression for all headers of a mode; group ``h3`` is the header of index 3.

    Args:
        headers: the headers of a mode.

    Returns:
        The compiled expression, or None for a mode without headers.
    """
    if not headers:
        return None
    return re.compile("|".join(f"(?P<h{index}>{header.pattern})" for index, header in enumerate(headers)))


def opened_by(mode: Mode, text: str) -> str:
    """The mode that a statement opens inside a mode.

    Args:
        mode: the mode that the statement stands in.
        text: the statement.

    Returns:
        The opened mode's name, or an empty text.
    """
    pattern = header_pattern(mode.headers)
    found = pattern.match(text) if pattern else None
    return header_of(mode, found).opens if found else ""


def header_of(mode: Mode, found: re.Match[str]) -> Header:
    """The header that a match of :func:`header_pattern` was.

    Args:
        mode: the mode whose headers were tried.
        found: the match.

    Returns:
        The header.
    """
    return mode.headers[int((found.lastgroup or "h0")[1:])]
