"""A network OS whose configurations say what shall happen to them, so that linting is tested apart from any reader."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.nos import Habits, NetworkOs
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Lacking, Place, Rule
from roceconf.switch import Hints, NotReadableError, PlaceTable, Reading, Remark, RemarkKind, Switch

FIRST_LINE = "! fake os"


def recognise(text: str) -> float:
    """Certain of its first line."""
    return float(text.startswith(FIRST_LINE))


def read(text: str, hints: Hints) -> Reading:
    """Every line is a remark; some are commands."""
    del hints
    lines = text.split("\n")
    sku = ""
    for number, line in enumerate(lines, 1):
        if line == "unreadable":
            raise NotReadableError("is not a statement: remove it", number, 3)
        if line == "prose":
            raise NotReadableError("reads like prose: give the output of `show running-config`")
        if line == "reader fails":
            raise KeyError("no such table")
        if line.startswith("sku "):
            sku = line.removeprefix("sku ")
    remarks = tuple(Remark(RemarkKind.UNKNOWN, (number, 1), line, "") for number, line in enumerate(lines, 1))
    return Reading("fake", Switch(sku=sku), PlaceTable({}), remarks=remarks, line_count=len(lines))


def _not_needed(*_: object) -> tuple[()]:
    raise AssertionError("linting writes nothing")


OS = NetworkOs("fake", "Fake OS", recognise, read, _not_needed, _not_needed, Habits(9100, 0))  # type: ignore[arg-type]


def _speak(reading: Reading, context: Context) -> Iterator[Fault]:
    """Says a severity wherever a line is one."""
    del context
    for remark in reading.remarks:
        if remark.message in tuple(Severity):
            yield Fault("as the file says", "nothing", Place(at=remark.at), severity=Severity(remark.message))


def _fail(reading: Reading, context: Context) -> Iterator[Fault]:
    """Fails where the file says so."""
    del context
    if any(remark.message == "rule fails" for remark in reading.remarks):
        raise ZeroDivisionError("by zero")
    yield from ()


def _lack(reading: Reading, context: Context) -> Iterator[Fault]:
    """Lacks the ASIC."""
    del reading
    if context.known_asic is None:
        raise Lacking("ASIC")
    yield from ()


RULES = (
    Rule("FAK101", "says-so", Severity.ERROR, "0.1", ("this file",), Reading, "Says so.", _speak),
    Rule("FAK102", "breaks", Severity.ERROR, "0.1", ("this file",), Reading, "Breaks.", _fail),
    Rule("FAK103", "lacks", Severity.ERROR, "0.1", ("this file",), Reading, "Lacks.", _lack),
)
