"""``roceconf explain pool``."""

import json
from collections.abc import Iterator
from typing import Annotated

import typer

from roceconf.asic import HeadroomRow
from roceconf.cli.explain import buffers
from roceconf.cli.options import PageFormat
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.pool import Demand, pool_data, pool_page
from roceconf.cli.parsing import Command
from roceconf.sizing import Budget, HeadroomPool, Promise, buffer_budget, headroom_pool


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("pool", cls=Command)(pool_of_a_switch)


def pool_of_a_switch(
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
    fan_in: Annotated[int | None, typer.Option(min=1, max=1024, help="Senders that may meet at one port.")] = None,
    output_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
) -> None:
    """Say what a chip's packet buffer is spent on, what lies inside what, and what the headroom pool carries."""
    pools = buffers.pools_asked(sku, topology, asic, pool, xoff, ports)
    said = buffers.Said(0, "", minimum, headroom, speed, cable)
    group = buffers.group_asked(pools, said)
    kept = group.headroom_bytes
    promise = Promise(kept or 0, groups, pools.ports, group.min_bytes)
    budget = _budget(pools, promise)
    demands = [
        Demand(label, _carried(pools, held, groups, group.min_bytes, fan_in)) for label, held in _asked(pools, group)
    ]
    caveats = (*budget.remarks, *buffers.caveats_of(pools, group))
    if output_format is PageFormat.JSON:
        emit(json.dumps(pool_data(pools, budget, demands, caveats), indent=2) + "\n")
    else:
        emit(pool_page(pools, budget, demands, caveats))


def _budget(pools: buffers.Pools, promise: Promise) -> Budget:
    try:
        budget = buffer_budget(
            pools.asic, pool_bytes=pools.pool_bytes, pool_headroom_bytes=pools.xoff_bytes, promises=[promise]
        )
    except ValueError as error:
        raise refuse(str(error)) from None
    if budget is None:
        raise refuse(
            f"the cell size or the partitions of {pools.asic.name} are not public: {pools.asic.partitions.note}"
        )
    return budget


def _carried(pools: buffers.Pools, kept: int, groups: int, minimum: int, fan_in: int | None) -> HeadroomPool:
    return headroom_pool(
        pool_bytes=pools.xoff_bytes,
        promises=[Promise(kept, groups, pools.ports, minimum)],
        fan_in=fan_in,
        partitions=pools.asic.partitions.value,
    )


def _asked(pools: buffers.Pools, group: buffers.Group) -> Iterator[tuple[str, int]]:
    """The headrooms against which the pool is held: the one that is meant, else the published ones by speed."""
    if not pools.xoff_bytes or not pools.ports:
        return
    if group.headroom_bytes is not None:
        yield ("as said" if group.row is None else _label(group.row)), group.headroom_bytes
        return
    table = pools.hwsku.table() if pools.hwsku is not None else None
    for mbps in table.speeds() if table is not None else ():
        rows = [row for row in table.rows if row.speed_mbps == mbps] if table is not None else []
        for row in dict.fromkeys((rows[0], rows[-1])):
            if row.xoff_bytes:
                yield _label(row), row.xoff_bytes


def _label(row: HeadroomRow) -> str:
    from roceconf.asic import speed_name

    return f"{speed_name(row.speed_mbps)} {row.cable_m}m"
