"""``explain kmin`` and ``kmax`` say what ``plan`` says, for the same switch, alpha, fan-in and fan-out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from roceconf.asic import speed_name
from roceconf.cli.planning import prepare
from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]

SAMPLES = Path(__file__).resolve().parent.parent.parent.parent / "samples" / "intents"


class Planned(NamedTuple):
    """A lossless queue of a planned switch, and how explain is asked for it."""

    words: tuple[str, ...]
    kmin: dict[str, Any]
    kmax: dict[str, Any]
    remarks: tuple[str, ...]


def value(rows: list[dict[str, Any]], name: str) -> Any:
    (row,) = [each for each in rows if each["name"] == name]
    return row["value"]


def asked(path: Path, planned: dict[str, Any]) -> Iterator[Planned]:
    ready = prepare(path)
    intent, groups = ready.wanted, ready.planned.groups
    switch_ports = groups[0].switch_ports
    published = bool(planned["pools"])
    box = ("--sku", planned["hwsku"]) if published else ("--asic", planned["asic"], "--ports", str(switch_ports))
    role = ("--topology", intent.topology) if published and intent.topology else ()
    trip = ("--rtt", f"{intent.rtt_ns}ns") if intent.rtt_ns else ()
    ingress = max(held["speed_mbps"] for held in planned["port_groups"] if held["lossless_priorities"])
    for group, held in zip(planned["port_groups"], groups, strict=True):
        if held.in_force is None or held.in_force.alpha is None:
            continue
        for queue in group["ecn"]:
            words = (
                *box, *role, *trip, "--speed", speed_name(group["speed_mbps"]),
                "--dynamic-th", str(held.in_force.alpha.exponent), "--min", str(held.reserved_bytes),
                "--groups", str(len(group["lossless_priorities"])),
                "--fan-in", str(planned["fan_in"]), "--fan-out", str(planned["fan_out"]),
                "--ingress", speed_name(ingress),
            )  # fmt: skip
            kmin, kmax, _ = queue["thresholds"]
            yield Planned(words, kmin, kmax, tuple(queue["remarks"]))


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_explain_says_what_plan_says(capsys: Capsys, sample: Path) -> None:
    planned = json.loads(run(capsys, "plan", str(sample), "--format", "json").out)
    queues = list(asked(sample, planned))
    assert queues
    for queue in queues:
        for threshold, of in (("kmin", queue.kmin), ("kmax", queue.kmax)):
            code, out, err = run(capsys, "explain", threshold, *queue.words, "--format", "json")
            assert (code, err) == (0, "")
            said = json.loads(out)
            limit = [each for each in said["steps"] if each["symbol"] == "limit"]
            assert limit
            if of["origin"] != "intent":
                assert said["result"] == of["value"]
                assert said["formula"] == of["derivation"]["formula"]
                assert said["terms"] == of["derivation"]["terms"]
                assert said["steps"] == of["derivation"]["steps"]
            most = -(-limit[0]["value"] // 1) - 1
            assert f" up to {most:,.0f} B" in of["reason"] or ("; capped" in of["reason"] and of["value"] == most)
            for timed in (said["round_trip"], said["reaction"]):
                assert timed is None or timed["said"] in " ".join(queue.remarks)


@pytest.mark.parametrize("fan_in", ["1", "2", "16", "1024"])
def test_the_fan_in_never_loosens_a_cap(capsys: Capsys, fan_in: str) -> None:
    words = ("explain", "kmax", "--speed", "100G", "--asic", "th", "--alpha", "1/8", "--shared", "2718768B")
    for more in ((), ("--rtt", "8us")):
        held = json.loads(run(capsys, *words, *more, "--fan-in", fan_in, "--format", "json").out)
        assert held["result"] == 302_085
        assert (held["reaction"] or {"senders": int(fan_in)})["senders"] == int(fan_in)


def test_nothing_said_a_sku_is_what_its_plan_is(capsys: Capsys) -> None:
    """A plan without classes has one lossless group a port; so has explain."""
    planned = json.loads(run(capsys, "plan", str(SAMPLES / "sonic-leaf.yaml"), "--format", "json").out)
    (group,) = planned["port_groups"]
    words = ("explain", "kmax", "--speed", "800G", "--sku", "dell-z9864f", "--format", "json")
    (queue,) = group["ecn"]
    assert json.loads(run(capsys, *words).out)["terms"] == queue["thresholds"][1]["derivation"]["terms"]
    point = value(group["buffer"], "XOFF point, alone")
    xoff = ("explain", "xoff", "--sku", "dell-z9864f", "--speed", "800G", "--cable", "40m", "--format", "json")
    assert json.loads(run(capsys, *xoff).out)["points"][0]["xoff_point_bytes"] == point
