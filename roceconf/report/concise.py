"""One line a finding, as compilers and editors write and read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.report.plain import harmless

if TYPE_CHECKING:
    from roceconf.findings import Finding
    from roceconf.linting.outcome import Outcome
    from roceconf.report import Style


def render(outcome: Outcome, style: Style) -> str:
    """See :class:`roceconf.report.Format`."""
    del style
    return "".join(f"{headline(finding)}\n" for finding in outcome.findings)


def headline(finding: Finding) -> str:
    """``path:line:column: severity ID name: message``; no line where the whole file is meant."""
    what = f"{finding.severity} {finding.rule} {finding.name}"
    return harmless(f"{place(finding.path, finding.line, finding.column)}: {what}: {finding.message}")


def place(path: str, line: int, column: int = 0) -> str:
    """``path:line:column``, as far as it is known."""
    if line < 1:
        return path
    return f"{path}:{line}:{column}" if column > 0 else f"{path}:{line}"
