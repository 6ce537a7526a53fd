"""Options that several commands share: each declared once, its words to values, with a message of what is accepted."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

from roceconf.ranges import FAN_IN, FAN_OUT
from roceconf.switch import Medium


class PageFormat(StrEnum):
    """What a page is for: people or programs."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[PageFormat, typer.Option("--format", help="For people or programs.")]

SkuOption = Annotated[str, typer.Option(help="Platform or HWSKU, for what is published of it.")]
AsicOption = Annotated[str, typer.Option(help="ASIC, such as th5; not needed with --sku.")]
TopologyOption = Annotated[str, typer.Option(help="Role whose pools are taken, such as t0, t1, lt2.")]

SpeedOption = Annotated[str, typer.Option(help="Speed of the port, such as 400G.")]
CableOption = Annotated[str, typer.Option(help="Length of its cable, such as 40m.")]
MediumOption = Annotated[Medium, typer.Option(help="What the cable is made of.")]

PoolOption = Annotated[str, typer.Option(help="Size of the ingress lossless pool, such as 162539680 or 155MiB.")]
PoolXoffOption = Annotated[str, typer.Option("--xoff", help="Headroom pool of that pool; 0 where it has none.")]
SharedOption = Annotated[str, typer.Option(help="Shared buffer of one partition, such as 60MB, instead of pools.")]
PortsOption = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Ports of the switch; not needed with a --sku that tells.")
]
GroupsOption = Annotated[
    int | None,
    typer.Option("--groups", "--classes", min=1, max=8, help="Lossless priority groups of a port; 1 if left out."),
]

AlphaOption = Annotated[str, typer.Option("--alpha", help="Alpha of the lossless priority groups, such as 1/8.")]
DynamicThOption = Annotated[
    int | None, typer.Option("--dynamic-th", help="Exponent of alpha, as SONiC writes it; instead of --alpha.")
]
MinOption = Annotated[str, typer.Option("--min", help="Minimum of a group (size of its profile).")]
HeadroomOption = Annotated[str, typer.Option("--headroom", help="Headroom of a group (xoff of its profile).")]

FanInOption = Annotated[
    int | None,
    typer.Option(min=FAN_IN.lowest, max=FAN_IN.highest, help="How many senders may hit one port at once."),
]
FanOutOption = Annotated[
    int | None,
    typer.Option(min=FAN_OUT.lowest, max=FAN_OUT.highest, help="How many ports one port may send to at once."),
]


def words(option: str, values: Sequence[str] | None) -> tuple[str, ...]:
    """The words of an option that may be repeated and takes several at once, parted by commas.

    Args:
        option: the option's name, for the message.
        values: as given; None where it is not.

    Raises:
        typer.BadParameter: a value holds no word.
    """
    found: list[str] = []
    for value in values or ():
        here = [word.strip() for word in value.split(",") if word.strip()]
        if not here:
            raise typer.BadParameter(f"'{value}' names nothing; give a value, or leave it out", param_hint=option)
        found += here
    return tuple(found)


def known_sku(name: str, hint: str = "--sku") -> str:
    """A platform or HWSKU of the catalogue, as the user wrote it; empty where not given.

    Args:
        name: what the user wrote.
        hint: the option or argument that holds it, for the message.

    Raises:
        typer.BadParameter: the catalogue has none of that name; the message names the nearest.
    """
    if name:
        from roceconf.asic import UnknownPlatform, foreign_family, platform

        try:
            platform(name)
        except UnknownPlatform as error:
            family = foreign_family(name)
            why = f"'{name}' is {family}, no Tomahawk" if family else f"{error}; 'roceconf sku' lists them all"
            raise typer.BadParameter(why, param_hint=hint) from None
    return name


def asic_key(name: str) -> str:
    """The key of an ASIC of the catalogue; empty where not given.

    Raises:
        typer.BadParameter: the catalogue has none of that name; the message names the nearest.
    """
    if not name:
        return ""
    from roceconf.asic import UnknownAsic, asic

    try:
        return asic(name).key
    except UnknownAsic as error:
        raise typer.BadParameter(f"{error}; 'roceconf asic' lists them all", param_hint="--asic") from None


def cable_m(text: str) -> int | None:
    """A cable length in whole metres, rounded up so that nothing is called long enough that is not; None where empty.

    Raises:
        typer.BadParameter: no length with its unit.
    """
    return -int(-cable_length_m(text) // 1) if text else None


def cable_length_m(text: str) -> float:
    """A cable length in metres.

    Raises:
        typer.BadParameter: no length with its unit.
    """
    from roceconf.units import cable_m as length_m

    try:
        return length_m(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--cable") from None


def speed_mbps(text: str, option: str = "--speed") -> int:
    """A port speed in Mb/s.

    Args:
        text: as the user wrote it.
        option: the option that holds it, for the message.

    Raises:
        typer.BadParameter: no speed of Ethernet with its unit.
    """
    from roceconf.units import speed_mbps as rate_mbps

    try:
        return rate_mbps(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None


def plain_number(text: str) -> int | float | str:
    """The number that a word is, as YAML would take it; the word itself where it is none.

    Args:
        text: as the user wrote it.
    """
    if re.fullmatch(r"[0-9]{1,18}", text):
        return int(text)
    return float(text) if re.fullmatch(r"[0-9]{1,18}\.[0-9]{1,18}", text) else text


def dscps(option: str, values: Sequence[str] | None) -> tuple[int, ...]:
    """DSCPs, each once, ascending.

    Args:
        option: the option's name, for the message.
        values: numbers, several in one word parted by commas.

    Raises:
        typer.BadParameter: a word is no DSCP (RFC 2474: six bits).
    """
    found = set()
    for word in words(option, values):
        if not (word.isascii() and word.isdigit() and len(word) < 4 and int(word) < 64):
            raise typer.BadParameter(f"'{word}' is no DSCP: 0 to 63", param_hint=option)
        found.add(int(word))
    return tuple(sorted(found))
