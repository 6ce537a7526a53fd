"""Amounts in SONiC's units."""

from functools import cached_property

from roceconf.asic import asic as asic_of
from roceconf.nos import NotFittingError
from roceconf.switch import Amount, DeviceChosen, Pool, Size, Unit

_BYTES_A_SECOND_PER_KBPS = 125
_BITS = 8
_MBPS = 1_000_000


class Converter:
    """Converts amounts into bytes and bytes a second.

    Args:
        chip: key of the ASIC; empty where it is not known.
    """

    def __init__(self, chip: str) -> None:
        self._chip = chip

    @cached_property
    def _cell_bytes(self) -> int | None:
        return asic_of(self._chip).cell_bytes.value if self._chip else None

    def bytes(self, size: Size | None) -> Amount | None:
        """The size in bytes; None where it is not said, left to the device, or no size without a whole."""
        if size is None or isinstance(size, DeviceChosen):
            return None
        found = size.in_bytes(self._cell_bytes)
        if found is None and size.unit is Unit.CELLS:
            raise NotFittingError(
                f"{size} cannot be written in bytes without the chip's cell size: name the sku or the asic"
            )
        return None if found is None or found < 0 else Amount(found)

    def rate(self, amount: Amount | None, speed_mbps: int | None) -> Amount | None:
        """A rate in bytes or packets a second; None where it is none, or a share of an unknown speed."""
        if amount is None or amount.number < 0:
            return None
        if amount.unit in (Unit.PPS, Unit.BYTES_PER_SECOND):
            return amount._replace(of="")
        if amount.unit is Unit.KBPS:
            return Amount(amount.number * _BYTES_A_SECOND_PER_KBPS, Unit.BYTES_PER_SECOND)
        if amount.unit is Unit.PERCENT and speed_mbps is not None:
            return Amount(speed_mbps * _MBPS // _BITS * amount.number // 100, Unit.BYTES_PER_SECOND)
        return None

    def pools(self, pools: tuple[Pool, ...]) -> tuple[Pool, ...]:
        """The pools that SONiC can say: with direction and mode, in bytes."""
        return tuple(
            Pool(pool.name, pool.direction, pool.mode, self.bytes(pool.size), self.bytes(pool.headroom))
            for pool in pools
            if pool.name and pool.direction is not None and pool.mode is not None
        )
