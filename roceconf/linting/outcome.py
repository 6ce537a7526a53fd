"""What a run of the linter comes to: judged files, findings, what could not be linted, what is worth a word."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from roceconf.findings import Finding, Severity

NO_LINES: Mapping[int, str] = {}
"""For a file no line of which is quoted."""


class JudgedFile(NamedTuple):
    """A file that was judged.

    Attributes:
        path: as the user named it.
        nos: key of its network OS.
        sku: the platform it was judged for, empty where nobody says.
        asic: key of the ASIC it was judged for, empty where unknown.
        line_count: number of its lines.
        skipped_rules: (rule id, lacking fact), once each.
        quoted_lines: the text of the lines that findings point at, by number counted from 1.
        other_chip: the chip family of its platform where that is known to be no Tomahawk, else empty.
    """

    path: str
    nos: str
    sku: str = ""
    asic: str = ""
    line_count: int = 0
    skipped_rules: tuple[tuple[str, str], ...] = ()
    quoted_lines: Mapping[int, str] = NO_LINES
    other_chip: str = ""


class Problem(NamedTuple):
    """Something that could not be linted.

    Attributes:
        path: the file or folder, as the user named it.
        message: what is wrong and what to do about it.
        line: where reading stopped, counted from 1; 0 for the whole file.
        column: the column there.
    """

    path: str
    message: str
    line: int = 0
    column: int = 0


class NoteKind(StrEnum):
    """What a note is about: a file passed over, a file read with a reservation, a file that was judged."""

    SKIPPED = "skipped"
    RESERVATION = "reservation"
    JUDGED = "judged"


class Note(NamedTuple):
    """Something worth a word that stops nobody."""

    kind: NoteKind
    path: str
    message: str


class Outcome(NamedTuple):
    """The result of a run.

    Attributes:
        files: those that were judged, in the order of the paths.
        findings: in order of file and place.
        problems: what could not be linted.
        notes: what is worth a word.
    """

    files: tuple[JudgedFile, ...] = ()
    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()


def exit_code(outcome: Outcome, fail_on: Severity) -> int:
    """0 clean, 1 findings at or above the threshold, 2 where something could not be linted."""
    if outcome.problems:
        return 2
    return 1 if _any_reaches(outcome.findings, fail_on) else 0


def _any_reaches(findings: Iterable[Finding], threshold: Severity) -> bool:
    return any(finding.severity.reaches(threshold) for finding in findings)
