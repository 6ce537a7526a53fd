"""``roceconf explain alpha``."""

import json
from typing import Annotated

import typer

from roceconf.cli.explain import buffers
from roceconf.cli.options import PageFormat
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.buffers import alpha_data, alpha_page
from roceconf.cli.parsing import Command
from roceconf.sizing import dynamic_threshold


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("alpha", cls=Command)(alpha)


def alpha(
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
    """Say what a dynamic threshold is in bytes, by how many priority groups are at it."""
    pools = buffers.pools_asked(sku, topology, asic, pool, xoff, ports)
    group = buffers.group_asked(pools, buffers.Said(dynamic_th, alpha, minimum, headroom, speed, cable))
    shared = buffers.shared_of(pools, group, groups)
    try:
        thresholds = [
            (
                active,
                dynamic_threshold(
                    shared,
                    cell_bytes=pools.asic.cell_bytes.value or 1,
                    dynamic_th=group.dynamic_th,
                    active_groups=active,
                ),
            )
            for active in buffers.ACTIVE_GROUPS
        ]
    except ValueError as error:
        raise refuse(str(error)) from None
    caveats = buffers.caveats_of(pools, group)
    if output_format is PageFormat.JSON:
        emit(json.dumps(alpha_data(pools, group, shared, thresholds, caveats), indent=2) + "\n")
    else:
        emit(alpha_page(pools, group, shared, thresholds, caveats))
