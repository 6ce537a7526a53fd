"""The shared headroom pool: ratios of what is shipped, and what a pool carries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import find_hwsku
from roceconf.sizing import HeadroomPool, Promise, headroom_pool
from tests.sizing.recombine import recombine

SHIPPED = [
    ("Arista-7060CX-32S-C32", "t0", 32, 100_000, 40, 2.7),
    ("Arista-7060CX-32S-C32", "t0", 32, 100_000, 300, 4.1),
    ("DellEMC-Z9264f-C64", "t1", 64, 100_000, 40, 2.4),
    ("DellEMC-Z9264f-C64", "t1", 64, 100_000, 300, 3.7),
    ("Arista-7260CX3-C64", "t1", 64, 100_000, 40, 0.85),
    ("Arista-7260CX3-C64", "t1", 64, 100_000, 300, 1.4),
    ("DellEMC-Z9332f-O32", "t0", 32, 400_000, 40, 0.48),
    ("DellEMC-Z9332f-O32", "t0", 32, 400_000, 300, 0.88),
    ("DellEMC-Z9664f-O64", "t0", 64, 400_000, 40, 1.07),
    ("DellEMC-Z9664f-O64", "t0", 64, 400_000, 300, 2.07),
    ("Dell-Z9864f-O64", "t0", 64, 800_000, 40, 3.2),
    ("Dell-Z9864f-O64", "t0", 64, 800_000, 300, 6.2),
    ("Arista-7060X6-64PE-O128S2", "t0", 128, 400_000, 40, 5.3),
    ("Arista-7060X6-64PE-B-O128", "lt2", 128, 400_000, 40, 2.3),
    ("Arista-7060X6-64PE-B-O128", "lt2", 128, 400_000, 500, 5.9),
    ("NH-4210-F-O256", "lt2", 256, 400_000, 40, 4.6),
    ("NH-4210-F-O256", "lt2", 256, 400_000, 500, 11.9),
]
"""HWSKU, role, ports of that speed, speed, cable, and promised / pool with two groups on every such port."""


def _shipped(hwsku: str, role: str, ports: int, speed_mbps: int, cable_m: int) -> HeadroomPool:
    found = find_hwsku(hwsku)
    assert found is not None
    table, buffers = found[1].table(), found[1].buffers(role)
    assert table is not None
    assert buffers is not None
    row, pool = table.row(speed_mbps, cable_m), buffers.pool("ingress_lossless_pool")
    assert row is not None
    assert pool is not None
    promise = Promise(row.xoff_bytes, 2, ports, row.size_bytes)
    return headroom_pool(pool_bytes=pool.xoff_bytes or 0, promises=[promise], partitions=found[0].asic.partitions.value)


@pytest.mark.parametrize(("hwsku", "role", "ports", "speed_mbps", "cable_m", "ratio"), SHIPPED)
def test_what_makers_ship_is_oversubscribed_so(
    hwsku: str, role: str, ports: int, speed_mbps: int, cable_m: int, ratio: float
) -> None:
    held = _shipped(hwsku, role, ports, speed_mbps, cable_m)
    digits = 1 if ratio >= 1.2 else 2
    assert round(float(held.oversubscription), digits) == pytest.approx(ratio, abs=0.1 if ratio > 1.3 else 0.015)
    assert recombine(held.derivation) == held.oversubscription
    assert held.partition_groups_carried
    assert held.fits


def test_a_partition_carries_fewer_than_the_pool() -> None:
    held = _shipped("Dell-Z9864f-O64", "t0", 64, 800_000, 40)
    assert (held.groups, held.groups_carried, held.partition_groups_carried) == (128, 38, 19)


def test_a_fan_in_that_does_not_fit_is_refused_with_the_number_that_breaks() -> None:
    promises = [Promise(835_406, 2, 64)]
    fine = headroom_pool(pool_bytes=33_374_584, promises=promises, fan_in=8, partitions=2)
    assert (fine.fits, fine.fits_one_partition, fine.refusal) == (True, True, "")
    wide = headroom_pool(pool_bytes=33_374_584, promises=promises, fan_in=20, partitions=2)
    assert (wide.fits, wide.fits_one_partition) == (True, False)
    over = headroom_pool(pool_bytes=33_374_584, promises=promises, fan_in=40, partitions=2)
    assert over.short_bytes == 40 * 835_406 - 33_374_584 == 41_656
    assert "41,656 B too small for 40 senders at the largest headroom of 835,406 B" in over.refusal
    cut = headroom_pool(pool_bytes=33_374_584, promises=promises, fan_in=39, partitions=2)
    assert (cut.fits, cut.short_bytes) == (False, 0)
    assert "partitions that carry 19 groups of the largest headroom, 835,406 B, each, 38 in all" in cut.refusal


def test_without_a_fan_in_one_group_must_fit() -> None:
    held = headroom_pool(pool_bytes=100_000, promises=[Promise(100_001, 1, 1)])
    assert not held.fits
    assert "1 B too small for one priority group" in held.refusal
    assert held.fits_one_partition is None


PROMISES = st.lists(
    st.builds(Promise, st.integers(1, 10**7), st.integers(1, 8), st.integers(1, 512), st.just(0)),
    min_size=1,
    max_size=4,
)


@given(st.integers(1, 10**9), PROMISES, st.integers(1, 64), st.sampled_from([1, 2, 4]))
def test_whatever_is_carried_fits_and_one_more_does_not(
    pool: int, promises: list[Promise], fan_in: int, partitions: int
) -> None:
    held = headroom_pool(pool_bytes=pool, promises=promises, fan_in=fan_in, partitions=partitions)
    assert recombine(held.derivation) == held.oversubscription
    one = held.partition_groups_carried
    assert one is not None
    assert one * held.largest_bytes <= pool // partitions < (one + 1) * held.largest_bytes
    assert held.groups_carried == partitions * one
    assert held.fits == (fan_in <= held.groups_carried) == (held.refusal == "")
    whole = headroom_pool(pool_bytes=pool, promises=promises, fan_in=fan_in)
    assert whole.groups_carried * held.largest_bytes <= pool < (whole.groups_carried + 1) * held.largest_bytes
    assert whole.fits == (whole.short_bytes == 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pool_bytes": 0}, "more than nothing, not 0 B"),
        ({"promises": []}, "no priority group"),
        ({"promises": [Promise(0, 2, 2)]}, "no priority group"),
        ({"promises": [Promise(5, -1, 2)]}, "must not be negative"),
        ({"fan_in": 0}, "fan_in must be at least 1"),
        ({"partitions": 0}, "partitions must be at least 1"),
    ],
)
def test_nonsense_is_refused(arguments: dict[str, object], message: str) -> None:
    given_all: dict[str, object] = {"pool_bytes": 1000, "promises": [Promise(5, 1, 2)], **arguments}
    with pytest.raises(ValueError, match=message):
        headroom_pool(**given_all)  # type: ignore[arg-type]
