"""Which pools and which priority group a subject on buffers is asked about: as published, or as said."""

from typing import Annotated, NamedTuple

import typer

from roceconf.asic import Asic, HeadroomRow, Hwsku, PublishedBuffers, speed_name
from roceconf.cli.explain.chip import Asked, asked_about
from roceconf.cli.options import cable_length_m, speed_mbps
from roceconf.cli.output import refuse
from roceconf.sizing import EGRESS_POOL, INGRESS_POOL, SharedBuffer, dynamic_th_of, shared_buffer

LOSSLESS_GROUPS = 2
"""Lossless priority groups of a port as SONiC ships them: 3 and 4 (sonic-buildimage qos_config.j2)."""

ACTIVE_GROUPS = (1, 2, 8, 16)
"""How many groups at their threshold a table shows."""

SkuOption = Annotated[str, typer.Option(help="Platform or HWSKU whose published buffers are taken.")]
TopologyOption = Annotated[str, typer.Option(help="Role whose pools are taken, such as t0, t1, lt2.")]
AsicOption = Annotated[str, typer.Option(help="ASIC, such as th5; not needed with --sku.")]
PoolOption = Annotated[str, typer.Option(help="Size of the ingress lossless pool, such as 162539680 or 155MiB.")]
PoolXoffOption = Annotated[str, typer.Option("--xoff", help="Headroom pool of that pool; 0 where it has none.")]
PortsOption = Annotated[int | None, typer.Option(min=1, max=1024, help="Ports of the switch.")]
GroupsOption = Annotated[int, typer.Option(min=1, max=8, help="Lossless priority groups of a port.")]
DynamicThOption = Annotated[int | None, typer.Option("--dynamic-th", help="Exponent of alpha, as SONiC writes it.")]
AlphaOption = Annotated[str, typer.Option("--alpha", help="Alpha, such as 1/8; instead of --dynamic-th.")]
MinOption = Annotated[str, typer.Option("--min", help="Minimum of a group (size of its profile).")]
HeadroomOption = Annotated[str, typer.Option("--headroom", help="Headroom of a group (xoff of its profile).")]
SpeedOption = Annotated[str, typer.Option(help="Speed of the port, such as 400G.")]
CableOption = Annotated[str, typer.Option(help="Length of its cable, such as 40m.")]


class Pools(NamedTuple):
    """The ingress lossless pool that is asked about.

    Attributes:
        asic: the chip.
        hwsku: the HWSKU, where one is named.
        pool_bytes: size of the pool.
        xoff_bytes: its headroom pool.
        egress_bytes: size of the egress lossless pool; None where it is not known.
        ports: ports of the switch; 0 where nobody says.
        published: where the pools are published; None where they were said.
        topology: the role they are published for; empty where they were said.
    """

    asic: Asic
    hwsku: Hwsku | None
    pool_bytes: int
    xoff_bytes: int
    egress_bytes: int | None
    ports: int
    published: PublishedBuffers | None = None
    topology: str = ""

    @property
    def title(self) -> str:
        """The chip and whose pools these are."""
        if self.published is None or self.hwsku is None:
            return f"{self.asic.name}, pools as said"
        return f"{self.asic.name}, {self.hwsku.name}, pools for {self.topology.replace(', ', ' and ')}"

    @property
    def source(self) -> str:
        """Where the sizes come from."""
        return "said" if self.published is None else self.published.source


class Group(NamedTuple):
    """The lossless priority group that is asked about.

    Attributes:
        dynamic_th: exponent of its alpha.
        min_bytes: its minimum.
        headroom_bytes: its headroom; None where nobody says.
        xon_bytes: its fixed XON threshold.
        xon_offset_bytes: how far below the threshold XON is sent; None where nobody says.
        row: the published row its numbers come from; None where they were said.
        source: where the row is published.
    """

    dynamic_th: int
    min_bytes: int
    headroom_bytes: int | None
    xon_bytes: int
    xon_offset_bytes: int | None
    row: HeadroomRow | None
    source: str


class Said(NamedTuple):
    """What the command line says of a group; empty or None where it does not."""

    dynamic_th: int | None = None
    alpha: str = ""
    minimum: str = ""
    headroom: str = ""
    speed: str = ""
    cable: str = ""
    xon_offset: str = ""


def pools_asked(sku: str, topology: str, asic: str, pool: str, xoff: str, ports: int | None) -> Pools:
    """The pools that the command line names or says.

    Raises:
        typer.BadParameter: a name is not in the catalogue, or a size is none.
        typer.Exit: something is missing or ambiguous; it has been said.
    """
    asked = asked_about(sku, asic)
    if pool or xoff:
        if not (pool and xoff):
            raise refuse("pass both --pool and --xoff, the pool's headroom; 0 where it has none")
        hwsku_ports = asked.hwsku.ports if asked.hwsku is not None else None
        return Pools(
            asked.asic,
            asked.hwsku,
            amount_bytes(pool, "--pool", asked.asic),
            amount_bytes(xoff, "--xoff", asked.asic, zero=True),
            None,
            ports or hwsku_ports or 0,
        )
    hwsku = _hwsku(asked)
    published, role = _published(hwsku, topology)
    ingress, egress = published.pool(INGRESS_POOL), published.pool(EGRESS_POOL)
    if ingress is None:
        names = ", ".join(each.name for each in published.pools)
        raise refuse(
            f"{hwsku.name} publishes no {INGRESS_POOL} for {role}, only {names}: it carries no lossless traffic"
        )
    return Pools(
        asked.asic,
        hwsku,
        ingress.size_bytes,
        ingress.xoff_bytes or 0,
        egress.size_bytes if egress is not None and egress.size_bytes else None,
        ports or hwsku.ports or 0,
        published,
        role,
    )


def _hwsku(asked: Asked) -> Hwsku:
    if asked.hwsku is not None:
        return asked.hwsku
    if asked.platform is None:
        raise refuse("which pools? pass --pool and --xoff, or --sku for published ones")
    named = [sku.name for sku in asked.platform.hwskus if sku.buffer_ids]
    if named:
        raise refuse(f"{asked.platform.key} is run as several HWSKUs, name one with --sku: {', '.join(named)}")
    raise refuse(f"no pools are published for {asked.platform.key}: pass --pool and --xoff")


def _published(hwsku: Hwsku, topology: str) -> tuple[PublishedBuffers, str]:
    if not hwsku.buffer_ids:
        raise refuse(f"no pools are published for {hwsku.name}: pass --pool and --xoff")
    if topology:
        found = hwsku.buffers(topology)
        if found is None:
            raise refuse(f"{hwsku.name} publishes no pools for '{topology}', only for {', '.join(hwsku.topologies)}")
        return found, topology
    if len({buffer_id for _, buffer_id in hwsku.buffer_ids}) > 1:
        raise refuse(f"{hwsku.name} publishes different pools, name one with --topology: {', '.join(hwsku.topologies)}")
    found = hwsku.buffers(hwsku.topologies[0])
    if found is None:
        raise refuse(f"no pools are published for {hwsku.name}: pass --pool and --xoff")
    return found, ", ".join(hwsku.topologies)


def group_asked(pools: Pools, said: Said) -> Group:
    """The group that the command line says, as far as it does, and the published rows of the HWSKU beyond that.

    Raises:
        typer.BadParameter: a value is none.
        typer.Exit: something is missing or contradicts; it has been said.
    """
    rows = _rows(pools, said)
    row = rows[0] if len(rows) == 1 else None
    table = pools.hwsku.table() if pools.hwsku is not None else None
    exponent = _dynamic_th(said, rows)
    minima, offsets = {each.size_bytes for each in rows}, {each.xon_offset_bytes for each in rows}
    offset = offsets.pop() if len(offsets) == 1 else None
    return Group(
        exponent,
        amount_bytes(said.minimum, "--min", pools.asic, zero=True) if said.minimum else max(minima, default=0),
        amount_bytes(said.headroom, "--headroom", pools.asic) if said.headroom else row.xoff_bytes if row else None,
        row.xon_bytes if row is not None else 0,
        amount_bytes(said.xon_offset, "--xon-offset", pools.asic, zero=True) if said.xon_offset else offset,
        row,
        table.sources[0] if table is not None and rows else "said",
    )


def _rows(pools: Pools, said: Said) -> tuple[HeadroomRow, ...]:
    """The published rows that may be meant: one where speed and cable are named, else all."""
    table = pools.hwsku.table() if pools.hwsku is not None else None
    if table is None:
        return ()
    if not (said.speed and said.cable):
        return table.rows
    wanted_mbps, length_m = speed_mbps(said.speed), cable_length_m(said.cable)
    row = table.row(wanted_mbps, int(length_m)) if length_m == int(length_m) else None
    found = row or table.next_longer(wanted_mbps, length_m)
    return (found,) if found is not None else ()


def _dynamic_th(said: Said, rows: tuple[HeadroomRow, ...]) -> int:
    if said.dynamic_th is not None and said.alpha:
        raise refuse("--alpha and --dynamic-th say the same: pass one of them")
    if said.dynamic_th is not None:
        return said.dynamic_th
    if said.alpha:
        from roceconf.units import alpha

        try:
            return dynamic_th_of(alpha(said.alpha))
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--alpha") from None
    exponents = {row.dynamic_th for row in rows}
    if len(exponents) != 1:
        raise refuse("which alpha? pass --alpha, such as 1/8, or --dynamic-th, such as -3")
    return exponents.pop()


def shared_of(pools: Pools, group: Group, lossless_groups: int) -> SharedBuffer:
    """What a partition shares with these pools and such groups.

    Raises:
        typer.Exit: nothing is left to share, or the chip is not public; it has been said.
    """
    try:
        shared = shared_buffer(
            pools.asic,
            pool_bytes=pools.pool_bytes,
            pool_xoff_bytes=pools.xoff_bytes,
            ports=pools.ports,
            lossless_groups=lossless_groups,
            group_min_bytes=group.min_bytes,
            egress_lossless_pool_bytes=pools.egress_bytes,
        )
    except ValueError as error:
        raise refuse(str(error)) from None
    if shared is None:
        raise refuse(
            f"the cell size or the partitions of {pools.asic.name} are not public: {pools.asic.partitions.note}"
        )
    return shared


def amount_bytes(text: str, option: str, asic: Asic, *, zero: bool = False) -> int:
    """A stretch of buffer in bytes: a plain number of bytes, as SONiC writes it, or a number with its unit.

    Args:
        text: what the user wrote.
        option: the option, for the message.
        asic: for cells.
        zero: whether 0 is an amount here.

    Raises:
        typer.BadParameter: it is none.
    """
    from roceconf.units import size

    if text.isascii() and text.isdigit() and len(text) <= 12 and (zero or int(text)):
        return int(text)
    try:
        return size(text).in_bytes(asic.cell_bytes.value or 1)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None


def caveats_of(pools: Pools, group: Group | None = None) -> tuple[str, ...]:
    """What to know of pools and group before relying on them."""
    said = []
    if pools.published is not None and pools.published.suspect:
        said.append(f"these pools are doubtful: {pools.published.suspect}")
    if not pools.ports:
        said.append("no --ports are given, so nothing is taken out of the pool for them")
    if group is not None and group.row is not None and group.row.suspect:
        said.append(
            f"the row of {speed_name(group.row.speed_mbps)} {group.row.cable_m}m is doubtful: {group.row.suspect}"
        )
    return tuple(said)
