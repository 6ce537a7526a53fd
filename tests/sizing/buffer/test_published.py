"""The least shared buffer that is published for a chip: what is shared, not what the pool is called."""

import pytest

from roceconf.asic import PublishedBuffers, asic, asic_names, buffer_configurations
from roceconf.asic.buffers import PublishedPool
from roceconf.sizing import (
    INGRESS_POOL,
    NothingToShare,
    SharedBuffer,
    least_pool_percent,
    least_published_shared_buffer,
    published_shared_buffer,
)

CHIPS = [name for name in asic_names() if any(not held.suspect for held in buffer_configurations(name))]


def _least(chip: str, ports: int, group_min_bytes: int = 0) -> tuple[SharedBuffer, PublishedBuffers]:
    found = least_published_shared_buffer(asic(chip), ports=ports, lossless_groups=2, group_min_bytes=group_min_bytes)
    assert found is not None
    return found


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize(("ports", "group_min_bytes"), [(32, 0), (64, 0), (64, 4672), (128, 18796)])
def test_no_published_configuration_leaves_less(chip: str, ports: int, group_min_bytes: int) -> None:
    shared, least = _least(chip, ports, group_min_bytes)
    assert not least.suspect
    for held in buffer_configurations(chip):
        if held.suspect:
            continue
        other = published_shared_buffer(
            asic(chip), held, ports=ports, lossless_groups=2, group_min_bytes=group_min_bytes
        )
        assert other is None or shared.shared_bytes <= other.shared_bytes


def _with_pool(size_bytes: int, xoff_bytes: int, name: str = "made up") -> PublishedBuffers:
    held = buffer_configurations("th5")[0]
    return held._replace(id=name, pools=(PublishedPool(INGRESS_POOL, "ingress", "dynamic", size_bytes, xoff_bytes),))


@pytest.mark.parametrize(
    ("chip", "least"),
    [("th", "little shared"), ("th+", "little shared"), ("th2", "little shared"), ("th4", "much xoff")],
)
def test_headroom_that_lies_beside_the_pool_takes_nothing_from_it(chip: str, least: str) -> None:
    among = (_with_pool(12_000_000, 1_000_000, "little shared"), _with_pool(13_000_000, 5_000_000, "much xoff"))
    found = least_published_shared_buffer(asic(chip), ports=32, lossless_groups=2, group_min_bytes=0, among=among)
    assert found is not None
    assert found[1].id == least


def test_one_switch_may_be_asked_alone() -> None:
    (own,) = [held for held in buffer_configurations("th5") if held.id == "th5-dell-z9864f-o64-t0"]
    found = least_published_shared_buffer(asic("th5"), ports=64, lossless_groups=2, group_min_bytes=0, among=(own,))
    assert found == (
        published_shared_buffer(asic("th5"), own, ports=64, lossless_groups=2, group_min_bytes=0),
        own,
    )
    assert least_published_shared_buffer(asic("th5"), ports=64, lossless_groups=2, group_min_bytes=0, among=()) is None
    doubtful = own._replace(suspect="copied")
    asked = least_published_shared_buffer(
        asic("th5"), ports=64, lossless_groups=2, group_min_bytes=0, among=(doubtful,)
    )
    assert asked is None


def test_what_leaves_nothing_is_passed_over_unless_nothing_else_is_left() -> None:
    full, roomy = _with_pool(10_000_000, 10_000_000, "full"), _with_pool(90_000_000, 10_000_000, "roomy")

    def least(*among: PublishedBuffers) -> tuple[SharedBuffer, PublishedBuffers] | None:
        return least_published_shared_buffer(asic("th5"), ports=64, lossless_groups=2, group_min_bytes=0, among=among)

    found = least(full, roomy)
    assert found is not None
    assert found[1] is roomy
    with pytest.raises(NothingToShare, match="cells too much"):
        least(full)


def test_pools_smaller_than_the_least_are_only_the_copied_ones() -> None:
    for chip in asic_names():
        held_by = asic(chip)
        most = held_by.usable_bytes.value or held_by.buffer_bytes.value
        beside = held_by.pool_contains_headroom.value is False
        for held in buffer_configurations(chip):
            ingress = [pool for pool in held.pools if pool.kind == "ingress"]
            total = sum(pool.size_bytes + ((pool.xoff_bytes or 0) if beside else 0) for pool in ingress)
            assert most is not None
            assert held.suspect or total * 100 >= least_pool_percent() * most, held.id
