"""``roceconf explain kmin``."""

import typer

from roceconf.cli.explain.marking import subject
from roceconf.cli.pages.marking import Threshold
from roceconf.cli.parsing import Command

HELP = "From what queue length packets are marked: value, cap, round trip, and every school beside it."


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("kmin", cls=Command, help=HELP)(subject(Threshold.KMIN))
