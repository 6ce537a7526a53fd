"""Time in whole femtoseconds, and what happens when: no rounding anywhere, so that a single byte decides."""

from collections.abc import Callable
from fractions import Fraction
from heapq import heappop, heappush

_FS_PER_NS = 10**6


def femtoseconds(nanoseconds: float | Fraction) -> int:
    """A length of time as the decimal it is written as: 3430.4 ns are 3,430,400,000 fs.

    Raises:
        ValueError: it is no whole number of femtoseconds.
    """
    exact = (nanoseconds if isinstance(nanoseconds, Fraction) else Fraction(str(nanoseconds))) * _FS_PER_NS
    if exact.denominator != 1:
        raise ValueError(f"{nanoseconds} ns is no whole number of femtoseconds")
    return exact.numerator


def byte_fs(speed_mbps: int) -> int:
    """How long one byte takes on a wire of this speed: 80,000 fs at 100G.

    Raises:
        ValueError: it is no whole number of femtoseconds.
    """
    return femtoseconds(Fraction(8000, speed_mbps))


class Event:
    """Something that will happen, unless it is called off."""

    __slots__ = ("action",)

    def __init__(self, action: Callable[[], None]) -> None:
        self.action: Callable[[], None] | None = action

    def call_off(self) -> None:
        self.action = None


class Clock:
    """Lets things happen in the order of their times, and of two at the same time the one arranged first."""

    def __init__(self) -> None:
        self.now_fs = 0
        self._arranged = 0
        self._coming: list[tuple[int, int, Event]] = []

    def at(self, time_fs: int, action: Callable[[], None]) -> Event:
        """Arrange something for a time that has not passed.

        Raises:
            ValueError: the time has passed.
        """
        if time_fs < self.now_fs:
            raise ValueError(f"{time_fs} fs lies before {self.now_fs} fs")
        event = Event(action)
        self._arranged += 1
        heappush(self._coming, (time_fs, self._arranged, event))
        return event

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Let everything happen that is arranged, and what that arranges, until a condition holds."""
        while self._coming and not until():
            time_fs, _, event = heappop(self._coming)
            if event.action is not None:
                self.now_fs = time_fs
                event.action()
