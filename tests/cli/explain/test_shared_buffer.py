"""One switch has one shared buffer, whichever subject asks; and every number says who gave it."""

import json

import pytest

from roceconf.asic import asic, asic_names
from roceconf.cli.explain.said import Said
from roceconf.cli.explain.shared_buffer import bound_asked
from tests.cli.explain.asking import DELL, NAMES, Capsys, asked, refused, symbol_of
from tests.cli.run import run

CABLE = ("--cable", "40m")
LINK = ("--speed", "400G", *CABLE)
SUBJECTS: dict[str, tuple[str, ...]] = {
    "alpha": (),
    "xoff": (),
    "xon-offset": (*LINK, "--xon-offset", "3556"),
    "kmin": ("--speed", "400G"),
    "kmax": ("--speed", "400G"),
    "pmax": ("--speed", "400G"),
    "watchdog": ("--speed", "400G"),
}
"""Every subject that asks for the shared buffer, with what it needs beside it."""


def shared_bytes(capsys: Capsys, subject: str, *words: str) -> int:
    """What a partition shares by a subject, from its own derivation."""
    found = asked(capsys, subject, *SUBJECTS[subject], *words)
    if "shared" in found:
        return int(found["shared"]["shared_bytes"])
    if subject == "xon-offset":
        return symbol_of(found["windows"][0], "S") * (asic("th5").cell_bytes.value or 0)
    if subject == "pmax":
        (said,) = [each for each in found["taken"] if each.startswith("shared buffer ")]
        return int(said.split()[2].replace(",", ""))
    return symbol_of(found["lower"] if subject == "watchdog" else found, "S")


@pytest.mark.parametrize(
    "words",
    [
        DELL,
        (*DELL, "--groups", "2"),
        (*DELL, "--classes", "2", "--ports", "128"),
        (*DELL, "--min", "0", "--alpha", "1/8"),
        ("--sku", "Arista-7060X6-64PE-256x200G", "--topology", "t1", "--alpha", "1"),
        ("--asic", "th5", "--alpha", "1", "--ports", "64"),
        ("--asic", "th5", "--alpha", "1", "--ports", "64", "--pool", "162539680", "--xoff", "33374584"),
        ("--sku", "arista-7060x6-32pe", "--dynamic-th", "-1", "--ports", "34"),
    ],
)
def test_one_switch_has_one_shared_buffer(capsys: Capsys, words: tuple[str, ...]) -> None:
    assert len({shared_bytes(capsys, subject, *words) for subject in SUBJECTS}) == 1


def test_what_is_said_is_taken_by_all(capsys: Capsys) -> None:
    for subject, more in SUBJECTS.items():
        ports = ("--ports", "64") if subject == "watchdog" else ()
        text = run(capsys, "explain", subject, *more, "--asic", "th5", "--alpha", "1/8", "--shared", "60MB", *ports).out
        assert "alpha 1/8 (dynamic_th -3): said" in text
        assert "shared buffer of a partition: said" in text or "shared buffer 60MB a partition: said" in text


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--sku", "Arista-7060X6-64PE-256x200G"), "different pools, name one with --topology: t0, t1"),
        (("--sku", "arista-7060x6-64pe"), "run as several HWSKUs, name one with --sku: Arista-7060X6-64PE-256x200G"),
        ((*DELL, "--topology", "t9"), "no pools for 't9', only for t0, t1"),
        (("--sku", "Arista-7060X6-64PE-P64", "--topology", "t0"), "publishes no pools for 't0'\n"),
        (("--asic", "th5", "--topology", "t0"), "--topology is a role of a HWSKU: pass --sku"),
        (("--sku", "NH-4210-F-O256", "--topology", "t0"), "it carries no lossless traffic"),
        ((*DELL, "--asic", "th3"), "leave --asic out"),
        ((*DELL, "--pool", "155MiB"), "pass both --pool and --xoff"),
        ((*DELL, "--pool", "155MiB", "--xoff", "0", "--topology", "t0"), "leave one of them out"),
        ((*DELL, "--shared", "60MB", "--topology", "t0"), "--shared says what --topology would be counted for"),
        ((*DELL, "--shared", "60MB", "--pool", "1MB", "--xoff", "0"), "what --pool and --xoff would be counted for"),
        ((*DELL, "--alpha", "1", "--dynamic-th", "0"), "say the same: pass one"),
        ((*DELL, "--dynamic-th", "9"), "dynamic_th must be between -8 and 7, not 9"),
        ((*DELL, "--alpha", "1/3"), "is no alpha"),
        ((*DELL, "--min", "20MB"), "leave no shared buffer"),
        (("--pool", "155MiB", "--xoff", "0"), "which chip? pass --asic"),
    ],
)
def test_all_refuse_the_same(capsys: Capsys, subject: str, words: tuple[str, ...], message: str) -> None:
    assert message in refused(capsys, subject, *SUBJECTS[subject], *words)


MORE = {"pool": (), **SUBJECTS}
ALPHA = {subject: () if subject == "pool" else ("--alpha", "1") for subject in MORE}


@pytest.mark.parametrize("subject", MORE)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--asic", "th5", "--pool", "173268641", "--xoff", "0"),
            "--pool 173268641 is 173,268,641 B, 1 B more than the packet buffer of Tomahawk 5, 173,268,640 B",
        ),
        (("--asic", "th", "--pool", "9MB", "--xoff", "17039361"), "--xoff 17039361 is 17,039,361 B, 1 B more than"),
        (("--asic", "th", "--pool", "999999999999", "--xoff", "0"), "999,982,960,639 B more than the packet buffer"),
        (
            ("--asic", "thu", "--pool", "999999999999", "--xoff", "0"),
            "--pool 999999999999 is more buffer than any Tomahawk has",
        ),
        *(
            (
                ("--asic", key, "--pool", "20MB", "--xoff", "20000001"),
                "the headroom pool of 20,000,001 B is 1 B larger than the pool of 20,000,000 B it lies in",
            )
            for key in ("th3", "th4", "th5", "thu", "th6")
        ),
        (("--asic", "th", "--pool", "9MB", "--xoff", "9MB"), "exceed the 17,039,360 B of Tomahawk by 960,640 B"),
        (("--asic", "th2", "--pool", "23MB", "--xoff", "23MB"), "exceed the 44,302,336 B of Tomahawk 2 by 1,697,664 B"),
        (
            ("--asic", "th", "--pool", "9MB", "--xoff", "1MB", "--min", "1MB"),
            "of Tomahawk by",
        ),
        (("--asic", "th5", "--pool", "99MB", "--xoff", "1MB", "--min", "200MB"), "--min 200MB is 200,000,000 B, "),
    ],
)
def test_pools_that_cannot_be_are_refused_with_the_number(
    capsys: Capsys, subject: str, words: tuple[str, ...], message: str
) -> None:
    assert message in refused(capsys, subject, *MORE[subject], *ALPHA[subject], "--ports", "32", *words)


@pytest.mark.parametrize("subject", MORE)
def test_headroom_beside_the_pool_may_be_the_larger(capsys: Capsys, subject: str) -> None:
    words = ("--asic", "th", "--pool", "5MB", "--xoff", "9MB", "--ports", "32")
    asked(capsys, subject, *MORE[subject], *ALPHA[subject], *words)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_shared_buffer_larger_than_a_partition_is_refused(capsys: Capsys, subject: str) -> None:
    ports = ("--ports", "32") if subject == "watchdog" else ()
    words = (*SUBJECTS[subject], "--alpha", "1", "--asic", "th5", *ports)
    more = "86634321B is 86,634,321 B, 1 B more than one of 2 ITMs of Tomahawk 5 has, 86,634,320 B"
    assert more in refused(capsys, subject, *words, "--shared", "86634321B")
    asked(capsys, subject, *words, "--shared", "86634320B")


@pytest.mark.parametrize("subject", ["alpha", "xoff", "pool"])
def test_a_headroom_larger_than_the_chip_is_refused(capsys: Capsys, subject: str) -> None:
    words = (*ALPHA[subject], *DELL, "--headroom", "200000000")
    assert "26,731,360 B more than the packet buffer of Tomahawk 5" in refused(capsys, subject, *words)


@pytest.mark.parametrize("subject", ["alpha", "xoff", "xon-offset"])
def test_nothing_is_counted_beside_a_shared_buffer_that_is_said(capsys: Capsys, subject: str) -> None:
    words = (*SUBJECTS[subject], *DELL, "--shared", "60MB")
    assert "--ports and --groups" in refused(capsys, subject, *words, "--ports", "64", "--groups", "2")
    assert ("--min" in run(capsys, "explain", subject, *words, "--min", "0").err) == (subject == "xon-offset")


@pytest.mark.parametrize("subject", SUBJECTS)
def test_whatever_is_assumed_is_said(capsys: Capsys, subject: str) -> None:
    ports = ("--ports", "64") if subject == "watchdog" else ()
    own = " ".join(asked(capsys, subject, *SUBJECTS[subject], *DELL)["taken"])
    assert "published for Dell-Z9864f-O64 as t0 and t1" in own
    assert "ports 66: published for Dell-Z9864f-O64" in own
    assert "lossless groups of a port 1: assumed, as in a plan without classes; SONiC ships 2: pass --groups" in own
    chip = asked(capsys, subject, *SUBJECTS[subject], "--asic", "th5", "--alpha", "1", *ports)
    taken = " ".join(chip["taken"])
    assert "assumed, the smallest published for Tomahawk 5 (" in taken
    assert "for no switch is named" in taken
    assert "minimum of a group 0 B: not published; 0 taken, pass --min" in taken
    assert any("no --ports are given" in each for each in chip["caveats"]) == (not ports)


@pytest.mark.parametrize(
    ("sku", "why"),
    [
        ("Silverstone_v2", "those of Silverstone_v2 are doubtful: pools of a 12 MB Trident 2"),
        ("Arista-7060PX4-O32", "none are published for Arista-7060PX4-O32"),
        ("arista-7060px4-32", "none are published for arista-7060px4-32"),
    ],
)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_switch_without_pools_of_its_own_is_reckoned_with_the_smallest(
    capsys: Capsys, subject: str, sku: str, why: str
) -> None:
    words = (*SUBJECTS[subject], "--sku", sku, "--alpha", "1", "--ports", "32")
    taken = " ".join(asked(capsys, subject, *words)["taken"])
    assert f"assumed, the smallest published for Tomahawk 3 (th3-dellemc-z9332f-o32-t0), for {why}" in taken


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_chip_of_which_no_pools_are_published(capsys: Capsys, subject: str) -> None:
    words = (*SUBJECTS[subject], "--asic", "thu", "--alpha", "1", "--ports", "64")
    code, out, err = run(capsys, "explain", subject, *words)
    assert "no pools are published for Tomahawk Ultra: pass --pool and --xoff, or --shared" in " ".join(
        (out + err).split()
    )
    assert code == (0 if subject in ("kmin", "kmax", "pmax", "watchdog") else 2)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_known_or_said_to_be_missing_or_refused(capsys: Capsys, name: str) -> None:
    code, out, err = run(capsys, "explain", "watchdog", "--sku", name, "--ports", "32", "--format", "json")
    if code:
        whys = ("name one with --sku", "name one with --topology", "it carries no lossless traffic")
        assert any(why in err for why in whys)
        return
    held = bound_asked(Said(sku=name, ports=32), counts_ports=True)
    assert held.shared_bytes is None or held.shared_bytes > 1_000_000
    assert (held.shared_bytes is None) == ("or --shared" in " ".join(held.taken))
    assert (held.alpha is None) == ("pass --alpha" in held.taken[0])
    assert set(held.taken) <= set(json.loads(out)["taken"])


@pytest.mark.parametrize("key", asic_names())
@pytest.mark.parametrize("subject", [*SUBJECTS, "pool", "headroom"])
def test_a_speed_that_no_source_shows_on_a_chip_is_told_and_not_refused(capsys: Capsys, subject: str, key: str) -> None:
    words: dict[str, tuple[str, ...]] = {
        "pool": ("--ports", "32", "--pool", "9MB", "--xoff", "0"),
        "headroom": ("--cable", "3m"),
        "kmin": ("--ports", "32"),
        "kmax": ("--ports", "32"),
        "pmax": ("--ports", "32"),
    }
    usual = ("--alpha", "1", "--shared", "4MB")
    more = words.get(subject, (*usual, "--ports", "32") if subject == "watchdog" else usual)
    link = ("--cable", "3m", "--xon-offset", "3556") if subject == "xon-offset" else ()
    code, out, err = run(capsys, "explain", subject, "--asic", key, "--speed", "1.6T", *link, *more, "--format", "json")
    if subject == "pool" and code:
        assert "are not public" in err
        return
    assert (code, err) == (0, "")
    told = any("no source shows 1.6T" in each for each in json.loads(out)["caveats"])
    assert told == (1_600_000 not in asic(key).speeds_mbps)


@pytest.mark.parametrize("subject", [*SUBJECTS, "pool", "headroom"])
def test_the_first_screen_fits_a_hundred_columns(capsys: Capsys, subject: str) -> None:
    """What comes before the first formula; its terms are wide, for a source that is broken cannot be searched for."""
    wide = ("--sku", "Arista-7060X6-16PE-384C-B-O128S2-FANOUT")
    fan_in = ("--fan-in", "400") if subject in ("pool", "kmin", "kmax", "pmax") else ()
    offset = ("--xon-offset", "3556") if subject == "xon-offset" else ()
    speed = ("--speed", "800G") if subject in ("kmin", "kmax", "pmax", "watchdog") else ("--speed", "800G", *CABLE)
    code, out, err = run(capsys, "explain", subject, *wide, *speed, *offset, *fan_in)
    assert (code, err) == (0, "")
    first = out.partition("formula:")[0]
    assert first != out
    assert [line for line in first.splitlines() if len(line) > 100] == []
