"""Pools and buffer profiles: what must hold whatever the numbers are."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.findings import Severity
from roceconf.rules.context import Supplied
from roceconf.switch import (
    Alpha,
    Amount,
    BufferModel,
    BufferProfile,
    DeviceChosen,
    Direction,
    Pool,
    PoolMode,
    PortGroup,
    PriorityGroup,
    Switch,
)
from tests.rules.readings import CLEAN, EGRESS_LOSSLESS, GROUP, LOSSLESS, changed, findings, judged, reading

ASICS = ("th", "th2", "th3", "th4", "th5", "th6")
INGRESS, EGRESS = (pool for name in ("ingress_lossless_pool", "egress_lossless_pool") if (pool := CLEAN.pool(name)))


def _pools(ingress: Pool, egress: Pool = EGRESS) -> Switch:
    return replace(CLEAN, pools=(ingress, egress))


def _rules(switch: Switch, asic: str = "th5") -> set[str]:
    return {finding.rule for finding in judged(reading(switch), Supplied(asic=asic)).findings}


@given(st.sampled_from(ASICS), st.integers(0, 300_000_000), st.integers(0, 90_000_000), st.integers(0, 90_000_000))
def test_a_larger_pool_never_fits_better(asic: str, size: int, headroom: int, more: int) -> None:
    small, large = (
        findings("BUF101", reading(_pools(replace(INGRESS, size=Amount(each), headroom=Amount(headroom)))), supplied)
        for each in (size, size + more)
        for supplied in (Supplied(asic=asic),)
    )
    worst = [max((found.severity.rank for found in each), default=-1) for each in (small, large)]
    assert worst[0] <= worst[1]


@given(st.integers(1, 200_000_000), st.integers(0, 200_000_000))
def test_a_larger_headroom_pool_never_carries_less(headroom: int, more: int) -> None:
    carried = []
    for each in (headroom, headroom + more):
        switch = _pools(replace(INGRESS, headroom=Amount(each)))
        found = findings("BUF103", reading(switch))
        below = findings("BUF102", reading(switch))
        assert not (found and below), "one fault, one finding"
        groups = found[0].evidence["groups_carried"] if found else (0 if below else 10**9)
        assert isinstance(groups, int)
        carried.append(groups)
    assert carried[0] <= carried[1]


def test_the_ratio_is_of_all_ports_and_both_groups() -> None:
    (finding,) = findings("BUF103", reading(_pools(replace(INGRESS, headroom=Amount(33_374_584)))))
    assert finding.evidence["groups"] == 128
    assert finding.evidence["wanted_bytes"] == 128 * 835_406
    assert finding.evidence["groups_carried"] == 38
    assert finding.severity is Severity.NOTE


def test_ports_that_are_shut_ask_for_no_headroom() -> None:
    shut = replace(GROUP, admin_up=False)
    switch = replace(CLEAN, groups=(shut,), pools=(replace(INGRESS, headroom=Amount(900_000)),))
    assert findings("BUF103", reading(switch)) == ()


def test_tomahawk_6_is_disputed_and_never_an_error() -> None:
    huge = replace(INGRESS, size=Amount(260_000_000), headroom=Amount(80_000_000))
    assert [found.severity for found in findings("BUF101", reading(_pools(huge)), Supplied(asic="th6"))] == [
        Severity.NOTE
    ]


def test_a_pool_the_device_sizes_is_not_judged() -> None:
    left = Pool("ingress_lossless_pool", Direction.INGRESS, PoolMode.DYNAMIC, DeviceChosen("no size is written"))
    assert not {rule for rule in _rules(_pools(left)) if rule.startswith("BUF")}


def test_headroom_the_device_chooses_is_not_judged() -> None:
    chosen = BufferProfile(headroom=DeviceChosen("no MMU profile is applied"))
    switch = changed(lambda group: replace(group, priority_groups=(PriorityGroup(3, chosen), PriorityGroup(4, chosen))))
    assert not {rule for rule in _rules(switch) if rule.startswith(("BUF", "HDR"))}


def test_the_dynamic_model_sizes_its_profiles_itself() -> None:
    switch = _pools(replace(INGRESS, headroom=None))
    assert findings("BUF104", reading(switch)) != ()
    assert findings("BUF104", reading(replace(switch, buffer_model=BufferModel.DYNAMIC))) == ()


def test_mixing_kinds_of_threshold_is_a_fault_of_the_dynamic_model_only() -> None:
    lossy = replace(LOSSLESS, name="mixed", headroom=None, alpha=None, limit=Amount(1_000_000))
    switch = changed(
        lambda group: replace(group, priority_groups=(*group.priority_groups[1:], PriorityGroup(0, lossy)))
    )
    assert findings("BUF113", reading(switch)) == ()
    found = findings("BUF113", reading(replace(switch, buffer_model=BufferModel.DYNAMIC)))
    assert {finding.message.split(",")[0] for finding in found} == {
        "Profile 'mixed' has a static threshold",
        "Profile 'egress_lossy_profile' has a dynamic threshold",
    }


def test_profiles_that_nothing_binds_are_judged_too() -> None:
    spare = replace(EGRESS_LOSSLESS, name="spare", limit=Amount(200_000_000))
    (finding,) = findings("BUF109", replace(reading(), unbound_profiles=(spare,)))
    assert finding.ports == ()
    assert "'spare'" in finding.message
    assert finding.severity is Severity.NOTE


def test_a_quarter_of_the_pool_is_a_fault_only_where_the_limit_is_for_the_whole_chip() -> None:
    for asic, said in (("th", True), ("th2", True), ("th5", False)):
        egress = replace(EGRESS, size=Amount(16_000_000))
        spare = replace(EGRESS_LOSSLESS, limit=Amount(4_000_000))
        read = replace(reading(replace(CLEAN, groups=(), pools=(egress,))), unbound_profiles=(spare,))
        assert bool(findings("BUF108", read, Supplied(asic=asic))) is said


@given(st.integers(-8, 7))
def test_alpha_is_judged_on_lossless_groups_only(exponent: int) -> None:
    lossless = replace(LOSSLESS, alpha=Alpha(exponent))
    lossy = replace(lossless, headroom=None)
    switches = (
        changed(lambda group: replace(group, priority_groups=(PriorityGroup(3, lossless),))),
        changed(lambda group: replace(group, priority_groups=(PriorityGroup(3, lossy),))),
    )
    said = [bool(findings("BUF112", reading(switch))) for switch in switches]
    assert said == [not -6 < exponent < 2, False]


def test_numbers_of_another_chip_are_a_warning_and_round_ones_a_note() -> None:
    """4,194,112 B are 20,164 cells of Tomahawk, and no whole number of Tomahawk 5's."""
    for headroom, severity in ((4_194_112, Severity.WARNING), (6_000_001, Severity.NOTE)):
        (finding,) = findings("BUF110", reading(_pools(replace(INGRESS, headroom=Amount(headroom)))))
        assert finding.severity is severity
    (finding,) = findings("BUF110", reading(_pools(replace(INGRESS, size=Amount(4_194_112 * 10), headroom=None))))
    assert finding.severity is Severity.NOTE


def test_a_quarter_of_the_pool_may_be_meant_for_a_lossy_queue() -> None:
    egress = replace(EGRESS, size=Amount(16_000_000))
    quarter = replace(EGRESS_LOSSLESS, limit=Amount(4_000_000))
    for index, said in ((1, False), (3, True)):

        def change(group: PortGroup, index: int = index) -> PortGroup:
            queues = [replace(q, profile=quarter if q.index == index else None) for q in group.queues]
            return replace(group, queues=tuple(queues))

        switch = replace(changed(change), pools=(egress,))
        assert bool(findings("BUF108", reading(switch), Supplied(asic="th"))) is said


@pytest.mark.parametrize(("queue", "group", "speaks"), [(0, 0, True), (-1, 0, True), (1, 0, False), (3, -3, False)])
def test_a_queue_must_hold_more_than_its_priority_group(queue: int, group: int, speaks: bool) -> None:
    egress = BufferProfile("mmu", alpha=Alpha(queue))
    ingress = replace(LOSSLESS, alpha=Alpha(group))

    def change(ports: PortGroup) -> PortGroup:
        queues = [replace(held, profile=egress) if held.index == 3 else held for held in ports.queues]
        return replace(ports, queues=tuple(queues), priority_groups=(PriorityGroup(3, ingress),))

    found = findings("BUF108", reading(changed(change)))
    assert [finding.severity for finding in found] == ([Severity.WARNING] if speaks else [])


def test_what_eos_calls_one_profile_for_all_queues_is_no_error() -> None:
    """On EOS a lossless queue has no fixed limit, and lossy queues may have the same share."""
    egress = BufferProfile("mmu", alpha=Alpha(3))
    switch = changed(lambda ports: replace(ports, queues=tuple(replace(q, profile=egress) for q in ports.queues)))
    assert findings("BUF108", reading(switch)) == ()
