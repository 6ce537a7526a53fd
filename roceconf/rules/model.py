"""What a rule is, what it may ask, and what it says."""

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from roceconf.findings import NO_EVIDENCE, Evidence, Severity
from roceconf.switch import At, PortGroup, Reading, Switch

Subject = PortGroup | Switch | Reading
"""What a rule looks at, one at a time: each group of ports, the whole switch, or the reading, names and remarks."""

S = TypeVar("S", PortGroup, Switch, Reading)


class Place(NamedTuple):
    """A place in the words of the model: the subject (port, ``pool:NAME`` or empty) and the path, or a bare ``at``."""

    subject: str = ""
    path: str = ""
    at: At | None = None


class Fault(NamedTuple):
    """What a rule says; the runner makes a finding of it.

    Attributes:
        message: what is wrong, with the numbers, and what the fabric will do.
        help: what to do about it.
        place: where.
        ports: the ports concerned.
        evidence: the numbers.
        related: further places, each with a word on what is there.
        severity: lower than the rule's where this case is milder; None for the rule's own.
    """

    message: str
    help: str
    place: Place = Place()
    ports: tuple[str, ...] = ()
    evidence: Evidence = NO_EVIDENCE
    related: tuple[tuple[Place, str], ...] = ()
    severity: Severity | None = None


class Lacking(Exception):  # noqa: N818  a rule that lacks a fact has not failed
    """A rule cannot judge, because a fact is not known.

    Attributes:
        fact: the fact, in words that complete "needs the ...".
    """

    def __init__(self, fact: str) -> None:
        super().__init__(fact)
        self.fact = fact


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: data plus one generator.

    Attributes:
        id: family and number, ``HDR101``; never reused.
        name: in words, ``headroom-below-floor``.
        severity: the worst it may say.
        since: the version it first appeared in.
        sources: where it is documented that this is a fault.
        on: what it looks at.
        written: its page as the docstring of its function has it; empty under ``python -OO``, which strips them.
        check: the generator.
    """

    id: str
    name: str
    severity: Severity
    since: str
    sources: tuple[str, ...]
    on: type[PortGroup] | type[Switch] | type[Reading]
    written: str
    check: Callable[..., Iterator[Fault]] = field(repr=False)

    @property
    def page(self) -> str:
        """Its page; only ``rule ID`` and the like print one, so that a lint run cleans up none of them."""
        return inspect.cleandoc(self.written)

    @property
    def family(self) -> str:
        """The family it belongs to: the module or folder of this room that declares it, else the module's full name."""
        return self.check.__module__.removeprefix("roceconf.rules.").partition(".")[0]

    @property
    def summary(self) -> str:
        """The first paragraph of the page, on one line."""
        return " ".join(self.page.split("\n\n", 1)[0].split())


REGISTRY: dict[str, Rule] = {}
"""Every rule that has been imported, by id."""

_TAKEN: set[str] = set()
"""Their ids and names."""


def rule(
    rule_id: str, name: str, *, on: type[S], severity: Severity, since: str, sources: tuple[str, ...]
) -> Callable[[Callable[..., Iterator[Fault]]], Callable[..., Iterator[Fault]]]:
    """Declare a rule; its function's docstring becomes its page.

    Args:
        rule_id: family and number.
        name: kebab case, unique.
        on: ``PortGroup``, ``Switch`` or ``Reading``.
        severity: the worst it may say.
        since: version of roceconf.
        sources: at least one.

    Raises:
        ValueError: the id or name is taken, or the function has no docstring: a fault of the code.
    """

    def declare(check: Callable[..., Iterator[Fault]]) -> Callable[..., Iterator[Fault]]:
        written = check.__doc__ or ""
        if not written.strip() and sys.flags.optimize < 2:  # python -OO strips every docstring
            raise ValueError(f"rule {rule_id} has no page: its function needs a docstring")
        if not _TAKEN.isdisjoint((rule_id, name)):
            raise ValueError(f"rule {rule_id} ({name}) is declared twice")
        _TAKEN.update((rule_id, name))
        REGISTRY[rule_id] = Rule(rule_id, name, severity, since, sources, on, written, check)
        return check

    return declare
