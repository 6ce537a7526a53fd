"""What a command line says of a switch, its buffer and a priority group; and the amounts in it."""

from typing import NamedTuple

import typer

from roceconf.asic import Asic
from roceconf.cli.output import refuse


class Said(NamedTuple):
    """The options that every subject on buffers takes, as they are written; empty or None where they are not.

    Attributes:
        sku: platform or HWSKU.
        asic: ASIC.
        topology: role.
        pool: size of the ingress lossless pool.
        xoff: its headroom pool.
        ports: ports of the switch.
        groups: lossless priority groups of a port.
        shared: shared buffer of one partition.
        alpha: alpha of a group.
        dynamic_th: its exponent.
        minimum: minimum of a group.
        headroom: headroom of a group.
        xon_offset: its XON offset.
        speed: speed of the port.
        cable: length of its cable.
        link_only_chooses: whether speed and cable only choose published rows, and are nothing where there are none.
    """

    sku: str = ""
    asic: str = ""
    topology: str = ""
    pool: str = ""
    xoff: str = ""
    ports: int | None = None
    groups: int | None = None
    shared: str = ""
    alpha: str = ""
    dynamic_th: int | None = None
    minimum: str = ""
    headroom: str = ""
    xon_offset: str = ""
    speed: str = ""
    cable: str = ""
    link_only_chooses: bool = False


def amount_bytes(text: str, option: str, asic: Asic | None, *, zero: bool = False, bare: bool = True) -> int:
    """A stretch of buffer in bytes: a plain number of bytes, as SONiC writes it, or a number with its unit.

    Args:
        text: what the user wrote.
        option: the option, for the message.
        asic: for cells; None where no chip is named.
        zero: whether 0 is an amount here.
        bare: whether a number without unit is taken for bytes.

    Raises:
        typer.BadParameter: it is none.
        typer.Exit: it is in cells of a chip that is not named, or whose cell is not public, or more than the chip's
            packet buffer; it has been said.
    """
    held_bytes = _amount_bytes(text, option, asic, zero=zero, bare=bare)
    memory = None if asic is None else asic.buffer_bytes.value
    if asic is not None and memory is not None and held_bytes > memory:
        raise refuse(
            f"{option} {text} is {held_bytes:,} B, {held_bytes - memory:,} B more than the packet buffer of "
            f"{asic.name}, {memory:,} B"
        )
    return held_bytes


def _amount_bytes(text: str, option: str, asic: Asic | None, *, zero: bool, bare: bool) -> int:
    from roceconf.units import LARGEST_BUFFER_BYTES, size

    if bare and text.isascii() and text.isdigit() and len(text) <= 12 and (zero or int(text)):
        most = None if asic is None else asic.buffer_bytes.value
        if most is None and int(text) > LARGEST_BUFFER_BYTES:
            raise refuse(f"{option} {text} is more buffer than any Tomahawk has, {LARGEST_BUFFER_BYTES:,} B")
        return int(text)
    try:
        held = size(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None
    cell = None if asic is None else asic.cell_bytes.value
    if held.as_bytes is not None or cell is not None:
        return held.in_bytes(cell or 1)
    raise refuse(f"{option} {text}: cells of which chip? pass --asic or --sku, or say bytes")
