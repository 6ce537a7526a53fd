"""Delays on a command line: as a time, or by the name of what has it."""

from typing import Annotated

import typer

from roceconf.cli.pages.delay import Delay
from roceconf.ranges import GEARBOX_NS, PEER_RESPONSE_NS, Range
from roceconf.sizing import gearbox, gearboxes, peer, peers
from roceconf.units import delay


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
    said = _said(text, "--peer", "peer's response", PEER_RESPONSE_NS)
    if isinstance(said, int):
        return Delay(said)
    try:
        known = peer(said)
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
    said = _said(text, "--gearbox", "gearbox delay", GEARBOX_NS)
    if isinstance(said, int):
        return Delay(said)
    try:
        known = gearbox(said)
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


def _said(text: str, option: str, what: str, allowed_ns: Range) -> int | str:
    """A time in nanoseconds, or a name."""
    named = known_peers() if option == "--peer" else known_gearboxes()
    try:
        return delay(text, what, *allowed_ns)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; or a name: {named}", param_hint=option) from None
