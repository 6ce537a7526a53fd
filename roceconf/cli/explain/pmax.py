"""``roceconf explain pmax``."""

import typer

from roceconf.cli.explain.marking import subject
from roceconf.cli.pages.marking import Threshold
from roceconf.cli.parsing import Command

HELP = "How many packets are marked between Kmin and Kmax: value, slope, and every school beside it."


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("pmax", cls=Command, help=HELP)(subject(Threshold.PMAX))
