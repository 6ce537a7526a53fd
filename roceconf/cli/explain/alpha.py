"""``roceconf explain alpha``."""

import typer

from roceconf.cli.explain.threshold import subject
from roceconf.cli.pages.asked import ACTIVE_GROUPS, BufferAsked
from roceconf.cli.pages.buffers import Thresholds, alpha_data, alpha_page
from roceconf.cli.parsing import Command
from roceconf.sizing import dynamic_threshold

HELP = "Say what a dynamic threshold is in bytes, by how many priority groups are at it."


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("alpha", cls=Command, help=HELP)(subject(_thresholds, alpha_data, alpha_page))


def _thresholds(asked: BufferAsked) -> Thresholds:
    return [
        (
            active,
            dynamic_threshold(
                asked.shared,
                cell_bytes=asked.switch.asic.cell_bytes.value or 1,
                dynamic_th=asked.dynamic_th.value,
                active_groups=active,
            ),
        )
        for active in ACTIVE_GROUPS
    ]
