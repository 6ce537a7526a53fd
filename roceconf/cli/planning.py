"""From an intent on disk to a planned, fitted and judged switch: what ``render`` and ``plan`` share."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import typer

from roceconf.cli.output import refuse, say
from roceconf.findings import Finding, Severity
from roceconf.intent import Intent, IntentErrors, load
from roceconf.nos import Fitted, NetworkOs, NotFittingError, network_os
from roceconf.plan import Plan, as_judged, plan, settled
from roceconf.report.concise import headline
from roceconf.rules import all_rules
from roceconf.rules.context import Context, Supplied
from roceconf.rules.runner import judge
from roceconf.switch import Reading


class Prepared(NamedTuple):
    """An intent on its way to a configuration.

    Attributes:
        wanted: the intent.
        planned: every number filled in.
        system: the network OS.
        fitted: what it can say of the plan, and what it cannot.
        supplied: what the rules are told beside the switch.
        findings: what they say of the fitted switch, by places of the intent.
    """

    wanted: Intent
    planned: Plan
    system: NetworkOs
    fitted: Fitted
    supplied: Supplied
    findings: tuple[Finding, ...]


def prepare(path: Path) -> Prepared:
    """Load, plan, fit and judge an intent.

    Args:
        path: the intent, a YAML file.

    Raises:
        typer.Exit: 2; the intent is wrong, or wants what cannot be; all of it has been said.
    """
    try:
        wanted = load(path)
        planned = plan(wanted, str(path))
        system = network_os(wanted.nos)
        fitted = system.fit(planned.reading.switch, planned.hints)
        planned = settled(planned, fitted, str(path))
        fitted = system.fit(planned.reading.switch, planned.hints)
    except IntentErrors as errors:
        for error in errors.errors:
            say(f"error: {error}")
        raise typer.Exit(2) from None
    except NotFittingError as error:
        raise refuse(f"{path}: {error}") from None
    supplied = Supplied(
        sku=fitted.switch.sku or planned.hints.sku,
        asic=planned.hints.asic,
        roce_dscps=planned.roce_dscps,
        cnp_dscps=planned.cnp_dscps,
        fan_in=planned.fan_in,
        fan_out=planned.fan_out if wanted.says(("fan_out",)) else None,
        links={
            port: group.lossless.link.link
            for group in planned.groups
            if group.lossless is not None
            for port in group.said.ports
        },
    )
    findings = judged(replace(planned.reading, switch=as_judged(planned, fitted)), supplied, str(path))
    return Prepared(wanted, planned, system, fitted, supplied, findings)


def judged(reading: Reading, supplied: Supplied, path: str) -> tuple[Finding, ...]:
    """What the rules say of what will be written, told by the places of the intent."""
    return judge(Context(reading, supplied), all_rules(), path).findings


def say_findings(findings: Iterable[Finding], threshold: Severity) -> None:
    """Tell what the rules found, each with its remedy.

    Args:
        findings: all of them.
        threshold: the least severity that is told.
    """
    for finding in findings:
        if finding.severity.reaches(threshold):
            say(headline(finding))
            say(f"  help: {finding.help}")
