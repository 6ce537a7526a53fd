"""Quantities as an engineer writes them: ``950KB``, ``200ms``, ``800G``, ``40m``, ``7%``, ``1/8``.

Every reader takes what YAML gave and returns a number in the unit its name states, or raises ValueError with a sentence
that says what to write instead. The patterns are shared with the JSON Schema, so that an editor and the loader agree.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Callable

SizeUnit = Literal["B", "KB", "KiB", "MB", "MiB", "cells"]

_BYTES_A_UNIT: dict[str, int] = {"B": 1, "KB": 1000, "KiB": 1024, "MB": 1000**2, "MiB": 1024**2}

LARGEST_BUFFER_BYTES = 267_196_860
"""The packet buffer of Tomahawk 6, the largest of the family (the catalogue's ``th6.toml``: 636,183 cells of 420 B)."""
LARGEST_BUFFER_CELLS = 682_160
"""And the most cells, which Tomahawk 5 has (173,268,640 B in cells of 254 B)."""

SPEEDS_MBPS: dict[str, int] = {
    "10G": 10_000,
    "25G": 25_000,
    "40G": 40_000,
    "50G": 50_000,
    "100G": 100_000,
    "200G": 200_000,
    "400G": 400_000,
    "800G": 800_000,
    "1.6T": 1_600_000,
}
"""The Ethernet rates of IEEE 802.3 that a Tomahawk port can run, as written."""

LONGEST_CABLE_M = 120_000
"""The longest length in SONiC's own defaults (buffers_config.j2: a regional hub to its upper spine)."""

ALPHAS: tuple[Fraction, ...] = tuple(Fraction(2) ** exponent for exponent in range(-7, 4))
"""1/128 to 8 in powers of two: what the chips and EOS (`ingress threshold`) take."""

_NUMBER = r"[0-9]{1,12}(?:\.[0-9]{1,9})?"
SIZE_PATTERN = rf"^({_NUMBER}) ?(B|[kK]B|KiB|MB|MiB|cells)$"
TIME_PATTERN = rf"^({_NUMBER}) ?(ms|s)$"
SHORT_TIME_PATTERN = rf"^({_NUMBER}) ?(ns|us)$"
SPEED_PATTERN = rf"^({_NUMBER})(G|T)$"
LENGTH_PATTERN = rf"^({_NUMBER}) ?(m|km)$"
PERCENT_PATTERN = rf"^({_NUMBER}) ?%$"
DELAY_NAME_PATTERN = r"^[a-z][a-z0-9-]{0,62}$"
ALPHA_PATTERN = r"^(1/128|1/64|1/32|1/16|1/8|1/4|1/2|1|2|4|8)$"


@dataclass(frozen=True, slots=True)
class Size:
    """A stretch of buffer, number and unit as said.

    Attributes:
        number: above zero; a whole number of bytes or cells results.
        unit: KB is 1000 bytes, KiB 1024; cells are bytes only once the ASIC is known.
    """

    number: Decimal
    unit: SizeUnit

    def __post_init__(self) -> None:
        if not self.number.is_finite() or self.number <= 0:
            raise ValueError("a size is above zero")
        if (self.number * _BYTES_A_UNIT.get(self.unit, 1)) % 1 != 0:
            raise ValueError(f"{self} is no whole number of {'cells' if self.unit == 'cells' else 'bytes'}")

    def __str__(self) -> str:
        number = f"{self.number:f}"
        return (number.rstrip("0").rstrip(".") if "." in number else number) + self.unit

    @property
    def as_bytes(self) -> int | None:
        """The size in bytes; None where it was said in cells."""
        return None if self.unit == "cells" else int(self.number * _BYTES_A_UNIT[self.unit])

    @property
    def as_cells(self) -> int | None:
        """The size in cells; None where it was said in bytes."""
        return int(self.number) if self.unit == "cells" else None

    def in_bytes(self, cell_bytes: int) -> int:
        """The size in bytes on a chip.

        Args:
            cell_bytes: the size of the chip's buffer cell.

        Returns:
            Bytes.
        """
        known = self.as_bytes
        return int(self.number) * cell_bytes if known is None else known


def size(value: object) -> Size:
    """Reads ``950KB``, ``64KiB``, ``2MB``, ``1200cells``.

    Args:
        value: what YAML gave.

    Returns:
        The size.

    Raises:
        ValueError: no unit, no number, zero, or more than the largest Tomahawk buffer.
    """
    _refuse_bare(value, size, ("KB", "B"))
    wanted = "write it with its unit, such as 950KB, 64KiB, 2MB, 4096B or 1200cells"
    number, unit = _split(value, SIZE_PATTERN, "size", wanted)
    if number == 0:
        raise ValueError(f"{value} is zero; a size is above zero, such as 950KB or 1200cells")
    known: SizeUnit = next(one for one in get_args(SizeUnit) if one.upper() == unit.upper())
    result = Size(number, known)
    if known == "cells" and number > LARGEST_BUFFER_CELLS:
        raise ValueError(f"{result} are more than any Tomahawk has (1cells to {LARGEST_BUFFER_CELLS}cells)")
    if (result.as_bytes or 0) > LARGEST_BUFFER_BYTES:
        raise ValueError(f"{result} is more buffer than any Tomahawk has (1B to {LARGEST_BUFFER_BYTES}B)")
    return result


def milliseconds(value: object, lowest_ms: int, highest_ms: int) -> int:
    """Reads ``200ms`` or ``0.2s``.

    Args:
        value: what YAML gave.
        lowest_ms: the shortest time that makes sense here.
        highest_ms: the longest.

    Returns:
        Whole milliseconds.

    Raises:
        ValueError: no unit, no whole millisecond, out of range.
    """
    _refuse_bare(value, lambda said: milliseconds(said, lowest_ms, highest_ms), ("ms", "s"))
    number, unit = _split(value, TIME_PATTERN, "time", "write it with its unit, such as 200ms or 0.2s")
    time_ms = number * (1000 if unit == "s" else 1)
    if time_ms % 1 != 0:
        raise ValueError(f"{value} is no whole number of milliseconds")
    if not lowest_ms <= time_ms <= highest_ms:
        raise ValueError(f"{value} is out of range ({lowest_ms}ms to {highest_ms}ms)")
    return int(time_ms)


def nanoseconds(value: object, what: str, lowest_ns: int, highest_ns: int) -> int:
    """Reads ``1160ns`` or ``8us``.

    Args:
        value: what YAML gave.
        what: what the time is of, for messages: ``round trip``.
        lowest_ns: the shortest time that makes sense here.
        highest_ns: the longest.

    Returns:
        Whole nanoseconds.

    Raises:
        ValueError: no unit, no whole nanosecond, out of range.
    """
    _refuse_bare(value, lambda said: nanoseconds(said, what, lowest_ns, highest_ns), ("ns", "us"))
    wanted = "write it with its unit, such as 1200ns or 8us"
    number, unit = _split(value, SHORT_TIME_PATTERN, what, wanted)
    time_ns = number * (1000 if unit == "us" else 1)
    if time_ns % 1 != 0:
        raise ValueError(f"{value} is no whole number of nanoseconds")
    if not lowest_ns <= time_ns <= highest_ns:
        raise ValueError(f"{value} is out of range ({lowest_ns:,}ns to {highest_ns:,}ns)")
    return int(time_ns)


def delay(value: object, what: str, lowest_ns: int, highest_ns: int) -> int | str:
    """Reads ``400ns``, or the name of a thing whose delay is known, such as ``cisco-8102``.

    Args:
        value: what YAML or the command line gave.
        what: what the time is of, for messages: ``gearbox delay``.
        lowest_ns: the shortest time that makes sense here.
        highest_ns: the longest.

    Returns:
        Whole nanoseconds, or the name as it is; whether anything bears it is for others to say.

    Raises:
        ValueError: neither; as of :func:`nanoseconds`.
    """
    if isinstance(value, str) and re.fullmatch(DELAY_NAME_PATTERN, value):
        return value
    return nanoseconds(value, what, lowest_ns, highest_ns)


def share_percent(value: object) -> float:
    """Reads a share of something, ``0`` to ``100`` or ``0%`` to ``100%``: unlike :func:`percent` it may be nothing.

    Args:
        value: what YAML gave.

    Returns:
        Percent, 0 to 100.

    Raises:
        ValueError: out of range, or a bare number between 0 and 1, which is more likely a fraction.
    """
    if value == 0 and type(value) in (int, float):
        return 0.0
    if isinstance(value, str) and re.fullmatch(r"0{1,12}(\.0{1,9})? ?%", value):
        return 0.0
    if isinstance(value, str):
        _refuse_bare(value, share_percent, ("%",))
    return _percent(value, "0 to 100 percent")


def speed_mbps(value: object) -> int:
    """Reads ``800G`` or ``1.6T``.

    Args:
        value: what YAML gave.

    Returns:
        Mb/s.

    Raises:
        ValueError: no unit, or no rate of Ethernet.
    """
    rates = ", ".join(SPEEDS_MBPS)
    wanted = f"write one of {rates}"
    if isinstance(value, int) and not isinstance(value, bool):
        meant = next((name for name, mbps in SPEEDS_MBPS.items() if value in (mbps, mbps // 1000)), None)
        raise ValueError(f"{value} has no unit; write " + (meant or f"one of {rates}"))
    _refuse_bare(value, speed_mbps, ("G", "T"))
    number, unit = _split(value, SPEED_PATTERN, "speed", wanted)
    if number == 0:
        raise ValueError(f"{value} is zero; {wanted}")
    mbps = number * (1_000_000 if unit == "T" else 1000)
    if mbps not in SPEEDS_MBPS.values():
        raise ValueError(f"{value} is no speed of an Ethernet port; one of {rates}")
    return int(mbps)


def cable_m(value: object) -> float:
    """Reads ``40m``, ``0.5m`` or ``2km``.

    Args:
        value: what YAML gave.

    Returns:
        Metres.

    Raises:
        ValueError: no unit, zero, or beyond 120 km.
    """
    _refuse_bare(value, cable_m, ("m",))
    number, unit = _split(value, LENGTH_PATTERN, "cable length", "write it with its unit, such as 40m or 2km")
    length_m = number * (1000 if unit == "km" else 1)
    if length_m == 0:
        raise ValueError("0m is no cable; for ports without lossless traffic write rdma: false")
    if length_m > LONGEST_CABLE_M:
        raise ValueError(f"{value} is too long to be true (above 0m, up to {LONGEST_CABLE_M // 1000}km)")
    return float(length_m)


def percent(value: object) -> float:
    """Reads ``7`` or ``7%``.

    Args:
        value: what YAML gave.

    Returns:
        Percent, above 0 and up to 100.

    Raises:
        ValueError: out of range, or a bare number below 1, which is more likely a fraction.
    """
    if isinstance(value, str):
        _refuse_bare(value, percent, ("%",))
    return _percent(value, "above 0, up to 100 percent")


def _percent(value: object, allowed: str) -> float:
    """Percent above 0, whatever else is allowed."""
    if isinstance(value, str):
        number = float(_split(value, PERCENT_PATTERN, "percentage", "write it as 7 or 7%")[0])
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{_shown(value)} is no percentage; write it as 7 or 7%")
    else:
        number = float(value)
        if 0 < number < 1:
            meant = f"{Decimal(str(value)) * 100:.9f}".rstrip("0").rstrip(".")
            spelled = meant if number >= 0.01 else f"{meant}%"
            raise ValueError(f"{value:g} looks like a fraction; write {spelled} for {meant} percent")
    if not (math.isfinite(number) and 0 < number <= 100):
        raise ValueError(f"{value} is out of range ({allowed})")
    return number


def alpha(value: object) -> Fraction:
    """Reads a dynamic threshold's factor: ``1/8``, ``0.125``, ``1``.

    Args:
        value: what YAML gave.

    Returns:
        The factor, a power of two from 1/128 to 8.

    Raises:
        ValueError: anything else; an exponent as SONiC's ``dynamic_th`` is told apart where it can be.
    """
    wanted = "one of " + ", ".join(str(one) for one in ALPHAS)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{_shown(value)} is no alpha; {wanted}")
    if isinstance(value, str):
        if not re.fullmatch(ALPHA_PATTERN, value):
            raise ValueError(f"{_shown(value)} is no alpha; {wanted}")
        return Fraction(value)
    if math.isfinite(value) and Fraction(value) in ALPHAS:
        return Fraction(value)
    if isinstance(value, int) and -7 <= value <= 0:
        meant = Fraction(2) ** value
        raise ValueError(f"{value} is no alpha; if you mean SONiC's dynamic_th {value}, write {meant}")
    raise ValueError(f"{value} is no alpha; {wanted}")


def _refuse_bare(value: object, read: Callable[[str], object], units: tuple[str, ...]) -> None:
    """Refuse a number without unit, and advise only what would be taken.

    Args:
        value: what was said.
        read: the reader of the quantity.
        units: those that are likely to be meant, the likeliest first.

    Raises:
        ValueError: it is a number alone.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return
    text = str(value).strip()
    is_number = re.fullmatch(_NUMBER, text) if isinstance(value, str) else 0 <= value < math.inf
    if not is_number:
        return
    taken, refusal = [], ""
    for unit in units:
        try:
            read(text + unit)
        except ValueError as error:
            refusal = refusal or str(error)
        else:
            taken.append(text + unit)
    raise ValueError(f"{text} has no unit; " + (f"write {' or '.join(taken)}" if taken else refusal))


def _split(value: object, pattern: str, what: str, wanted: str) -> tuple[Decimal, str]:
    """Number and unit of a text, or a ValueError in words."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{_shown(value)} is no {what}; {wanted}")
    text = str(value).strip()
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no {what}; {wanted}")
    if text.startswith("-"):
        raise ValueError(f"{_shown(text)} is below zero; {wanted}")
    match = re.fullmatch(pattern, value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{_shown(value)} is no {what}; {wanted}")
    return Decimal(match[1]), match[2] if match.lastindex == 2 else "%"


def _shown(value: object) -> str:
    """A value as the operator wrote it, short enough for a message."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "a mapping"
        case list():
            return "a list"
        case _:
            text = str(value)
            return repr(text if len(text) <= 60 else text[:57] + "...")
