"""PFC watchdog: the timers SONiC's ``pfcwd start_default`` sets, and the bounds between which timers make sense."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple, cast

from roceconf.sizing.constants import read, term_of
from roceconf.sizing.derivation import Derivation, Term, exact, plain

_BYTES_PER_MS = 125
"""Bytes in a millisecond at 1 Mb/s: 10^6 bits a second, 8 bits a byte."""


class WatchdogTimers(NamedTuple):
    """Timers of the PFC watchdog in milliseconds, with the derivation of the detection time."""

    detection_ms: int
    restoration_ms: int
    poll_ms: int
    derivation: Derivation


class Limits(NamedTuple):
    """The shortest and the longest time a device takes, in milliseconds."""

    shortest_ms: int
    longest_ms: int

    def nearest(self, time_ms: int) -> int:
        """Return the time that the device takes and that is nearest to one.

        Args:
            time_ms: the time in milliseconds.

        Source:
            Arithmetic on what is given.
        """
        return max(self.shortest_ms, min(time_ms, self.longest_ms))

    def __str__(self) -> str:
        return f"{self.shortest_ms:,} to {self.longest_ms:,} ms"


class WatchdogBounds(NamedTuple):
    """Between what the detection time of a PFC watchdog makes sense, in milliseconds.

    Attributes:
        honest_pause_ms: the longest pause that one switch causes by itself, rounded up; None where its buffer is not
            known.
        lower_ms: the least detection time: a multiple of that pause; None likewise.
        upper_ms: the most: a share of the time after which the RNIC gives up.
        rnic_timeout: local ACK timeout of the RNIC (exponent) that this holds for.
        rnic_gives_up_ms: that time, rounded down.
        detection_limits: what the daemon takes.
        restoration_limits: likewise.
        poll_limits: likewise.
        honest_pauses: how many times that pause detection must outlast; ``lower_ms`` is this many of them.
        retry_share: the part of the RNIC's time that detection may take; ``upper_ms`` is this part of it.
        lower: derivation of ``lower_ms``; None likewise.
        upper: derivation of ``upper_ms``.
    """

    honest_pause_ms: int | None
    lower_ms: int | None
    upper_ms: int
    rnic_timeout: int
    rnic_gives_up_ms: int
    detection_limits: Limits
    restoration_limits: Limits
    poll_limits: Limits
    honest_pauses: int
    retry_share: Fraction
    lower: Derivation | None
    upper: Derivation

    @property
    def honest_pause(self) -> str:
        """The longest pause to a hundredth of a millisecond, rounded up; empty where it is not known.

        Source:
            Arithmetic on what is given.
        """
        if self.lower is None:
            return ""
        held, speed_mbps = exact(self.lower.term("held").value), exact(self.lower.term("v").value)
        hundredths = ceil(100 * held / (speed_mbps * _BYTES_PER_MS))  # of a millisecond
        return f"{hundredths / 100:,.2f} ms"


def watchdog_timers(
    ports: int,
    *,
    detection_ms: int | None = None,
    restoration_ms: int | None = None,
    poll_ms: int | None = None,
) -> WatchdogTimers:
    """Return the timers of a switch: those that are said, and by them the others.

    Detection grows with the number of ports, because one poll walks them all; it is no longer than a restoration that
    is said, and leaves two polls of an interval that is said. Restoration is at least detection. Polling at half of the
    shorter of the two leaves a storm two polls to show, where SONiC's own default polls as seldom as it detects. What
    is settled here keeps within what the daemon takes; what is said stays as it is, for ``check_watchdog`` to judge.

    Args:
        ports: ports the watchdog watches.
        detection_ms: how long a queue is stuck before the watchdog acts, where it is said.
        restoration_ms: how long it is free again before the watchdog lets go, where it is said.
        poll_ms: how often the watchdog looks, where it is said.

    Returns:
        All three, with the derivation of the detection time.

    Raises:
        ValueError: if there is no port, or a time that is said is not positive.

    Source:
        sonic-utilities pfcwd/main.py (start_default); polling at half of it is roceconf's choice. Limits: sonic-swss
        pfcwdorch.cpp.
    """
    if ports < 1:
        raise ValueError(f"a switch has at least one port, not {ports}")
    for name, said in (("detection", detection_ms), ("restoration", restoration_ms), ("poll", poll_ms)):
        if said is not None and said <= 0:
            raise ValueError(f"{name} must be positive, not {said} ms")
    found = _said_detection(detection_ms) if detection_ms is not None else _detection(ports, restoration_ms, poll_ms)
    detection = int(found.result)
    restoration = _limits("restoration").nearest(detection) if restoration_ms is None else restoration_ms
    poll = _limits("poll").nearest(min(detection, restoration) // 2) if poll_ms is None else poll_ms
    return WatchdogTimers(detection_ms=detection, restoration_ms=restoration, poll_ms=poll, derivation=found)


def _said_detection(detection_ms: int) -> Derivation:
    term = Term("detection", "t", detection_ms, "ms", "given")
    return Derivation("t", (term,), detection_ms, "ms", ("what is not said follows it",))


def _detection(ports: int, restoration_ms: int | None, poll_ms: int | None) -> Derivation:
    """The detection time of ``start_default``, as far as a restoration or a poll that is said leaves it."""
    data = read("watchdog")
    source = cast("str", data["source"])
    base, step = cast("int", data["detection_ms"]), cast("int", data["ports_per_step"])
    limits = _limits("detection")
    terms = [
        Term("detection for the first ports", "t", base, "ms", source),
        Term("ports", "N", ports, "", "given"),
        Term("ports a step", "k", step, "", source),
        Term("longest detection the daemon takes", "longest", limits.longest_ms, "ms", source),
    ]
    formula, wanted = "t * max(1, floor((N - 1) / k) + 1)", base * max(1, (ports - 1) // step + 1)
    if poll_ms is not None:
        terms.append(Term("poll", "poll", poll_ms, "ms", "given"))
        formula, wanted = f"max({formula}, 2 * poll)", max(wanted, 2 * poll_ms)
    if restoration_ms is not None:
        terms += [
            Term("restoration", "restoration", restoration_ms, "ms", "given"),
            Term("shortest detection the daemon takes", "shortest", limits.shortest_ms, "ms", source),
        ]
        formula, wanted = f"max(shortest, min({formula}, restoration))", min(wanted, restoration_ms)
    return Derivation(
        formula=f"min({formula}, longest)",
        terms=tuple(terms),
        result=limits.nearest(wanted),
        unit="ms",
        assumptions=("restoration equals detection, as start_default sets it; polling at half of it",)
        if restoration_ms is None and poll_ms is None
        else ("detection is no longer than restoration, and leaves two polls for a storm to show",),
    )


def watchdog_bounds(
    *,
    slowest_mbps: int | None = None,
    alpha: Fraction | float | None = None,
    shared_bytes: int | None = None,
    rnic_timeout: int | None = None,
) -> WatchdogBounds:
    """Return between what the detection time makes sense.

    Args:
        slowest_mbps: speed of the slowest lossless port.
        alpha: share of the free buffer a lossless group may hold.
        shared_bytes: shared buffer of one partition.
        rnic_timeout: local ACK timeout of the RNICs (exponent); 18 where None.

    Returns:
        The bounds. Where speed, alpha or shared buffer is not known, the lower one is not either.

    Raises:
        ValueError: an argument is out of its range.

    Source:
        Derived: ten times what one priority group may hold, sent at the slowest port; half of
        ``4.096 us * 2^timeout * retries`` (InfiniBand Architecture 1.3). Limits: sonic-swss pfcwdorch.cpp.
    """
    timeout = int(term_of("watchdog", "rnic_timeout").value) if rnic_timeout is None else rnic_timeout
    upper = _upper(_checked(timeout))
    pause = lower = None
    if slowest_mbps is not None and alpha is not None and shared_bytes is not None:
        if min(slowest_mbps, alpha, shared_bytes) <= 0:
            raise ValueError(
                f"speed, alpha and shared buffer must be positive, "
                f"not {slowest_mbps} Mb/s, {alpha} and {shared_bytes} B"
            )
        lower = _lower(slowest_mbps, exact(alpha), shared_bytes)
        pause = ceil(exact(lower.term("held").value) / (slowest_mbps * _BYTES_PER_MS))
    return WatchdogBounds(
        honest_pause_ms=pause,
        lower_ms=None if lower is None else int(lower.result),
        upper_ms=int(upper.result),
        rnic_timeout=timeout,
        rnic_gives_up_ms=rnic_gives_up_ms(timeout),
        detection_limits=_limits("detection"),
        restoration_limits=_limits("restoration"),
        poll_limits=_limits("poll"),
        honest_pauses=int(term_of("watchdog", "margin").value),
        retry_share=exact(term_of("watchdog", "share_of_retry").value),
        lower=lower,
        upper=upper,
    )


def check_watchdog(bounds: WatchdogBounds, *, detection_ms: int, restoration_ms: int, poll_ms: int) -> tuple[str, ...]:
    """Return what is wrong with timers, one sentence each; nothing where all is well.

    Args:
        bounds: what they are held against.
        detection_ms: how long a queue is stuck before the watchdog acts.
        restoration_ms: how long it is free again before the watchdog lets go.
        poll_ms: how often the watchdog looks.

    Source:
        ``watchdog_bounds``; restoration not below detection, poll not above it.
    """
    said = []
    if bounds.lower_ms is not None and detection_ms < bounds.lower_ms:
        said.append(
            f"detection {detection_ms:,} ms is below {bounds.lower_ms:,} ms, {bounds.honest_pauses} honest pauses of "
            "one switch"
        )
    if detection_ms > bounds.upper_ms:
        said.append(
            f"detection {detection_ms:,} ms is above {bounds.upper_ms:,} ms, {float(bounds.retry_share):.0%} of the "
            f"{bounds.rnic_gives_up_ms:,} ms after which an RNIC with timeout {bounds.rnic_timeout} gives up"
        )
    if restoration_ms < detection_ms:
        said.append(f"restoration {restoration_ms:,} ms is below detection {detection_ms:,} ms")
    if poll_ms > detection_ms:
        said.append(f"poll {poll_ms:,} ms is above detection {detection_ms:,} ms")
    timers = (
        ("detection", detection_ms, bounds.detection_limits),
        ("restoration", restoration_ms, bounds.restoration_limits),
        ("poll", poll_ms, bounds.poll_limits),
    )
    said += [
        f"{name} {value:,} ms is outside what SONiC's daemon takes, {limits}"
        for name, value, limits in timers
        if not limits.shortest_ms <= value <= limits.longest_ms
    ]
    return tuple(said)


def rnic_timeouts() -> tuple[int, ...]:
    """Return the local ACK timeouts of RNICs that are in use, ascending.

    Source:
        ``data/watchdog.toml``: defaults of NCCL by release.
    """
    table = cast("dict[str, list[int]]", read("watchdog")["rnic_timeout"])
    return tuple(table["published"])


def rnic_gives_up_ms(timeout: int) -> int:
    """Return after how many milliseconds an RNIC breaks a queue pair that hears nothing, rounded down.

    Args:
        timeout: local ACK timeout, 1 to 31.

    Raises:
        ValueError: outside that range.

    Source:
        ``4.096 us * 2^timeout * retries``, InfiniBand Architecture 1.3.
    """
    return floor(_retry_ms(_checked(timeout)))


def pause_refresh_ns(speed_mbps: int) -> int:
    """Return how long the longest pause frame holds a link of this speed, rounded down; XOFF is repeated before that.

    Args:
        speed_mbps: speed of the link.

    Raises:
        ValueError: if it is not positive.

    Source:
        IEEE 802.3 annex 31B: 65535 quanta of 512 bit times.
    """
    if speed_mbps <= 0:
        raise ValueError(f"speed_mbps must be positive, not {speed_mbps}")
    quanta, quantum = term_of("watchdog", "pause_quanta"), term_of("watchdog", "quantum")
    return floor(Fraction(int(quanta.value) * int(quantum.value) * 1000, speed_mbps))


def _limits(name: str) -> Limits:
    return Limits(*cast("list[int]", read("watchdog")[f"{name}_limits_ms"]))


def _checked(timeout: int) -> int:
    if not 1 <= timeout <= 31:  # InfiniBand Architecture 1.3, 9.7.6.1.3: five bits, of which 0 means for ever
        raise ValueError(f"the local ACK timeout of an RNIC is 1 to 31, not {timeout}")
    return timeout


def _retry_ms(timeout: int) -> Fraction:
    unit, retries = term_of("watchdog", "rnic_unit"), term_of("watchdog", "rnic_retries")
    return exact(unit.value) * Fraction(2) ** timeout * exact(retries.value) / 1000  # us to ms


def _lower(slowest_mbps: int, alpha: Fraction, shared_bytes: int) -> Derivation:
    margin = term_of("watchdog", "margin")
    held = min(Fraction(1), alpha) * shared_bytes
    result = ceil(exact(margin.value) * held / (slowest_mbps * _BYTES_PER_MS))
    return Derivation(
        formula=f"ceil(margin * held / (v * {_BYTES_PER_MS}))",
        terms=(
            Term("alpha", "alpha", plain(alpha), "", "given"),
            Term("shared buffer of a partition", "S", shared_bytes, "B", "given"),
            Term("speed of the slowest lossless port", "v", slowest_mbps, "Mb/s", "given"),
            margin,
        ),
        result=result,
        unit="ms",
        assumptions=(
            "the peer that pauses is a switch like this one, and drains what one group holds at its slowest port",
            "a longer pause is honest where that port is itself paused; the margin stands for it",
        ),
        steps=(Term("most that one group may hold", "held", plain(held), "B", "min(1, alpha) * S"),),
    )


def _upper(timeout: int) -> Derivation:
    unit, retries, share = (term_of("watchdog", key) for key in ("rnic_unit", "rnic_retries", "share_of_retry"))
    gives_up = _retry_ms(timeout)
    return Derivation(
        formula="floor(share * retry)",
        terms=(unit, term_of("watchdog", "rnic_timeout")._replace(value=timeout), retries, share),
        result=floor(exact(share.value) * gives_up),
        unit="ms",
        assumptions=(f"RNICs with timeout {timeout}; published defaults are {', '.join(map(str, rnic_timeouts()))}",),
        steps=(
            Term("time until the RNIC gives up", "retry", plain(gives_up), "ms", "t0 * 2 ** timeout * retries / 1000"),
        ),
    )
