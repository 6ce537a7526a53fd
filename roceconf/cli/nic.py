"""``roceconf nic``."""

from typing import Annotated

import typer

from roceconf.cli.options import FormatOption, PageFormat
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.nics import nic_data, nic_list, nic_page
from roceconf.cli.parsing import Command
from roceconf.nic import UnknownNic, nics
from roceconf.nic import nic as find_nic


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("nic", cls=Command)(nic)


def nic(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Such as connectx-7 or thor2; all where left out.")
    ] = "",
    output_format: FormatOption = PageFormat.TEXT,
) -> None:
    """Print what a NIC calls its congestion control parameters and sets them to, each with its source."""
    if not name:
        every = nics()
        emit_page(output_format, {"nics": [nic_data(each) for each in every]}, nic_list(every))
        return
    try:
        found = find_nic(name)
    except UnknownNic as error:
        raise refuse(f"{error}; 'roceconf nic' lists them all") from None
    emit_page(output_format, nic_data(found), nic_page(found))
