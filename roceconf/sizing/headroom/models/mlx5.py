"""What Linux sets aside in the receive buffer of a ConnectX adapter, the other end of many a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.sizing.headroom.link import Link, check, given
from roceconf.sizing.headroom.models.published import constants_of
from roceconf.sizing.headroom.models.worksheet import Worksheet

if TYPE_CHECKING:
    from roceconf.sizing.headroom.unified import Headroom


def mlx5(link: Link) -> Headroom:
    """Return the headroom by the driver of ConnectX adapters.

    Args:
        link: the link; ``frame_bytes`` is the driver's MTU.

    Returns:
        Bytes of the adapter's receive buffer, rounded up, with the derivation; ``cells`` is None.

    Raises:
        ValueError: if a number of the link is out of its range.

    Source:
        torvalds/linux drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.c: the comment on calculate_xoff.
    """
    check(link)
    sheet = Worksheet(*given(link, "v", "L", "M_any"), *constants_of("mlx5").values())
    return sheet.headroom(
        "ceil((F + k * L) * max(v, v_min) / 1000 + a * M_any)",
        "the formula of the driver's comment; its code cuts 2.16 B a metre and the frames down to whole bytes, which "
        "gives less by up to a byte for every Gb/s and two more",
        "the driver's default cable is 7 m",
    )
