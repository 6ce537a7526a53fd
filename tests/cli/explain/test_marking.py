"""``explain kmin``, ``kmax`` and ``pmax``."""

import json

import pytest

from roceconf.sizing import presets
from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]

TOMAHAWK = ("--asic", "th", "--alpha", "1/8", "--shared", "2718768B")


def test_a_value_comes_with_its_derivation_and_every_school(capsys: Capsys) -> None:
    code, out, err = run(capsys, "explain", "kmin", "--speed", "400G", "--sku", "Dell-Z9864f-O64", "--rtt", "8us")
    assert (code, err) == (0, "")
    for said in (
        "950,000 B, preset default",
        "Kmin 950,000 B, Kmax 3,000,000 B, Pmax 7 %",
        "formula: min(K, ceil(limit) - 1)",
        "holds up to 3,960,971 B",
        "2.4 of the bandwidth-delay product of 400,000 B",
        "8 senders at once bring 4,200,000 B until a CNP acts (12 us)",
        "alpha 1 (dynamic_th 0): published alike for every length of 400G",
        "fan-out 8: assumed; pass --fan-out",
        "dcqcn15: HPCC's authors report that these values do not work in production",
    ):
        assert said in " ".join(out.split())
    for name in presets():
        assert f"\n  {name} " in out


def test_a_cap_is_said_with_both_numbers(capsys: Capsys) -> None:
    out = " ".join(run(capsys, "explain", "kmax", "--speed", "100G", *TOMAHAWK).out.split())
    assert "Kmax 302,085 B, preset default" in out
    assert "capped at 302,085 B, where preset default asks for 3,000,000 B: a single sender must meet" in out
    assert "capped at 604" not in out
    assert "fan-in 8: assumed; pass --fan-in" in out
    wider = " ".join(run(capsys, "explain", "kmax", "--speed", "100G", *TOMAHAWK, "--fan-in", "2").out.split())
    assert "capped at 302,085 B, where preset default asks for 3,000,000 B: a single sender must meet" in wider
    assert "fan-in 2: said. It counts in the time DCQCN has" in wider


def test_faster_senders_leave_dcqcn_less_time(capsys: Capsys) -> None:
    words = ("explain", "kmin", "--speed", "400G", "--sku", "Dell-Z9864f-O64", "--rtt", "8us")
    alike, faster = (run(capsys, *words, *more).out for more in ((), ("--ingress", "800G")))
    assert "senders come in at 400G: assumed, as --speed; pass --ingress" in alike
    assert "senders come in at 800G: said" in faster
    assert "8 senders at once bring 9,000,000 B" in faster
    assert "CNPs 4,000 ns apart: assumed (NVIDIA ConnectX" in " ".join(faster.split())


def test_what_counts_for_nothing_is_said(capsys: Capsys) -> None:
    out = run(capsys, "explain", "kmin", "--speed", "400G", "--fan-in", "4").out
    assert "--fan-in, --fan-out and --ingress count for nothing without alpha and shared buffer" in out
    assert "assumed; pass --fan-out" not in out


def test_fan_out_and_classes_lower_kmin(capsys: Capsys) -> None:
    words = ("explain", "kmin", "--speed", "100G", *TOMAHAWK, "--format", "json")
    found = [
        json.loads(run(capsys, *words, *more).out)["kmin_bytes"]
        for more in ((), ("--fan-out", "4"), ("--fan-out", "4", "--classes", "2"))
    ]
    assert found == [37_760, 75_521, 67_969]


def test_without_a_buffer_nothing_is_capped_and_it_says_what_to_pass(capsys: Capsys) -> None:
    out = run(capsys, "explain", "pmax", "--speed", "800G", "--preset", "hpcc").out
    for said in ("20 %, preset hpcc", "pass --alpha", "pass --sku, --asic or --shared", "pass --rtt", "slope"):
        assert said in out
    assert "every packet from there on" in " ".join(out.split())


@pytest.mark.parametrize("threshold", ["kmin", "kmax", "pmax"])
def test_programs_get_all_of_it(capsys: Capsys, threshold: str) -> None:
    words = ("--speed", "400G", "--sku", "Dell-Z9864f-O64", "--rtt", "8us", "--fan-in", "4", "--format", "json")
    held = json.loads(run(capsys, "explain", threshold, *words).out)
    assert (held["schema_version"], held["threshold"], held["preset"]) == (1, threshold, "default")
    assert held["result"] == held[{"pmax": "pmax_percent"}.get(threshold, f"{threshold}_bytes")]
    assert held["round_trip"]["bdp_bytes"] == 400_000
    assert (held["reaction"]["senders"], held["reaction"]["holds"]) == (4, True)
    assert [each["preset"] for each in held["schools"]] == list(presets())
    assert {each["kmin_bytes"] for each in held["schools"] if each["preset"] == "juniper"} == {None}
    assert held["caps"] == []
    assert held["terms"]


def test_a_size_in_cells_is_of_the_chip(capsys: Capsys) -> None:
    words = ("explain", "kmin", "--speed", "100G", "--alpha", "1", "--shared", "10000cells", "--format", "json")
    held = json.loads(run(capsys, *words, "--asic", "th").out)
    assert {each["symbol"]: each["value"] for each in held["terms"]}["S"] == 2_080_000
    assert "cells of which chip" in run(capsys, *words).err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--speed", "400G", "--preset", "cisko"), "unknown ECN preset 'cisko': one of arista-avd"),
        (("--speed", "400G", "--preset", "juniper"), "no bytes: say kmin and kmax"),
        (("--speed", "400G", "--preset", "dctcp"), "say the round trip time"),
        (("--speed", "10G", "--preset", "dctcp", "--rtt", "8us"), "less than one RDMA packet of 4,158 B"),
        (("--speed", "400G", "--ingress", "400"), "Invalid value for --ingress"),
        (("--speed", "400G", "--rtt", "8"), "8 has no unit; write 8us"),
        (("--speed", "400G", "--rtt", "0us"), "out of range (100ns to 10,000,000ns)"),
        (("--speed", "400G", "--rtt", "0.5ns"), "no whole number of nanoseconds"),
        (("--speed", "400G", "--alpha", "1/3"), "is no alpha"),
        (("--speed", "400G", "--shared", "60"), "has no unit"),
        (("--speed", "400G", "--asic", "th55"), "th5"),
        (("--speed", "400G", "--classes", "9"), "not in the range"),
        (("--speed", "400G", "--alpha", "1/8", "--shared", "200KB"), "may be at most 2,777 B"),
        ((), "--speed"),
    ],
)
def test_what_cannot_be_is_refused_in_words(capsys: Capsys, words: tuple[str, ...], message: str) -> None:
    code, out, err = run(capsys, "explain", "kmin", *words)
    assert (code, out) == (2, "")
    assert message in err
