"""Published rows beside the model, and the whole story of one headroom."""

import pytest

from roceconf.asic import asic, asic_names, platform
from roceconf.sizing import compare_with_published, explain_headroom
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
    story = explain_headroom(asic("th5"), speed_mbps=800_000, cable_m=40, platform=platform("dell-z9864f"))
    assert story.worst_case.headroom_bytes == 827_532
    assert story.full_size.headroom_bytes == 284_734
    assert story.floor.headroom_bytes == 58_472
    assert story.published[0].own
    assert story.caveats == ()
    assert "qos_params.th5.yaml" in story.worst_case.derivation.term("C").source


@pytest.mark.parametrize("key", asic_names())
def test_every_chip_has_a_story(key: str) -> None:
    chip = asic(key)
    story = explain_headroom(chip, speed_mbps=100_000, cable_m=3, medium="dac")
    for side in (story.worst_case, story.full_size, story.floor):
        assert recombine(side.derivation) == side.headroom_bytes


def test_caveats() -> None:
    unsure = explain_headroom(asic("thu"), speed_mbps=800_000, cable_m=5)
    assert "unverified" in unsure.caveats[0]
    foreign = explain_headroom(asic("th"), speed_mbps=400_000, cable_m=5)
    assert "no source shows 400G" in foreign.caveats[0]
