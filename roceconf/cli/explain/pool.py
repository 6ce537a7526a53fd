"""``roceconf explain pool``."""

from collections.abc import Iterator

import typer

from roceconf.asic import HeadroomRow, speed_name
from roceconf.cli import options
from roceconf.cli.explain.pools import pools_asked
from roceconf.cli.explain.said import Said
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.asked import Pools, SwitchAsked
from roceconf.cli.pages.pool import Demand, pool_data, pool_page
from roceconf.cli.parsing import Command
from roceconf.sizing import Budget, HeadroomPool, Promise, buffer_budget, headroom_pool


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("pool", cls=Command)(pool_of_a_switch)


def pool_of_a_switch(
    sku: options.SkuOption = "",
    topology: options.TopologyOption = "",
    asic: options.AsicOption = "",
    pool: options.PoolOption = "",
    xoff: options.PoolXoffOption = "",
    ports: options.PortsOption = None,
    groups: options.GroupsOption = None,
    minimum: options.MinOption = "",
    headroom: options.HeadroomOption = "",
    speed: options.SpeedOption = "",
    cable: options.CableOption = "",
    fan_in: options.FanInOption = None,
    output_format: options.FormatOption = options.PageFormat.TEXT,
) -> None:
    """Say what a chip's packet buffer is spent on, what lies inside what, and what the headroom pool carries."""
    said = Said(
        sku=sku, asic=asic, topology=topology, pool=pool, xoff=xoff, ports=ports, groups=groups, minimum=minimum,
        headroom=headroom, speed=speed, cable=cable,
        link_only_chooses=True,
    )  # fmt: skip
    switch, pools = pools_asked(said)
    budget = _budget(switch, pools)
    demands = [Demand(label, _carried(switch, pools, kept, fan_in)) for label, kept in _headrooms(switch, pools)]
    emit_page(output_format, pool_data(switch, budget, demands), pool_page(switch, budget, demands))


def _budget(switch: SwitchAsked, pools: Pools) -> Budget:
    headroom = switch.group.headroom
    try:
        budget = buffer_budget(
            switch.asic,
            pool_bytes=pools.pool_bytes,
            pool_headroom_bytes=pools.xoff_bytes,
            promises=[_promise(switch, 0 if headroom is None else headroom.value)],
        )
    except ValueError as error:
        raise refuse(str(error)) from None
    if budget is None:
        note = switch.asic.partitions.note
        raise refuse(f"the cell size or the partitions of {switch.asic.name} are not public: {note}")
    return budget


def _promise(switch: SwitchAsked, headroom_bytes: int) -> Promise:
    return Promise(headroom_bytes, switch.groups.value, switch.ports.value, switch.group.minimum.value)


def _carried(switch: SwitchAsked, pools: Pools, headroom_bytes: int, fan_in: int | None) -> HeadroomPool:
    return headroom_pool(
        pool_bytes=pools.xoff_bytes,
        promises=[_promise(switch, headroom_bytes)],
        fan_in=fan_in,
        partitions=switch.asic.partitions.value,
    )


def _headrooms(switch: SwitchAsked, pools: Pools) -> Iterator[tuple[str, int]]:
    """The headrooms against which the pool is held: the one that is meant, else the published ones by speed."""
    if not pools.xoff_bytes or not switch.ports.value:
        return
    headroom, rows = switch.group.headroom, switch.group.rows
    if headroom is not None:
        yield headroom.by.removeprefix("published for "), headroom.value
        return
    for mbps in dict.fromkeys(row.speed_mbps for row in rows):
        of_speed = [row for row in rows if row.speed_mbps == mbps]
        for row in dict.fromkeys((of_speed[0], of_speed[-1])):
            if row.xoff_bytes:
                yield _label(row), row.xoff_bytes


def _label(row: HeadroomRow) -> str:
    return f"{speed_name(row.speed_mbps)} {row.cable_m}m"
