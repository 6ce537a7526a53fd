"""What fitting changed is told in words, not in the model's own notation."""

import pytest

from roceconf.cli.pages.changes import change_line, change_lines, setting, value
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
        (DeviceChosen("no row"), "the device's own choice"),
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
        "changed: ECN of queue 3 on Ethernet0-16 (3 ports): averaging_weight 0 is said: orchagent fixes the weight"
    )


def test_of_a_map_only_the_entries_that_differ_are_told() -> None:
    change = Change(Difference("tc_to_pg.entries", ((0, 0), (1, 0)), ((0, 0), (1, 1)), PORTS), "they have one number")
    assert change_line(change).endswith(": 1 to 0 became 1 to 1: they have one number")


def test_what_comes_or_goes_is_told_whole() -> None:
    change = Change(Difference("watchdog", None, Watchdog(poll_ms=300)), "one for the switch")
    assert change_line(change) == "changed: watchdog: poll_ms 300 is said: one for the switch"


def test_what_became_another_is_told_each_and_the_rest_is_gathered() -> None:
    changes = (
        Change(Difference("cable_m", 40, None, PORTS), "no cable length or medium"),
        Change(Difference("medium", "dac", None, PORTS[:1]), "no cable length or medium"),
        Change(Difference("mtu_bytes", 9300, 9216, PORTS), "the most there is"),
        Change(Difference("priority_groups.3.profile.xon", None, Amount(0), PORTS), "it must be said"),
    )
    assert list(change_lines(changes, verbose=False)) == [
        "changed: MTU on Ethernet0-16 (3 ports): 9,300 became 9,216: the most there is",
        "left out: cable length in m, medium on Ethernet0-16 (3 ports): no cable length or medium",
        "filled in: 1 setting is written out that the intent leaves to the OS (-v lists them)",
    ]
    assert len(list(change_lines(changes, verbose=True))) == 4


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("priority_groups.3.profile.headroom", "headroom of priority group 3"),
        ("priority_groups.3", "priority group 3"),
        ("queues.3.marking.curves", "ECN of queue 3"),
        ("queues.6.scheduler.weight", "scheduler weight of queue 6"),
        ("tc_to_pg.entries", "map from traffic class to priority group"),
        ("watchdog.detection_ms", "watchdog detection in ms"),
        ("pfc.priorities", "PFC priorities"),
        ("pools.ingress.size", "size of pool ingress"),
        ("version", "release"),
    ],
)
def test_paths_are_said_in_the_words_of_the_field(path: str, words: str) -> None:
    assert setting(path) == words
