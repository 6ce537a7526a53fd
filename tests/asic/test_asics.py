"""The chips: names, facts, and what the catalogue declines to say."""

import pytest

from roceconf.asic import Standing, UnknownAsic, asic, asic_names

ALL = asic_names()


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("th", "th"),
        ("TH+", "th+"),
        ("th5", "th5"),
        ("tomahawk5", "th5"),
        ("Tomahawk 5", "th5"),
        ("BCM78900", "th5"),
        ("bcm56980", "th3"),
        ("Tomahawk+", "th+"),
        ("Tomahawk Ultra", "thu"),
        ("BCM78914", "th6"),
        ("tomahawk", "th"),
    ],
)
def test_a_chip_answers_to_the_names_people_type(typed: str, key: str) -> None:
    assert asic(typed).key == key


@pytest.mark.parametrize("typed", ["th7", "trident4", "", "tomahwak5"])
def test_an_unknown_chip_is_refused_with_the_nearest_names(typed: str) -> None:
    with pytest.raises(UnknownAsic) as refused:
        asic(typed)
    assert repr(typed) in str(refused.value).replace('"', "'")
    assert set(refused.value.nearest) <= set(ALL)


def test_the_nearest_name_is_offered() -> None:
    with pytest.raises(UnknownAsic, match="did you mean"):
        asic("th55")


@pytest.mark.parametrize(
    ("key", "cell", "usable", "partitions", "contains"),
    [
        ("th", 208, 15_982_720, 4, False),
        ("th2", 208, 43_481_152, 4, False),
        ("th3", 254, 66_394_076, 2, True),
        ("th4", 254, 113_620_296, 2, True),
        ("th5", 254, 167_546_528, 2, True),
        ("th6", 420, 265_332_900, 1, None),
    ],
)
def test_what_the_sources_say(key: str, cell: int, usable: int, partitions: int, contains: bool | None) -> None:
    chip = asic(key)
    assert chip.cell_bytes.value == cell
    assert chip.usable_bytes.value == usable
    assert chip.partitions.value == partitions
    assert chip.pool_contains_headroom.value is contains


def test_the_usable_buffer_of_th4_is_two_itms_of_whole_cells() -> None:
    assert asic("th4").usable_bytes.value == 2 * 223_662 * 254


def test_the_watchdog_has_one_action_from_tomahawk_3_on() -> None:
    assert {key: asic(key).one_watchdog_action.value for key in ALL} == {
        "th": False,
        "th+": False,
        "th2": None,
        "th3": True,
        "th4": True,
        "th5": True,
        "thu": True,
        "th6": True,
    }


@pytest.mark.parametrize("key", ALL)
def test_every_value_has_a_source_and_what_is_missing_says_why(key: str) -> None:
    for name, fact in asic(key).facts():
        if fact.value is None:
            assert fact.note, f"{key}.{name} is absent without a word"
        else:
            assert fact.source, f"{key}.{name} has no source"


@pytest.mark.parametrize("key", ALL)
def test_memory_is_whole_cells_and_pools_fit_into_it(key: str) -> None:
    chip = asic(key)
    cell, buffer, usable = chip.cell_bytes.value, chip.buffer_bytes.value, chip.usable_bytes.value
    assert cell is not None
    for size in (buffer, usable):
        assert size is None or size % cell == 0
    if buffer is not None and usable is not None:
        assert usable <= buffer


def test_what_is_only_a_placeholder_elsewhere_is_not_repeated_as_a_fact() -> None:
    ultra = asic("thu")
    assert ultra.buffer_bytes.value is None
    assert ultra.partitions.value is None
    assert ultra.cell_bytes.standing is Standing.UNVERIFIED
    assert asic("th6").pool_contains_headroom.standing is Standing.DISPUTED


def test_chips_come_oldest_first() -> None:
    orders = [asic(key).order for key in ALL]
    assert orders == sorted(orders)
    assert [chip.name for chip in map(asic, ALL) if chip.order >= 3] == [
        "Tomahawk 3",
        "Tomahawk 4",
        "Tomahawk 5",
        "Tomahawk Ultra",
        "Tomahawk 6",
    ]


@pytest.mark.parametrize("key", ALL)
def test_speeds_and_port_counts_agree(key: str) -> None:
    chip = asic(key)
    assert list(chip.speeds_mbps) == sorted(set(chip.speeds_mbps))
    bandwidth, ports = chip.bandwidth_gbps.value, chip.max_ports.value
    assert bandwidth is not None
    assert ports is not None
    for count in ports:
        assert count.speed_mbps in chip.speeds_mbps
        assert count.ports * count.speed_mbps <= bandwidth * 1000
