"""``roceconf explain``: one subject a number that a configuration holds."""

from collections.abc import Mapping
from importlib import import_module

import typer

from roceconf.cli.parsing import Group

_SUBJECTS: Mapping[str, str] = {
    "headroom": "roceconf.cli.explain.headroom",
    "kmin": "roceconf.cli.explain.kmin",
    "kmax": "roceconf.cli.explain.kmax",
    "pmax": "roceconf.cli.explain.pmax",
    "watchdog": "roceconf.cli.explain.watchdog",
    "alpha": "roceconf.cli.explain.alpha",
    "xoff": "roceconf.cli.explain.xoff",
    "xon-offset": "roceconf.cli.explain.xon_offset",
    "pool": "roceconf.cli.explain.pool",
}
"""The module of each subject, in the order of the help; each has a function ``add_to`` that takes the group."""


def add_to(app: typer.Typer) -> None:
    """Declare the command and its subjects."""
    subjects = typer.Typer(help="Say where a number comes from.", cls=Group, rich_markup_mode=None)
    subjects.callback()(_subjects)
    for module in _SUBJECTS.values():
        import_module(module).add_to(subjects)
    app.add_typer(subjects, name="explain")


def _subjects() -> None:
    """Say where a number comes from."""
