"""``roceconf nic``."""

import json
from typing import Annotated

import typer

from roceconf.cli.options import PageFormat
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.nics import nic_data, nic_list, nic_page
from roceconf.cli.parsing import Command
from roceconf.nic import UnknownNic, nics
from roceconf.nic import nic as find_nic

SCHEMA_VERSION = 1
"""Of the JSON: raised when a reader of it would have to change."""


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("nic", cls=Command)(nic)


def nic(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Such as connectx-7 or thor2; all where left out.")
    ] = "",
    output_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
) -> None:
    """Print what a NIC calls its congestion control parameters and sets them to, each with its source."""
    as_json = output_format is PageFormat.JSON
    if not name:
        every = nics()
        emit(_json({"nics": [nic_data(each) for each in every]}) if as_json else nic_list(every))
        return
    try:
        found = find_nic(name)
    except UnknownNic as error:
        raise refuse(f"{error}; 'roceconf nic' lists them all") from None
    emit(_json(nic_data(found)) if as_json else nic_page(found))


def _json(data: dict[str, object]) -> str:
    return json.dumps({"schema_version": SCHEMA_VERSION} | data, indent=2) + "\n"
