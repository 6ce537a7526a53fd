"""``roceconf explain xoff``."""

import json
from typing import Annotated

import typer

from roceconf.cli.explain import buffers
from roceconf.cli.options import PageFormat
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.buffers import Points, xoff_data, xoff_page
from roceconf.cli.parsing import Command
from roceconf.sizing import SharedBuffer, drop_point, xoff_point


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("xoff", cls=Command)(xoff_of_a_group)


def xoff_of_a_group(
    dynamic_th: buffers.DynamicThOption = None,
    alpha: buffers.AlphaOption = "",
    sku: buffers.SkuOption = "",
    topology: buffers.TopologyOption = "",
    asic: buffers.AsicOption = "",
    pool: buffers.PoolOption = "",
    xoff: buffers.PoolXoffOption = "",
    speed: buffers.SpeedOption = "",
    cable: buffers.CableOption = "",
    headroom: buffers.HeadroomOption = "",
    minimum: buffers.MinOption = "",
    ports: buffers.PortsOption = None,
    groups: buffers.GroupsOption = buffers.LOSSLESS_GROUPS,
    output_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
) -> None:
    """Say at how much a priority group pauses its peer (not SONiC's field xoff, which is its headroom)."""
    pools = buffers.pools_asked(sku, topology, asic, pool, xoff, ports)
    group = buffers.group_asked(pools, buffers.Said(dynamic_th, alpha, minimum, headroom, speed, cable))
    shared = buffers.shared_of(pools, group, groups)
    points = _points(shared, group, pools.asic.cell_bytes.value or 1)
    caveats = buffers.caveats_of(pools, group)
    if output_format is PageFormat.JSON:
        emit(json.dumps(xoff_data(pools, group, shared, points, caveats), indent=2) + "\n")
    else:
        emit(xoff_page(pools, group, shared, points, caveats))


def _points(shared: SharedBuffer, group: buffers.Group, cell_bytes: int) -> Points:
    try:
        found = [
            (
                active,
                xoff_point(
                    shared,
                    cell_bytes=cell_bytes,
                    dynamic_th=group.dynamic_th,
                    group_min_bytes=group.min_bytes,
                    active_groups=active,
                ),
            )
            for active in buffers.ACTIVE_GROUPS
        ]
    except ValueError as error:
        raise refuse(str(error)) from None
    kept = group.headroom_bytes
    return [
        (
            active,
            point,
            None if kept is None else drop_point(point, cell_bytes=cell_bytes, headroom_bytes=kept),
        )
        for active, point in found
    ]
