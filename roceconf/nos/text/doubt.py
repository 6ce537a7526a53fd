"""The fourth step of reading a CLI text that is common to all: which statements look misspelt, invented or foreign.

Configurations are full of lines that are nobody's business here. So an unmatched statement is doubted in a closed mode,
where every statement should be known; in an open one only where it begins as a known statement does and goes on
otherwise, or where its beginning is nearly a known one. Known errors are named wherever they stand.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from roceconf.nos.text.faults import SyntaxFault, fault_of, first_words
from roceconf.nos.text.match import Record, Records
from roceconf.nos.text.modes import UNKNOWN, ModeTable
from roceconf.nos.text.scan import Scan, Section
from roceconf.nos.text.similar import nearest_head

Reason = Literal["unknown statement", "unknown rest", "misspelt", "known error", "not compared"]

MOST_FIRST_WORDS = 1_000
"""Distinct first words of unknown statements that are compared with known ones. Published configurations have some
hundred; without a bound a file of invented words keeps the comparison busy for minutes."""
MOST_COMPARED = 50_000
"""Distinct unknown statements that are compared, ten times the routes and users of a large configuration."""

LEGACY = "legacy_"
"""How the kinds of records begin whose lines are read but known to be obsolete."""


class Doubt(NamedTuple):
    """A statement that does not look right.

    Attributes:
        text: the statement.
        line: line in the given text, from 1.
        column: column of its first character, from 1.
        mode: the mode that it stands in.
        section: ordinal of the section that it stands in.
        reason: ``unknown statement`` in a closed mode; ``unknown rest`` behind a known head; ``misspelt`` head;
            ``known error`` for a line that is read or passed over, yet known to be wrong; ``not compared`` for the
            first of too many unknown ones, which nothing else is said of.
        nearest: the head that it has or was meant to have; empty where none is near.
        fault: the known error that it is, with what to write instead; None where it is not a known one.
    """

    text: str
    line: int
    column: int
    mode: str
    section: int
    reason: Reason
    nearest: str
    fault: SyntaxFault | None


def doubts(table: ModeTable, scan: Scan, records: Records, faults: tuple[SyntaxFault, ...] = ()) -> Iterator[Doubt]:
    """The statements and headers of a text that do not look right, in the order of the text within each section.

    Args:
        table: the mode table of the network OS.
        scan: the scanned text.
        records: what its statements and headers say, from :func:`roceconf.nos.text.match.match_scan`.
        faults: the network OS's known errors.

    Yields:
        One doubt a statement at most.
    """
    similar = _Similar(table)
    skipped: Doubt | None = None
    judged: dict[tuple[str, str, bool], tuple[Reason, str, SyntaxFault | None] | None] = {}
    for text, line, column, section, is_header in _places(scan):
        mode = section.mode
        key = (mode, text, is_header)
        if key not in judged:
            judged[key] = _judge(similar, mode, text, records.get((mode, text)), faults, is_header=is_header)
            if similar.is_spent and skipped is None:
                skipped = Doubt(text, line, column, mode, section.ordinal, "not compared", "", None)
        judgement = judged[key]
        if judgement is not None:
            yield Doubt(text, line, column, mode, section.ordinal, *judgement)
    if skipped is not None:
        yield skipped


class _Similar:
    """Looks for the statement that an unknown one was meant to be, as long as there are not too many.

    Attributes:
        table: the mode table.
        is_spent: whether a statement was left uncompared.
    """

    def __init__(self, table: ModeTable) -> None:
        self.table = table
        self.is_spent = False
        self._first_words: set[str] = set()
        self._compared = 0

    def nearest(self, mode: str, text: str) -> str:
        """As :func:`nearest_head`; an empty text for what is not compared."""
        word = self.table.positive(text).partition(" ")[0]
        is_new = word not in self._first_words
        if self._compared >= MOST_COMPARED or (is_new and len(self._first_words) >= MOST_FIRST_WORDS):
            self.is_spent = True
            return ""
        self._first_words.add(word)
        self._compared += 1
        return nearest_head(self.table, mode, text)


def _places(scan: Scan) -> Iterator[tuple[str, int, int, Section, bool]]:
    for section in scan.sections:
        if section.ordinal and section.mode != UNKNOWN:
            yield section.header, section.line, section.column, scan.sections[section.parent], True
        for statement in section.statements:
            yield statement.text, statement.line, statement.column, section, False


def _judge(
    similar: _Similar,
    mode: str,
    text: str,
    record: Record | None,
    faults: tuple[SyntaxFault, ...],
    *,
    is_header: bool,
) -> tuple[Reason, str, SyntaxFault | None] | None:
    if mode not in similar.table.modes:
        return None
    if record is not None:
        fault = fault_of(faults, mode, text) if record.kind.startswith(LEGACY) else None
        return ("known error", "", fault) if fault else None
    found = None if is_header else _doubt(similar, mode, text)
    if found or text.partition(" ")[0] in first_words(faults):
        fault = fault_of(faults, mode, text)
        if found:
            return (*found, fault)
        return ("known error", "", fault) if fault else None
    return None


def _doubt(similar: _Similar, mode: str, text: str) -> tuple[Reason, str] | None:
    """Why an unmatched statement is doubted, and the head that it has or was meant to have."""
    table = similar.table
    head = table.known_head(mode, text)
    if head:
        return "unknown rest", head
    near = similar.nearest(mode, text)
    if table.mode(mode).closed:
        return "unknown statement", near
    return ("misspelt", near) if near else None
