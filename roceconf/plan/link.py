"""What the headroom of a port must be enough for: the link as the intent says it, else the usual."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from roceconf.plan.faults import KeyFaultError, at_key
from roceconf.sizing import (
    SMALLEST_FRAME_BYTES,
    Headroom,
    Link,
    gearbox,
    grouped,
    headroom_by,
    headroom_model,
    model_response_ns,
    peer,
    planning_response_ns,
)
from roceconf.switch import ETHERNET_OVERHEAD_BYTES

if TYPE_CHECKING:
    from roceconf.intent import Intent, PortGroupIntent

UNIFIED = "unified"
"""The model that sizes headroom where the intent names none."""


class PlannedLink(NamedTuple):
    """A link and the model that sizes its headroom.

    Attributes:
        link: cell, speed, cable, frames and delays.
        model: name of the headroom model.
        usual: the same link with a peer that answers as usual and no gearbox, which is what published rows are for.
    """

    link: Link
    model: str
    usual: Link

    @property
    def is_unusual(self) -> bool:
        """Whether the intent says more of the link than published rows know."""
        return self.link != self.usual


def link_of(intent: Intent, group: PortGroupIntent, mtu_bytes: int, cell_bytes: int) -> PlannedLink:
    """The link of some ports.

    Args:
        intent: the whole intent.
        group: the ports.
        mtu_bytes: their largest IP packet.
        cell_bytes: the chip's cell.

    Returns:
        The link; what the group does not say the switch says, and what neither says is the usual, which is the worst
        case for the share of small packets.

    Raises:
        KeyFaultError: a peer, gearbox or model is not known, or the lossless MTU is above the MTU.
    """
    lossless_mtu = group.lossless_mtu_bytes or intent.lossless_mtu_bytes or mtu_bytes
    if lossless_mtu > mtu_bytes:
        message = f"lossless_mtu {lossless_mtu:,} is above the mtu {mtu_bytes:,} of these ports"
        raise KeyFaultError(("lossless_mtu",), message)
    with at_key("headroom_model"):
        model = headroom_model(intent.headroom_model or UNIFIED)
    said_percent = intent.small_packets_percent if group.small_packets_percent is None else group.small_packets_percent
    usual = Link(
        cell_bytes=cell_bytes,
        speed_mbps=group.speed_mbps,
        cable_m=ceil(group.cable_m or 0),
        medium=group.medium,
        frame_bytes=max(mtu_bytes + ETHERNET_OVERHEAD_BYTES, SMALLEST_FRAME_BYTES),
        lossless_frame_bytes=max(lossless_mtu + ETHERNET_OVERHEAD_BYTES, SMALLEST_FRAME_BYTES),
        small_packet_share=1.0 if said_percent is None else said_percent / 100,
        # Another model has a response of its own, or none.
        peer_response_ns=planning_response_ns(group.speed_mbps) if model.name == UNIFIED else None,
    )
    response = intent.peer if group.peer is None else group.peer
    box = intent.gearbox if group.gearbox is None else group.gearbox
    said = usual
    if response is not None:
        with at_key("peer"):
            said = said._replace(peer_response_ns=_response_ns(response, group.speed_mbps, usual.peer_response_ns))
    if box is not None:
        with at_key("gearbox"):
            said = said._replace(gearbox_ns=_gearbox_ns(box))
    return PlannedLink(said, model.name, usual)


def _response_ns(said: int | str, speed_mbps: int, usual_ns: float | None) -> float:
    """A time as said; a peer that is named obeys late, so that it never takes less than the usual one."""
    if not isinstance(said, str):
        return said
    return max(peer(said).response_ns(speed_mbps), model_response_ns() if usual_ns is None else usual_ns)


def _gearbox_ns(said: int | str) -> float:
    return gearbox(said).delay_ns if isinstance(said, str) else said


def headroom_of(planned: PlannedLink) -> Headroom:
    """The headroom that the model gives a link.

    Raises:
        ValueError: the model does not hold for it.
    """
    return headroom_by(planned.model, planned.link)


def extra_bytes(planned: PlannedLink) -> int:
    """What a link needs beyond what published rows are for: the slower peer and the gearbox, by the model; never less.

    Raises:
        ValueError: the model does not hold for the link.
    """
    usual = headroom_by(planned.model, planned.usual)
    return max(0, headroom_of(planned).headroom_bytes - usual.headroom_bytes)


def described(planned: PlannedLink) -> str:
    """What is assumed of a link, as words that follow "by the model"."""
    share = planned.link.small_packet_share
    if share == 1:
        frames = "worst case of 64-byte frames"
    elif share == 0:
        frames = "full-size frames only"
    else:
        frames = f"{grouped(share * 100)}% of the wire time in 64-byte frames"
    name = "the model" if planned.model == UNIFIED else f"model {planned.model}"
    return f"by {name}, {frames}{unusual(planned)}"


def unusual(planned: PlannedLink) -> str:
    """What the intent says of a link beyond the usual, as words that follow a comma; empty where nothing."""
    words = ""
    if planned.link.peer_response_ns != planned.usual.peer_response_ns:
        words += f", a peer that answers within {planned.link.peer_response_ns:,.0f} ns"
    if planned.link.gearbox_ns:
        words += f", a gearbox of {planned.link.gearbox_ns:,.0f} ns"
    return words
