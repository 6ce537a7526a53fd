"""``roceconf explain`` alpha, xoff, xon-offset and pool: numbers, what is refused, and JSON that says the same."""

import json
from typing import Any

import pytest

from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]

DELL = ("--sku", "Dell-Z9864f-O64")
LINK = ("--speed", "800G", "--cable", "40m")
SAID = ("--asic", "th5", "--pool", "162539680", "--xoff", "33374584")
SUBJECTS: dict[str, tuple[str, ...]] = {
    "alpha": (),
    "xoff": (),
    "xon-offset": LINK,
    "pool": (),
}


def page(capsys: Capsys, *words: str) -> str:
    code, out, err = run(capsys, "explain", *words)
    assert (code, err) == (0, "")
    return out


def data(capsys: Capsys, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page(capsys, *words, "--format", "json"))
    return found


def refused(capsys: Capsys, *words: str) -> str:
    code, out, err = run(capsys, "explain", *words)
    assert (code, out) == (2, "")
    return err


def test_alpha_in_bytes_by_groups(capsys: Capsys) -> None:
    text = page(capsys, "alpha", *DELL, *LINK)
    assert text.startswith("alpha 1 (dynamic_th 0): Tomahawk 5, Dell-Z9864f-O64, pools for t0 and t1\n")
    assert "headroom of a group, beside it: 835,406 B (published for 800G 40m)" in text
    assert [line.split()[0] for line in text.splitlines() if " cells " in line and "%" in line] == ["1", "2", "8", "16"]
    found = data(capsys, "alpha", *DELL, *LINK)
    assert [each["groups"] for each in found["thresholds"]] == [1, 2, 8, 16]
    for each in found["thresholds"]:
        assert f"{each['threshold_bytes']:,} B" in text
        assert each["threshold_cells"] == found["shared"]["shared_cells"] // (1 + each["groups"])
        assert each["result"] == each["threshold_cells"]


@pytest.mark.parametrize(
    ("words", "exponent"), [(("--alpha", "1/8"), -3), (("--dynamic-th", "-3"), -3), (("--alpha", "8"), 3)]
)
def test_alpha_as_a_fraction_and_as_an_exponent(capsys: Capsys, words: tuple[str, ...], exponent: int) -> None:
    assert data(capsys, "alpha", *SAID, *words)["dynamic_th"] == exponent


def test_xoff_says_first_that_sonic_means_something_else(capsys: Capsys) -> None:
    lines = page(capsys, "xoff", *DELL, *LINK).splitlines()
    assert lines[1] == "SONiC's field `xoff` is not this point but the headroom above it: roceconf explain headroom"
    found = data(capsys, "xoff", *DELL, *LINK)
    shared, minimum = found["shared"]["shared_cells"], found["group_min_bytes"] // 254
    for each in found["points"]:
        assert each["xoff_point_cells"] == minimum + shared // (1 + each["groups"])
        assert each["drop_point_cells"] == each["xoff_point_cells"] + 835_406 // 254 + 1


def test_xoff_reproduces_a_measured_trigger(capsys: Capsys) -> None:
    """142,285 cells on Arista's 7060X6-64PE-B-P64 (sonic-mgmt qos_params.th5.yaml), which has 64 ports."""
    words = ("--sku", "Arista-7060X6-64PE-B-P64", "--topology", "ft2", "--ports", "64", "--alpha", "1", "--groups", "2")
    assert data(capsys, "xoff", *words)["points"][0]["xoff_point_cells"] == 142_285


def test_xoff_without_a_headroom_says_no_drop(capsys: Capsys) -> None:
    assert "drops at" not in page(capsys, "xoff", *SAID, "--alpha", "1")
    assert "drops at" in page(capsys, "xoff", *SAID, "--alpha", "1", "--headroom", "835406")


def test_xon_offset_shows_window_packet_and_rate(capsys: Capsys) -> None:
    text = page(capsys, "xon-offset", *DELL, *LINK)
    assert "3,556 B, published for 800G 40m" in text
    assert "4,318 B in whole cells: less than a packet: shipped so" in text
    assert "at most 28,121,484 a second" in text
    assert "270,556 B" in text
    found = data(capsys, "xon-offset", *DELL, *LINK)
    assert not any(each["runs_dry"] for each in found["windows"])
    assert found["windows"][0]["result"] == found["windows"][0]["margin_bytes"]


def test_xon_offset_of_ones_own(capsys: Capsys) -> None:
    text = page(capsys, "xon-offset", *SAID, *LINK, "--alpha", "1/8", "--xon-offset", "8000000")
    assert "runs dry" in text
    assert "PFC chatters" in page(capsys, "xon-offset", *SAID, *LINK, "--alpha", "1/8", "--xon-offset", "254")
    assert "no bound" in page(capsys, "xon-offset", *SAID, *LINK, "--alpha", "1/8", "--xon-offset", "0")


@pytest.mark.parametrize("speed", ["10G", "25G", "40G", "50G", "100G", "400G"])
@pytest.mark.parametrize("more", [(), ("--peer", "5us"), ("--gearbox", "as9516"), ("--gearbox", "400ns")])
def test_the_window_waits_for_the_same_peer_and_gearbox_as_the_headroom(
    capsys: Capsys, speed: str, more: tuple[str, ...]
) -> None:
    link = ("--speed", speed, "--cable", "40m", *more)
    window = data(capsys, "xon-offset", *SAID, *link, "--alpha", "1", "--xon-offset", "3556")
    headroom = data(capsys, "headroom", "--asic", "th5", *link)

    def terms(found: dict[str, Any]) -> dict[str, Any]:
        return {each["symbol"]: each["value"] for each in found["terms"]}

    of_window, of_headroom = terms(window["windows"][0]), terms(headroom["worst_case"])
    for symbol in ("T_peer", "T_local", "T_gb", "tau", "L", "v", "P", "G", "M_ll", "M_any"):
        assert of_window[symbol] == of_headroom[symbol]
    responses = [each for each in window["taken"] if each.startswith("peer's response")]
    assert len(responses) == 1
    assert ("assumed" in responses[0]) == ("--peer" not in more)
    assert any(each.startswith("gearbox ") for each in window["taken"]) == ("--gearbox" in more)


def test_xon_offset_refuses_a_peer_or_gearbox_that_is_none(capsys: Capsys) -> None:
    words = ("xon-offset", *SAID, *LINK, "--alpha", "1", "--xon-offset", "3556")
    assert "no peer 'toaster' is known" in refused(capsys, *words, "--peer", "toaster")
    assert "400 has no unit" in refused(capsys, *words, "--gearbox", "400")


def test_a_length_between_two_published_takes_the_next_longer(capsys: Capsys) -> None:
    assert "published for 800G 300m" in page(capsys, "xon-offset", *DELL, "--speed", "800G", "--cable", "120m")


def test_pool_shows_the_budget_by_partition(capsys: Capsys) -> None:
    two = ("--ports", "64", "--groups", "2")
    text = page(capsys, "pool", *DELL, *LINK, *two, "--fan-in", "20")
    assert "lie inside the size of the ingress lossless pool" in text
    assert "cells in one of 2 ITMs" in text
    assert "20 senders fit, but not in one partition" in text
    found = data(capsys, "pool", *DELL, *LINK, *two)
    budget = found["budget"]
    assert budget["reserved_bytes"] + budget["headroom_bytes"] + budget["shared_bytes"] == budget["total_bytes"]
    (held,) = found["headroom_pool"]
    assert (held["groups"], held["groups_carried"], held["partition_groups_carried"]) == (128, 38, 19)
    assert round(held["oversubscription"], 1) == 3.2


def test_pool_lies_beside_its_headroom_on_tomahawk(capsys: Capsys) -> None:
    text = page(capsys, "pool", "--sku", "Arista-7060CX-32S-C32")
    assert "lie beside the ingress lossless pool" in text
    assert "100G 300m" in text
    assert "one of 4 XPEs" in text


def test_pool_of_tomahawk_6_gives_both_readings(capsys: Capsys) -> None:
    words = ("--sku", "NH-4210-F-O256", "--topology", "lt2")
    assert "is disputed or not public" in page(capsys, "pool", *words)
    found = data(capsys, "pool", *words)
    assert found["budget"]["shared_bytes"] < found["other_reading"]["shared_bytes"] == 258_035_400


def test_too_small_a_pool_for_the_fan_in_is_said_with_the_number(capsys: Capsys) -> None:
    assert "40 senders need 41,656 B more" in page(capsys, "pool", *DELL, *LINK, "--fan-in", "40")


def test_a_pool_without_ports_carries_nobody_knows_what(capsys: Capsys) -> None:
    text = page(capsys, "pool", *SAID)
    assert "not known without --ports" in text
    assert "note: no --ports are given" in text


def test_a_pool_without_headroom_is_called_so(capsys: Capsys) -> None:
    words = ("--asic", "th5", "--pool", "100MiB", "--xoff", "0", "--ports", "64", "--headroom", "100KB")
    assert "there is no headroom pool: every group keeps its own headroom" in page(capsys, "pool", *words)


def test_a_pool_asks_for_no_alpha(capsys: Capsys) -> None:
    text = page(capsys, "pool", *DELL, *LINK)
    assert "dynamic_th" not in text
    assert "alpha" not in text


def test_an_offset_with_none_published_beside_it_is_not_judged(capsys: Capsys) -> None:
    words = ("--asic", "thu", *LINK, "--alpha", "1", "--shared", "60MB", "--xon-offset", "254")
    assert "no offset is published for this chip to hold it against" in page(capsys, "xon-offset", *words)
    assert data(capsys, "xon-offset", *words)["chatters"] is False
    published = (*SAID, *LINK, "--alpha", "1", "--xon-offset", "254")
    assert data(capsys, "xon-offset", *published)["chatters"] is True


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_subject_takes_a_sku_and_plain_numbers(capsys: Capsys, subject: str) -> None:
    extra = ("--dynamic-th", "0") if subject != "pool" else ()
    offset = ("--xon-offset", "3556") if subject == "xon-offset" else ()
    for words in (DELL, (*SAID, *extra, *offset)):
        text = page(capsys, subject, *SUBJECTS[subject], *words)
        assert "formula: " in text
        assert data(capsys, subject, *SUBJECTS[subject], *words)["pool_bytes"] == 162_539_680


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "which chip? pass --asic"),
        (("--asic", "thu"), "no pools are published for Tomahawk Ultra: pass --pool and --xoff"),
        (("--asic", "th5", "--pool", "162539680"), "pass both --pool and --xoff"),
        (("--sku", "dell-z9332f"), "name one with --sku: DellEMC-Z9332f"),
        (("--sku", "Arista-7060X6-64PE-256x200G"), "different pools, name one with --topology: t0, t1"),
        (("--sku", "Dell-Z9864f-O64", "--topology", "t9"), "no pools for 't9', only for t0, t1"),
        (
            ("--sku", "NH-4210-F-O256", "--topology", "t0"),
            "publishes no ingress_lossless_pool for t0, only ingress_pool",
        ),
        (("--sku", "Dell-Z9864f-O64", "--asic", "th3"), "leave --asic out"),
        (("--asic", "th5", "--pool", "1 apple", "--xoff", "0"), "--pool"),
    ],
)
def test_what_is_missing_is_said(capsys: Capsys, subject: str, words: tuple[str, ...], message: str) -> None:
    assert message in refused(capsys, subject, *SUBJECTS[subject], *words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("alpha", *SAID), "which alpha? pass --alpha"),
        (("alpha", *SAID, "--alpha", "1/8", "--dynamic-th", "-3"), "say the same: pass one"),
        (("alpha", *SAID, "--alpha", "3"), "'3' is no alpha; one of 1/128"),
        (("alpha", *SAID, "--dynamic-th", "9"), "dynamic_th must be between -8 and 7, not 9"),
        (("xoff", "--asic", "th5", "--pool", "1000000", "--xoff", "1000000", "--alpha", "1"), "leave no shared buffer"),
        (("alpha", "--asic", "thu", "--pool", "1000000", "--xoff", "0", "--alpha", "1"), "are not public"),
        (("pool", "--asic", "thu", "--pool", "1000000", "--xoff", "0"), "are not public"),
        (("pool", "--asic", "th", "--pool", "13582016", "--xoff", "8965632"), "of Tomahawk by 5,508,288 B"),
        (("xon-offset", *SAID, *LINK, "--alpha", "1"), "no XON offset is published"),
        (("xon-offset", *SAID, "--speed", "800G", "--cable", "40", "--alpha", "1"), "40 has no unit"),
    ],
)
def test_what_cannot_be_explained_says_why(capsys: Capsys, words: tuple[str, ...], message: str) -> None:
    assert message in refused(capsys, *words)
