"""``roceconf schema``."""

import json

import typer

from roceconf.cli.output import emit
from roceconf.cli.parsing import Command


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("schema", cls=Command)(schema)


def schema() -> None:
    """Print the JSON Schema of an intent file, for editors."""
    from roceconf.intent import schema as intent_schema

    emit(json.dumps(intent_schema(), indent=2) + "\n")
