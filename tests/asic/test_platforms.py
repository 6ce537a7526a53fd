"""The boxes: names people type, HWSKUs, and names that two boxes share."""

import pytest

from roceconf.asic import (
    Standing,
    UnknownPlatform,
    asic_names,
    find_hwsku,
    find_platform,
    foreign_family,
    platform,
    platform_names,
)

ALL = platform_names()


@pytest.mark.parametrize(
    ("typed", "key", "chip"),
    [
        ("dell-z9864f", "dell-z9864f", "th5"),
        ("Z9864F-ON", "dell-z9864f", "th5"),
        ("Dell Z9864F-ON", "dell-z9864f", "th5"),
        ("dell-z9864f-on", "dell-z9864f", "th5"),
        ("Arista DCS-7060PX5-64S", "arista-7060px5-64s", "th4"),
        ("Dell-Z9864f-O64", "dell-z9864f", "th5"),
        ("arista-7060dx5-64s", "arista-7060dx5-64s", "th4"),
        ("DCS-7060DX5-64S", "arista-7060dx5-64s", "th4"),
        ("arista-7060x6-64pe", "arista-7060x6-64pe", "th5"),
        ("Arista-7060X6-64PE-B-P32O64", "arista-7060x6-64pe-b", "th5"),
        ("edgecore-as9716-32d", "edgecore-as9716-32d", "th3"),
        ("AS7712-32X", "edgecore-as7712-32x", "th"),
        ("QFX5240-64OD", "juniper-qfx5240-64od", "th5"),
        ("Nexus 3232C", "cisco-n3k-c3232c", "th"),
        ("arista_7060cx2_32s", "arista-7060cx2-32s", "th+"),
        ("NH-4210-F-O256", "nexthop-nh-4210", "th6"),
    ],
)
def test_a_box_answers_to_the_names_people_type(typed: str, key: str, chip: str) -> None:
    box = platform(typed)
    assert (box.key, box.asic.key) == (key, chip)


def test_an_unknown_box_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(UnknownPlatform) as refused:
        platform("dell-z9846f")
    assert refused.value.nearest[0] == "dell-z9864f"
    assert "did you mean dell-z9864f" in str(refused.value)
    assert find_platform("dell-z9846f") is None
    assert find_platform("") is None


def test_there_are_forty_boxes_of_ten_makers() -> None:
    boxes = [platform(key) for key in ALL]
    assert len(boxes) >= 40
    assert len({box.vendor for box in boxes}) >= 10
    assert {box.asic_key for box in boxes} == set(asic_names()) - {"thu"}


@pytest.mark.parametrize("key", ALL)
def test_every_box_is_sourced_and_leads_only_to_files_that_exist(key: str) -> None:
    box = platform(key)
    assert box.key == key
    assert box.sources
    assert box.asic_standing.source
    assert box.asic_standing.value == box.asic.key
    for fact in (box.ports, box.eos_queue_keyword):
        assert fact.value is None or fact.source
    for hwsku in box.hwskus:
        assert hwsku.table_id is None or hwsku.table() is not None
        for topology in hwsku.topologies:
            buffers = hwsku.buffers(topology)
            assert buffers is not None
            assert buffers.topology == topology
        assert hwsku.buffers("no such role") is None
        assert foreign_family(hwsku.name) is None


def test_no_two_boxes_share_a_name_people_type() -> None:
    seen: dict[str, str] = {}
    for key in ALL:
        box = platform(key)
        for name in {box.key, box.model.lower(), *(alias.lower() for alias in box.aliases)}:
            assert seen.setdefault(name, key) == key, name


def test_hwskus_of_one_box_can_have_different_tables() -> None:
    box = platform("arista-7260cx3-64")
    own, general = box.table_for("Arista-7260CX3-D96C16"), box.table_for("Arista-7260CX3-C64")
    assert own is not None
    assert general is not None
    assert own.id != general.id
    assert box.table_for(None) is None
    assert box.table_for("Arista-7260CX3-64") is None
    assert box.table_for("of another box") is None


def test_a_box_whose_hwskus_agree_has_its_table_without_one() -> None:
    table = platform("dell-z9332f").table_for()
    assert table is not None
    assert table.id == "th3-dell-z9332f"


def test_a_box_run_as_one_hwsku_only_needs_none_named() -> None:
    sole = platform("dell-z9864f").sole_hwsku
    assert sole is not None
    assert sole.name == "Dell-Z9864f-O64"
    assert platform("arista-7260cx3-64").sole_hwsku is None
    assert platform("juniper-qfx5241").sole_hwsku is None


def test_a_hwsku_is_found_with_its_box() -> None:
    found = find_hwsku("M2-W6940-64OC")
    assert found is not None
    box, hwsku = found
    assert box.key == "micas-m2-w6940-64oc"
    row = hwsku.table()
    assert row is not None
    assert row.row(800000, 40).xoff_bytes == 835_406  # type: ignore[union-attr]
    assert find_hwsku("m2-w6940-64oc") is None
    assert find_hwsku("Force10-S6000") is None


def test_a_hwsku_name_that_two_boxes_share_gives_no_number_until_the_box_is_known() -> None:
    name = "Arista-7060X6-64PE-O128"
    undecided = find_hwsku(name)
    assert undecided is not None
    assert undecided[1].table_id is None
    assert undecided[1].topologies == ()
    assert "arista-7060x6-64pe-b" in undecided[1].note
    decided = find_hwsku(name, "x86_64-arista_7060x6_64pe_b")
    assert decided is not None
    assert decided[0].key == "arista-7060x6-64pe-b"
    assert decided[1].table_id == "th5-arista-7060x6-64pe-b-o128"


def test_another_chips_table_is_suspect_as_a_whole() -> None:
    found = find_hwsku("Nokia-IXR7220-H6-64")
    assert found is not None
    table = found[1].table()
    assert table is not None
    assert all(row.suspect for row in table.rows)
    assert table.next_longer(400000, 5) is None


@pytest.mark.parametrize(
    ("hwsku", "family"),
    [
        ("DellEMC-S5248f-P-25G", "trident3"),
        ("Force10-S6000", "trident2"),
        ("DellEMC-Z9432f-O32", "trident4"),
        ("Mellanox-SN5600-O128", "spectrum"),
        ("ACS-MSN2700", "spectrum"),
        ("NH-5010-F-O32-C32", "jericho"),
        ("Nokia-IXR7250E-36x100G", "jericho"),
        ("Arista-7260CX3-C64", None),
        ("never-heard-of", None),
    ],
)
def test_another_chip_is_recognised(hwsku: str, family: str | None) -> None:
    assert foreign_family(hwsku) == family


@pytest.mark.parametrize(
    ("key", "keyword", "standing"),
    [
        ("arista-7260cx3-64", "tx-queue", Standing.PUBLISHED),
        ("arista-7060dx5-64s", "uc-tx-queue", Standing.PUBLISHED),
        ("arista-7060x6-64pe", "uc-tx-queue", Standing.INFERRED),
        ("arista-7060cx2-32s", None, Standing.UNVERIFIED),
        ("dell-z9864f", None, Standing.UNVERIFIED),
    ],
)
def test_the_eos_queue_keyword(key: str, keyword: str | None, standing: Standing) -> None:
    fact = platform(key).eos_queue_keyword
    assert (fact.value, fact.standing) == (keyword, standing)
