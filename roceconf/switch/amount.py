"""Amounts as a configuration says them: number and unit kept, converted only where an ASIC is known."""

from enum import StrEnum
from typing import NamedTuple


class Unit(StrEnum):
    """The unit an amount was said in. ``KBYTES`` and ``MBYTES`` are EOS words whose factor no source settles."""

    BYTES = "B"
    CELLS = "cells"
    KBYTES = "kbytes"
    MBYTES = "mbytes"
    PERCENT = "%"
    MILLISECONDS = "ms"
    MICROSECONDS = "us"
    KBPS = "kbps"
    PPS = "pps"
    BYTES_PER_SECOND = "B/s"


_BYTES_PER: dict[Unit, int] = {Unit.BYTES: 1, Unit.KBYTES: 1000, Unit.MBYTES: 1_000_000}
"""kbytes and mbytes are taken as powers of 1000: the smaller reading, so that a threshold is never called too late
on the strength of a factor nobody has published."""


class Amount(NamedTuple):
    """A number with the unit it was said in.

    Attributes:
        number: the number as said.
        unit: its unit.
        of: for ``PERCENT``, the whole it is a share of; empty otherwise.
    """

    number: int
    unit: Unit = Unit.BYTES
    of: str = ""

    def in_bytes(self, cell_bytes: int | None = None) -> int | None:
        """The amount in bytes.

        Args:
            cell_bytes: size of one buffer cell of the ASIC in bytes, where it is known.

        Returns:
            Bytes, or None where the unit has no size without an ASIC, a rate or a whole.
        """
        if self.unit is Unit.CELLS:
            return None if cell_bytes is None else self.number * cell_bytes
        factor = _BYTES_PER.get(self.unit)
        return None if factor is None else self.number * factor

    def __str__(self) -> str:
        """The amount as an engineer writes it: ``393,192 B``, ``250 cells``, ``5 %``."""
        whole = f" of {self.of}" if self.of else ""
        return f"{self.number:,} {self.unit}{whole}"


class DeviceChosen(NamedTuple):
    """A value the configuration leaves to the device.

    Attributes:
        reason: why no number is said, as a clause that can follow "because".
    """

    reason: str

    def __str__(self) -> str:
        """``chosen by the device: ...``."""
        return f"chosen by the device: {self.reason}"


Size = Amount | DeviceChosen
"""A size that is either said or left to the device; "not said at all" is ``None`` beside it."""


class Alpha(NamedTuple):
    """The factor of a dynamic threshold, a power of two (Choudhury-Hahne; SONiC ``dynamic_th``, EOS ``threshold``).

    Attributes:
        exponent: alpha is 2 to this power; SONiC allows -8 to 7, EOS -7 to 3.
    """

    exponent: int

    @property
    def factor(self) -> float:
        """Alpha itself, without unit."""
        return float(2**self.exponent)

    def __str__(self) -> str:
        """``1/8``, ``1``, ``4``."""
        return str(2**self.exponent) if self.exponent >= 0 else f"1/{2**-self.exponent}"
