"""The published schools: their numbers, where they stand, and what each says of itself."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import compare_schools, ecn_thresholds, preset, presets
from roceconf.sizing.constants import DATA
from tests.sizing.recombine import recombine

SPEEDS = (10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000)


@pytest.mark.parametrize(
    ("name", "speed_mbps", "expected"),
    [
        ("hpcc", 25_000, (100_000, 400_000, 20)),
        ("hpcc", 100_000, (400_000, 1_600_000, 20)),
        ("hpcc", 400_000, (1_600_000, 6_400_000, 20)),
        ("dctcp-hpcc", 10_000, (30_000, 30_000, 100)),
        ("dctcp-hpcc", 400_000, (1_200_000, 1_200_000, 100)),
        ("nvidia", 400_000, (150_000, 1_500_000, 100)),
        ("cisco", 400_000, (150_000, 3_000_000, 7)),
        ("cisco-nxos", 800_000, (950_000, 3_000_000, 7)),
        ("microsoft-sonic", 100_000, (1_048_576, 2_097_152, 5)),
        ("microsoft-sonic-th", 100_000, (250_000, 2_097_152, 5)),
        ("microsoft-sonic-th2", 100_000, (2_000_000, 10_000_000, 5)),
        ("microsoft-sonic-td2", 40_000, (1_048_576, 12_000_144, 5)),
        ("azure-local-cisco", 100_000, (300_000, 300_000, 100)),
        ("azure-local-dell", 25_000, (150_000, 1_500_000, 100)),
        ("dcqcn15", 40_000, (5_000, 200_000, 1)),
        ("arista-avd", 100_000, (320_000, 320_000, 90)),
        ("openconfig", 100_000, (80_000, 80_000, 100)),
    ],
)
def test_the_numbers(name: str, speed_mbps: int, expected: tuple[int, int, int]) -> None:
    assert ecn_thresholds(speed_mbps, preset=name)[:3] == expected


@pytest.mark.parametrize("name", presets())
def test_each_says_who_it_is_and_where_it_stands(name: str) -> None:
    held = preset(name)
    assert held.name == name
    assert held.title
    assert len(held.source.split()) > 2
    assert [bool(form) for form in (held.points, held.per_rate, held.per_bdp, held.fill_percent)].count(True) == 1
    data = tomllib.loads((DATA / "ecn" / f"{name}.toml").read_text("utf-8"))
    assert set(data) <= {
        "title", "year", "source", "published_for_mbps", "caution", "points", "per_rate", "per_bdp", "fill_percent",
    }  # fmt: skip
    for point in (*held.points, *([held.per_rate] if held.per_rate else [])):
        assert 0 < point.kmin_bytes <= point.kmax_bytes
        assert 0 < point.pmax_percent <= 100


@pytest.mark.parametrize("name", [name for name in presets() if preset(name).published_for_mbps])
def test_a_speed_it_was_not_published_for_is_said(name: str) -> None:
    held = preset(name)
    for speed_mbps in SPEEDS:
        said = [caution for caution in held.cautions(speed_mbps) if caution.startswith("published for ")]
        assert bool(said) == (speed_mbps not in held.published_for_mbps)
        if not held.fill_percent:
            assert set(said) <= set(ecn_thresholds(speed_mbps, preset=name).cautions)


def test_what_authors_warn_of_is_said() -> None:
    assert "do not work in production" in ecn_thresholds(40_000, preset="dcqcn15").cautions[0]
    assert "not advice" in ecn_thresholds(100_000, preset="arista-avd").cautions[0]
    assert ecn_thresholds(400_000, preset="hpcc").cautions == ()


def test_between_two_published_speeds_the_rate_decides_and_it_is_said() -> None:
    held = ecn_thresholds(200_000)
    assert held.kmin_bytes == 416_000
    assert held.cautions == ("published for 100G, 400G, 800G, not for 200G: taken between its neighbours, by rate",)
    assert [term.symbol for term in held.kmin.terms] == ["K1", "K2", "v1", "v2", "v", "step"]


def test_a_fill_level_is_no_number_of_bytes() -> None:
    with pytest.raises(ValueError, match="55 % and 90 % of what the queue may hold at that moment"):
        ecn_thresholds(400_000, preset="juniper")


@given(st.sampled_from(SPEEDS), st.integers(1, 1_000_000))
def test_dctcp_is_the_least_above_a_seventh_of_the_product(speed_mbps: int, rtt_ns: int) -> None:
    product = speed_mbps * rtt_ns / 8000
    if product / 7 < 4_157:
        with pytest.raises(ValueError, match="less than one RDMA packet of 4,158 B"):
            ecn_thresholds(speed_mbps, preset="dctcp", rtt_ns=rtt_ns)
        return
    held = ecn_thresholds(speed_mbps, preset="dctcp", rtt_ns=rtt_ns)
    assert held.kmin_bytes == held.kmax_bytes
    assert 7 * (held.kmin_bytes - 1) <= product < 7 * held.kmin_bytes
    assert recombine(held.kmin) == held.kmin_bytes


def test_dctcp_needs_the_round_trip() -> None:
    with pytest.raises(ValueError, match="say the round trip time"):
        ecn_thresholds(400_000, preset="dctcp")


def test_all_stand_side_by_side() -> None:
    beside = {held.preset.name: held for held in compare_schools(400_000)}
    assert tuple(beside) == presets()
    assert {name for name, held in beside.items() if held.kmin_bytes is None} == {"dctcp", "juniper"}
    assert "round trip" in beside["dctcp"].remarks[0]
    assert beside["hpcc"][1:] == (1_600_000, 6_400_000, 20, ())
    assert {held.preset.name for held in compare_schools(400_000, 8_000) if held.kmin_bytes is None} == {"juniper"}
    with pytest.raises(ValueError, match="must be positive"):
        compare_schools(0)
    with pytest.raises(ValueError, match="must be positive"):
        compare_schools(1, 0)
