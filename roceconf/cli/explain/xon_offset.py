"""``roceconf explain xon-offset``."""

import json
from typing import Annotated

import typer

from roceconf.cli.explain import buffers
from roceconf.cli.options import PageFormat, cable_length_m, speed_mbps
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.xon import xon_data, xon_page
from roceconf.cli.parsing import Command
from roceconf.sizing import xon_window
from roceconf.switch import Medium


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("xon-offset", cls=Command)(xon_offset_of_a_group)


def xon_offset_of_a_group(
    speed: buffers.SpeedOption,
    cable: buffers.CableOption,
    xon_offset: Annotated[str, typer.Option(help="The offset; left out, the published one.")] = "",
    dynamic_th: buffers.DynamicThOption = None,
    alpha: buffers.AlphaOption = "",
    sku: buffers.SkuOption = "",
    topology: buffers.TopologyOption = "",
    asic: buffers.AsicOption = "",
    pool: buffers.PoolOption = "",
    xoff: buffers.PoolXoffOption = "",
    medium: Annotated[Medium, typer.Option(help="What the cable is made of.")] = Medium.FIBRE,
    minimum: buffers.MinOption = "",
    ports: buffers.PortsOption = None,
    groups: buffers.GroupsOption = buffers.LOSSLESS_GROUPS,
    output_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
) -> None:
    """Say whether a queue runs dry before XON is answered, and how often PFC may pause."""
    link = (speed_mbps(speed), cable_length_m(cable), medium.value)
    pools = buffers.pools_asked(sku, topology, asic, pool, xoff, ports)
    said = buffers.Said(dynamic_th, alpha, minimum, "", speed, cable, xon_offset)
    group = buffers.group_asked(pools, said)
    if group.xon_offset_bytes is None:
        raise refuse("no XON offset is published for this speed and chip: pass --xon-offset, such as 3556")
    shared = buffers.shared_of(pools, group, groups)
    try:
        windows = [
            (
                active,
                xon_window(
                    shared,
                    cell_bytes=pools.asic.cell_bytes.value or 1,
                    dynamic_th=group.dynamic_th,
                    xon_offset_bytes=group.xon_offset_bytes,
                    speed_mbps=link[0],
                    cable_m=link[1],
                    xon_bytes=group.xon_bytes,
                    active_groups=active,
                    medium=medium,
                ),
            )
            for active in buffers.ACTIVE_GROUPS
        ]
    except ValueError as error:
        raise refuse(str(error)) from None
    caveats = buffers.caveats_of(pools, group)
    if output_format is PageFormat.JSON:
        emit(json.dumps(xon_data(pools, group, link, windows, caveats), indent=2) + "\n")
    else:
        emit(xon_page(pools, group, link, windows, caveats))
