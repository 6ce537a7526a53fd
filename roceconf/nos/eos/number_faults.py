"""Statements whose numbers EOS refuses."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from roceconf.nos.eos import numbers
from roceconf.nos.eos.defaults import AVD
from roceconf.nos.text.match import Record, Records
from roceconf.switch import RemarkKind, Unit


class NumberFault(NamedTuple):
    """What is wrong with the numbers of a statement.

    Attributes:
        kind: out of range, or malformed where the text is not what belongs there.
        wrong: what is wrong, as a clause.
        help: what to write instead.
        source: where that is documented.
    """

    kind: RemarkKind
    wrong: str
    help: str
    source: str


def number_faults(records: Records) -> dict[tuple[str, str], NumberFault]:
    """The statements of a text whose numbers EOS refuses, by mode and text."""
    found: dict[tuple[str, str], NumberFault] = {}
    for statement, record in records.items():
        fault = None if record is None else _fault(record)
        if fault is not None:
            found[statement] = fault
    return found


def _fault(record: Record) -> NumberFault | None:
    kind, fields = record
    foreign = next((fields[name] for name in fields if _is_numeric(kind, name) and not fields[name].isascii()), None)
    if foreign is not None:
        return NumberFault(
            RemarkKind.MALFORMED,
            f"'{foreign}' holds characters that no number of EOS has",
            "write numbers with the digits 0 to 9",
            AVD,
        )
    digits = max((numbers.too_long(fields[name]) for name in fields if _is_numeric(kind, name)), default=0)
    if digits:
        return NumberFault(
            RemarkKind.OUT_OF_RANGE,
            f"a number of {digits:,} digits is larger than any that EOS takes",
            f"write a number of at most {numbers.LONGEST_NUMBER} digits",
            AVD,
        )
    for allowed in numbers.RANGES.get(kind, ()):
        text = fields.get(allowed.field)
        wrong = [] if text is None else [n for n in numbers.whole_numbers(text) if not allowed.low <= n <= allowed.high]
        if wrong:
            return NumberFault(
                RemarkKind.OUT_OF_RANGE,
                f"{allowed.what} {wrong[0]} is not within {allowed.low} to {allowed.high}",
                f"write {_article(allowed.what)} {allowed.what} from {allowed.low} to {allowed.high}",
                allowed.source,
            )
    check = _CHECKS.get(kind)
    return check(fields) if check is not None else None


_NUMERIC = frozenset(
    {
        *("alpha", "amount", "cos", "cos_values", "drop_precedence", "dscp", "dscp_values", "exp_values", "fraction"),
        *("group", "mtu", "number", "percent", "priority", "priority_group", "queue", "rate", "rate_kbps"),
        *("seconds", "size", "speed", "threshold", "traffic_class", "traffic_classes", "value"),
    }
)
"""The fields of records that hold numbers; every other one is a name or a word."""
_NUMERIC_OPTIONS = frozenset({"ecn", "wred", "watchdog_port_timer"})
"""The records whose options are numbers; those of the others are not read."""


def _is_numeric(kind: str, field: str) -> bool:
    return field in _NUMERIC or (field == "options" and kind in _NUMERIC_OPTIONS)


def _article(what: str) -> str:
    return "an" if what[0] in "aeiouEM" else "a"


def _curve(probability: str) -> Callable[[Mapping[str, str]], NumberFault | None]:
    def check(fields: Mapping[str, str]) -> NumberFault | None:
        said = numbers.thresholds(fields["options"], probability)
        if not isinstance(said, str):
            return None
        kind = RemarkKind.MALFORMED if said.startswith(("it ", "the unit")) else RemarkKind.OUT_OF_RANGE
        return NumberFault(
            kind,
            said,
            f"write `minimum-threshold <n> bytes maximum-threshold <n> bytes {probability} <1-100> weight <0-15>`",
            AVD,
        )

    return check


def _timer(fields: Mapping[str, str]) -> NumberFault | None:
    said = numbers.timer(fields["options"])
    if not isinstance(said, str):
        return None
    kind = RemarkKind.MALFORMED if said.startswith("it ") else RemarkKind.OUT_OF_RANGE
    return NumberFault(kind, said, _TIMER_HELP, AVD)


_TIMER_HELP = (
    "write `timeout <0.01-60> polling-interval auto recovery-time <0.01-60>`; timeout and recovery-time take two "
    "decimals, polling-interval three"
)


def _time(timing: numbers.Timing, what: str) -> Callable[[Mapping[str, str]], NumberFault | None]:
    def check(fields: Mapping[str, str]) -> NumberFault | None:
        wrong = numbers.time_fault(fields["seconds"], timing, what)
        finest = len(numbers.seconds(timing.step_ms).partition(".")[2])
        bounds = f"{numbers.seconds(timing.low_ms)} to {numbers.seconds(timing.high_ms)}"
        help_text = f"write seconds from {bounds} with at most {finest} decimals"
        return NumberFault(RemarkKind.OUT_OF_RANGE, wrong, help_text, AVD) if wrong else None

    return check


def _alpha(fields: Mapping[str, str]) -> NumberFault | None:
    if numbers.alpha(fields["alpha"]) is not None:
        return None
    return NumberFault(
        RemarkKind.OUT_OF_RANGE,
        f"{fields['alpha']} is no threshold EOS knows",
        "write one of 1/128, 1/64, 1/32, 1/16, 1/8, 1/4, 1/2, 1, 2, 4, 8",
        AVD,
    )


def _pool(fields: Mapping[str, str]) -> NumberFault | None:
    limit = numbers.buffer_amount(fields["amount"])
    highest = numbers.POOL_HIGH[limit.unit]
    if 1 <= limit.number <= highest:
        return None
    return NumberFault(
        RemarkKind.OUT_OF_RANGE,
        f"a headroom pool of {limit} is not within 1 to {highest:,}",
        f"write at most {numbers.POOL_HIGH[Unit.BYTES]:,} bytes or {numbers.POOL_HIGH[Unit.CELLS]:,} cells",
        numbers.CLI_HELP,
    )


def _speed(fields: Mapping[str, str]) -> NumberFault | None:
    speed_mbps = numbers.port_speed(fields["speed"]).speed_mbps
    if speed_mbps is None or 1 <= speed_mbps <= numbers.FASTEST_MBPS:
        return None
    return NumberFault(
        RemarkKind.OUT_OF_RANGE,
        "no port has that speed",
        "write a speed of the port, such as `speed 400g-8` or `speed forced 100gfull`",
        AVD,
    )


_CHECKS: Mapping[str, Callable[[Mapping[str, str]], NumberFault | None]] = {
    "ecn": _curve("max-mark-probability"),
    "wred": _curve("drop-probability"),
    "watchdog_port_timer": _timer,
    "watchdog_timeout": _time(numbers.TIMEOUT, "timeout"),
    "watchdog_recovery_time": _time(numbers.RECOVERY, "recovery-time"),
    "watchdog_recovery_time_forced": _time(numbers.RECOVERY, "recovery-time"),
    "watchdog_polling_interval": _time(numbers.POLLING, "polling-interval"),
    "ingress_threshold": _alpha,
    "priority_group_threshold": _alpha,
    "queue_threshold": _alpha,
    "mmu_headroom_pool": _pool,
    "speed": _speed,
}
