"""``explain watchdog``."""

import json

import pytest

from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]


def test_timers_and_bounds(capsys: Capsys) -> None:
    code, out, err = run(capsys, "explain", "watchdog", "--sku", "Dell-Z9864f-O64", "--speed", "100G")
    assert (code, err) == (0, "")
    for said in (
        "PFC watchdog of a switch with 66 ports",
        "detection    600 ms  the daemon takes 100 to 5,000 ms",
        "detection at least  51 ms: 10 times the 5.08 ms of an honest pause",
        "3,758 ms: half of the 7,516 ms after which an RNIC with timeout 18 gives up",
        "timeout 14  469 ms",
        "one pause frame holds a 100G link for 335.5 us: XOFF is repeated before that\n",
    ):
        assert said in out
    assert "note:" not in out


def test_a_switch_with_one_port(capsys: Capsys) -> None:
    assert "PFC watchdog of a switch with 1 port\n" in run(capsys, "explain", "watchdog", "--ports", "1").out


def test_what_is_not_known_is_asked_for(capsys: Capsys) -> None:
    out = run(capsys, "explain", "watchdog", "--ports", "32").out
    for said in ("detection at least  not known", "pass --alpha", "pass --sku", "pass --speed"):
        assert said in out


def test_a_timer_outside_its_bounds_is_a_note(capsys: Capsys) -> None:
    words = ("explain", "watchdog", "--ports", "32", "--speed", "10G", "--alpha", "1", "--shared", "60MB")
    assert "note: detection 200 ms is below 480 ms" in run(capsys, *words).out
    held = json.loads(run(capsys, *words, "--rnic-timeout", "14", "--format", "json").out)
    assert (held["schema_version"], held["detection_ms"], held["honest_pause_ms"]) == (1, 200, 48)
    assert (held["lower"]["result"], held["upper"]["result"]) == (480, 234)
    assert held["rnic_gives_up_ms"] == {"14": 469, "18": 7516, "20": 30064}
    assert held["objections"] == ["detection 200 ms is below 480 ms, 10 honest pauses of one switch"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "how many ports"),
        (("--ports", "0"), "not in the range"),
        (("--ports", "32", "--rnic-timeout", "32"), "not in the range"),
        (("--ports", "32", "--speed", "100"), "write 100G"),
    ],
)
def test_what_cannot_be_is_refused_in_words(capsys: Capsys, words: tuple[str, ...], message: str) -> None:
    code, out, err = run(capsys, "explain", "watchdog", *words)
    assert (code, out) == (2, "")
    assert message in err
