"""Numbers of a command line: the range that the intent takes too, and digits that everyone reads alike."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from roceconf.cli.application import _COMMANDS, application
from roceconf.cli.parsing import Command
from roceconf.intent import IntentErrors, load
from roceconf.ranges import FAN_IN, FAN_OUT, GEARBOX_NS, MTU_BYTES, PEER_RESPONSE_NS, ROUND_TRIP_NS, Range
from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]
HEADROOM = ("explain", "headroom", "--asic", "th5", "--speed", "400G", "--cable", "40m")
MARKING = ("explain", "kmin", "--speed", "400G")
INTENT = "switch: s\nnos: sonic\nasic: th5\nports: [{ports: Ethernet0, speed: 400G, cable: 40m}]\n"


def ends(allowed: Range, unit: str = "") -> list[tuple[str, bool]]:
    """A value at each end of a range and one beyond each, and whether it is in it."""
    low, high = allowed
    said = [(low, True), (high, True), (high + 1, False), *([(low - 1, False)] if low else [])]
    return [(f"{number}{unit}", inside) for number, inside in said]


BOTH = [
    (words, option, key, value, inside)
    for words, option, key, values in (
        (HEADROOM, "--mtu", "mtu", ends(MTU_BYTES)),
        ((*HEADROOM, "--mtu", "9216"), "--lossless-mtu", "lossless_mtu", ends(MTU_BYTES)),
        (HEADROOM, "--peer", "peer", ends(PEER_RESPONSE_NS, "ns")),
        (
            HEADROOM,
            "--peer",
            "peer",
            [("1.5us", True), ("1.5ns", False), ("1ms", False), ("ieee", True), ("²us", False)],
        ),
        (HEADROOM, "--gearbox", "gearbox", ends(GEARBOX_NS, "ns")),
        (HEADROOM, "--gearbox", "gearbox", [("sn3800", True), ("400", False), ("SN3800", False)]),
        (MARKING, "--rtt", "rtt", ends(ROUND_TRIP_NS, "ns")),
        (MARKING, "--rtt", "rtt", [("8us", True), ("1ms", False), ("0us", False), ("8", False)]),
        (MARKING, "--fan-in", "fan_in", ends(FAN_IN)),
        (MARKING, "--fan-out", "fan_out", ends(FAN_OUT)),
        (HEADROOM, "--small-packets", "small_packets", ends(Range(0, 100))),
        (HEADROOM, "--small-packets", "small_packets", [("12.5", True), ("15%", True), ("0.5", False), ("1e1", False)]),
    )
    for value, inside in values
]


@pytest.mark.parametrize(("words", "option", "key", "value", "inside"), BOTH, ids=[f"{b[2]}-{b[3]}" for b in BOTH])
def test_the_intent_takes_what_the_command_line_takes(
    capsys: Capsys, words: tuple[str, ...], option: str, key: str, value: str, inside: bool
) -> None:
    code, _, told = run(capsys, *words, f"{option}={value}")
    assert (code == 0) is inside, told
    assert inside or (code == 2 and option in told)
    if value == "1e1":
        return  # a number to YAML alone
    text = f"{key}: {value}\n{INTENT}"
    if inside:
        load(text)
    else:
        with pytest.raises(IntentErrors, match=rf"{key}: "):
            load(text)


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


def every_command() -> Iterator[tuple[tuple[str, ...], Any]]:
    for name in _COMMANDS:
        group = typer.main.get_command(application([name]))
        yield from ((path, held) for path, held in commands(group) if path[0] == name)


NUMBERS = [
    (path, parameter.opts[0])
    for path, command in every_command()
    for parameter in command.params
    if parameter.type.name.startswith(("int", "float"))
]


def test_numbers_are_found() -> None:
    assert {("lint",), ("explain", "headroom"), ("explain", "xoff")} <= {path for path, _ in NUMBERS}
    assert all(isinstance(command, Command) for _, command in every_command())


@pytest.mark.parametrize("value", ["٣", "３", "³", "1_0", " 3", "0x3", "9" * 5000, "3.0"])
@pytest.mark.parametrize(("path", "option"), NUMBERS, ids=[" ".join((*path, option)) for path, option in NUMBERS])
def test_a_number_is_written_in_digits(capsys: Capsys, path: tuple[str, ...], option: str, value: str) -> None:
    code, out, told = run(capsys, *path, option, value)
    assert (code, out) == (2, "")
    assert f"'{option}'" in told
    assert "is no number; write digits only" in told
