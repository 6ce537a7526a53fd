"""``roceconf explain xoff``."""

import typer

from roceconf.cli import options
from roceconf.cli.explain.said import Said
from roceconf.cli.explain.shared_buffer import buffer_asked
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.asked import ACTIVE_GROUPS, BufferAsked
from roceconf.cli.pages.buffers import Points, xoff_data, xoff_page
from roceconf.cli.parsing import Command
from roceconf.sizing import drop_point, xoff_point


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("xoff", cls=Command)(xoff_of_a_group)


def xoff_of_a_group(
    dynamic_th: options.DynamicThOption = None,
    alpha: options.AlphaOption = "",
    sku: options.SkuOption = "",
    topology: options.TopologyOption = "",
    asic: options.AsicOption = "",
    pool: options.PoolOption = "",
    xoff: options.PoolXoffOption = "",
    shared: options.SharedOption = "",
    ports: options.PortsOption = None,
    groups: options.GroupsOption = None,
    minimum: options.MinOption = "",
    headroom: options.HeadroomOption = "",
    speed: options.SpeedOption = "",
    cable: options.CableOption = "",
    output_format: options.FormatOption = options.PageFormat.TEXT,
) -> None:
    """Say at how much a priority group pauses its peer (not SONiC's field xoff, which is its headroom)."""
    said = Said(
        sku=sku, asic=asic, topology=topology, pool=pool, xoff=xoff, ports=ports, groups=groups, shared=shared,
        alpha=alpha, dynamic_th=dynamic_th, minimum=minimum, headroom=headroom, speed=speed, cable=cable,
        link_only_chooses=True,
    )  # fmt: skip
    asked = buffer_asked(said)
    points = _points(asked)
    emit_page(output_format, xoff_data(asked, points), xoff_page(asked, points))


def _points(asked: BufferAsked) -> Points:
    cell_bytes, group = asked.switch.asic.cell_bytes.value or 1, asked.switch.group
    kept = group.headroom
    try:
        found = [
            (
                active,
                xoff_point(
                    asked.shared,
                    cell_bytes=cell_bytes,
                    dynamic_th=asked.dynamic_th.value,
                    group_min_bytes=group.minimum.value,
                    active_groups=active,
                ),
            )
            for active in ACTIVE_GROUPS
        ]
    except ValueError as error:
        raise refuse(str(error)) from None
    return [
        (
            active,
            point,
            None if kept is None else drop_point(point, cell_bytes=cell_bytes, headroom_bytes=kept.value),
        )
        for active, point in found
    ]
