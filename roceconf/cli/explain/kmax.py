"""``roceconf explain kmax``."""

import typer

from roceconf.cli.explain.marking import subject
from roceconf.cli.pages.marking import Threshold
from roceconf.cli.parsing import Command

HELP = "From what queue length every packet is marked: value, cap, and every school beside it."


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("kmax", cls=Command, help=HELP)(subject(Threshold.KMAX))
