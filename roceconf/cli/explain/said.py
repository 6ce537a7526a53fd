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
        typer.Exit: it is in cells of a chip that is not named, or whose cell is not public; it has been said.
    """
    from roceconf.units import size

    if bare and text.isascii() and text.isdigit() and len(text) <= 12 and (zero or int(text)):
        return int(text)
    try:
        held = size(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None
    cell = None if asic is None else asic.cell_bytes.value
    if held.as_bytes is not None or cell is not None:
        return held.in_bytes(cell or 1)
    raise refuse(f"{option} {text}: cells of which chip? pass --asic or --sku, or say bytes")
