"""``roceconf lint``."""

from enum import StrEnum
from typing import Annotated

import typer

from roceconf.cli.options import asic_key, cable_m, dscps, known_sku, words
from roceconf.cli.output import emit, refuse, say, wants_colour
from roceconf.cli.parsing import Command
from roceconf.findings import Severity
from roceconf.linting import Note, NoteKind, Outcome, Problem, Settings, chosen_rules, exit_code
from roceconf.linting import lint as lint_paths
from roceconf.linting.selection import NoRuleLeftError
from roceconf.nos import UnknownNosError, keys
from roceconf.ranges import FAN_IN, FAN_OUT
from roceconf.report import Style, render
from roceconf.report.concise import place
from roceconf.rules import UnknownRuleError
from roceconf.rules.context import Supplied


class ReportFormat(StrEnum):
    """The formats of ``--format``."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("lint", cls=Command)(lint)


def lint(
    paths: Annotated[list[str], typer.Argument(help="Files, folders, or - for the standard input.")],
    nos: Annotated[
        str, typer.Option(help=f"Network OS of every file, where it is not recognised: {', '.join(keys())}.")
    ] = "",
    sku: Annotated[str, typer.Option(help="Platform or HWSKU, where the file does not say it.")] = "",
    asic: Annotated[str, typer.Option(help="ASIC, such as th5, where neither file nor platform says it.")] = "",
    cable: Annotated[str, typer.Option(help="Cable length of ports without one, such as 40m.")] = "",
    roce_dscp: Annotated[list[str] | None, typer.Option(help="DSCPs that carry RoCE: 26, or 24,26.")] = None,
    cnp_dscp: Annotated[list[str] | None, typer.Option(help="DSCPs that carry CNPs: 48.")] = None,
    fan_in: Annotated[
        int, typer.Option(min=FAN_IN.lowest, max=FAN_IN.highest, help="How many senders may hit one port at once.")
    ] = 8,
    fan_out: Annotated[
        int | None,
        typer.Option(
            min=FAN_OUT.lowest, max=FAN_OUT.highest, help="How many ports one port may send to at once; 8 is assumed."
        ),
    ] = None,
    select: Annotated[list[str] | None, typer.Option(help="Only these rules: ids, names, or families as PFC.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Not these rules.")] = None,
    fail_on: Annotated[Severity, typer.Option(help="Exit with 1 from this severity on.")] = Severity.ERROR,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 whatever the findings.")] = False,
    output_format: Annotated[ReportFormat, typer.Option("--format", help="How to report.")] = ReportFormat.TEXT,
    stdin_filename: Annotated[str, typer.Option(help="What to call the standard input.")] = "<stdin>",
    skip_unrecognised: Annotated[
        bool, typer.Option("--skip-unrecognised", help="Pass over named files that are no configuration, as hooks do.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Findings only.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name every file, also those passed over.")] = False,
) -> None:
    """Judge configurations, whoever wrote them.

    Exit code: 0 clean, 1 findings at or above --fail-on, 2 something could not be linted.
    """
    supplied = Supplied(
        sku=known_sku(sku), asic=asic_key(asic), cable_m=cable_m(cable), roce_dscps=dscps("--roce-dscp", roce_dscp),
        cnp_dscps=dscps("--cnp-dscp", cnp_dscp), fan_in=fan_in, fan_out=fan_out,
    )  # fmt: skip
    try:
        rules = chosen_rules(words("--select", select), words("--ignore", ignore))
        settings = Settings(rules, supplied, nos, stdin_filename, skip_unrecognised)
        outcome = lint_paths(paths, settings)
    except (UnknownRuleError, NoRuleLeftError, UnknownNosError) as error:
        raise refuse(str(error)) from None
    emit(render(outcome, output_format, Style(wants_colour(), quiet)))
    _say_the_rest(outcome, quiet, verbose)
    code = exit_code(outcome, fail_on)
    raise typer.Exit(0 if code == 1 and exit_zero else code)


def _say_the_rest(outcome: Outcome, quiet: bool, verbose: bool) -> None:
    for problem in outcome.problems:
        say(_problem(problem))
    if quiet:
        return
    skipped = 0
    for note in outcome.notes:
        skipped += note.kind is NoteKind.SKIPPED
        if verbose or note.kind is NoteKind.RESERVATION:
            say(_note(note))
    if skipped and not verbose:
        say(f"note: {skipped} {'file' if skipped == 1 else 'files'} skipped as no switch configuration (-v names them)")


def _problem(problem: Problem) -> str:
    return f"error: {place(problem.path, problem.line, problem.column)}: {problem.message}"


def _note(note: Note) -> str:
    return f"note: {note.path}: {'skipped: ' if note.kind is NoteKind.SKIPPED else ''}{note.message}"
