"""The report for people: each finding with its line, what to do and the ports, then one summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.findings import Finding, Severity
from roceconf.report.concise import place
from roceconf.report.lacking import requests
from roceconf.report.plain import excerpt, harmless
from roceconf.report.port_ranges import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roceconf.linting.outcome import JudgedFile, Outcome
    from roceconf.report import Style

_BOLD, _DIM = "1", "2"
_COLOUR = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}
"""ANSI SGR parameters (ECMA-48, 8.3.117): bold red, yellow, cyan."""

MOST_RELATED = 5
"""Related places written out for one finding; the rest is counted."""


def render(outcome: Outcome, style: Style) -> str:
    """See :class:`roceconf.report.Format`."""
    quoted = {file.path: file.quoted_lines for file in outcome.files}
    lines: list[str] = []
    for finding in outcome.findings:
        lines += _finding(finding, quoted.get(finding.path, {}).get(finding.line), style)
        lines.append("")
    if outcome.files and not style.quiet:
        lines.append(summary(outcome))
        lines += map(harmless, requests(outcome.files))
    return "".join(f"{line}\n" for line in lines)


def summary(outcome: Outcome) -> str:
    """``2 errors and 1 note in 3 files``, ``no findings in 1 file``."""
    counts = dict.fromkeys(Severity, 0)
    for finding in outcome.findings:
        counts[finding.severity] += 1
    said = [_counted(count, severity) for severity, count in counts.items() if count]
    what = " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said) or "no findings"
    return f"{what} in {_counted(len(outcome.files), 'file')}{_judged_for(outcome.files)}"


def _judged_for(files: tuple[JudgedFile, ...]) -> str:
    """For a single file, what it was taken for."""
    if len(files) != 1:
        return ""
    known = [word for word in (files[0].nos, files[0].sku, files[0].asic) if word]
    return harmless(f" ({', '.join(known)})")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _finding(finding: Finding, source: str | None, style: Style) -> Iterator[str]:
    at = harmless(place(finding.path, finding.line, finding.column))
    severity = _painted(str(finding.severity), _COLOUR[finding.severity], style)
    name = harmless(f"{finding.rule} {finding.name}")
    yield f"{_painted(at, _BOLD, style)}: {severity} {_painted(name, _BOLD, style)}: {harmless(finding.message)}"
    if source is not None:
        yield from _quoted(finding, source, style)
    yield f"  {_painted('help:', _BOLD, style)} {harmless(finding.help)}"
    if finding.ports:
        yield f"  {_painted('ports:', _BOLD, style)} {harmless(shorten(finding.ports))}"
    yield from _related(finding, style)


def _quoted(finding: Finding, source: str, style: Style) -> Iterable[str]:
    shown, at = excerpt(source, finding.column)
    if not shown:
        return
    number = f"{finding.line:>6}"
    yield _painted(f"{number} | ", _DIM, style) + shown
    if at >= 0:
        yield _painted(f"{'':>6} | ", _DIM, style) + " " * at + _painted("^", _COLOUR[finding.severity], style)


def _related(finding: Finding, style: Style) -> Iterator[str]:
    for other in finding.related[:MOST_RELATED]:
        yield f"  {_painted('see', _BOLD, style)} {harmless(f'{place(other.path, other.line)}: {other.message}')}"
    more = len(finding.related) - MOST_RELATED
    if more > 0:
        yield f"  {_painted('see', _BOLD, style)} {_counted(more, 'further place')} like these"


def _painted(text: str, sgr: str, style: Style) -> str:
    return f"\x1b[{sgr}m{text}\x1b[0m" if style.colour else text
