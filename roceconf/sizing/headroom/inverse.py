"""From a headroom back to the longest cable, for any formula that grows with the length."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from roceconf.sizing.headroom.unified import headroom_floor

if TYPE_CHECKING:
    from collections.abc import Callable

    from roceconf.sizing.headroom.link import Cable, Link

_LONGEST_MM = 10**12  # a million kilometres: only a formula without the length gets there


def longest(headroom_bytes: int, needed: Callable[[float], int]) -> float | None:
    """Return the longest cable that a headroom carries.

    Args:
        headroom_bytes: the headroom.
        needed: the headroom in bytes of a cable in metres; it must not fall with the length.

    Returns:
        Metres, rounded down to millimetres; None where it does not even carry a cable of no length.

    Raises:
        ValueError: if the headroom is negative, or there is no longest cable.

    Source:
        Arithmetic on what is given: bisection.
    """
    if headroom_bytes < 0:
        raise ValueError(f"headroom_bytes must be zero or more, not {headroom_bytes}")
    if needed(0.0) > headroom_bytes:
        return None
    carried_mm, short_mm = 0, 1
    while needed(short_mm / 1000) <= headroom_bytes:
        carried_mm, short_mm = short_mm, 2 * short_mm
        if short_mm > _LONGEST_MM:
            raise ValueError(f"{headroom_bytes} B carry a cable of any length")
    while short_mm - carried_mm > 1:
        middle_mm = (carried_mm + short_mm) // 2
        if needed(middle_mm / 1000) <= headroom_bytes:
            carried_mm = middle_mm
        else:
            short_mm = middle_mm
    return carried_mm / 1000


def longest_cable_by_floor(headroom_bytes: int, link: Link) -> float | None:
    """Return the longest cable at which a headroom is not below the floor: the inverse of ``headroom_floor``.

    Args:
        headroom_bytes: the headroom.
        link: the link; its ``cable_m`` does not matter.

    Returns:
        Metres, rounded down to millimetres; None where it is below the floor of a cable of no length.

    Raises:
        ValueError: if the headroom is negative, or a number of the link is out of its range.

    Source:
        Arithmetic on what is given.
    """
    return _by_floor(headroom_bytes, link.cable._replace(cable_m=0), link.lossless_frame_bytes)


@cache
def _by_floor(headroom_bytes: int, link: Cable, lossless_frame_bytes: int | None) -> float | None:
    """The inverse without what does not matter to it; remembered, because many ports of a switch are alike."""
    return longest(
        headroom_bytes,
        lambda cable_m: (
            headroom_floor(
                speed_mbps=link.speed_mbps,
                cable_m=cable_m,
                medium=link.medium,
                frame_bytes=link.frame_bytes,
                lossless_frame_bytes=lossless_frame_bytes,
            ).headroom_bytes
        ),
    )
