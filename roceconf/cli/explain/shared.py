"""The buffer that bounds a threshold: as the user says, else as published for the switch or its chip."""

from fractions import Fraction
from functools import partial
from typing import NamedTuple

import typer

from roceconf.asic import HeadroomRow, HeadroomTable, buffer_configurations
from roceconf.cli.explain.chip import Asked
from roceconf.cli.output import refuse
from roceconf.sizing import INGRESS_POOL, alpha_of, published_shared_buffer
from roceconf.units import alpha as alpha_in_words
from roceconf.units import size as size_in_words


class Buffer(NamedTuple):
    """Alpha and shared buffer of one partition, each with where it comes from; None where not known.

    Attributes:
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: what the groups of one partition share.
        sources: a sentence for each.
    """

    alpha: Fraction | None
    shared_bytes: int | None
    sources: tuple[str, ...]


def buffer_of(asked: Asked | None, alpha: str, shared: str, speed_mbps: int | None, lossless_groups: int) -> Buffer:
    """The buffer a number is bounded by.

    Args:
        asked: chip, platform and HWSKU; None where none is named.
        alpha: as the user wrote it; empty where not.
        shared: shared buffer of one partition, likewise.
        speed_mbps: speed of the port whose published alpha is wanted; None for any.
        lossless_groups: lossless groups of a port.

    Raises:
        typer.BadParameter: alpha or size is none.
        typer.Exit: the shared buffer is said in cells of a chip that is not named; it has been said.
    """
    factor, whence = _alpha(asked, alpha, speed_mbps)
    size, pool = _shared(asked, shared, speed_mbps, lossless_groups)
    return Buffer(factor, size, (whence, pool))


def _alpha(asked: Asked | None, said: str, speed_mbps: int | None) -> tuple[Fraction | None, str]:
    if said:
        try:
            return alpha_in_words(said), f"alpha {said}: given"
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--alpha") from None
    table = _table(asked)
    exponents = {row.dynamic_th for row in _rows(table, speed_mbps)}
    if table is None or len(exponents) != 1:
        return None, "alpha: not published for what was named; pass --alpha"
    factor = alpha_of(exponents.pop())
    return factor, f"alpha {factor}: published for this platform ({table.sources[0]})"


def _table(asked: Asked | None) -> HeadroomTable | None:
    if asked is None or asked.platform is None:
        return None
    return asked.platform.table_for(None if asked.hwsku is None else asked.hwsku.name)


def _rows(table: HeadroomTable | None, speed_mbps: int | None) -> list[HeadroomRow]:
    rows = () if table is None else table.rows
    return [row for row in rows if not row.suspect and speed_mbps in (None, row.speed_mbps)]


def _shared(asked: Asked | None, said: str, speed_mbps: int | None, lossless_groups: int) -> tuple[int | None, str]:
    if said:
        return _said_bytes(asked, said), f"shared buffer {said}: given"
    if asked is None:
        return None, "shared buffer: no switch is named; pass --sku, --asic or --shared"
    published = [] if asked.hwsku is None else [asked.hwsku.buffers(role) for role in asked.hwsku.topologies]
    own = [held for held in published if held is not None and not held.suspect and held.pool(INGRESS_POOL)]
    kin = [held for held in buffer_configurations(asked.asic.key) if not held.suspect and held.pool(INGRESS_POOL)]
    ports = 0 if asked.hwsku is None else asked.hwsku.ports or 0
    reserved = max((row.size_bytes for row in _rows(_table(asked), speed_mbps)), default=0)
    reckon = partial(
        published_shared_buffer, asked.asic, ports=ports, lossless_groups=lossless_groups, group_min_bytes=reserved
    )
    sized = [(shared.shared_bytes, held) for held in own or kin if (shared := reckon(held)) is not None]
    if not sized:
        return None, f"shared buffer: none is published for {asked.asic.name}; pass --shared"
    least, held = min(sized, key=lambda pair: (pair[0], pair[1].id))
    whose = "published for this platform" if own else f"the smallest published for {asked.asic.name}"
    return least, f"shared buffer {least:,} B a partition: {whose} ({held.source}), headroom and minima taken off"


def _said_bytes(asked: Asked | None, said: str) -> int:
    try:
        size = size_in_words(said)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--shared") from None
    if size.as_bytes is not None:
        return size.as_bytes
    cell = None if asked is None else asked.asic.cell_bytes.value
    if cell is None:
        raise refuse(f"--shared {said}: cells of which chip? pass --asic or --sku, or say bytes")
    return int(size.number) * cell
