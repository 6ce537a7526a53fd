"""The link a headroom is reckoned for: checked in one place, for every model."""

from __future__ import annotations

from typing import NamedTuple

from roceconf.sizing.constants import media
from roceconf.sizing.derivation import Term

SMALLEST_FRAME_BYTES = 64  # IEEE 802.3, 3.2.8: no frame is smaller
LARGEST_FRAME_BYTES = 9216  # SONiC sonic-port.yang: PORT.mtu 68..9216; the frame size published tables reckon with


class Cable(NamedTuple):
    """What even the floor of a headroom depends on.

    Attributes:
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class, without preamble and gap.
    """

    speed_mbps: int
    cable_m: float
    medium: str = "fibre"
    frame_bytes: int = LARGEST_FRAME_BYTES


class Link(NamedTuple):
    """One lossless port and what hangs on it.

    Attributes:
        cell_bytes: the ASIC's cell.
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class, without preamble and gap.
        lossless_frame_bytes: the largest frame of the lossless class; ``frame_bytes`` where None.
        small_packet_share: share of wire time in 64-byte frames: 1.0 is the worst case, 0.0 full-size frames only.
        peer_response_ns: the peer's response, PFC frame received to last frame started; the model's own where None.
        gearbox_ns: delay of a retimer or gearbox, one way; none where None.
    """

    cell_bytes: int
    speed_mbps: int
    cable_m: float
    medium: str = "fibre"
    frame_bytes: int = LARGEST_FRAME_BYTES
    lossless_frame_bytes: int | None = None
    small_packet_share: float = 1.0
    peer_response_ns: float | None = None
    gearbox_ns: float | None = None

    @property
    def cable(self) -> Cable:
        """What even the floor depends on."""
        return Cable(self.speed_mbps, self.cable_m, self.medium, self.frame_bytes)

    @property
    def lossless(self) -> int:
        """The largest frame of the lossless class in bytes, given or not."""
        return self.frame_bytes if self.lossless_frame_bytes is None else self.lossless_frame_bytes


def check(link: Link) -> None:
    """Refuse a link that cannot be.

    Args:
        link: the link.

    Raises:
        ValueError: if a number of it is out of its range, naming it, the range and the number.

    Source:
        IEEE 802.3 for the smallest frame; the media are those of ``headroom.toml``.
    """
    if link.cell_bytes <= 0:
        raise ValueError(f"cell_bytes must be positive, not {link.cell_bytes}")
    check_cable(link.cable)
    if not SMALLEST_FRAME_BYTES <= link.lossless <= link.frame_bytes:
        raise ValueError(
            f"lossless_frame_bytes must be between {SMALLEST_FRAME_BYTES} and frame_bytes ({link.frame_bytes}), "
            f"not {link.lossless}"
        )
    if not 0 <= link.small_packet_share <= 1:
        raise ValueError(f"small_packet_share must be between 0 and 1, not {link.small_packet_share}")
    for name, time_ns in (("peer_response_ns", link.peer_response_ns), ("gearbox_ns", link.gearbox_ns)):
        if time_ns is not None and not 0 <= time_ns < float("inf"):
            raise ValueError(f"{name} must be zero or more, and finite, not {time_ns}")


def check_cable(cable: Cable) -> None:
    """Refuse a cable that cannot be.

    Args:
        cable: speed, length, medium and largest frame.

    Raises:
        ValueError: if one is out of its range, naming it.

    Source:
        IEEE 802.3 for the smallest frame; the media are those of ``headroom.toml``.
    """
    if cable.speed_mbps <= 0:
        raise ValueError(f"speed_mbps must be positive, not {cable.speed_mbps}")
    if not 0 <= cable.cable_m < float("inf"):
        raise ValueError(f"cable_m must be zero or more, and finite, not {cable.cable_m}")
    if cable.frame_bytes < SMALLEST_FRAME_BYTES:
        raise ValueError(f"frame_bytes must be at least {SMALLEST_FRAME_BYTES}, not {cable.frame_bytes}")
    if cable.medium not in media():
        raise ValueError(f"unknown medium '{cable.medium}': one of {', '.join(media())}")


def given(link: Link, *symbols: str) -> tuple[Term, ...]:
    """Return terms of a link, by the symbols of the unified model.

    Args:
        link: the link.
        symbols: of ``C``, ``v``, ``L``, ``M_any``, ``M_ll``, ``s``, ``T_peer`` and ``T_gb``.

    Returns:
        One term a symbol, in that order; ``T_gb`` is 0 ns where the link has no gearbox.

    Raises:
        KeyError: if there is no such symbol.

    Source:
        The caller: every term is what the link says.
    """
    terms = {
        "C": Term("cell", "C", link.cell_bytes, "B", "the ASIC"),
        "v": Term("speed", "v", link.speed_mbps, "Mb/s", "given"),
        "L": Term("cable length", "L", link.cable_m, "m", "given"),
        "M_any": Term("largest frame of any class", "M_any", link.frame_bytes, "B", "given"),
        "M_ll": Term("largest frame of the lossless class", "M_ll", link.lossless, "B", "given"),
        "s": Term("share of small packets", "s", link.small_packet_share, "", "given; 1 is the worst case"),
        "T_peer": Term("peer's response", "T_peer", link.peer_response_ns or 0, "ns", "given"),
        "T_gb": Term("retimer or gearbox, one way", "T_gb", link.gearbox_ns or 0, "ns", "given"),
    }
    return tuple(terms[symbol] for symbol in symbols)
