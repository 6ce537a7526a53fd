"""``roceconf sku``."""

from typing import Annotated

import typer

from roceconf.asic import find_hwsku, platform, platform_names
from roceconf.cli.options import known_sku
from roceconf.cli.output import emit
from roceconf.cli.pages.catalogue import platform_list, platform_page
from roceconf.cli.parsing import Command


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("sku", cls=Command)(sku)


def sku(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A platform or HWSKU; all where left out.")] = "",
) -> None:
    """Print what is known of a platform, with its headroom tables and pools, or the list of all."""
    if not name:
        emit(platform_list(map(platform, platform_names())))
        return
    known_sku(name, hint="NAME")
    found = find_hwsku(name)
    emit(platform_page(platform(name)) if found is None else platform_page(*found))
