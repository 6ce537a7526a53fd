"""A page and its data: one of the two is printed, as ``--format`` says."""

import json
from collections.abc import Mapping

from roceconf.cli.options import PageFormat
from roceconf.cli.output import emit

SCHEMA_VERSION = 1
"""Of the JSON of every page that is printed here: raised when a reader of it would have to change."""


def emit_page(output_format: PageFormat, data: Mapping[str, object], page: str) -> None:
    """Write a page to standard output, for people or for programs.

    Args:
        output_format: for whom.
        data: the same as the page, as what JSON can say; ``schema_version`` is put before it.
        page: for people.

    Raises:
        typer.Exit: it cannot be written.
    """
    if output_format is PageFormat.JSON:
        page = json.dumps({"schema_version": SCHEMA_VERSION, **data}, indent=2) + "\n"
    emit(page)
