"""Runs the rules over one reading; what a rule lacks is counted, what a rule says becomes a finding."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from roceconf.findings import Finding, Related, Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Lacking, Place, Rule, Subject
from roceconf.switch import PortGroup, Switch, natural_key


class Skipped(NamedTuple):
    """A rule that could not judge, and the fact it lacked."""

    rule: str
    needs: str


class Judgement(NamedTuple):
    """What the rules say of one reading: findings in order of place, and the rules that lacked a fact."""

    findings: tuple[Finding, ...]
    skipped: tuple[Skipped, ...]


class RuleFailedError(Exception):
    """A rule broke; a fault of roceconf, never of the configuration, and never passed over in silence."""

    def __init__(self, rule_id: str, subject: str) -> None:
        super().__init__(
            f"rule {rule_id} failed on {subject}: this is a fault of roceconf. "
            f"Please report it with the lines concerned; '--ignore {rule_id}' judges the rest."
        )
        self.rule_id = rule_id


def judge(context: Context, rules: Iterable[Rule], path: str) -> Judgement:
    """Run rules over one reading.

    Args:
        context: the reading and what is known about it.
        rules: those to run.
        path: the file, as the user named it.

    Returns:
        Findings and skipped rules. What the reader says is refused is said once, and no rule judges its value again.
        Faults of one rule that say the same of the same line are one finding: a global statement that is wrong for
        several port groups is wrong once.

    Raises:
        RuleFailedError: a rule raised anything but Lacking.
    """
    findings: list[Finding] = []
    skipped: dict[Skipped, None] = {}
    for rule in rules:
        for subject in _subjects(rule, context):
            try:
                faults = (fault for fault in rule.check(subject, context) if not context.is_refused(fault.place))
                findings.extend(_finding(fault, rule, context, path) for fault in faults)
            except Lacking as lacking:
                skipped[Skipped(rule.id, lacking.fact)] = None
            except Exception as error:  # every other exception of a rule is reported under its id, with its cause
                raise RuleFailedError(rule.id, _describe(subject)) from error
    return Judgement(tuple(sorted(_merged(findings), key=_order)), tuple(skipped))


def _subjects(rule: Rule, context: Context) -> Iterator[Subject]:
    if rule.on is PortGroup:
        yield from context.switch.groups
    elif rule.on is Switch:
        yield context.switch
    else:
        yield context.reading


def _describe(subject: Subject) -> str:
    if isinstance(subject, PortGroup):
        return f"ports {subject.ports[0]} ..." if subject.ports else "a group without ports"
    return "the switch" if isinstance(subject, Switch) else "the reading"


def _finding(fault: Fault, rule: Rule, context: Context, path: str) -> Finding:
    severity = fault.severity if fault.severity is not None else rule.severity
    if severity.rank > rule.severity.rank:
        raise ValueError(f"{rule.id} raises its own severity")
    line, column = context.span(fault.place)
    related = (_related(place, message, context, path) for place, message in fault.related)
    return Finding(
        rule=rule.id,
        name=rule.name,
        severity=severity,
        message=fault.message,
        help=fault.help,
        path=path,
        line=line,
        column=column,
        ports=tuple(sorted(fault.ports, key=natural_key)),
        evidence=fault.evidence,
        related=tuple(place for place in related if place.line not in (0, line)),
    )


def _merged(findings: Iterable[Finding]) -> list[Finding]:
    alike: dict[tuple[str, Severity, str, str, int, int], list[Finding]] = {}
    for finding in findings:
        key = (finding.rule, finding.severity, finding.message, finding.help, finding.line, finding.column)
        alike.setdefault(key, []).append(finding)
    return [same[0] if len(same) == 1 else _as_one(same) for same in alike.values()]


def _as_one(same: Sequence[Finding]) -> Finding:
    ports = {port for finding in same for port in finding.ports}
    related = dict.fromkeys(place for finding in same for place in finding.related)
    return same[-1]._replace(ports=tuple(sorted(ports, key=natural_key)), related=tuple(related))


def _related(place: Place, message: str, context: Context, path: str) -> Related:
    return Related(path, context.span(place).line, message)


def _order(finding: Finding) -> tuple[int, int, int, str, str]:
    return (finding.line, finding.column, -finding.severity.rank, finding.rule, finding.message)


def worst(findings: Iterable[Finding]) -> Severity | None:
    """The worst severity among findings, or None where there are none."""
    return max((finding.severity for finding in findings), key=lambda severity: severity.rank, default=None)
