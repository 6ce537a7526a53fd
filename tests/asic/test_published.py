"""Published headroom tables and pools: exact numbers, what is suspect, and agreement with the tree they come from."""

import csv
import json
from typing import cast

import pytest

from roceconf.asic import asic, asic_names, find_hwsku, headroom_tables, platform, platform_names
from roceconf.asic.load import headroom_table, names, published_buffers, read
from tests.shared import SHARED, needs_shared

TABLES = names("tables")
BUFFERS = names("buffers")
TABLE_COUNT = 26


def test_no_table_is_lost_and_each_is_used() -> None:
    assert len(TABLES) == TABLE_COUNT
    used = {sku.table_id for key in platform_names() for sku in platform(key).hwskus}
    assert set(TABLES) - used == {"th5-nexthop-4010-balanced"}


def test_every_published_pool_is_used() -> None:
    used = {buffer_id for key in platform_names() for sku in platform(key).hwskus for _, buffer_id in sku.buffer_ids}
    assert set(BUFFERS) == used


@pytest.mark.parametrize("table_id", TABLES)
def test_a_table_is_sorted_unique_and_of_its_chip(table_id: str) -> None:
    table = headroom_table(table_id)
    assert table.id == table_id
    assert table_id.startswith(f"{table.asic_key}-")
    places = [(row.speed_mbps, row.cable_m) for row in table.rows]
    assert places == sorted(set(places))
    assert table.sources
    assert {row.speed_mbps for row in table.rows} <= set(asic(table.asic_key).speeds_mbps)
    assert table.speeds() == tuple(sorted({speed for speed, _ in places}))


@pytest.mark.parametrize("table_id", TABLES)
def test_every_mark_is_about_a_row_that_exists(table_id: str) -> None:
    data = read("tables", table_id)
    places = {f"{row.speed_mbps}/{row.cable_m}" for row in headroom_table(table_id).rows}
    for mark in ("suspect", "remark"):
        assert set(cast("dict[str, str]", data.get(mark, {}))) <= places


@pytest.mark.parametrize("table_id", TABLES)
def test_a_row_that_is_no_whole_number_of_cells_says_something(table_id: str) -> None:
    table = headroom_table(table_id)
    cell = asic(table.asic_key).cell_bytes.value
    assert cell is not None
    for row in table.rows:
        assert row.xoff_bytes % cell == 0 or row.suspect or row.remark, row


@pytest.mark.parametrize("table_id", TABLES)
def test_a_row_that_is_to_be_relied_upon_does_not_shrink_with_length(table_id: str) -> None:
    table = headroom_table(table_id)
    for speed in table.speeds():
        headrooms = [row.xoff_bytes for row in table.rows if row.speed_mbps == speed and not row.suspect]
        assert headrooms == sorted(headrooms)


def test_exact_rows_and_the_next_longer_one() -> None:
    table = headroom_table("th5-dell-z9864f")
    assert table.lengths(800000) == (5, 40, 300)
    row = table.row(800000, 40)
    assert row is not None
    assert row[:7] == (800000, 40, 18796, 0, 835406, 0, 3556)
    assert table.row(800000, 45) is None
    longer = table.next_longer(800000, 45)
    assert longer is not None
    assert (longer.cable_m, longer.xoff_bytes) == (300, 1621536)
    assert table.next_longer(800000, 40) == row
    assert table.next_longer(800000, 301) is None
    assert table.row(1600000, 5) is None


def test_suspect_rows_are_passed_over() -> None:
    general = headroom_table("th-gen")
    bad = general.row(25000, 40)
    assert bad is not None
    assert "5 m" in bad.suspect
    longer = general.next_longer(25000, 40)
    assert longer is not None
    assert longer.cable_m == 300
    nokia = headroom_table("th5-nokia-h5")
    assert all(row.suspect for row in nokia.rows if row.speed_mbps <= 100000)
    assert not any(row.suspect for row in nokia.rows if row.speed_mbps > 100000)
    assert all(row.suspect for row in headroom_table("th3-celestica-silverstone-v2").rows)
    nexthop = headroom_table("th5-nexthop-4010").row(800000, 300)
    assert nexthop is not None
    assert "1613916" in nexthop.suspect


def test_a_harmless_oddity_is_a_remark_and_stays_usable() -> None:
    row = headroom_table("th5-arista-7060x6-64pe-b-p32o64").next_longer(800000, 10)
    assert row is not None
    assert row.xoff_bytes == 833_536
    assert not row.suspect
    assert row.remark


def test_tables_of_a_chip() -> None:
    assert {table.asic_key for table in headroom_tables("th")} == {"th"}
    assert {"th4-dell-z9664f", "th4-nokia-h4"} <= {table.id for table in headroom_tables("th4")}
    assert headroom_tables("thu") == ()
    assert sum(len(headroom_tables(key)) for key in asic_names()) == TABLE_COUNT


def test_pools_and_profiles_by_role() -> None:
    found = find_hwsku("Arista-7260CX3-C64")
    assert found is not None
    leaf, tor = found[1].buffers("t1"), found[1].buffers("t0")
    assert leaf is not None
    assert tor is not None
    pool = leaf.pool("ingress_lossless_pool")
    assert pool is not None
    assert pool == ("ingress_lossless_pool", "ingress", "dynamic", 33_582_016, 8_965_632)
    lossless = leaf.profile("egress_lossless_profile")
    assert lossless is not None
    assert lossless.static_th_bytes == 43_481_152
    assert lossless.dynamic_th is None
    assert tor.pool("ingress_lossless_pool") != pool
    assert leaf.pool("none such") is None
    assert leaf.profile("none such") is None
    assert "086b03bd70f9" in leaf.source
    assert ("3-4", "egress_lossless_profile") in leaf.queues
    assert not leaf.suspect


@pytest.mark.parametrize("buffer_id", BUFFERS)
def test_a_profile_names_a_pool_and_one_threshold(buffer_id: str) -> None:
    buffers = published_buffers(buffer_id, "t0")
    assert buffers.pools
    for profile in buffers.profiles:
        assert buffers.pool(profile.pool) is not None
        assert (profile.dynamic_th is None) != (profile.static_th_bytes is None)
    for _, bound in (*buffers.priority_groups, *buffers.queues):
        assert buffers.profile(bound) is not None


@pytest.mark.parametrize("buffer_id", BUFFERS)
def test_published_pools_fit_their_chip_or_are_suspect(buffer_id: str) -> None:
    chip = asic(buffer_id.split("-")[0])
    buffers = published_buffers(buffer_id, "t0")
    usable = chip.buffer_bytes.value
    assert usable is not None
    too_large = any(
        pool.size_bytes + (pool.xoff_bytes or 0 if chip.pool_contains_headroom.value is False else 0) > usable
        for pool in buffers.pools
        if pool.kind == "ingress"
    )
    assert not too_large or buffers.suspect


def test_a_pool_of_another_chip_is_suspect() -> None:
    found = find_hwsku("Juniper-QFX5200-32C-S")
    assert found is not None
    buffers = found[1].buffers("t1")
    assert buffers is not None
    assert "Tomahawk 2" in buffers.suspect


@needs_shared
def test_every_row_agrees_with_the_data_set_it_was_taken_from() -> None:
    assert SHARED is not None
    checked = 0
    with (SHARED / "facts" / "data" / "sonic_pg_headroom.csv").open(newline="") as stream:
        for line in csv.DictReader(stream):
            if line["profile_variant"] != "default":
                continue
            found = find_hwsku(line["hwsku"], line["platform"])
            assert found is not None, line["hwsku"]
            table = found[1].table()
            assert table is not None, line["hwsku"]
            row = table.row(int(line["speed_mbps"]), int(line["cable_m"]))
            assert row is not None
            columns = ("speed_mbps", "cable_m", "size", "xon", "xoff", "threshold", "xon_offset")
            assert row[:7] == tuple(int(line[column]) for column in columns)
            checked += 1
    assert checked > 1000


@needs_shared
def test_every_pool_agrees_with_the_data_set_it_was_taken_from() -> None:
    assert SHARED is not None
    configurations = json.loads((SHARED / "facts" / "data" / "sonic_asic_facts.json").read_text())["buffer_configs"]
    for configuration in configurations:
        for user in configuration["used_by"]:
            (_, sonic_platform, hwsku), topology = user.split("@")[0].split("/"), user.split("@")[1]
            found = find_hwsku(hwsku, sonic_platform)
            assert found is not None
            buffers = found[1].buffers(topology)
            assert buffers is not None, user
            pools = {
                name: (pool["type"], pool["mode"], int(pool["size"]), int(pool["xoff"]) if "xoff" in pool else None)
                for name, pool in configuration["BUFFER_POOL"].items()
            }
            assert {pool.name: pool[1:] for pool in buffers.pools} == pools
            assert {profile.name for profile in buffers.profiles} == set(configuration["BUFFER_PROFILE"])
