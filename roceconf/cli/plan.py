"""``roceconf plan``."""

import json
from pathlib import Path
from typing import Annotated

import typer

from roceconf.cli.options import PageFormat
from roceconf.cli.output import emit, say
from roceconf.cli.parsing import Command
from roceconf.findings import Severity


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("plan", cls=Command)(plan)


def plan(
    intent: Annotated[Path, typer.Argument(help="The intent, a YAML file.", metavar="INTENT")],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print how each number came about.")] = False,
    output_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
) -> None:
    """Show every number of a planned switch: who says it, its margins, and what the device keeps for itself.

    Nothing is written. Exit code: 0 done, 1 a rule finds an error, so that render would write nothing, 2 could not run.
    """
    from roceconf.cli.pages.plan import plan_page
    from roceconf.cli.pages.plan_data import plan_data
    from roceconf.cli.planning import prepare, say_findings
    from roceconf.plan.sheet import sheet

    ready = prepare(intent)
    made = sheet(ready.planned, ready.fitted, ready.system.title)
    if output_format is PageFormat.JSON:
        emit(json.dumps(plan_data(made), indent=2) + "\n")
    else:
        emit(plan_page(made, terminal_width(), verbose))
    for warning in ready.wanted.warnings:
        say(f"warning: {warning}")
    say_findings(ready.findings, Severity.NOTE)
    raise typer.Exit(1 if any(each.severity is Severity.ERROR for each in ready.findings) else 0)


def terminal_width() -> int:
    """The width of the terminal, or of a page where there is none; not below what a table of numbers needs."""
    from shutil import get_terminal_size

    from roceconf.cli.pages.layout import WIDTH

    return max(get_terminal_size((WIDTH, 24)).columns, 72)
