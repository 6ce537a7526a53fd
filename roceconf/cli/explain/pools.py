"""Which pools a subject is asked about: as said, else as published for the switch, else the smallest for its chip."""

from typing import NamedTuple

from roceconf.asic import Hwsku, PublishedBuffers
from roceconf.cli.explain.chip import Asked, asked_about
from roceconf.cli.explain.group import group_asked
from roceconf.cli.explain.said import Said, amount_bytes
from roceconf.cli.options import speed_mbps
from roceconf.cli.output import refuse
from roceconf.cli.pages.asked import SAID, Given, Pools, SwitchAsked
from roceconf.sizing import EGRESS_POOL, INGRESS_POOL, least_published_shared_buffer, speed_caveats

LOSSLESS_GROUPS = 1
"""Lossless priority groups of a port where nobody says: what a plan has whose intent names no classes."""

NO_PORTS = "no --ports are given, so nothing is taken out of the pool for them: what is shared is less"


def pools_asked(said: Said) -> tuple[SwitchAsked, Pools]:
    """The switch, and the pools that the command line names or says.

    Raises:
        typer.BadParameter: a name is not in the catalogue, or an amount is none.
        typer.Exit: something is missing, ambiguous or contradicts; it has been said.
    """
    asked = asked_about(said.sku, said.asic)
    switch = switch_asked(asked, said)
    if switch.pools is None:
        raise refuse(unpublished(asked))
    return without_ports(switch), switch.pools


def switch_asked(asked: Asked, said: Said) -> SwitchAsked:
    """The switch that the command line names, with its pools where any are known and none are said not to matter.

    Raises:
        typer.BadParameter: an amount is none.
        typer.Exit: something is missing, ambiguous or contradicts; it has been said.
    """
    switch = SwitchAsked(
        asked.asic, asked.hwsku, None, ports_asked(asked, said), groups_asked(said), group_asked(asked, said)
    )
    caveats = speed_caveats(asked.asic, speed_mbps(said.speed)) if said.speed else ()
    if said.shared:
        return switch._replace(caveats=caveats)
    return switch._replace(pools=_pools(asked, said, switch), caveats=caveats)


def without_ports(switch: SwitchAsked) -> SwitchAsked:
    """The switch, with a caveat where nobody says its ports, for what counts them."""
    return switch if switch.ports.value else switch._replace(caveats=(*switch.caveats, NO_PORTS))


def ports_asked(asked: Asked | None, said: Said) -> Given:
    """Ports of the switch as said, else as published for the HWSKU; 0 where nobody says."""
    if said.ports is not None:
        return Given(said.ports, SAID)
    hwsku = None if asked is None else asked.hwsku
    if hwsku is not None and hwsku.ports:
        return Given(hwsku.ports, f"published for {hwsku.name}")
    return Given(0, "not said; pass --ports")


def groups_asked(said: Said) -> Given:
    """Lossless priority groups of a port as said, else what a plan has."""
    if said.groups is not None:
        return Given(said.groups, SAID)
    return Given(LOSSLESS_GROUPS, "assumed, as in a plan without classes; SONiC ships 2: pass --groups")


def unpublished(asked: Asked) -> str:
    """That there are no pools to take, and what to pass."""
    return f"no pools are published for {asked.asic.name}: pass --pool and --xoff, or --shared"


def _pools(asked: Asked, said: Said, switch: SwitchAsked) -> Pools | None:
    if said.pool or said.xoff:
        if not (said.pool and said.xoff):
            raise refuse("pass both --pool and --xoff, the pool's headroom; 0 where it has none")
        if said.topology:
            raise refuse("--topology takes published pools, --pool says others: leave one of them out")
        size = amount_bytes(said.pool, "--pool", asked.asic)
        xoff = amount_bytes(said.xoff, "--xoff", asked.asic, zero=True)
        # On Tomahawk, + and 2 headroom lies beside the pool: there only both together can be too much.
        if xoff > size and asked.asic.pool_contains_headroom.value is not False:
            raise refuse(
                f"the headroom pool of {xoff:,} B is {xoff - size:,} B larger than the pool of {size:,} B it lies in"
            )
        return Pools(size, xoff, None, "", SAID)
    own = _own(asked, said.topology)
    if own.published is not None:
        whose = "the switch" if asked.hwsku is None else asked.hwsku.name
        return _of(own.published, own.role, f"published for {whose} as {own.role.replace(', ', ' and ')}")
    try:
        least = least_published_shared_buffer(
            asked.asic,
            ports=switch.ports.value,
            lossless_groups=switch.groups.value,
            group_min_bytes=switch.group.minimum.value,
        )
    except ValueError as error:
        raise refuse(str(error)) from None
    if least is None:
        return None
    _, published = least
    by = f"assumed, the smallest published for {asked.asic.name} ({published.id}), for {own.why}"
    return _of(published, "", by)


class _Own(NamedTuple):
    """Pools published for the switch itself, and for which roles; or why there are none."""

    published: PublishedBuffers | None
    role: str = ""
    why: str = ""


def _own(asked: Asked, topology: str) -> _Own:
    hwsku = asked.hwsku
    if hwsku is None:
        return _without_hwsku(asked, topology)
    if topology:
        found = hwsku.buffers(topology)
        if found is None:
            known = ", ".join(hwsku.topologies)
            raise refuse(f"{hwsku.name} publishes no pools for '{topology}'" + (f", only for {known}" if known else ""))
        return _trusted(hwsku, found, topology)
    held = [found for role in hwsku.topologies if (found := hwsku.buffers(role)) is not None]
    if not held:
        return _Own(None, why=f"none are published for {hwsku.name}")
    if len({each.id for each in held}) > 1 and not all(each.suspect for each in held):
        raise refuse(f"{hwsku.name} publishes different pools, name one with --topology: {', '.join(hwsku.topologies)}")
    return _trusted(hwsku, held[0], ", ".join(hwsku.topologies))


def _without_hwsku(asked: Asked, topology: str) -> _Own:
    if asked.platform is None:
        if topology:
            raise refuse("--topology is a role of a HWSKU: pass --sku")
        return _Own(None, why="no switch is named")
    named = [sku.name for sku in asked.platform.hwskus if sku.buffer_ids]
    if named or topology:
        names = ", ".join(named or [sku.name for sku in asked.platform.hwskus])
        raise refuse(
            f"{asked.platform.key} is run as several HWSKUs, name one with --sku: {names}; or pass --asic "
            f"{asked.asic.key} alone for the smallest pools published for it"
        )
    return _Own(None, why=f"none are published for {asked.platform.key}")


def _trusted(hwsku: Hwsku, found: PublishedBuffers, role: str) -> _Own:
    if found.pool(INGRESS_POOL) is None:
        names = ", ".join(each.name for each in found.pools)
        raise refuse(
            f"{hwsku.name} publishes no {INGRESS_POOL} for {role}, only {names}: it carries no lossless traffic; "
            "for other pools pass --pool and --xoff"
        )
    if found.suspect:
        return _Own(None, why=f"those of {hwsku.name} are doubtful: {found.suspect}")
    return _Own(found, role)


def _of(published: PublishedBuffers, role: str, by: str) -> Pools:
    ingress, egress = published.pool(INGRESS_POOL), published.pool(EGRESS_POOL)
    return Pools(
        pool_bytes=0 if ingress is None else ingress.size_bytes,
        xoff_bytes=0 if ingress is None else ingress.xoff_bytes or 0,
        egress_bytes=egress.size_bytes if egress is not None and egress.size_bytes else None,
        topology=role,
        by=by,
        source=published.source,
    )
