"""``roceconf explain xoff``."""

import typer

from roceconf.cli.explain.threshold import subject
from roceconf.cli.pages.asked import ACTIVE_GROUPS, BufferAsked
from roceconf.cli.pages.buffers import Points, xoff_data, xoff_page
from roceconf.cli.parsing import Command
from roceconf.sizing import DropPoint, XoffPoint, drop_point, xoff_point

HELP = "Say at how much a priority group pauses its peer (not SONiC's field xoff, which is its headroom)."


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("xoff", cls=Command, help=HELP)(subject(_points, xoff_data, xoff_page))


def _points(asked: BufferAsked) -> Points:
    return [_point(asked, active) for active in ACTIVE_GROUPS]


def _point(asked: BufferAsked, active: int) -> tuple[int, XoffPoint, DropPoint | None]:
    cell_bytes, group = asked.switch.asic.cell_bytes.value or 1, asked.switch.group
    point = xoff_point(
        asked.shared,
        cell_bytes=cell_bytes,
        dynamic_th=asked.dynamic_th.value,
        group_min_bytes=group.minimum.value,
        active_groups=active,
    )
    kept = group.headroom
    drop = None if kept is None else drop_point(point, cell_bytes=cell_bytes, headroom_bytes=kept.value)
    return active, point, drop
