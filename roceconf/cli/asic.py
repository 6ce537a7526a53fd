"""``roceconf asic``."""

from typing import Annotated

import typer

from roceconf.asic import UnknownAsic, asic_names, headroom_tables
from roceconf.asic import asic as find_asic
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.catalogue import asic_list, asic_page
from roceconf.cli.parsing import Command


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("asic", cls=Command)(asic)


def asic(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Such as th5 or BCM78900; all where left out.")] = "",
) -> None:
    """Print what is known of an ASIC, each value with its source, or the list of all."""
    if not name:
        emit(asic_list(map(find_asic, asic_names())))
        return
    try:
        found = find_asic(name)
    except UnknownAsic as error:
        raise refuse(f"{error}; 'roceconf asic' lists them all") from None
    emit(asic_page(found, headroom_tables(found.key)))
