"""Options that several commands share: words to values, with a message that says what is accepted."""

from collections.abc import Sequence
from enum import StrEnum

import typer


class PageFormat(StrEnum):
    """What a page is for: people or programs."""

    TEXT = "text"
    JSON = "json"


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


def speed_mbps(text: str) -> int:
    """A port speed in Mb/s.

    Raises:
        typer.BadParameter: no speed of Ethernet with its unit.
    """
    from roceconf.units import speed_mbps as rate_mbps

    try:
        return rate_mbps(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--speed") from None


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
