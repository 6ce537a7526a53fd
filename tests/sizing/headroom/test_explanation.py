"""Published rows beside the model, and the whole story of one headroom."""

import pytest

from roceconf.asic import asic, asic_names, platform
from roceconf.sizing import (
    Link,
    compare_with_published,
    explain_carried,
    explain_headroom,
    longest_cable_by,
    longest_published_cable_m,
    peer,
)
from tests.sizing.recombine import recombine


def test_the_platforms_own_row_comes_first() -> None:
    box = platform("dell-z9864f")
    own, *others = compare_with_published(
        393_192, asic_key="th5", speed_mbps=800_000, cable_m=40, platform=box, hwsku="Dell-Z9864f-O64"
    )
    assert own.own
    assert own.exact
    assert own.row.xoff_bytes == 835_406
    assert own.difference_bytes == 393_192 - 835_406
    assert own.ratio == pytest.approx(0.4707, abs=0.0001)
    assert "pg_profile_lookup.ini" in own.source
    assert others
    assert not any(other.own for other in others)
    assert len({comparison.table_id for comparison in (own, *others)}) == len(others) + 1


def test_without_an_exact_row_the_next_longer_one_is_shown() -> None:
    comparisons = compare_with_published(0, asic_key="th4", speed_mbps=400_000, cable_m=41.5)
    dell = next(comparison for comparison in comparisons if comparison.table_id == "th4-dell-z9664f")
    assert not dell.exact
    assert dell.row.cable_m == 300


def test_an_exact_row_is_shown_even_if_suspect_and_says_so() -> None:
    comparisons = compare_with_published(0, asic_key="th5", speed_mbps=800_000, cable_m=300)
    nexthop = next(comparison for comparison in comparisons if comparison.table_id == "th5-nexthop-4010")
    assert nexthop.exact
    assert nexthop.row.suspect


def test_nothing_is_published_for_tomahawk_ultra() -> None:
    assert compare_with_published(0, asic_key="thu", speed_mbps=800_000, cable_m=5) == ()


def test_the_whole_story() -> None:
    story = explain_headroom(asic("th5"), Link(254, 800_000, 40), platform=platform("dell-z9864f"))
    assert story.worst_case.headroom_bytes == 827_532
    assert story.full_size.headroom_bytes == 284_734
    assert story.floor.headroom_bytes == 58_472
    assert story.published[0].own
    assert story.caveats == ()
    assert "qos_params.th5.yaml" in story.worst_case.derivation.term("C").source


@pytest.mark.parametrize("key", asic_names())
def test_every_chip_has_a_story(key: str) -> None:
    chip = asic(key)
    story = explain_headroom(chip, Link(0, 100_000, 3, "dac"))
    for side in (story.worst_case, story.full_size, story.floor):
        assert recombine(side.derivation) == side.headroom_bytes


def test_caveats() -> None:
    unsure = explain_headroom(asic("thu"), Link(254, 800_000, 5))
    assert "unverified" in unsure.caveats[0]
    foreign = explain_headroom(asic("th"), Link(208, 400_000, 5))
    assert "no source shows 400G on Tomahawk, which runs 10G, 25G, 40G, 50G, 100G" in foreign.caveats[0]
    assert "a plan refuses such a port" in foreign.caveats[0]


def test_the_chips_own_cell_goes_before_the_links() -> None:
    story = explain_headroom(asic("th6"), Link(1, 100_000, 3))
    assert story.link == Link(420, 100_000, 3)
    assert story == explain_headroom(asic("th6"), Link(420, 100_000, 3))


def test_every_model_stands_beside_it_and_says_what_it_cannot() -> None:
    story = explain_headroom(asic("th6"), Link(420, 1_600_000, 3, gearbox_ns=400), also=("sonic-dynamic-tofino",))
    said = {result.model.name: result for result in story.models}
    assert next(iter(said)) == "unified"
    assert "sonic-dynamic-tofino" in said
    assert "sonic-dynamic-spectrum-3" not in said
    assert said["ieee"].headroom is None
    assert "lists no response at 1.6T" in said["ieee"].refusal
    assert said["cisco"].ignored == ("a gearbox",)
    unified = said["unified"].headroom
    assert unified is not None
    assert unified.headroom_bytes == story.worst_case.headroom_bytes
    assert "(" in unified.derivation.term("C").source


def test_the_peer_reaches_worst_case_and_full_size() -> None:
    slow = peer("cisco-8102").response_ns(400_000)
    usual = explain_headroom(asic("th5"), Link(254, 400_000, 40))
    story = explain_headroom(asic("th5"), Link(254, 400_000, 40, peer_response_ns=slow))
    assert story.worst_case.headroom_bytes > usual.worst_case.headroom_bytes
    assert story.full_size.headroom_bytes > usual.full_size.headroom_bytes
    assert story.floor == usual.floor


@pytest.mark.parametrize(
    ("speed", "metres", "medium", "key", "said"),
    [
        (800_000, 3.5, "dac", "th5", "which 800G needs"),
        (400_000, 5, "dac", "th5", "if this port runs its lanes so fast"),
        (800_000, 3, "dac", "th5", ""),
        (800_000, 30, "aoc", "th5", ""),
        (100_000, 5, "dac", "th", ""),
    ],
)
def test_copper_that_does_not_reach_is_said(speed: int, metres: float, medium: str, key: str, said: str) -> None:
    story = explain_headroom(asic(key), Link(0, speed, metres, medium))
    copper = [caveat for caveat in story.caveats if "copper" in caveat]
    assert copper == [] if not said else len(copper) == 1 and said in copper[0]


def test_how_far_a_headroom_reaches() -> None:
    link = Link(254, 800_000, 0, small_packet_share=0.2)
    story = explain_carried(asic("th5"), 393_192, link, platform=platform("dell-z9864f"))
    bounds = {each.name: each.cable_m for each in story.bounds}
    assert bounds["full-size frames"] == pytest.approx(146.622)
    assert bounds["64-byte frames"] is None
    assert bounds["20% in 64-byte frames"] == longest_cable_by("unified", 393_192, link)
    floor, full = bounds["floor"], bounds["full-size frames"]
    assert floor is not None
    assert full is not None
    assert floor > full
    assert story.published[0].own
    assert story.published[0].cable_m is None
    assert "729,488 B" in story.published[0].note
    assert {each.name for each in story.models} >= {"unified", "cisco", "mlx5"}


@pytest.mark.parametrize("headroom_bytes", [729_488, 800_000, 835_405, 835_406, 1_621_536, 10_000_000])
def test_how_far_a_headroom_reaches_by_the_own_table_is_by_the_law_of_its_rows(headroom_bytes: int) -> None:
    box = platform("dell-z9864f")
    table = box.table_for(None)
    assert table is not None
    own = explain_carried(asic("th5"), headroom_bytes, Link(254, 800_000, 0), platform=box).published[0]
    assert own.own
    assert own.cable_m == longest_published_cable_m(table, 800_000, headroom_bytes)
    assert explain_headroom(asic("th5"), Link(254, 800_000, own.cable_m or 0), platform=box).own is not None


def test_less_than_the_shortest_row_reaches_nowhere() -> None:
    box = platform("dell-z9864f")
    own = explain_carried(asic("th5"), 729_487, Link(254, 800_000, 0), platform=box).published[0]
    assert (own.cable_m, own.note) == (None, "its shortest row, 5 m, is 729,488 B")


def test_the_own_table_is_told_at_the_very_length() -> None:
    story = explain_headroom(asic("th5"), Link(254, 800_000, 20), platform=platform("dell-z9864f"))
    assert story.own is not None
    assert (story.own.says.basis, story.own.says.headroom_bytes) == ("between", 774_954)
    assert explain_headroom(asic("th5"), Link(254, 800_000, 20)).own is None


def test_a_model_that_refuses_says_so_when_asked_backwards() -> None:
    story = explain_carried(asic("th6"), 2_000_000, Link(420, 1_600_000, 0))
    (ieee,) = [each for each in story.models if each.name == "ieee"]
    assert ieee.cable_m is None
    assert ieee.refused
    assert ieee.note.startswith("refuses: IEEE 802.3")
    assert [each.name for each in (*story.bounds, *story.models, *story.published) if each.refused] == [
        "ieee",
        "cisco-long-distance",
    ]
    assert story.published == ()
