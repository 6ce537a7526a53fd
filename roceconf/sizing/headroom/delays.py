"""Peers that are known to be slow to react, and boxes with gearboxes: as data, each with its source."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.asic import speed_name
from roceconf.sizing.constants import read
from roceconf.sizing.headroom.constants import ieee_response_ns

if TYPE_CHECKING:
    from collections.abc import Mapping


class Peer(NamedTuple):
    """What is at the other end of a link, and how long it takes from a PFC frame to its last frame started.

    Attributes:
        name: kebab-case.
        title: what it is.
        source: where its response comes from.
        standing: ``published``, ``derived`` or ``inferred``.
        note: what to know before relying on it.
        fixed_response_ns: its response at any speed; None where it follows the bound of IEEE 802.3.
        bound_times: by how much it exceeds that bound, where it does: pairs of speed in Mb/s and factor.
    """

    name: str
    title: str
    source: str
    standing: str
    note: str
    fixed_response_ns: float | None = None
    bound_times: tuple[tuple[int, int], ...] = ()

    def response_ns(self, speed_mbps: int) -> float:
        """Return its response.

        Args:
            speed_mbps: the link's speed.

        Returns:
            Nanoseconds from a PFC frame received to the last frame started.

        Raises:
            ValueError: if it follows IEEE 802.3, which lists no response at this speed.

        Source:
            ``data/peers.toml``; IEEE 802.3 Annex 31B.3.7 for what follows it.
        """
        if self.fixed_response_ns is not None:
            return self.fixed_response_ns
        bound = ieee_response_ns(speed_mbps)
        if bound is None:
            listed = ", ".join(speed_name(int(each)) for each in cast("Mapping[str, int]", read("response")["quanta"]))
            raise ValueError(
                f"IEEE 802.3 Annex 31B.3.7 lists no response at {speed_name(speed_mbps)} (it lists {listed}; 800G as"
                " SONiC reads it): give the peer's response as a time"
            )
        return bound * dict(self.bound_times).get(speed_mbps, 1)


class Gearbox(NamedTuple):
    """A box with gearboxes between chip and port.

    Attributes:
        name: kebab-case.
        title: what it is.
        source: where its delay comes from.
        standing: ``published``, ``derived`` or ``inferred``.
        delay_ns: what a gearbox of it adds, one way.
    """

    name: str
    title: str
    source: str
    standing: str
    delay_ns: float


@cache
def peers() -> tuple[Peer, ...]:
    """Return every peer that is known.

    Returns:
        In the order of the data file.

    Source:
        ``data/peers.toml``, each with its own.
    """
    return tuple(_peer(name, said) for name, said in _tables("peers").items())


def peer(name: str) -> Peer:
    """Return a peer by its name.

    Args:
        name: such as ``cisco-8102``.

    Returns:
        The peer.

    Raises:
        ValueError: if there is none; the message names them all.

    Source:
        ``data/peers.toml``.
    """
    for known in peers():
        if known.name == name:
            return known
    raise ValueError(f"no peer '{name}' is known: one of {', '.join(known.name for known in peers())}")


@cache
def gearboxes() -> tuple[Gearbox, ...]:
    """Return every box with gearboxes that is known.

    Returns:
        In the order of the data file.

    Source:
        ``data/peers.toml``, each with its own.
    """
    return tuple(
        Gearbox(
            name,
            cast("str", said["title"]),
            cast("str", said["source"]),
            cast("str", said["standing"]),
            cast("float", said["delay_ns"]),
        )
        for name, said in _tables("gearboxes").items()
    )


def gearbox(name: str) -> Gearbox:
    """Return a box with gearboxes by its name.

    Args:
        name: such as ``sn3800``.

    Returns:
        The box.

    Raises:
        ValueError: if there is none; the message names them all.

    Source:
        ``data/peers.toml``.
    """
    for known in gearboxes():
        if known.name == name:
            return known
    raise ValueError(f"no gearbox '{name}' is known: one of {', '.join(known.name for known in gearboxes())}")


def _peer(name: str, said: Mapping[str, object]) -> Peer:
    times = cast("Mapping[str, int]", said.get("bound_times", {}))
    return Peer(
        name=name,
        title=cast("str", said["title"]),
        source=cast("str", said["source"]),
        standing=cast("str", said["standing"]),
        note=cast("str", said["note"]),
        fixed_response_ns=None if "bound" in said else cast("float", said["response_ns"]),
        bound_times=tuple((int(speed), factor) for speed, factor in times.items()),
    )


def _tables(kind: str) -> Mapping[str, Mapping[str, object]]:
    return cast("Mapping[str, Mapping[str, object]]", read("peers")[kind])
