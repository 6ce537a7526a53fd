"""Which shared buffer a subject is asked about, the same for all of them: as said, or what the pools leave."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from roceconf.asic import Asic
from roceconf.cli.explain.chip import Asked, asked_about
from roceconf.cli.explain.group import dynamic_th_said
from roceconf.cli.explain.pools import groups_asked, ports_asked, switch_asked, unpublished, without_ports
from roceconf.cli.explain.said import Said, amount_bytes
from roceconf.cli.output import refuse
from roceconf.cli.pages.asked import (
    BufferAsked,
    Given,
    Pools,
    SwitchAsked,
    alpha_said,
    groups_said,
    partition,
    taken_of,
)
from roceconf.sizing import Derivation, Promise, SharedBuffer, Term, alpha_of, buffer_budget, shared_buffer


class Bound(NamedTuple):
    """Alpha and shared buffer that bound a number; None where they are not known.

    Attributes:
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: what the groups of one partition share.
        groups: lossless priority groups of a port.
        ports: ports of the switch; 0 where nobody says.
        taken: who gave each, or what to pass, a sentence each.
        sources: where what is published stands.
        caveats: what to know before relying on it.
    """

    alpha: Fraction | None
    shared_bytes: int | None
    groups: Given
    ports: Given
    taken: tuple[str, ...]
    sources: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()


def buffer_asked(said: Said, *, counts_minimum: bool = True) -> BufferAsked:
    """The switch, what a partition of it shares, and alpha.

    Args:
        said: the command line.
        counts_minimum: whether the minimum of a group counts for more than what is left to share.

    Raises:
        typer.BadParameter: a name is not in the catalogue, or an amount is none.
        typer.Exit: something is missing, ambiguous or contradicts, or nothing is left to share; it has been said.
    """
    asked = asked_about(said.sku, said.asic)
    minimum = {} if counts_minimum else {"--min": said.minimum}
    _nothing_beside_shared(said, {"--ports": said.ports, "--groups": said.groups, **minimum})
    switch = switch_asked(asked, said)
    shared = _said(asked, said) if said.shared else _left(asked, switch)
    if switch.group.dynamic_th is None:
        raise refuse("which alpha? pass --alpha, such as 1/8, or --dynamic-th, such as -3")
    return BufferAsked(_counted(switch, shared), shared, switch.group.dynamic_th)


def bound_asked(said: Said, *, counts_ports: bool = False) -> Bound:
    """Alpha and shared buffer for a number that they only bound: as far as they are known.

    Args:
        said: the command line.
        counts_ports: whether the number needs the ports for something else too.

    Raises:
        typer.BadParameter: a name is not in the catalogue, or an amount is none.
        typer.Exit: something is ambiguous or contradicts, or nothing is left to share; it has been said.
    """
    ports = {} if counts_ports else {"--ports": said.ports}
    _nothing_beside_shared(said, {"--min": said.minimum, **ports})
    of_a_chip = (said.sku, said.asic, said.topology, said.pool, said.xoff, said.minimum, *ports.values())
    if any(of_a_chip):
        return _of_chip(asked_about(said.sku, said.asic), said)
    exponent, groups = dynamic_th_said(said), groups_asked(said)
    bytes_said = amount_bytes(said.shared, "--shared", None, bare=False) if said.shared else None
    shared = _shared_said(said) if said.shared else "shared buffer: no switch is named; pass --sku, --asic or --shared"
    alpha = None if exponent is None else alpha_of(exponent.value)
    taken = (_alpha_taken(exponent), shared, groups_said(groups))
    return Bound(alpha, bytes_said, groups, ports_asked(None, said), taken)


def _of_chip(asked: Asked, said: Said) -> Bound:
    switch = switch_asked(asked, said)
    exponent, pools = switch.group.dynamic_th, switch.pools
    bytes_shared: int | None = None
    if said.shared:
        bytes_shared = _shared_bytes(asked.asic, said)
        shared: tuple[str, ...] = (_shared_said(said), groups_said(switch.groups))
    elif pools is None or asked.asic.partitions.value is None or asked.asic.cell_bytes.value is None:
        shared = (f"shared buffer: {unpublished(asked) if pools is None else _not_public(asked)}",)
    else:
        left = _left(asked, switch)
        switch, bytes_shared = _counted(switch, left), left.shared_bytes
        what = f"shared buffer {bytes_shared:,} B a partition: what is left of the pool below"
        shared = (what, *taken_of(switch, "pools", "ports", "groups", "minimum"))
    return Bound(
        alpha=None if exponent is None else alpha_of(exponent.value),
        shared_bytes=bytes_shared,
        groups=switch.groups,
        ports=switch.ports,
        taken=(_alpha_taken(exponent), *shared),
        sources=tuple(filter(None, ("" if pools is None else pools.source, switch.group.source))),
        caveats=(*switch.caveats, *switch.group.caveats),
    )


def _nothing_beside_shared(said: Said, counted: Mapping[str, object]) -> None:
    """Refuse what a shared buffer that is said leaves without a meaning.

    Args:
        said: the command line.
        counted: what is only counted to find the shared buffer, by option.
    """
    beside = {"--pool": said.pool, "--xoff": said.xoff, "--topology": said.topology, **counted}
    idle = [option for option, value in beside.items() if value]
    if said.shared and idle:
        raise refuse(f"--shared says what {' and '.join(idle)} would be counted for: leave one or the other out")


def _said(asked: Asked, said: Said) -> SharedBuffer:
    cell = asked.asic.cell_bytes
    shared_bytes = _shared_bytes(asked.asic, said)
    if cell.value is None:
        raise refuse(_not_public(asked))
    cells = shared_bytes // cell.value
    if not cells:
        raise refuse(f"--shared {said.shared} is less than one cell of {cell.value} B")
    terms = (
        Term("shared buffer of a partition", "shared", shared_bytes, "B", "given"),
        Term("cell", "C", cell.value, "B", cell.source),
    )
    return SharedBuffer(cells * cell.value, cells, Derivation("floor(shared / C)", terms, cells, "cells"))


def _shared_bytes(asic: Asic, said: Said) -> int:
    """The shared buffer of one partition that is said."""
    shared_bytes = amount_bytes(said.shared, "--shared", asic, bare=False)
    memory, parts = asic.buffer_bytes.value, asic.partitions.value
    if memory is not None and parts is not None and shared_bytes * parts > memory:
        most = memory // parts
        raise refuse(
            f"--shared {said.shared} is {shared_bytes:,} B, {shared_bytes - most:,} B more than {partition(asic)} of "
            f"{asic.name} has, {most:,} B"
        )
    return shared_bytes


def _left(asked: Asked, switch: SwitchAsked) -> SharedBuffer:
    """What the pools leave in a partition."""
    pools = switch.pools
    if pools is None:
        raise refuse(unpublished(asked))
    try:
        shared = shared_buffer(
            asked.asic,
            pool_bytes=pools.pool_bytes,
            pool_xoff_bytes=pools.xoff_bytes,
            ports=switch.ports.value,
            lossless_groups=switch.groups.value,
            group_min_bytes=switch.group.minimum.value,
            egress_lossless_pool_bytes=pools.egress_bytes,
        )
        _check_budget(switch, pools)
    except ValueError as error:
        raise refuse(str(error)) from None
    if shared is None:
        raise refuse(_not_public(asked))
    return shared


def _check_budget(switch: SwitchAsked, pools: Pools) -> None:
    """Refuse what ``explain pool`` refuses: more than the chip has.

    Raises:
        ValueError: with the number that breaks and by how much.
    """
    groups, minimum = switch.groups.value, switch.group.minimum.value
    buffer_budget(
        switch.asic,
        pool_bytes=pools.pool_bytes,
        pool_headroom_bytes=pools.xoff_bytes,
        promises=[Promise(0, groups, switch.ports.value, minimum)],
    )


def _counted(switch: SwitchAsked, shared: SharedBuffer) -> SwitchAsked:
    """The switch, with a caveat where its ports count in the shared buffer and nobody says them."""
    return without_ports(switch) if any(term.symbol == "N" for term in shared.derivation.terms) else switch


def _not_public(asked: Asked) -> str:
    asic = asked.asic
    return f"the cell size or the partitions of {asic.name} are not public: {asic.partitions.note}"


def _alpha_taken(exponent: Given | None) -> str:
    return (
        "alpha: not published, or not alike, for what was named; pass --alpha"
        if exponent is None
        else alpha_said(exponent)
    )


def _shared_said(said: Said) -> str:
    return f"shared buffer {said.shared} a partition: said"
