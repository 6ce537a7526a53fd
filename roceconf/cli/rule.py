"""``roceconf rule``."""

import json
import sys
from typing import Annotated

import typer

from roceconf.cli.options import PageFormat
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.rules import rule_data, rule_list, rule_page
from roceconf.cli.parsing import Command
from roceconf.rules import UnknownRuleError, all_rules, find_rule


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("rule", cls=Command)(rule)


def rule(
    name: Annotated[str, typer.Argument(metavar="[ID]", help="Id or name of a rule; all of them where left out.")] = "",
    output_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
) -> None:
    """Print a rule's page, or the list of all rules."""
    if sys.flags.optimize > 1:
        raise refuse("pages of rules are docstrings, which python -OO strips: run without it and PYTHONOPTIMIZE")
    if not name:
        rules = all_rules()
        whole = [rule_data(each) for each in rules]
        emit(rule_list(rules) if output_format is PageFormat.TEXT else json.dumps(whole, indent=2) + "\n")
        return
    try:
        found = find_rule(name)
    except UnknownRuleError as error:
        raise refuse(str(error)) from None
    emit(rule_page(found) if output_format is PageFormat.TEXT else json.dumps(rule_data(found), indent=2) + "\n")
