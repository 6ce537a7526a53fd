"""The report for programs. Its shape is a promise: a field may be added, none changes its meaning within a version."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING

from roceconf import __version__

if TYPE_CHECKING:
    from roceconf.findings import Finding
    from roceconf.linting.outcome import JudgedFile, Outcome
    from roceconf.report import Style

SCHEMA_VERSION = 1
"""Rises when a field is removed or changes its meaning."""


def render(outcome: Outcome, style: Style) -> str:
    """See :class:`roceconf.report.Format`. ASCII only, so that no terminal's encoding can spoil it."""
    del style
    document = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "roceconf", "version": __version__},
        "files": [_file(file) for file in outcome.files],
        "findings": [_finding(finding) for finding in outcome.findings],
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _file(file: JudgedFile) -> dict[str, object]:
    return {
        "path": file.path,
        "nos": file.nos,
        "sku": file.sku or None,
        "asic": file.asic or None,
        "lines": file.line_count,
        "skipped_rules": [{"rule": rule, "needs": fact} for rule, fact in file.skipped_rules],
    }


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": str(finding.severity),
        "message": finding.message,
        "help": finding.help,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "ports": list(finding.ports),
        "evidence": {key: _number_or_word(finding.evidence[key]) for key in sorted(finding.evidence)},
        "related": [{"path": other.path, "line": other.line, "message": other.message} for other in finding.related],
    }


def _number_or_word(value: int | float | str | None) -> int | float | str | None:
    """The value; JSON has no word for infinity."""
    return None if isinstance(value, float) and not isfinite(value) else value
