"""From a headroom back to the longest cable, for any formula that grows with the length."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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
    carried, short = 0, 1
    while needed(short / 1000) <= headroom_bytes:
        carried, short = short, 2 * short
        if short > _LONGEST_MM:
            raise ValueError(f"{headroom_bytes} B carry a cable of any length")
    while short - carried > 1:
        middle = (carried + short) // 2
        if needed(middle / 1000) <= headroom_bytes:
            carried = middle
        else:
            short = middle
    return carried / 1000
