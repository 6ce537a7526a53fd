"""A finding: one thing that is wrong, where, by which numbers, and what to do about it."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Severity(StrEnum):
    """How sure and how bad: frames dropped or the configuration refused; likely so; advice."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """2 for an error, 1 for a warning, 0 for a note."""
        return {"error": 2, "warning": 1, "note": 0}[self.value]

    def reaches(self, threshold: "Severity") -> bool:
        """Whether this is as bad as ``threshold`` or worse."""
        return self.rank >= threshold.rank


class Related(NamedTuple):
    """Another place that belongs to a finding."""

    path: str
    line: int
    message: str


Evidence = Mapping[str, int | float | str | None]
"""The numbers a finding rests on, units in the keys: ``{"configured_bytes": 0, "needed_bytes": 284734}``."""

NO_EVIDENCE: Evidence = MappingProxyType({})
"""For a finding that rests on words, not on numbers."""


class Finding(NamedTuple):
    """One finding.

    Attributes:
        rule: id of the rule, ``HDR101``.
        name: name of the rule, ``headroom-below-floor``.
        severity: of this finding; never above its rule's.
        message: what is wrong with the numbers, and what the fabric will do.
        help: what to do about it.
        path: the file, as the user named it.
        line: counted from 1; 0 where the whole file is meant.
        column: counted from 1.
        ports: the ports concerned, in natural order.
        evidence: the numbers.
        related: further places.
    """

    rule: str
    name: str
    severity: Severity
    message: str
    help: str
    path: str
    line: int
    column: int
    ports: tuple[str, ...]
    evidence: Evidence
    related: tuple[Related, ...]
