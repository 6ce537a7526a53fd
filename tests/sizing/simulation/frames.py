"""Frames: what they occupy on the wire and in the buffer, and the order in which a peer sends them.

Sizes are those of the frame itself, from destination address to frame check sequence. The numbers are IEEE 802.3's.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle
from typing import NamedTuple

SMALLEST_BYTES = 64
PAUSE_FRAME_BYTES = 64
PREAMBLE_BYTES = 8
GAP_BYTES = 12
"""The least silence before the next frame: here it is counted with the frame that has to wait for it."""


class Train(NamedTuple):
    """Frames of one size back to back; without a length they never end."""

    frame_bytes: int
    length: int | None = 1


Frames = Iterator[Train]


def wire_bytes(frame_bytes: int) -> int:
    """What a frame occupies on the wire, with the gap before it and its preamble."""
    return GAP_BYTES + PREAMBLE_BYTES + frame_bytes


def cells_of(frame_bytes: int, cell_bytes: int) -> int:
    """The cells a frame occupies: whole ones, however little of the last it needs."""
    return -(-frame_bytes // cell_bytes)


def endless(frame_bytes: int) -> Frames:
    """Frames of one size, for ever, as one train."""
    yield Train(frame_bytes, None)


def one_by_one(frame_bytes: int) -> Frames:
    """Frames of one size, for ever, each arriving for itself."""
    return cycle((Train(frame_bytes),))


def in_turn(*sizes: int) -> Frames:
    """Frames of several sizes in turn, for ever."""
    return cycle(Train(size) for size in sizes)


def mixed(small_share: Fraction, largest_bytes: int, small_first: int = 0) -> Frames:
    """Largest and smallest frames, the smallest with a share of the wire time, changing as often as that allows.

    Args:
        small_share: the share, at least 0 and below 1; it is never exceeded, counted from the first largest frame.
        largest_bytes: size of the other frames.
        small_first: smallest frames that come before the first largest one.
    """
    if small_first:
        yield Train(SMALLEST_BYTES, small_first)
    small = large = 0
    while True:
        yield Train(largest_bytes)
        large += wire_bytes(largest_bytes)
        due = small_share / (1 - small_share) * large - small
        if (count := due // wire_bytes(SMALLEST_BYTES)) > 0:
            yield Train(SMALLEST_BYTES, count)
            small += count * wire_bytes(SMALLEST_BYTES)
