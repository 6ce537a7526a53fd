"""``roceconf plan``: the whole plan as a page that fits and as JSON, and which exit code follows."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.cli.pages.layout import table
from roceconf.cli.planning import Prepared, prepare
from roceconf.plan.sheet import sheet
from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]
SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "intents").glob("*.yaml"))

INTENT = """\
switch: leaf1
nos: sonic
sku: dell-z9864f
ports:
  - {ports: "Ethernet[0-504:8]", speed: 800G, cable: 40m}
"""


def intent(folder: Path, text: str = INTENT) -> str:
    path = folder / "leaf1.yaml"
    path.write_text(text, "utf-8")
    return str(path)


def test_the_page_has_every_part(capsys: Capsys, tmp_path: Path) -> None:
    code, out, err = run(capsys, "plan", intent(tmp_path))
    assert code == 0
    assert out.startswith("leaf1: SONiC on Dell Z9864F-ON as Dell-Z9864f-O64\nTomahawk 5, 2 partitions (ITM)")
    for heading in ("pools", "buffer of the switch", "left to the device", "to know", "sources"):
        assert f"\n{heading}\n" in out
    assert "headroom-pool-oversubscribed" in err


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("columns", ["80", "100", "160"])
def test_the_page_fits_the_terminal(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, path: Path, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    _, out, _ = run(capsys, "plan", str(path))
    body, _, _ = out.partition("\nsources\n")
    # What is one word, the name of a table, is not broken: it could not be searched for.
    broken = [line for line in body.splitlines() if " " in line.strip() or len(line) <= int(columns)]
    assert max(map(len, broken)) <= int(columns)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_json_says_the_same_with_every_derivation(capsys: Capsys, path: Path) -> None:
    _, out, _ = run(capsys, "plan", str(path), "--format", "json")
    held = json.loads(out)
    assert held["schema_version"] == 1
    for group in held["port_groups"]:
        if not group["lossless_priorities"]:
            continue
        assert group["headroom"]["value"] > 0
        assert group["headroom"]["origin"] in ("published", "model", "intent")
        assert [need["assumption"] for need in group["needs"]] == ["floor", "full-size frames", "64-byte frames"]
        assert all(need["derivation"]["formula"] for need in group["needs"])


def test_verbose_prints_how_numbers_came_about_once_each(capsys: Capsys, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "plan", intent(tmp_path), "-v")
    assert code == 0
    assert "XOFF point, alone of Ethernet0-504 (64 ports): " in out
    assert out.count("\nformula: floor(min_cells + alpha * S / (1 + alpha * n))\n") == 2
    titles = [line for line in out.splitlines() if line.endswith(":") and line.startswith("terms")]
    assert len(titles) == out.count("\nformula: ")


def test_what_a_rule_calls_an_error_is_told_and_the_plan_still_shown(capsys: Capsys, tmp_path: Path) -> None:
    text = INTENT.replace("sku: dell-z9864f", "asic: th5") + "headroom: 10KB\n"
    code, out, err = run(capsys, "plan", intent(tmp_path, text))
    assert code == 1
    assert "10,000 B" in out
    assert "short" in out
    assert "error HDR101 headroom-below-floor" in err


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("800G", "1.6T", "no 1.6T ports"),
        ("cable: 40m", "cable: 40m, peer: nonsense", "no peer 'nonsense' is known: one of ieee, cisco-8102"),
        ("cable: 40m", "cable: 40m, gearbox: nonsense", "sn3800"),
        ("cable: 40m", "cable: 40m, lossless_mtu: 9101", "lossless_mtu 9,101 is above the mtu 9,100"),
        ("nos: sonic", "nos: sonic\nheadroom_model: nonsense", "no headroom model 'nonsense': one of unified, ieee"),
        ("nos: sonic", "nos: sonic\ndcqcn: {nic: nonsense}", "unknown NIC 'nonsense'"),
        ("nos: sonic", "nos: sonic\ndcqcn: {nic: hpcc}", "no NIC"),
        (
            "nos: sonic",
            "nos: sonic\nfan_in: 64",
            "20,091,400 B too small for 64 senders at the largest headroom of 835,406 B",
        ),
        ("nos: sonic", "nos: sonic\nrtt: 8ms", "8ms"),
    ],
)
def test_what_cannot_be_planned_is_refused(capsys: Capsys, tmp_path: Path, before: str, after: str, words: str) -> None:
    code, out, err = run(capsys, "plan", intent(tmp_path, INTENT.replace(before, after)))
    assert (code, out) == (2, "")
    assert "leaf1.yaml:" in err
    assert words in err


def test_a_file_that_is_not_there(capsys: Capsys, tmp_path: Path) -> None:
    code, out, err = run(capsys, "plan", str(tmp_path / "none.yaml"))
    assert (code, out) == (2, "")
    assert "none.yaml" in err


words = st.text("abc ", min_size=0, max_size=200)


@given(st.lists(st.tuples(words, words, words), min_size=1, max_size=6), st.integers(60, 200))
def test_a_table_keeps_to_its_width_and_loses_no_word(rows: list[tuple[str, str, str]], width: int) -> None:
    narrow = [(first.strip()[:10], second.strip()[:10], third) for first, second, third in rows]
    drawn = table(narrow, "  ", (1,), width)
    longest = max((len(word) for *_, third in narrow for word in third.split()), default=0)
    assert all(len(line) <= max(width, 2 + 10 + 2 + 10 + 2 + longest) for line in drawn.splitlines())
    assert sorted(drawn.split()) == sorted(word for row in narrow for cell in row for word in cell.split())


def test_eos_is_judged_by_the_cables_of_the_intent(capsys: Capsys, tmp_path: Path) -> None:
    """An EOS configuration has no cable length, but who plans it has said one."""
    text = INTENT.replace("sonic", "eos").replace("sku: dell-z9864f", "asic: th5\nmmu: explicit\nheadroom: 60KB")
    text = text.replace("[0-504:8]", "[1-64]/1").replace("40m", "300m")
    code, _, err = run(capsys, "plan", intent(tmp_path, text))
    assert code == 1
    assert "error HDR101 headroom-below-floor: xoff 60,000 B of profile 'ROCE' at 800G, 300 m" in err


def test_more_headroom_for_a_slow_peer_is_not_called_generous(capsys: Capsys, tmp_path: Path) -> None:
    code, out, err = run(capsys, "plan", intent(tmp_path, INTENT.replace("40m", "40m, peer: cisco-8102")))
    assert code == 0
    assert "a peer that answers within 9,644 ns" in " ".join(out.split())
    assert "HDR106" not in err


CHIP_ALONE = """\
switch: leaf1
nos: {nos}
asic: {asic}
mmu: explicit
{more}
ports:
  - {{ports: "{ports}", speed: {speed}, cable: {cable}}}
"""


def chip_alone(nos: str, asic: str, speed: str, cable: str, more: str) -> str:
    ports = "Ethernet[1-32]/1" if nos == "eos" else "Ethernet[0-124:4]"
    text = CHIP_ALONE.format(nos=nos, asic=asic, speed=speed, cable=cable, more=more, ports=ports)
    return text if nos == "eos" else text.replace("mmu: explicit\n", "")


def test_a_plan_for_small_lossless_frames_is_not_refused_by_its_own_floor(capsys: Capsys, tmp_path: Path) -> None:
    """The floor is a frame of any class and one of the lossless class: 9,256 + 1,042 + 13 B, not twice the larger."""
    small = "lossless_mtu: 1000\nsmall_packets: 0\npeer: 100ns\n"
    code, out, err = run(capsys, "plan", intent(tmp_path, chip_alone("eos", "th4", "10G", "1m", small)))
    assert (code, "HDR101" in err) == (0, False)
    assert " ".join(out.split()).count("floor 10,311 B model needed; 5,437 B to spare") == 1
    code, _, err = run(
        capsys, "plan", intent(tmp_path, chip_alone("eos", "th4", "10G", "1m", small + "headroom: 10310B"))
    )
    assert code == 1
    assert "xoff 10,310 B of profile 'ROCE' at 10G, 1 m: frames of 9,236 B and 1,022 B and the cable's round" in err
    assert "bring 10,311 B after XOFF" in err


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("small_packets: 15", "HDR103"),
        ("small_packets: 15\npeer: ieee", "HDR103"),
        ("small_packets: 15\npeer: cisco-8102", "HDR103"),
        ("small_packets: 15\ngearbox: 400ns", "HDR103"),
        ("small_packets: 15\ngearbox: 400ns\npeer: ieee\nlossless_mtu: 4200", "HDR103"),
        ("headroom: {below_full}B\npeer: cisco-8102", "HDR102"),
        ("headroom: {twice}B\npeer: 5us\nfan_in: 1", "HDR106"),
    ],
)
@pytest.mark.parametrize(("asic", "speed"), [("th4", "10G"), ("th2", "100G"), ("th5", "800G")])
def test_no_note_advises_less_than_the_sheet_says_is_needed(
    tmp_path: Path, said: str, rule: str, asic: str, speed: str
) -> None:
    def planned(more: str) -> tuple[Prepared, int, int]:
        ready = prepare(Path(intent(tmp_path, chip_alone("eos", asic, speed, "100m", more))))
        _, full, worst = sheet(ready.planned, ready.fitted, "EOS").groups[0].margins
        return ready, full.needed.headroom_bytes, worst.needed.headroom_bytes

    if said.startswith("headroom"):
        _, full, worst = planned(said.partition("\n")[2])
        said = said.format(below_full=full - 1, twice=2 * worst)
    ready, _, worst = planned(said)
    (finding,) = (each for each in ready.findings if each.rule in ("HDR102", "HDR103", "HDR106"))
    assert finding.rule == rule
    assert f"keep {worst:,} B" in finding.help


def test_a_published_row_is_not_taken_for_a_slower_peer_than_it_was_made_for(tmp_path: Path) -> None:
    """The row of this length says 835,406 B; the peer of the intent brings 1,145,794 B of full-size frames alone."""
    text = INTENT.replace("40m", "40m, headroom: 900KB, peer: cisco-8102").replace("sku:", "mmu: explicit\nsku:")
    text = text.replace("sonic", "eos").replace("[0-504:8]", "[1-64]/1")
    ready = prepare(Path(intent(tmp_path, text)))
    (finding,) = (each for each in ready.findings if each.rule == "HDR102")
    assert "keep 3,393,186 B" in finding.help
