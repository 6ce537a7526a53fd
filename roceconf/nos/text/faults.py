"""Known errors of syntax: lines of another network OS, invented ones, and ones that a release took away.

A network OS keeps its own in ``roceconf/nos/<os>/syntax_faults.py``, as data with a source each.
"""

import re
from functools import cache
from typing import Literal, NamedTuple

Verdict = Literal["foreign", "invented", "obsolete", "misplaced"]


class SyntaxFault(NamedTuple):
    """A line that is known to be wrong.

    Attributes:
        name: short name, kebab case.
        modes: the modes that the line is wrong in; empty for all.
        pattern: regular expression, matched from the statement's first character; no named groups in it.
        verdict: ``foreign`` (another OS's syntax), ``invented`` (nobody's), ``obsolete`` or ``misplaced`` (right in
            another mode).
        wrong: what is wrong, a clause without a full stop.
        write: what to write instead, in the OS's syntax or in words.
        source: where that is known from.
    """

    name: str
    modes: tuple[str, ...]
    pattern: str
    verdict: Verdict
    wrong: str
    write: str
    source: str


def fault_of(faults: tuple[SyntaxFault, ...], mode: str, text: str) -> SyntaxFault | None:
    """The known error that a statement is.

    Args:
        faults: the network OS's table; the first that fits is taken.
        mode: the mode that the statement stands in.
        text: the statement.

    Returns:
        The error, or None.
    """
    pattern = _of_mode(faults, mode)
    found = pattern.match(" ".join(text.split())) if pattern else None
    return faults[int((found.lastgroup or "f0")[1:])] if found else None


@cache
def _of_mode(faults: tuple[SyntaxFault, ...], mode: str) -> re.Pattern[str] | None:
    """One regular expression for all errors of a mode; group ``f3`` is the error of index 3."""
    fitting = [
        f"(?P<f{index}>{fault.pattern})" for index, fault in enumerate(faults) if not fault.modes or mode in fault.modes
    ]
    return re.compile("|".join(fitting)) if fitting else None


@cache
def first_words(faults: tuple[SyntaxFault, ...]) -> frozenset[str]:
    """The literal words that the errors begin with, so that no other line needs a regular expression.

    Args:
        faults: the network OS's table.

    Returns:
        The words; an error that may begin with any word has none.
    """
    starts = (re.match(r"[a-z][a-z-]*(?= |\\b|$)", fault.pattern) for fault in faults)
    return frozenset(start.group() for start in starts if start)
