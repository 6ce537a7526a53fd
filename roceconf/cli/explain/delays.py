"""Delays on a command line: as a time, or by the name of what has it."""

import re
from decimal import Decimal
from typing import Annotated

import typer

from roceconf.cli.pages.delay import Delay
from roceconf.sizing import gearbox, gearboxes, peer, peers

LONGEST_NS = 1_000_000
"""A millisecond: three times what the longest PFC pause lasts at 100G (IEEE 802.3: 65535 quanta, 335.5 us)."""

_TIME = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,6})?) ?(ns|us)")
_BARE = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def peer_response(text: str, speed_mbps: int) -> Delay | None:
    """The response that ``--peer`` names.

    Args:
        text: a known peer, or a time such as ``1.5us``; empty where not given.
        speed_mbps: the link's speed.

    Raises:
        typer.BadParameter: no such peer, no time, or a peer of which nothing is known at this speed.
    """
    if not text:
        return None
    if text[0].isdigit():
        return Delay(_time_ns(text, "--peer"))
    try:
        known = peer(text)
        return Delay(known.response_ns(speed_mbps), known.title, known.source, f"{known.standing}: {known.note}")
    except ValueError as error:
        hint = "" if text in {each.name for each in peers()} else "; or a time, such as 1500ns or 1.5us"
        raise typer.BadParameter(f"{error}{hint}", param_hint="--peer") from None


def gearbox_delay(text: str) -> Delay | None:
    """The delay that ``--gearbox`` names.

    Args:
        text: a known box, or a time such as ``400ns``; empty where not given.

    Raises:
        typer.BadParameter: no such box, or no time.
    """
    if not text:
        return None
    if text[0].isdigit():
        return Delay(_time_ns(text, "--gearbox"))
    try:
        known = gearbox(text)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; or a time, such as 400ns", param_hint="--gearbox") from None
    return Delay(known.delay_ns, known.title, known.source, known.standing)


def known_peers() -> str:
    """The names that ``--peer`` takes, for its help."""
    return ", ".join(each.name for each in peers())


def known_gearboxes() -> str:
    """The names that ``--gearbox`` takes, for its help."""
    return ", ".join(each.name for each in gearboxes())


PeerOption = Annotated[
    str, typer.Option(metavar="NAME|TIME", help=f"How slow the peer reacts: {known_peers()}, or such as 1.5us.")
]
GearboxOption = Annotated[
    str, typer.Option(metavar="NAME|TIME", help=f"Retimer or gearbox: {known_gearboxes()}, or such as 400ns.")
]


def _time_ns(text: str, option: str) -> float:
    found = _TIME.fullmatch(text)
    if found is None:
        why = f"{text} has no unit; write {text}ns" if _BARE.fullmatch(text) else f"'{text}' is no time"
        raise typer.BadParameter(f"{why}; a time is written as 400ns or 1.5us", param_hint=option)
    time_ns = Decimal(found[1]) * (1000 if found[2] == "us" else 1)
    if time_ns > LONGEST_NS:
        raise typer.BadParameter(f"{text} is too long to be true (up to {LONGEST_NS // 1000}us)", param_hint=option)
    return float(time_ns)
