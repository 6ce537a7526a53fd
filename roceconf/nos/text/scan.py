"""The second step of reading a CLI text: sections and statements, by a mode table.

Published files indent by one to four blanks or not at all, even inside one file, so modes decide and columns only
help. An indented section ends by dedent, a flat one at a line that an outer mode knows better; a header followed by a
shallower line is empty; the separator separates, it closes only what could not go on.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from roceconf.nos.text.blocks import FreeText
from roceconf.nos.text.modes import UNKNOWN, Mode, ModeTable, header_of, header_pattern, opened_by
from roceconf.nos.text.similar import nearest_head
from roceconf.nos.text.transcript import Line, TextFault

TOP_CONTEXT = r"conf(?:ig)?(?:-s-[^-]*)?$"
"""What prompts say outside of every mode: ``(config)``, ``(conf)``, and EOS's ``(config-s-NAME)`` of a session."""


class Statement(NamedTuple):
    """One line that says something.

    Attributes:
        text: the line without outer blanks.
        line: line in the given text, from 1.
        column: column of the first character, from 1.
        section: ordinal of the section that it stands in.
    """

    text: str
    line: int
    column: int
    section: int


class Section(NamedTuple):
    """A header and the statements of the mode that it opens.

    Attributes:
        ordinal: its place in :attr:`Scan.sections`.
        mode: name of the mode; ``unknown`` for a nested block that the table does not know.
        header: the line that opens it; empty for the outermost one.
        line: line of the header in the given text, from 1; 0 for the outermost one.
        column: column of the header's first character, from 1; 0 for the outermost one.
        parent: ordinal of the section around it; -1 for the outermost one.
        statements: its own statements, without those of sections inside it.
    """

    ordinal: int
    mode: str
    header: str
    line: int
    column: int
    parent: int
    statements: tuple[Statement, ...]


class Scan(NamedTuple):
    """A scanned text.

    Attributes:
        sections: all sections in the order of their headers; the first is the outermost.
        faults: free text that does not end, such as a banner without its closing word.
    """

    sections: tuple[Section, ...]
    faults: tuple[TextFault, ...] = ()

    def of_mode(self, mode: str) -> Iterator[Section]:
        """The sections of one mode, in order."""
        return (section for section in self.sections if section.mode == mode)

    def parent(self, section: Section) -> Section | None:
        """The section around a section; None for the outermost."""
        return self.sections[section.parent] if section.parent >= 0 else None

    def inside(self, section: Section) -> Iterator[Section]:
        """The sections directly inside a section, in order."""
        return (other for other in self.sections[section.ordinal + 1 :] if other.parent == section.ordinal)

    def headers(self) -> Iterator[tuple[str, Section]]:
        """Every header that a mode's syntax opened, with the mode that it stands in.

        The heads of unknown blocks are left out: they are statements of their mode already.
        """
        for section in self.sections[1:]:
            if section.mode != UNKNOWN:
                yield self.sections[section.parent].mode, section


class _Frame:
    """A section while it is open."""

    __slots__ = ("body", "context", "header", "indent", "knowledge", "mode", "opens", "section", "statements")

    def __init__(self, section: int, mode: str, knowledge: Mode, header: Line, indent: int) -> None:
        self.section = section
        self.mode = mode
        self.knowledge = knowledge
        self.opens = header_pattern(knowledge.headers)
        self.header = header
        self.indent = indent
        self.body = -1  # indent of its statements; -1 until the first
        self.context: str | None = None  # what the prompt says inside it
        self.statements: list[Statement] = []


_NOWHERE = Line(0, 0, "")


class _Scanner:
    """The state of one scan: the stack of open sections and all sections so far."""

    def __init__(self, table: ModeTable) -> None:
        self.table = table
        self.frames = [_Frame(0, table.top, table.mode(table.top), _NOWHERE, -1)]
        self.parents = [-1]
        self.stack = [self.frames[0]]
        self.separated = False

    def open(self, mode: str, line: Line, indent: int) -> None:
        frame = _Frame(len(self.frames), mode, self.table.mode(mode), line, indent)
        self.parents.append(self.stack[-1].section)
        self.frames.append(frame)
        self.stack.append(frame)

    def follow_context(self, context: str) -> None:
        """Go to where a prompt or a hunk says that the line stands."""
        if context == "@@" or re.match(TOP_CONTEXT, context):
            del self.stack[1:]
            return
        for depth in range(len(self.stack) - 1, 0, -1):
            if self.stack[depth].context == context:
                del self.stack[depth + 1 :]
                return
        if self.stack[-1].context is None and len(self.stack) > 1:
            self.stack[-1].context = context

    def separate(self) -> None:
        """A separator: close all where the network OS means that, otherwise what cannot go on behind it."""
        self.separated = True
        if self.table.separator_closes:
            del self.stack[1:]

    def leave(self, indent: int) -> None:
        """An exit word: leave the innermost section that it can mean."""
        frame = self.stack[-1]
        if frame.body > frame.indent:
            while self.stack[-1].indent > indent:
                self.stack.pop()
        if len(self.stack) > 1:
            self.stack.pop()

    def place(self, line: Line, text: str, indent: int) -> None:
        """Put a statement or header into the section that it belongs to."""
        frame = self.stack[-1]
        while indent <= frame.indent and not self._stays_flat(frame, text, indent):
            self.stack.pop()
            frame = self.stack[-1]
        found = frame.opens.match(text) if frame.opens else None
        if frame.body < 0 or indent < frame.body:
            frame.body = indent
        elif indent > frame.body and found is None and frame.mode != UNKNOWN and self._opens_block(frame, text):
            last = frame.statements[-1]
            self.open(UNKNOWN, Line(last.line, last.column, last.text), frame.body)
            frame = self.stack[-1]
            frame.body = indent
        self.separated = False
        if found:
            self.open(header_of(frame.knowledge, found).opens, line, indent)
        else:
            column = line.column + len(line.text) - len(text)
            # NamedTuple's own constructor costs three times as much, and this runs for every line of every file.
            frame.statements.append(tuple.__new__(Statement, (text, line.number, column, frame.section)))

    def _opens_block(self, frame: _Frame, text: str) -> bool:
        """Whether a line deeper than its section's others stands in a block that the table does not know."""
        if not frame.statements or (frame.knowledge.closed and self.table.known_head(frame.mode, text)):
            return False
        return not self.table.known_head(frame.mode, frame.statements[-1].text)

    def _stays_flat(self, frame: _Frame, text: str, indent: int) -> bool:
        """Whether a line that is no deeper than the section's header stands in that section all the same."""
        if indent < frame.indent or frame.body > frame.indent or frame.mode == UNKNOWN:
            return False
        mode = frame.knowledge
        if opened_by(mode, text):
            return True
        outer = self.stack[:-1]
        mine = self.table.known_head(frame.mode, text)
        if any(opened_by(other.knowledge, text) for other in outer):
            # OS10 applies a map by the line that opens it; only the separator tells which is meant.
            return bool(mine) and not self.separated
        if any(len(self.table.known_head(other.mode, text)) > len(mine) for other in outer):
            return False
        if mine:
            return True
        if mode.closed:
            return not self.separated and bool(nearest_head(self.table, frame.mode, text))
        return not self.separated

    def sections(self) -> tuple[Section, ...]:
        made = []
        for frame, parent in zip(self.frames, self.parents, strict=True):
            header = frame.header.text
            text = header.strip()
            column = frame.header.column + len(header) - len(header.lstrip())
            made.append(
                Section(frame.section, frame.mode, text, frame.header.number, column, parent, tuple(frame.statements))
            )
        return tuple(made)


def scan_lines(lines: Sequence[Line], table: ModeTable) -> Scan:
    """Sections and statements of a text.

    Args:
        lines: the lines of a text, as :func:`roceconf.nos.text.transcript.unprompt` gives them: not blank, and
            without trailing blanks.
        table: the mode table of the network OS.

    Returns:
        The sections; every statement in exactly one of them. Never raises.
    """
    scanner = _Scanner(table)
    blocks = FreeText(lines, table.blocks)
    separator, comments, leave, to_top = table.separator, table.comments, table.leave, table.to_top
    place = scanner.place
    position, count = 0, len(lines)
    while position < count:
        line = lines[position]
        position += 1
        text = line.text.lstrip()
        if line.context is not None:
            scanner.follow_context(line.context)
        if text == separator:
            scanner.separate()
            continue
        if text.startswith(comments):
            continue
        indent = len(line.text) - len(text)
        if indent and "\t" in line.text:
            indent = len(line.text[:indent].expandtabs(8))
        if text in leave:
            scanner.leave(indent)
        elif text in to_top:
            del scanner.stack[1:]
        elif text.startswith(blocks.words) and (end := blocks.end_of(position - 1, text)):
            position = end
        elif line.context == "@@" and indent > 0:
            scanner.open(UNKNOWN, Line(line.number, line.column, ""), 0)
            place(line, text, indent)
        else:
            place(line, text, indent)
    return Scan(scanner.sections(), tuple(blocks.faults))
