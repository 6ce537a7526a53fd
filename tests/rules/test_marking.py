"""Marking: what must hold whatever the thresholds are."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic
from roceconf.findings import Finding, Severity
from roceconf.rules import all_rules
from roceconf.rules.context import Supplied
from roceconf.sizing import alpha_of, compare_schools, rdma_packet, shared_buffer
from roceconf.switch import Alpha, Amount, Colour, Concern, Curve, Marking, Pfc, PortGroup, PriorityGroup, Switch, Unit
from tests.rules.readings import CLEAN, ECN, EVERYTHING, LOSSLESS, changed, findings, judged, reading

CURVE = ECN.curves[0]
THRESHOLDS = st.integers(0, 20_000_000)


def _marked(marking: Marking | None, *indices: int) -> Switch:
    wanted = indices or (3, 4)

    def change(group: PortGroup) -> PortGroup:
        queues = [replace(queue, marking=marking) if queue.index in wanted else queue for queue in group.queues]
        return replace(group, queues=tuple(queues))

    return changed(change)


def _ecn(switch: Switch, supplied: Supplied | None = None) -> list[str]:
    return [found.rule for found in judged(reading(switch), supplied).findings if found.rule.startswith("ECN")]


def _curve(**values: object) -> Marking:
    return Marking((replace(CURVE, **values),), name="ROCE")  # type: ignore[arg-type]


@given(THRESHOLDS, THRESHOLDS, st.integers(1, 1_000), st.sampled_from(list(Unit)))
def test_the_order_of_the_thresholds_does_not_depend_on_their_scale(
    kmin: int, kmax: int, scale: int, unit: Unit
) -> None:
    said = [
        bool(
            findings("ECN101", reading(_marked(_curve(kmin=Amount(kmin * each, unit), kmax=Amount(kmax * each, unit)))))
        )
        for each in (1, scale)
    ]
    assert said[0] == said[1] == (kmin > kmax)


def _after_pfc(kmin: int, kmax: int, exponent: int, fan_in: int = 8) -> tuple[Finding, ...]:
    lossless = replace(LOSSLESS, alpha=Alpha(exponent))
    marked = _marked(_curve(kmin=Amount(kmin), kmax=Amount(kmax)))
    switch = replace(
        marked,
        groups=tuple(
            replace(group, priority_groups=(PriorityGroup(3, lossless), PriorityGroup(4, lossless)))
            for group in marked.groups
        ),
    )
    return findings("ECN201", reading(switch), Supplied(asic="th5", fan_in=fan_in))


@given(st.integers(1, 20_000_000), st.integers(0, 60_000_000), st.integers(-5, 6))
def test_a_group_that_pauses_later_never_pauses_before_marking(kmin: int, width: int, exponent: int) -> None:
    early, late = (_after_pfc(kmin, kmin + width, each) for each in (exponent, exponent + 1))
    assert bool(early) or not late


@given(st.integers(1, 20_000_000), st.integers(0, 60_000_000), st.integers(0, 20_000_000))
def test_marking_earlier_never_comes_after_pfc(kmin: int, width: int, earlier: int) -> None:
    late, early = (_after_pfc(max(1, kmin - each), max(1, kmin + width - each), 0) for each in (0, earlier))
    assert bool(late) or not early


def test_an_alpha_that_is_itself_the_fault_is_left_to_its_rule() -> None:
    assert _after_pfc(1, 60_000_000, -5)
    assert not _after_pfc(1, 60_000_000, -6)


def test_the_pause_point_is_the_measured_one() -> None:
    """sonic-mgmt measures 6,542 cells on a Tomahawk with alpha 1 and the general buffers."""
    lossless = replace(LOSSLESS, reserved=Amount(1_248))
    marked = _marked(_curve(kmin=Amount(250_000), kmax=Amount(2_097_152)))
    groups = tuple(replace(group, priority_groups=(PriorityGroup(3, lossless),)) for group in marked.groups)
    pool = replace(CLEAN.pools[1], size=Amount(10_875_072), headroom=Amount(4_194_112))
    found = findings("ECN201", reading(replace(marked, groups=groups, pools=(pool,))), Supplied(asic="th"))
    measured = 6_542 * 208
    for finding in found:
        point = finding.evidence["xoff_point_bytes"]
        assert isinstance(point, int)
        assert abs(point - measured) <= 208
    assert found


def test_a_fixed_limit_is_the_pause_point() -> None:
    lossless = replace(LOSSLESS, alpha=None, limit=Amount(500_000))
    switch = changed(
        lambda group: replace(group, priority_groups=(PriorityGroup(3, lossless), PriorityGroup(4, lossless)))
    )
    (finding,) = findings("ECN201", reading(switch), Supplied())
    assert (
        "PFC pauses a single sender at 500,000 B (a fixed limit of 500,000 B): PFC comes before any mark"
        in finding.message
    )


@pytest.mark.parametrize(
    ("marking", "expected"),
    [
        (ECN, []),
        (None, ["ECN103"]),
        (Marking(), ["ECN103"]),
        (Marking((replace(CURVE, colour=Colour.RED),)), ["ECN103"]),
        (_curve(active=False), ["ECN102"]),
        (_curve(active=None), ["ECN102"]),
        (_curve(marks=False), ["ECN104"]),
        (_curve(marks=False, active=False), ["ECN103"]),
        (Marking((CURVE, replace(CURVE, marks=False))), ["ECN104"]),
        (_curve(averaging_weight=5), ["ECN107"]),
        (_curve(kmax=CURVE.kmin), ["ECN108"]),
        (replace(ECN, counted=False), ["ECN109"]),
        (_curve(pmax_percent=None), ["ECN110"]),
        (_curve(kmin=Amount(100)), ["ECN202"]),
    ],
)
def test_each_fault_has_one_rule(marking: Marking | None, expected: list[str]) -> None:
    assert sorted(set(_ecn(_marked(marking)))) == expected


def test_ecn_on_the_wrong_queue_is_one_finding() -> None:
    wrong = _marked(None)
    moved = [
        replace(group, queues=tuple(replace(q, marking=ECN) if q.index == 1 else q for q in group.queues))
        for group in wrong.groups
    ]
    assert set(_ecn(replace(wrong, groups=tuple(moved)))) == {"ECN105"}


def test_lossy_queues_may_mark_beside_lossless_ones() -> None:
    assert _ecn(_marked(ECN, 1, 3, 4)) == []


def test_a_marked_cnp_queue_needs_the_dscp_of_the_cnps() -> None:
    switch = _marked(ECN, 3, 4, 6)
    assert set(_ecn(switch, Supplied(asic="th5", cnp_dscps=(48,)))) == {"ECN106"}
    assert _ecn(switch) == []
    assert ("ECN106", "DSCPs of CNPs") in {tuple(skipped) for skipped in judged(reading(switch)).skipped}


def test_absence_is_a_fault_only_where_the_text_covers_marking() -> None:
    assert findings("ECN103", reading(_marked(None), scope=EVERYTHING - {Concern.MARKING})) == ()


def test_thresholds_in_cells_need_the_asic_only_to_be_held_against_bytes() -> None:
    marking = _curve(kmin=Amount(2_000, Unit.CELLS), kmax=Amount(1_000, Unit.CELLS))
    (finding,) = findings("ECN101", reading(_marked(marking)), Supplied())
    assert "Kmin 2,000 cells" in finding.message
    curve = Curve(kmin=Amount(2_000, Unit.CELLS), kmax=Amount(1, Unit.MBYTES), pmax_percent=7)
    judgement = judged(reading(_marked(Marking((curve,)))), Supplied())
    assert "ECN101" in {skipped.rule for skipped in judgement.skipped}


def test_a_group_that_keeps_no_headroom_has_no_pause_point() -> None:
    lossy = replace(LOSSLESS, headroom=None, alpha=Alpha(-8))
    switch = changed(lambda group: replace(group, priority_groups=(PriorityGroup(3, lossy), PriorityGroup(4, lossy))))
    assert findings("ECN201", reading(switch)) == ()


def test_without_pfc_marks_on_cnps_are_nobodys_loss() -> None:
    switch = _marked(ECN, 6)
    off = replace(switch, groups=tuple(replace(group, pfc=Pfc(False)) for group in switch.groups))
    assert findings("ECN106", reading(off), Supplied(asic="th5", cnp_dscps=(48,))) == ()
    assert "ECN106" not in {skipped.rule for skipped in judged(reading(off)).skipped}


@pytest.mark.parametrize(
    ("mtu_bytes", "kmin", "speaks"),
    [(None, 4_158, False), (None, 4_157, True), (1_500, 1_522, False), (1_500, 1_521, True)],
)
def test_a_packet_is_as_large_as_rdma_and_the_mtu_let_it_be(mtu_bytes: int | None, kmin: int, speaks: bool) -> None:
    marked = _marked(_curve(kmin=Amount(kmin)))
    switch = replace(marked, groups=tuple(replace(group, mtu_bytes=mtu_bytes) for group in marked.groups))
    assert bool(findings("ECN202", reading(switch))) is speaks


def test_a_step_in_two_units_is_a_step() -> None:
    marking = _curve(kmin=Amount(1_000, Unit.KBYTES), kmax=Amount(1, Unit.MBYTES))
    (finding,) = [found for found in findings("ECN108", reading(_marked(marking))) if "Ethernet0" in found.ports]
    assert "1,000 kbytes to 1 mbytes" in finding.message


def _fan_out(exponent: int, fan_out: int | None, kmin: int = 950_000) -> tuple[Finding, ...]:
    lossless = replace(LOSSLESS, alpha=Alpha(exponent))
    marked = _marked(_curve(kmin=Amount(kmin), kmax=Amount(kmin + 1)))
    groups = tuple(
        replace(group, priority_groups=(PriorityGroup(3, lossless), PriorityGroup(4, lossless)))
        for group in marked.groups
    )
    return findings("ECN203", reading(replace(marked, groups=groups)), Supplied(asic="th5", fan_out=fan_out))


@given(st.integers(-5, 1), st.integers(1, 128), st.integers(4_158, 3_000_000))
def test_fan_out_is_what_sizing_says(exponent: int, fan_out: int, kmin: int) -> None:
    """The rule and the cap of a plan agree, but for the group's minimum, which the rule also counts."""
    shared = shared_buffer(
        asic("th5"), pool_bytes=162_539_680, pool_xoff_bytes=106_931_968, ports=64, lossless_groups=2,
        group_min_bytes=18_796,
    )  # fmt: skip
    assert shared is not None
    alpha = alpha_of(exponent)
    bound = alpha * shared.shared_bytes / (fan_out * (1 + 2 * alpha))
    found = _fan_out(exponent, fan_out, kmin)
    if kmin + 1 > alpha * shared.shared_bytes / (1 + alpha):
        return  # ECN201 speaks there
    if found:
        assert kmin >= bound
        assert {each.severity for each in found} == {Severity.WARNING}
    else:
        assert kmin < bound + 18_796 / fan_out + 254


def test_an_assumed_fan_out_is_a_note() -> None:
    assert {each.severity for each in _fan_out(-3, None)} == {Severity.NOTE}
    assert {each.severity for each in _fan_out(-3, 8)} == {Severity.WARNING}
    assert _fan_out(-3, 1) == ()


@given(st.integers(-5, 6), st.one_of(st.none(), st.integers(1, 128)), st.integers(1, 40_000_000))
def test_a_queue_has_one_finding_on_when_it_marks(exponent: int, fan_out: int | None, kmin: int) -> None:
    lossless = replace(LOSSLESS, alpha=Alpha(exponent))
    marked = _marked(_curve(kmin=Amount(kmin), kmax=Amount(kmin + 1_000_000)))
    groups = tuple(
        replace(group, priority_groups=(PriorityGroup(3, lossless), PriorityGroup(4, lossless)))
        for group in marked.groups
    )
    read = reading(replace(marked, groups=groups))
    said = [each.rule for each in judged(read, Supplied(asic="th5", fan_out=fan_out)).findings]
    assert not {"ECN201", "ECN203"} <= set(said)


def test_the_packet_of_the_rules_is_the_ordinary_one_of_sizing() -> None:
    assert rdma_packet().value == 4_158


def test_the_page_of_ecn202_says_between_what_kmin_is_published() -> None:
    published = [
        school.kmin_bytes
        for speed_mbps in (100_000, 200_000, 400_000, 800_000)
        for school in compare_schools(speed_mbps)
        if school.kmin_bytes is not None
        and (not school.preset.published_for_mbps or speed_mbps in school.preset.published_for_mbps)
    ]
    assert (min(published), max(published)) == (80_000, 3_200_000)
    (page,) = [rule.page for rule in all_rules() if rule.id == "ECN202"]
    assert "between 80 kB and 3.2 MB" in page
