"""Findings to text for people and programs: one module a format, imported only when asked for."""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from roceconf.findings import Finding

_MODULES: Mapping[str, str] = {
    "text": "roceconf.report.text",
    "concise": "roceconf.report.concise",
    "json": "roceconf.report.json_format",
}

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


class Report(NamedTuple):
    """What a run of the linter found: the files it judged, and the findings in order of file and place."""

    files: tuple[JudgedFile, ...]
    findings: tuple[Finding, ...]


class Style(NamedTuple):
    """How a report for people looks.

    Attributes:
        colour: whether to paint with ANSI escape sequences.
        quiet: findings only, no summary.
    """

    colour: bool = False
    quiet: bool = False


PLAIN = Style()
"""Neither painted nor quiet: what goes into a file."""


class Format(Protocol):
    """What a module of this room offers."""

    def render(self, report: Report, style: Style) -> str:
        """The whole report; empty or with a newline at its end."""


def formats() -> tuple[str, ...]:
    """The names of all formats, the one for people first."""
    return tuple(_MODULES)


def render(report: Report, name: str, style: Style = PLAIN) -> str:
    """A report in a format.

    Args:
        report: what was found.
        name: one of :func:`formats`.
        style: for the formats people read.

    Returns:
        Text that ends with a newline, or nothing at all.

    Raises:
        KeyError: there is no such format.
    """
    return cast(Format, import_module(_MODULES[name])).render(report, style)
