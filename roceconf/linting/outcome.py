"""What a run of the linter comes to: the report, what could not be linted, and what is worth a word."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from roceconf.findings import Finding, Severity
from roceconf.report import Report


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
    """The result of a run: report, problems and notes, each in the order of the paths."""

    report: Report
    problems: tuple[Problem, ...] = ()
    notes: tuple[Note, ...] = ()


def exit_code(outcome: Outcome, fail_on: Severity) -> int:
    """0 clean, 1 findings at or above the threshold, 2 where something could not be linted."""
    if outcome.problems:
        return 2
    return 1 if _any_reaches(outcome.report.findings, fail_on) else 0


def _any_reaches(findings: Iterable[Finding], threshold: Severity) -> bool:
    return any(finding.severity.reaches(threshold) for finding in findings)
