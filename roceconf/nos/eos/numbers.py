"""What a number in a statement may be, and how EOS writes alphas, amounts and times."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from roceconf.nos.eos.defaults import AVD, MANUAL
from roceconf.switch import Alpha, Amount, Unit

CLI_HELP = "CLI help of EOS (aristanetworks/avd, issue 4921)"
YANG = "Arista's YANG models, EOS-4.36.1F"


class Range(NamedTuple):
    """The numbers a field of a statement may be.

    Attributes:
        field: the field of the record; its text may hold several numbers.
        low: the least.
        high: the greatest.
        what: what it is, for a message.
        source: where that is documented.
    """

    field: str
    low: int
    high: int
    what: str
    source: str


_CLASS = Range("traffic_class", 0, 7, "traffic class", YANG)
_CLASSES = Range("traffic_classes", 0, 7, "traffic class", YANG)
_PRIORITY = Range("priority", 0, 7, "PFC priority", AVD)
_QUEUE = Range("queue", 0, 7, "queue", AVD)
_PERCENT = Range("percent", 1, 100, "percentage", MANUAL)
_PRECEDENCE = Range("drop_precedence", 0, 2, "drop precedence", AVD)
_GROUP = Range("priority_group", 0, 7, "priority group", AVD)

RANGES: Mapping[str, tuple[Range, ...]] = {
    "map_dscp": (Range("dscp_values", 0, 63, "DSCP", YANG), _CLASS, _PRECEDENCE),
    "map_cos": (Range("cos_values", 0, 7, "CoS", YANG), _CLASS),
    "map_exp": (Range("exp_values", 0, 7, "EXP", YANG), _CLASS),
    "map_queue": (_CLASSES, _QUEUE),
    "pfc_no_drop": (_PRIORITY,),
    "pfc_drop": (_PRIORITY,),
    "no_pfc_priority": (_PRIORITY,),
    "qos_cos": (Range("cos", 0, 7, "CoS", AVD),),
    "qos_dscp": (Range("dscp", 0, 63, "DSCP", AVD),),
    "tx_queue": (_QUEUE,),
    "uc_tx_queue": (_QUEUE,),
    "mc_tx_queue": (_QUEUE,),
    "bandwidth_percent": (_PERCENT,),
    "bandwidth_guaranteed_percent": (_PERCENT,),
    "mtu": (Range("mtu", 68, 65535, "MTU", AVD),),
    "set_traffic_class": (_CLASS,),
    "dcbx_application": (_PRIORITY,),
    "dcbx_application_iscsi": (_PRIORITY,),
    "dcbx_ets_map": (Range("cos", 0, 7, "CoS", YANG), Range("traffic_class", 1, 8, "ETS class", "Intel RSD, eos_eapi")),
    "dcbx_ets_bandwidth": (
        Range("traffic_class", 1, 8, "ETS class", "Intel RSD, eos_eapi"),
        Range("percent", 0, 100, "percentage", "Intel RSD, eos_eapi"),
    ),
    "priority_group_reserved": (_GROUP,),
    "priority_group_threshold": (_GROUP,),
    "queue_reserved": (_QUEUE,),
    "queue_threshold": (_QUEUE,),
    "queue_drop_threshold": (_QUEUE, Range("drop_precedence", 1, 2, "drop precedence", AVD)),
}
"""Ranges by kind of record."""

THRESHOLD_LOW, THRESHOLD_HIGH = 1, 256_000_000
"""ECN and WRED thresholds in any unit (AVD)."""
PROBABILITY_LOW, PROBABILITY_HIGH = 1, 100
"""Percent of packets marked or dropped at the upper threshold (AVD)."""
WEIGHT_HIGH = 15
"""Greatest exponent of the queue average; 0 is the instantaneous length (AVD)."""
POOL_HIGH: Mapping[Unit, int] = {Unit.BYTES: 33_554_432, Unit.CELLS: 131_072}
"""Greatest limit of the headroom pool (CLI_HELP)."""
ALPHA_LOW, ALPHA_HIGH = -7, 3
"""Exponents of the thresholds EOS knows: 1/128 to 8 (AVD)."""
MTU_LOW, MTU_HIGH = 68, 65535
"""Routed MTU (AVD)."""


class Timing(NamedTuple):
    """The bounds of one watchdog time, in milliseconds, and the finest step EOS takes (AVD)."""

    low_ms: int
    high_ms: int
    step_ms: int


TIMEOUT = Timing(10, 60_000, 10)
RECOVERY = Timing(10, 60_000, 10)
POLLING = Timing(5, 30_000, 1)

UNITS: Mapping[str, Unit] = {
    "segments": Unit.CELLS,
    "bytes": Unit.BYTES,
    "kbytes": Unit.KBYTES,
    "mbytes": Unit.MBYTES,
    "milliseconds": Unit.MILLISECONDS,
    "microseconds": Unit.MICROSECONDS,
}
"""Units of ECN and WRED thresholds; a segment is one cell of the buffer."""
TIMES = frozenset({Unit.MILLISECONDS, Unit.MICROSECONDS})
"""Units that come from platforms with virtual output queues; Arista's data models have them for all."""
RATES: Mapping[str, Unit] = {"kbps": Unit.KBPS, "pps": Unit.PPS, "percent": Unit.PERCENT}
"""Units of rates; percent is of the port's speed."""
PORT_SPEED = "port speed"
FASTEST_MBPS = 1_600_000
"""The fastest port of any Tomahawk: 1.6 Tb/s on Tomahawk 6 (sonic-buildimage, SoC configuration with 64x1600G)."""

LONGEST_NUMBER = 12
"""Digits of a number that is read: the largest EOS prints, 1.6 Tb/s in kbps, has ten."""
_TOO_LONG = re.compile(rf"[0-9]{{{LONGEST_NUMBER + 1},}}")


def too_long(text: str) -> int:
    """How many digits the first number has that is longer than any EOS takes; 0 where none is."""
    found = _TOO_LONG.search(text)
    return 0 if found is None else len(found.group())


def whole_numbers(text: str) -> list[int]:
    """The numbers of a list such as ``8 9 10``, ``0-7`` or ``0,2``; a range that runs backwards has none."""
    numbers: list[int] = []
    for first, last in re.findall(r"([0-9]+)(?:\s*-\s*([0-9]+))?", text):
        low, high = int(first[:LONGEST_NUMBER]), int((last or first)[:LONGEST_NUMBER])
        numbers.extend(range(low, min(high, low + 255) + 1))
    return numbers


def milliseconds(seconds: str) -> int | None:
    """Seconds as EOS writes them, in milliseconds; None for more than three decimals."""
    whole, _, decimals = seconds.partition(".")
    if len(decimals) > 3 or len(whole) > 9:
        return None
    return int(whole) * 1000 + int(decimals.ljust(3, "0"))


def seconds(time_ms: int) -> str:
    """Milliseconds as EOS prints seconds: ``0.2``, ``1``, ``0.005``."""
    whole, rest = divmod(time_ms, 1000)
    return f"{whole}.{rest:03d}".rstrip("0").rstrip(".")


def alpha(text: str) -> Alpha | None:
    """``1/8``, ``1``, ``4`` as an alpha; None where it is no power of two that EOS knows."""
    upper, _, lower = text.partition("/")
    for exponent in range(ALPHA_LOW, ALPHA_HIGH + 1):
        known = Alpha(exponent)
        if str(known) == f"{upper}/{lower}" or (not lower and str(known) == upper):
            return known
    return None


def buffer_amount(text: str) -> Amount:
    """``bytes 165100``, ``cells 20`` or ``64000`` (bytes) as an amount."""
    unit, _, number = text.rpartition(" ")
    return Amount(int(number), Unit.CELLS if unit == "cells" else Unit.BYTES)


_CURVE = re.compile(
    r"(?:drop-precedence (?P<precedence>[0-9]+) )?"
    r"minimum-threshold (?P<low>[0-9]+) (?P<low_unit>[a-z]+) maximum-threshold (?P<high>[0-9]+) (?P<high_unit>[a-z]+)"
    r"(?: (?P<kind>max-mark-probability|drop-probability) (?P<percent>[0-9]+))?(?: weight (?P<weight>[0-9]+))?$"
)


class Thresholds(NamedTuple):
    """The options of ``random-detect ecn`` and ``random-detect drop``."""

    kmin: Amount
    kmax: Amount
    percent: int | None
    weight: int | None
    precedence: int


def thresholds(options: str, probability: str) -> Thresholds | str:
    """The options of a curve.

    Args:
        options: the text after ``random-detect ecn`` or ``random-detect drop``.
        probability: the keyword of the probability that belongs there.

    Returns:
        The thresholds, or what is wrong with the text, as a clause.
    """
    found = _CURVE.match(" ".join(options.split()))
    if found is None or (found["kind"] or probability) != probability:
        return (
            "it does not read `minimum-threshold <n> <unit> maximum-threshold <n> <unit>` with an optional "
            f"`{probability} <percent>` and `weight <n>`"
        )
    wrong = [unit for unit in (found["low_unit"], found["high_unit"]) if unit not in UNITS]
    if wrong:
        return f"the unit '{wrong[0]}' is not one of {', '.join(UNITS)}"
    kmin, kmax = int(found["low"]), int(found["high"])
    for number in (kmin, kmax):
        if not THRESHOLD_LOW <= number <= THRESHOLD_HIGH:
            return f"the threshold {number} is not within {THRESHOLD_LOW} to {THRESHOLD_HIGH:,}"
    percent = int(found["percent"]) if found["percent"] else None
    if percent is not None and not PROBABILITY_LOW <= percent <= PROBABILITY_HIGH:
        return f"the probability {percent} is not within {PROBABILITY_LOW} to {PROBABILITY_HIGH} percent"
    weight = int(found["weight"]) if found["weight"] else None
    if weight is not None and weight > WEIGHT_HIGH:
        return f"the weight {weight} is above {WEIGHT_HIGH}"
    precedence = int(found["precedence"] or 0)
    if precedence > 2:
        return f"the drop precedence {precedence} is above 2"
    return Thresholds(
        Amount(kmin, UNITS[found["low_unit"]]), Amount(kmax, UNITS[found["high_unit"]]), percent, weight, precedence
    )


class Timer(NamedTuple):
    """``priority-flow-control pause watchdog port timer``: times in milliseconds; polling None is ``auto``."""

    timeout_ms: int
    polling_ms: int | None
    recovery_ms: int
    forced: bool


_TIMER = re.compile(
    r"timeout (?P<timeout>[0-9.]+) polling-interval (?P<polling>auto|[0-9.]+) recovery-time (?P<recovery>[0-9.]+)"
    r"(?P<forced> forced)?$"
)


def timer(options: str) -> Timer | str:
    """The options of a port timer.

    Args:
        options: the text after ``port timer``.

    Returns:
        The timer, or what is wrong with the text, as a clause.
    """
    found = _TIMER.match(" ".join(options.split()))
    if found is None:
        return "it does not read `timeout <s> polling-interval auto|<s> recovery-time <s> [forced]`"
    wrong = (
        time_fault(found["timeout"], TIMEOUT, "timeout")
        or (found["polling"] != "auto" and time_fault(found["polling"], POLLING, "polling-interval"))
        or time_fault(found["recovery"], RECOVERY, "recovery-time")
    )
    if wrong:
        return wrong
    polling = None if found["polling"] == "auto" else milliseconds(found["polling"])
    timeout, recovery = milliseconds(found["timeout"]), milliseconds(found["recovery"])
    assert timeout is not None
    assert recovery is not None
    return Timer(timeout, polling, recovery, found["forced"] is not None)


def time_fault(text: str, timing: Timing, what: str) -> str:
    """What is wrong with a time in seconds, as a clause; empty where nothing is."""
    if re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", text) is None:
        return f"'{text}' is no time in seconds"
    decimals = len(text.partition(".")[2])
    finest = len(seconds(timing.step_ms).partition(".")[2])
    time_ms = milliseconds(text)
    if time_ms is None or decimals > finest:
        return f"{what} {text} has more than {finest} decimals"
    if not timing.low_ms <= time_ms <= timing.high_ms:
        return f"{what} {text} s is not within {seconds(timing.low_ms)} to {seconds(timing.high_ms)} s"
    return ""


_SPEED = re.compile(
    r"(?:forced |auto |sfp-1000baset auto )?(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<unit>[mgt]?)"
    r"(?:full|half|-(?P<lanes>[0-9]))?$"
)
_MBPS = {"t": 1_000_000, "g": 1000, "m": 1, "": 1}


class Speed(NamedTuple):
    """What ``speed`` says: ``400g-4`` is 400G over four lanes; None for what it leaves open."""

    speed_mbps: int | None = None
    lanes: int | None = None


def port_speed(text: str) -> Speed:
    """``400g-4``, ``forced 100gfull``, ``1000full``; of ``auto`` alone and what is no speed nothing is known."""
    found = _SPEED.match(text.strip())
    if found is None or too_long(found["number"]):
        return Speed()
    lanes = int(found["lanes"] or 0)
    return Speed(round(float(found["number"]) * _MBPS[found["unit"]]), lanes or None)
