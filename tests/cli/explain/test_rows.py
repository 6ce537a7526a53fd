"""Which published rows a link chooses, and how that is said."""

import pytest

from roceconf.asic import platform, speed_name
from roceconf.cli.explain.chip import asked_about
from roceconf.cli.explain.group import group_asked
from roceconf.cli.explain.said import Said
from roceconf.sizing import published_headroom
from tests.cli.explain.asking import DELL, NAMES, Capsys, asked, refused, symbol_of
from tests.cli.run import run


def test_half_a_link_is_refused_and_a_speed_alone_is_said(capsys: Capsys) -> None:
    for subject in ("alpha", "xoff", "pool"):
        assert "--cable is half a link: pass --speed too" in refused(capsys, subject, *DELL, "--cable", "40m")
        taken = " ".join(asked(capsys, subject, *DELL, "--speed", "400G")["taken"])
        assert "minimum of a group 18,796 B: published alike for every length of 400G" in taken
    demands = asked(capsys, "pool", *DELL, "--speed", "400G")["headroom_pool"]
    assert {each["headroom"].split()[0] for each in demands} == {"400G"}


@pytest.mark.parametrize("subject", ["alpha", "xoff", "pool"])
def test_a_link_that_chooses_no_row_is_said_to(capsys: Capsys, subject: str) -> None:
    alpha = () if subject == "pool" else ("--alpha", "1")
    caveats = asked(capsys, subject, "--asic", "th5", *alpha, "--speed", "400G")["caveats"]
    assert "no headroom rows are published for what is named: the link chooses none" in caveats
    other = asked(capsys, subject, "--sku", "DellEMC-Z9332f-O32", *alpha, "--speed", "25G", "--cable", "5m")["taken"]
    assert any("assumed, as published for other speeds: there is no row of 25G to rely upon" in each for each in other)
    assert not any(each.startswith("headroom of a group") for each in other)


def test_beyond_the_longest_row_its_law_says_the_headroom(capsys: Capsys) -> None:
    table = platform("dell-z9864f").table_for("Dell-Z9864f-O64")
    assert table is not None
    law = published_headroom(table, 800_000, 1000)
    assert law is not None
    found = asked(capsys, "xoff", *DELL, "--speed", "800G", "--cable", "1km")
    assert found["headroom_bytes"] == law.headroom_bytes > table.rows[-1].xoff_bytes
    assert found["group_min_bytes"] == 18_796
    taken = " ".join(found["taken"])
    assert "by the law of the rows, whose longest is 300m" in taken
    assert "minimum of a group 18,796 B: published alike for every length of 800G, up to 300m" in taken
    page = run(capsys, "explain", "xoff", *DELL, "--speed", "800G", "--cable", "1km").out
    assert " 0 B" not in page.split("\n\n")[1]


@pytest.mark.parametrize("subject", ["alpha", "xoff", "xon-offset", "pool"])
@pytest.mark.parametrize(("longest", "beyond"), [("300m", "301m"), ("300m", "120km")])
def test_one_metre_beyond_the_longest_row_nothing_but_the_headroom_changes(
    capsys: Capsys, subject: str, longest: str, beyond: str
) -> None:
    alpha = () if subject == "pool" else ("--alpha", "1")
    ends = [asked(capsys, subject, *DELL, *alpha, "--speed", "800G", "--cable", each) for each in (longest, beyond)]
    if subject == "pool":
        assert ends[0]["budget"]["reserved_bytes"] == ends[1]["budget"]["reserved_bytes"] == 254 * 66 * (74 + 70)
    elif subject == "xon-offset":
        assert symbol_of(ends[0]["windows"][0], "S") == symbol_of(ends[1]["windows"][0], "S")
    else:
        assert ends[0]["shared"]["shared_bytes"] == ends[1]["shared"]["shared_bytes"]
    minima = [[each for each in end["taken"] if each.startswith("minimum")] for end in ends]
    assert minima[1] == ["minimum of a group 18,796 B: published alike for every length of 800G, up to 300m"]
    assert "0 B" not in minima[0][0].split(":")[0].split()


MIXED = ("--sku", "Arista-7060X6-64PE-B-O128", "--topology", "lt2", "--alpha", "1")
"""A switch of whose rows six of twelve have a minimum of 8,636 B and six one of 18,796 B."""


@pytest.mark.parametrize("subject", ["alpha", "xoff"])
@pytest.mark.parametrize(
    ("words", "minimum", "by"),
    [
        (
            (),
            18_796,
            "the largest published: 18,796 B for 100G and 400G at 5m, 40m and 150m; "
            "8,636 B for 100G and 400G at 30m, 60m and 500m",
        ),
        (
            ("--speed", "400G"),
            18_796,
            "the largest published for 400G: 18,796 B for 400G at 5m, 40m and 150m; "
            "8,636 B for 400G at 30m, 60m and 500m",
        ),
        (("--speed", "400G", "--cable", "30m"), 8_636, "published for 400G 30m"),
        (("--speed", "400G", "--cable", "500m"), 8_636, "published for 400G 500m"),
        (
            ("--speed", "400G", "--cable", "501m"),
            18_796,
            "the largest published for 400G, up to 500m: 18,796 B for 400G at 5m, 40m and 150m; "
            "8,636 B for 400G at 30m, 60m and 500m",
        ),
        (
            ("--speed", "200G"),
            18_796,
            "assumed, the largest published for other speeds: 18,796 B for 100G and 400G at 5m, 40m and 150m; "
            "8,636 B for 100G and 400G at 30m, 60m and 500m; there is no row of 200G to rely upon",
        ),
        (("--min", "0"), 0, "said"),
        (("--min", "18796"), 18_796, "said"),
    ],
)
def test_minima_that_differ_are_not_said_to_be_alike(
    capsys: Capsys, subject: str, words: tuple[str, ...], minimum: int, by: str
) -> None:
    found = asked(capsys, subject, *MIXED, *words)
    assert found["group_min_bytes"] == minimum
    assert f"minimum of a group {minimum:,} B: {by}" in found["taken"]


@pytest.mark.parametrize("name", NAMES)
def test_alike_is_only_said_of_what_is_alike(name: str) -> None:
    """Of every table in the catalogue, at every speed and length, at the edges of its rows and beyond them."""
    chip = asked_about(name, "")
    assert chip.platform is not None
    table = chip.platform.table_for(chip.hwsku and chip.hwsku.name)
    rows = [] if table is None else [row for row in table.rows if not row.suspect]
    ends = {(0, ""), *((mbps, length) for mbps in {row.speed_mbps for row in rows} for length in ("", "1m", "9km"))}
    for mbps, length in ends:
        group = group_asked(chip, Said(sku=name, speed=speed_name(mbps) if mbps else "", cable=length))
        of_speed = [row for row in rows if mbps in (0, row.speed_mbps)]
        minima = {row.size_bytes for row in of_speed}
        if not rows:
            assert group.minimum.value == 0
            assert group.minimum.by in ("not published; 0 taken, pass --min", DOUBTFUL)
        elif length != "1m":
            assert group.minimum.value == max(minima)
            assert ("alike" in group.minimum.by) == (len(minima) == 1)
            assert ("largest published" in group.minimum.by) == (len(minima) > 1)
        assert group.minimum.by != "said"


DOUBTFUL = "every published row is doubtful; 0 taken, pass --min"


def test_xon_thresholds_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """No published table has such rows: the smallest is taken, which promises least."""
    chip = asked_about("Dell-Z9864f-O64", "")
    table = platform("dell-z9864f").table_for("Dell-Z9864f-O64")
    assert table is not None
    rows = tuple(row._replace(xon_bytes=row.cable_m) for row in table.rows)
    monkeypatch.setattr(type(chip.platform), "table_for", lambda *_: table._replace(rows=rows))
    group = group_asked(chip, Said(sku="Dell-Z9864f-O64", speed="800G"))
    assert group.xon.value == min(row.cable_m for row in rows if row.speed_mbps == 800_000)
    assert group.xon.by.startswith("the smallest published for 800G: 300 B for 800G at 300m; ")


def test_doubtful_rows_do_not_count(capsys: Capsys) -> None:
    words = ("--sku", "Nokia-IXR7220-H6-P128", "--topology", "lt2", "--speed", "25G")
    table = platform("Nokia-IXR7220-H6-P128").table_for("Nokia-IXR7220-H6-P128")
    assert table is not None
    of_speed = {f"25G {row.cable_m}m": row.suspect for row in table.rows if row.speed_mbps == 25_000}
    doubtful = {name for name, why in of_speed.items() if why}
    assert doubtful
    assert doubtful < set(of_speed)
    found = {each["headroom"] for each in asked(capsys, "pool", *words)["headroom_pool"]}
    assert found
    assert not doubtful & found
    length = sorted(doubtful)[0].split()[1]
    caveats = asked(capsys, "alpha", *words, "--cable", length)["caveats"]
    assert any(f"the row of 25G {length} is passed over as doubtful" in each for each in caveats)
