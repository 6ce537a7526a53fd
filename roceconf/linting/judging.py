"""One text to findings."""

from collections.abc import Iterable
from pathlib import PurePath
from typing import NamedTuple

from roceconf.asic import foreign_family
from roceconf.findings import Finding
from roceconf.linting.outcome import JudgedFile, Problem
from roceconf.nos import NetworkOs
from roceconf.rules.context import Context, Supplied
from roceconf.rules.model import Rule
from roceconf.rules.runner import Judgement, RuleFailedError, judge
from roceconf.switch import Hints, NotReadableError, Reading


class Judged(NamedTuple):
    """What the rules say of one file, and the rules that failed on it."""

    file: JudgedFile
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]


class ReaderFailedError(Exception):
    """A reader broke; a fault of roceconf, never of the configuration."""


def judge_text(path: str, text: str, network_os: NetworkOs, supplied: Supplied, rules: Iterable[Rule]) -> Judged:
    """Read one text and ask the rules.

    Args:
        path: the file, as the user named it.
        text: its content.
        network_os: what it is a configuration of.
        supplied: what the user says about it.
        rules: those to ask.

    Returns:
        What they say. A rule that fails becomes a problem, and the others are asked all the same.

    Raises:
        NotReadableError: the text is no configuration of this OS.
        ReaderFailedError: the reader failed.
    """
    context = Context(_read(text, network_os, supplied), supplied)
    judgement, problems = _ask(context, tuple(rules), path)
    return Judged(_file(path, text, context, judgement), judgement.findings, problems)


def _read(text: str, network_os: NetworkOs, supplied: Supplied) -> Reading:
    hints = Hints(sku=supplied.sku, asic=supplied.asic, cable_m=supplied.cable_m)
    try:
        return network_os.read(text, hints)
    except NotReadableError:
        raise
    except Exception as error:
        message = f"the {network_os.title} reader failed: this is a fault of roceconf ({origin(error)}). "
        raise ReaderFailedError(message + "Please report it with the file, or the part of it that suffices") from error


def _ask(context: Context, rules: tuple[Rule, ...], path: str) -> tuple[Judgement, tuple[Problem, ...]]:
    problems: list[Problem] = []
    while True:
        try:
            return judge(context, rules, path), tuple(problems)
        except RuleFailedError as error:
            problems.append(Problem(path, f"{error} ({origin(error.__cause__ or error)})"))
            rules = tuple(rule for rule in rules if rule.id != error.rule_id)


def _file(path: str, text: str, context: Context, judgement: Judgement) -> JudgedFile:
    sku = context.supplied.sku or context.switch.sku
    asic = context.known_asic
    return JudgedFile(
        path=path,
        nos=context.reading.nos,
        sku=sku,
        asic=asic.key if asic is not None else "",
        line_count=context.reading.line_count,
        skipped_rules=judgement.skipped,
        quoted_lines=_quoted(text, judgement.findings),
        other_chip=(foreign_family(sku) or "") if sku and asic is None else "",
    )


def _quoted(text: str, findings: Iterable[Finding]) -> dict[int, str]:
    wanted = {finding.line for finding in findings if finding.line > 0}
    if not wanted:
        return {}
    lines = text.split("\n")
    return {number: lines[number - 1] for number in wanted if number <= len(lines)}


def origin(error: BaseException) -> str:
    """What kind of error, its text, and the place in our code that raised it: enough to report it, no traceback."""
    where, trace = "", error.__traceback__
    while trace is not None:
        path = PurePath(trace.tb_frame.f_code.co_filename)
        if "roceconf" in path.parts[:-1]:
            inside = path.parts[len(path.parts) - 1 - path.parts[::-1].index("roceconf") :]
            where = f" in {'/'.join(inside)}:{trace.tb_lineno}"
        trace = trace.tb_next
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}{where}" + (f": {text}" if text else "")
