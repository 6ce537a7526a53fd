"""What fitting changed is told in words, not in the model's own notation."""

import pytest

from roceconf.cli.pages.changes import change_line, value
from roceconf.nos import Change
from roceconf.switch import Alpha, Amount, ClassMap, Colour, Curve, DeviceChosen, Difference, Unit, Watchdog

PORTS = ("Ethernet0", "Ethernet8", "Ethernet16")
CURVE = Curve(kmin=Amount(950_000), kmax=Amount(3_000_000), pmax_percent=7)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (None, "nothing"),
        (True, "yes"),
        (Colour.GREEN, "green"),
        (40, "40"),
        (Amount(250, Unit.CELLS), "250 cells"),
        (Alpha(-3), "1/8"),
        (DeviceChosen("no row"), "chosen by the device: no row"),
        (frozenset({4, 3}), "3, 4"),
        (ClassMap.of({26: 3, 48: 6}), "26 to 3, 48 to 6"),
        (Watchdog(poll_ms=300), "poll_ms 300"),
        ((CURVE,), "colour green, kmin 950,000 B, kmax 3,000,000 B, pmax_percent 7, marks yes, active yes"),
    ],
)
def test_values_are_said_as_engineers_say_them(said: object, words: str) -> None:
    assert value(said) == words


def test_only_the_part_that_differs_is_told() -> None:
    after = Curve(kmin=CURVE.kmin, kmax=CURVE.kmax, pmax_percent=7, averaging_weight=0)
    change = Change(Difference("queues.3.marking.curves", (CURVE,), (after,), PORTS), "orchagent fixes the weight")
    assert change_line(change) == (
        "changed: queues.3.marking.curves on Ethernet0-16 (3 ports): averaging_weight nothing became 0: "
        "orchagent fixes the weight"
    )


def test_of_a_map_only_the_entries_that_differ_are_told() -> None:
    change = Change(Difference("tc_to_pg.entries", ((0, 0), (1, 0)), ((0, 0), (1, 1)), PORTS), "they have one number")
    assert change_line(change).endswith(": 1 to 0 became 1 to 1: they have one number")


def test_what_comes_or_goes_is_told_whole() -> None:
    change = Change(Difference("watchdog", None, Watchdog(poll_ms=300)), "one for the switch")
    assert change_line(change) == "changed: watchdog: nothing became poll_ms 300: one for the switch"
