"""Headroom against speed and cable: what must hold whatever the numbers are."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import HeadroomTable, platform, platform_names
from roceconf.findings import Finding, Severity
from roceconf.rules import all_rules
from roceconf.rules.context import Context, Supplied
from roceconf.rules.runner import judge
from roceconf.sizing import Link, planned_headroom
from roceconf.switch import Amount, Medium, PriorityGroup, Switch
from tests.rules.readings import CLEAN, GROUP, LOSSLESS, findings, judged, reading

ASICS = st.sampled_from(("th", "th2", "th3", "th4", "th5", "th6"))
SPEEDS = st.sampled_from((25_000, 50_000, 100_000, 200_000, 400_000, 800_000))
CABLES = st.integers(0, 3_000)
MTUS = st.sampled_from((None, 1_500, 4_200, 9_100, 9_194))
TOMAHAWK = Supplied(asic="th2")
LADDER = ("HDR101", "HDR102", "HDR103")
"""From frames that are certainly lost to advice."""


def _switch(
    headroom_bytes: int,
    *,
    speed_mbps: int | None = 800_000,
    cable_m: int | None = 40,
    mtu_bytes: int | None = 9_100,
    sku: str = "",
    medium: Medium | None = None,
) -> Switch:
    profile = replace(LOSSLESS, headroom=Amount(headroom_bytes))
    group = replace(
        GROUP,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        mtu_bytes=mtu_bytes,
        medium=medium,
        priority_groups=(PriorityGroup(3, profile), PriorityGroup(4, profile)),
    )
    return replace(CLEAN, groups=(group,), sku=sku)


def _headroom_findings(switch: Switch, asic: str = "") -> tuple[Finding, ...]:
    rules = [rule for rule in all_rules() if rule.id.startswith("HDR")]
    return judge(Context(reading(switch), Supplied(asic=asic)), rules, "switch.cfg").findings


def _rung(found: tuple[Finding, ...]) -> int:
    said = [LADDER.index(finding.rule) for finding in found if finding.rule in LADDER]
    assert len(said) <= 1, "one fault, one finding"
    return said[0] if said else len(LADDER)


@given(ASICS, SPEEDS, CABLES, MTUS, st.integers(1, 8_000_000), st.integers(0, 8_000_000))
def test_more_headroom_is_never_worse(
    asic: str, speed_mbps: int, cable_m: int, mtu_bytes: int | None, headroom_bytes: int, more_bytes: int
) -> None:
    less, more = (
        _headroom_findings(_switch(amount, speed_mbps=speed_mbps, cable_m=cable_m, mtu_bytes=mtu_bytes), asic)
        for amount in (headroom_bytes, headroom_bytes + more_bytes)
    )
    assert _rung(less) <= _rung(more)


@given(ASICS, SPEEDS, CABLES, st.integers(0, 3_000), st.integers(1, 8_000_000))
def test_a_longer_cable_is_never_better(
    asic: str, speed_mbps: int, cable_m: int, longer_m: int, headroom_bytes: int
) -> None:
    short, far = (
        _headroom_findings(_switch(headroom_bytes, speed_mbps=speed_mbps, cable_m=length), asic)
        for length in (cable_m, cable_m + longer_m)
    )
    assert _rung(short) >= _rung(far)


@given(SPEEDS, CABLES, st.integers(1, 8_000_000))
def test_an_error_needs_neither_asic_nor_platform(speed_mbps: int, cable_m: int, headroom_bytes: int) -> None:
    switch = _switch(headroom_bytes, speed_mbps=speed_mbps, cable_m=cable_m)
    with_asic = [finding for finding in _headroom_findings(switch, "th5") if finding.severity is Severity.ERROR]
    without = [finding for finding in _headroom_findings(switch) if finding.severity is Severity.ERROR]
    assert [finding.evidence for finding in with_asic] == [finding.evidence for finding in without]


def _tables() -> list[tuple[str, HeadroomTable]]:
    found: dict[str, tuple[str, HeadroomTable]] = {}
    for key in platform_names():
        for hwsku in platform(key).hwskus:
            table = hwsku.table()
            if table is not None:
                found.setdefault(table.id + hwsku.table_suspect, (hwsku.name, table))
    return list(found.values())


@pytest.mark.parametrize(("hwsku", "table"), _tables(), ids=lambda held: held if isinstance(held, str) else "")
def test_what_a_platform_publishes_is_not_doubted(hwsku: str, table: HeadroomTable) -> None:
    for row in table.rows:
        if row.suspect:
            continue
        switch = _switch(row.xoff_bytes, speed_mbps=row.speed_mbps, cable_m=row.cable_m, sku=hwsku)
        found = [finding.message for finding in _headroom_findings(switch) if finding.severity is not Severity.NOTE]
        assert found == []


@given(
    st.sampled_from([(hwsku, speed) for hwsku, table in _tables() for speed in table.speeds()]),
    CABLES,
    st.integers(0, 3_000),
    st.integers(1, 2_000_000),
    st.integers(0, 500_000),
)
def test_on_a_known_platform_less_cable_and_more_headroom_are_never_worse(
    hwsku_and_speed: tuple[str, int], cable_m: int, longer_m: int, headroom_bytes: int, more_bytes: int
) -> None:
    hwsku, speed_mbps = hwsku_and_speed
    worse, longer, more = (
        _rung(_headroom_findings(_switch(amount, speed_mbps=speed_mbps, cable_m=length, sku=hwsku)))
        for amount, length in (
            (headroom_bytes, cable_m),
            (headroom_bytes, cable_m + longer_m),
            (headroom_bytes + more_bytes, cable_m),
        )
    )
    assert longer <= worse <= more


@pytest.mark.parametrize(
    ("cable_m", "published", "basis"),
    [
        (40, 835_406, "row"),
        (20, 774_954, "between"),
        (500, 2_226_310, "beyond"),
        (3, 729_488, "below"),
    ],
)
def test_the_published_value_is_that_of_the_length_law(cable_m: int, published: int, basis: str) -> None:
    (finding,) = findings("HDR102", reading(_switch(600_000, cable_m=cable_m, sku="Dell-Z9864f-O64")), Supplied())
    assert finding.evidence["published_bytes"] == published
    assert finding.evidence["published_basis"] == basis
    assert f"keep {published:,} B, as published" in finding.help
    enough = _switch(published, cable_m=cable_m, sku="Dell-Z9864f-O64")
    assert _rung(_headroom_findings(enough)) == len(LADDER)


def test_a_cell_for_rounding_is_allowed_between_rows_but_not_at_one() -> None:
    for cable_m, less, said in ((20, 774_700, 0), (20, 774_699, 1), (40, 835_405, 1)):
        switch = _switch(less, cable_m=cable_m, sku="Dell-Z9864f-O64")
        assert len(findings("HDR102", reading(switch), Supplied())) == said


def test_what_the_device_takes_from_a_suspect_row_is_not_held_against_its_neighbours() -> None:
    """25G and 40 m on the general Tomahawk table repeats the row of 5 m; the line between the others says 56,368."""
    switch = _switch(53_248, speed_mbps=25_000, cable_m=40, sku="Arista-7060CX-32S-C32")
    assert findings("HDR102", reading(switch), Supplied()) == ()
    less = _switch(53_247, speed_mbps=25_000, cable_m=40, sku="Arista-7060CX-32S-C32")
    (finding,) = findings("HDR102", reading(less), Supplied())
    assert "this platform publishes 53,248 for 5 m;" in finding.message
    assert finding.evidence["published_basis"] == "shorter"


def test_the_numbers_stand_side_by_side() -> None:
    (finding,) = findings("HDR102", reading(_switch(393_192, mtu_bytes=9_194, sku="Dell-Z9864f-O64")), Supplied())
    assert finding.message.startswith(
        "xoff 393,192 B at 800G, 40 m: this platform publishes 835,406; full-size frames need 284,734 "
        "(so it carries 146 m), 64-byte frames 827,532."
    )
    assert finding.evidence["published_bytes"] == 835_406
    assert finding.evidence["full_size_frames_bytes"] == 284_734
    assert finding.evidence["smallest_frames_bytes"] == 827_532


@pytest.mark.parametrize(("rule", "headroom_bytes"), [("HDR102", 25_000), ("HDR103", 60_000), ("HDR106", 300_000)])
def test_below_100g_the_number_names_the_response_it_is_for(rule: str, headroom_bytes: int) -> None:
    """A plan takes IEEE's bound there, and says another number for the same link: neither claims the other's."""
    (slow,) = findings(rule, reading(_switch(headroom_bytes, speed_mbps=10_000)), TOMAHAWK)
    ruled = int(slow.evidence["smallest_frames_bytes"] or 0)
    planned = planned_headroom(Link(208, 10_000, 40, frame_bytes=9_122)).headroom_bytes
    assert ruled < planned
    said = "with a peer that answers within 1,160 ns (IEEE 802.3 allows 3,430 at 10G, with which roceconf plan reckons)"
    assert f"{ruled:,}" in slow.message
    assert said in slow.message
    assert f"{planned:,}" not in slow.message
    assert slow.evidence["peer_response_ns"] == 1160


@pytest.mark.parametrize("speed_mbps", [100_000, 400_000])
def test_from_100g_on_rules_and_plans_reckon_alike(speed_mbps: int) -> None:
    needed = planned_headroom(Link(208, speed_mbps, 40, frame_bytes=9_122)).headroom_bytes
    (fast,) = findings("HDR103", reading(_switch(needed - 208, speed_mbps=speed_mbps)), TOMAHAWK)
    assert fast.evidence["smallest_frames_bytes"] == needed
    assert "IEEE" not in fast.message


def test_the_length_a_headroom_carries_is_rounded_down() -> None:
    (finding,) = findings("HDR103", reading(_switch(393_192, mtu_bytes=9_194)))
    carried = finding.evidence["carries_m"]
    assert isinstance(carried, float)
    assert int(carried) == 146
    assert findings("HDR102", reading(_switch(393_192, mtu_bytes=9_194, cable_m=146))) == ()
    assert findings("HDR102", reading(_switch(393_192, mtu_bytes=9_194, cable_m=147))) != ()


def test_without_a_length_only_the_two_frames_are_held_against_it() -> None:
    lacking = _switch(20_000, cable_m=None)
    assert findings("HDR101", reading(lacking)) == ()
    assert ("HDR101", "cable length") in {tuple(skipped) for skipped in judged(reading(lacking)).skipped}
    assert len(findings("HDR101", reading(_switch(18_283, cable_m=None)))) == 1
    assert findings("HDR101", reading(lacking), Supplied(asic="th5", cable_m=2_000)) != ()


def test_a_profile_bound_to_two_groups_and_many_ports_is_one_finding() -> None:
    one = replace(_switch(1_000).groups[0], ports=("Ethernet0", "Ethernet8"))
    two = replace(one, ports=("Ethernet16",), admin_up=None)
    (finding,) = findings("HDR101", reading(replace(CLEAN, groups=(one, two))))
    assert finding.ports == ("Ethernet0", "Ethernet8", "Ethernet16")


def test_a_number_below_one_frame_may_be_cells() -> None:
    (finding,) = findings("HDR101", reading(_switch(371)), Supplied(asic="th2"))
    assert "It looks like a number of cells (371 x 208 = 77,168 B)" in finding.message
    (finding,) = findings("HDR101", reading(_switch(20_000, cable_m=300)))
    assert "cells" not in finding.message


def test_copper_is_faster_than_glass() -> None:
    glass, copper = (
        findings("HDR103", reading(_switch(300_000, cable_m=5, medium=medium)))[0].evidence["floor_bytes"]
        for medium in (Medium.FIBRE, Medium.DAC)
    )
    assert (glass, copper) == (23_284, 22_734)


def test_the_hint_at_cells_must_be_plausible() -> None:
    (finding,) = findings("HDR101", reading(_switch(100, cable_m=300)))
    assert "cells" not in finding.message
    (finding,) = findings("HDR101", reading(_switch(100, cable_m=300)), Supplied())
    assert "cells" not in finding.message


def test_the_floor_itself_is_no_error_but_still_too_little() -> None:
    floor = 2 * (9_122 + 20) + 100 * 10 * 40
    assert findings("HDR101", reading(_switch(floor))) == ()
    assert len(findings("HDR101", reading(_switch(floor - 1)))) == 1
    assert len(findings("HDR102", reading(_switch(floor)))) == 1


def _links(*links: tuple[int, int, int]) -> Switch:
    groups = [
        replace(_switch(kept, speed_mbps=rate, cable_m=length, mtu_bytes=None).groups[0], ports=(f"Ethernet{number}",))
        for number, (rate, length, kept) in enumerate(links)
    ]
    return replace(CLEAN, groups=tuple(groups))


@pytest.mark.parametrize(
    ("links", "said"),
    [
        (((100_000, 5, 55_120), (100_000, 40, 55_120), (100_000, 300, 55_120)), 1),
        (((100_000, 5, 55_120), (400_000, 5, 55_119)), 1),
        (((100_000, 5, 55_120), (400_000, 5, 55_120)), 0),
        (((100_000, 300, 55_120), (400_000, 5, 50_000)), 0),
        (((100_000, 5, 55_120), (100_000, 300, 70_000)), 0),
        (((100_000, 5, 70_000), (100_000, 300, 70_000)), 0),
    ],
)
def test_headroom_grows_with_length_and_speed(links: tuple[tuple[int, int, int], ...], said: int) -> None:
    assert len(findings("HDR105", reading(_links(*links)), Supplied())) == said
    assert findings("HDR105", reading(_links(*links)), Supplied(asic="th5")) == ()


def test_what_full_size_frames_need_is_enough_for_them() -> None:
    (finding,) = findings("HDR102", reading(_switch(250_000)))
    needed = finding.evidence["full_size_frames_bytes"]
    assert isinstance(needed, int)
    assert findings("HDR102", reading(_switch(needed))) == ()
    assert len(findings("HDR102", reading(_switch(needed - 1)))) == 1


@pytest.mark.parametrize(("hwsku", "table"), _tables(), ids=lambda held: held if isinstance(held, str) else "")
def test_of_all_published_rows_only_the_copied_one_lies_below_its_own_line(hwsku: str, table: HeadroomTable) -> None:
    """Rows that repeat a longer length or a higher speed are generous, not too low."""
    switch = _links(*((row.speed_mbps, row.cable_m, row.xoff_bytes) for row in table.rows))
    said = {
        (finding.evidence["speed_mbps"], finding.evidence["cable_m"])
        for finding in findings("HDR110", reading(switch), Supplied(asic=table.asic_key))
    }
    assert said == ({(25_000, 40)} if table.id in {"th-gen", "th-dell-z9100"} else set())
