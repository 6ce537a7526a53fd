"""Port speeds as the field writes them."""

_MBPS_A_TERABIT, _MBPS_A_GIGABIT = 1_000_000, 1000


def speed_name(speed_mbps: int) -> str:
    """Return a port speed as the field writes it: ``800G``, ``1.6T``, ``2.5G``.

    Args:
        speed_mbps: the speed in Mb/s.
    """
    if speed_mbps >= _MBPS_A_TERABIT:
        return f"{speed_mbps / _MBPS_A_TERABIT:g}T"
    return f"{speed_mbps / _MBPS_A_GIGABIT:g}G"
