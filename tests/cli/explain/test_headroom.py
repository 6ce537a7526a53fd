"""``explain headroom``: models, peers, gearboxes, and the longest cable."""

import json
from typing import Any

import pytest

from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]
LINK = ("explain", "headroom", "--asic", "th5", "--speed", "400G", "--cable", "40m")
CARRIES = ("explain", "headroom", "--asic", "th5", "--speed", "800G", "--carries", "393192B")


def data(capsys: Capsys, *words: str) -> dict[str, Any]:
    ran = run(capsys, *words, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    said: dict[str, Any] = json.loads(ran.out)
    assert said["schema_version"] == 1
    return said


def test_every_model_stands_beside_the_answer(capsys: Capsys) -> None:
    page = run(capsys, *LINK).out
    said = data(capsys, *LINK)
    assert [each["name"] for each in said["models"]][:2] == ["unified", "ieee"]
    for each in said["models"]:
        assert f"{each['name']} " in page
        assert f"{each['headroom']['headroom_bytes']:,} B" in page
        assert each["source"]
        assert each["leaves_out"]
    assert said["models"][0]["headroom"] == said["worst_case"]


def test_a_named_model_is_derived(capsys: Capsys) -> None:
    page = run(capsys, *LINK, "--model", "cisco", "--model", "sonic-dynamic-spectrum-4,dsh").out
    assert "model cisco: 42,784 B" in page
    assert "model dsh: 42,272 B" in page
    assert "model sonic-dynamic-spectrum-4: " in page
    assert page.count("formula: ") == 3
    names = [each["name"] for each in data(capsys, *LINK, "--model", "sonic-dynamic-spectrum-4")["models"]]
    assert "sonic-dynamic-spectrum-4" in names
    assert "sonic-dynamic-spectrum-3" not in names


def test_the_pull_request_of_sonic_from_the_command_line(capsys: Capsys) -> None:
    words = ("explain", "headroom", "--asic", "th5", "--speed", "400G", "--cable", "300m")
    asked = ("--mtu", "9078", "--lossless-mtu", "1002", "--small-packets", "50", "--model", "sonic-dynamic-spectrum-3")
    assert "model sonic-dynamic-spectrum-3: 272,384 B" in run(capsys, *words, *asked).out


def test_peers_and_gearboxes(capsys: Capsys) -> None:
    plain = data(capsys, *LINK)
    assert plain["peer"] is None
    named = data(capsys, *LINK, "--peer", "cisco-8102")
    assert named["peer"]["delay_ns"] == 9644
    assert "PR 11901" in named["peer"]["source"]
    assert data(capsys, *LINK, "--peer", "9644ns")["worst_case"] == named["worst_case"]
    assert data(capsys, *LINK, "--peer", "9.644us")["worst_case"] == named["worst_case"]
    assert named["worst_case"]["headroom_bytes"] > plain["worst_case"]["headroom_bytes"]
    boxed = data(capsys, *LINK, "--gearbox", "sn3800")
    assert boxed["gearbox"]["delay_ns"] == 400
    assert data(capsys, *LINK, "--gearbox", "400ns")["worst_case"] == boxed["worst_case"]
    page = run(capsys, *LINK, "--peer", "cisco-8102", "--gearbox", "400ns").out
    assert "peer: Cisco 8102, 9,644 ns (derived: " in page
    assert "gearbox, one way: 400 ns\n" in page
    assert "mlx5 has no term for the peer's response, a gearbox" in page


def test_a_smaller_lossless_class_needs_less(capsys: Capsys) -> None:
    said = data(capsys, *LINK, "--lossless-mtu", "4178")
    assert said["lossless_frame_bytes"] == 4200
    assert said["worst_case"]["headroom_bytes"] < data(capsys, *LINK)["worst_case"]["headroom_bytes"]


def test_how_long_a_cable_a_headroom_carries(capsys: Capsys) -> None:
    said = data(capsys, *CARRIES, "--small-packets", "20")
    bounds = {each["name"]: each["cable_m"] for each in said["bounds"]}
    assert bounds["full-size frames"] == 146.622
    assert bounds["64-byte frames"] is None
    page = run(capsys, *CARRIES, "--small-packets", "20").out
    assert page.startswith(
        "longest cable that 393,192 B (1,548 cells) of headroom carry: Tomahawk 5, 800G over fibre\n"
    )
    assert "146.622 m" in page
    assert "no term for the share of small packets" in page
    assert data(capsys, *CARRIES[:-1], "1548cells")["headroom_bytes"] == 393_192
    slow = data(capsys, *CARRIES, "--peer", "2us")
    assert slow["peer"]["delay_ns"] == 2000
    assert slow["bounds"][1]["cable_m"] < 146


def test_the_platforms_own_table_says_how_far(capsys: Capsys) -> None:
    words = ("explain", "headroom", "--sku", "dell-z9864f", "--speed", "800G", "--carries", "835406B")
    said = data(capsys, *words)
    assert said["published"][0]["own_platform"]
    assert said["published"][0]["cable_m"] == 40
    assert "th5-dell-z9864f" in run(capsys, *words).out


@pytest.mark.parametrize("words", [CARRIES, (*CARRIES[:3], "th6", "--speed", "1.6T", "--carries", "2MB")])
def test_how_far_a_headroom_carries_fits_a_hundred_columns(capsys: Capsys, words: tuple[str, ...]) -> None:
    page = run(capsys, *words).out
    assert "models:\n" in page
    assert [line for line in page.splitlines() if len(line) > 100] == []


def test_a_model_that_refuses_is_told_apart_from_one_that_carries_nothing(capsys: Capsys) -> None:
    words = (*CARRIES[:3], "th6", "--speed", "1.6T", "--carries", "2000B")
    lines = run(capsys, *words).out.splitlines()
    rows = {line.split()[0]: line.split()[1] for line in lines if line[:2] == "  " != line[2:4]}
    assert (rows["ieee"], rows["unified"]) == ("-", "none")
    said = {each["name"]: each["refused"] for each in data(capsys, *words)["models"]}
    assert said["ieee"] is True
    assert said["unified"] is False


def test_copper_is_warned_of(capsys: Capsys) -> None:
    words = ("explain", "headroom", "--asic", "th5", "--speed", "800G", "--cable", "5m", "--medium", "dac")
    assert "5 m are too long for it" in " ".join(run(capsys, *words).out.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*LINK, "--model", "siscos"), "no headroom model 'siscos': one of unified, ieee"),
        ((*LINK, "--model", ","), "names nothing"),
        ((*LINK, "--peer", "cisco"), "one of ieee, cisco-8102, tofino-2; or a time, such as 1500ns"),
        ((*LINK, "--peer", "1500"), "1500 has no unit; write 1500ns"),
        ((*LINK, "--peer", "2s"), "'2s' is no peer's response; write it with its unit"),
        ((*LINK, "--peer", "4000us"), "4000us is out of range (0ns to 3,355,392ns)"),
        ((*LINK, "--gearbox", "sn"), "one of sn3800, as9516; or a time"),
        ((*LINK, "--gearbox", "-1ns"), "is below zero; write it with its unit, such as 1200ns or 8us; or a name"),
        ((*LINK, "--gearbox", ""), "it is empty"),
        ((*LINK, "--peer", "cisco-8102", "--model", "ieee"), "take the unified model for a peer of its own"),
        ((*LINK, "--lossless-mtu", "9216"), "--lossless-mtu 9216 is above the 9194 bytes"),
        (
            (*LINK, "--mtu", "1500", "--lossless-mtu", "4178"),
            "--lossless-mtu 4178 is above the 1500 bytes that --mtu says",
        ),
        ((*LINK, "--carries", "100KB"), "leave --cable out"),
        (LINK[:-2], "pass --cable, such as --cable 40m, or a headroom with --carries"),
        ((*CARRIES[:-1], "393192"), "393192 has no unit; write 393192B"),
        ((*CARRIES[:-1], "1GB"), "is no size"),
        ((*CARRIES[:5], "1.6T", "--cable", "3m", "--peer", "ieee"), "lists no response at 1.6T"),
        ((*CARRIES[:5], "1.6T", "--cable", "3m", "--model", "ieee"), "lists no response at 1.6T"),
    ],
)
def test_what_cannot_be_explained_says_why(capsys: Capsys, words: tuple[str, ...], message: str) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
