"""How headroom reaches the device, what is changed with which reason, and what is refused with which numbers."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from roceconf.nos import NotFittingError
from roceconf.nos.sonic import OS
from roceconf.switch import (
    Alpha,
    Amount,
    BufferProfile,
    ClassMap,
    DeviceChosen,
    Direction,
    Hints,
    Pfc,
    Pool,
    PoolMode,
    PortChannel,
    PortGroup,
    PriorityGroup,
    Queue,
    Scheduler,
    Service,
    Switch,
    Trust,
    Unit,
    Watchdog,
    WatchdogAction,
)
from tests.nos.sonic.sample import ECN, EGRESS, LOSSLESS, WEIGHTED, full_switch

DELL = "Dell-Z9864f-O64"
"""Tomahawk 5; its rows at 800G are 5 m 729,488 B, 40 m 835,406 B and 300 m 1,621,536 B of xoff."""


def _asked(headroom: int | None, cable_m: int | None = 40, sku: str = DELL, **changes: object) -> Switch:
    size = DeviceChosen("the OS sizes it") if headroom is None else Amount(headroom)
    profile = BufferProfile(headroom=size, alpha=Alpha(0))
    group = PortGroup(
        ports=("Ethernet0",),
        speed_mbps=800_000,
        cable_m=cable_m,
        pfc=Pfc(enabled=True, priorities=frozenset({3})),
        priority_groups=(PriorityGroup(3, profile),),
    )
    return Switch(groups=(replace(group, **changes),), sku=sku)  # type: ignore[arg-type]


def _profile(switch: Switch) -> BufferProfile:
    held = switch.groups[0].priority_group(3)
    assert held is not None
    assert held.profile is not None
    return held.profile


@pytest.mark.parametrize(
    ("cable_m", "headroom", "written_m", "kept"),
    [
        (5, 700_000, 5, 729_488),
        (6, 700_000, 40, 835_406),
        (40, None, 40, 835_406),
        (17, 835_406, 40, 835_406),
        (17, 835_407, 300, 1_621_536),
        (0, 1, 5, 729_488),
    ],
)
def test_the_cable_becomes_the_next_published_length_that_covers_what_is_asked(
    cable_m: int, headroom: int | None, written_m: int, kept: int
) -> None:
    fitted = OS.fit(_asked(headroom, cable_m), Hints())
    assert fitted.switch.groups[0].cable_m == written_m
    assert _profile(fitted.switch).headroom == Amount(kept)
    reasons = [change.reason for change in fitted.changes if change.difference.path == "cable_m"]
    assert reasons == ([] if written_m == cable_m else [reasons[0]])
    files = OS.write(fitted.switch, Hints())
    assert len(files) == 1
    assert "BUFFER_PROFILE" not in files[0].text
    assert f'"{written_m}m"' in files[0].text


def test_more_than_any_row_is_written_out_under_the_name_buffermgrd_looks_for() -> None:
    fitted = OS.fit(_asked(2_000_000, 300), Hints()).switch
    assert _profile(fitted).name == "pg_lossless_800000_300m_profile"
    (main,) = OS.write(fitted, Hints())
    assert '"xoff": "2000000"' in main.text
    assert any(note.startswith("warning") and "2,000,000" in note for note in main.notes)


def test_where_no_row_is_published_profile_group_and_lookup_row_are_written() -> None:
    fitted = OS.fit(_asked(900_000, 77, sku="unheard-of"), Hints()).switch
    main, lookup = OS.write(fitted, Hints())
    assert '"Ethernet0|3": {\n            "profile": "pg_lossless_800000_77m_profile"' in main.text
    assert lookup.name == "pg_profile_lookup.ini"
    assert lookup.text.splitlines()[-1] == "800000 77m 0 0 900000 0 0"
    assert OS.read(lookup.text, Hints()).remarks == ()


def test_two_ports_of_one_speed_and_cable_get_the_larger_headroom() -> None:
    small = _asked(900_000, 77, sku="unheard-of").groups[0]
    large = replace(_asked(950_000, 77, sku="unheard-of").groups[0], ports=("Ethernet8",))
    fitted = OS.fit(Switch(groups=(small, large), sku="unheard-of"), Hints())
    assert len(fitted.switch.groups) == 1
    assert _profile(fitted.switch).headroom == Amount(950_000)


def test_without_number_and_without_table_the_device_chooses() -> None:
    fitted = OS.fit(_asked(None, 77, sku="unheard-of"), Hints()).switch
    assert isinstance(_profile(fitted).headroom, DeviceChosen)


def test_a_platform_of_one_hwsku_is_written_as_that() -> None:
    assert OS.fit(_asked(None, sku="dell-z9864f"), Hints()).switch.sku == DELL


def test_pools_and_profiles_nobody_asked_for_are_not_added() -> None:
    for version in ("", "master"):
        fitted = OS.fit(_asked(None), Hints(version=version)).switch
        assert fitted.pools == ()
        assert all(queue.profile is None for group in fitted.groups for queue in group.queues)


def test_a_dscp_nobody_named_never_becomes_lossless() -> None:
    group = replace(
        _asked(None).groups[0], trust=Trust.DSCP, dscp_to_tc=ClassMap.of({26: 3}), pfc=Pfc(True, frozenset({0, 3}))
    )
    fitted = OS.fit(Switch(groups=(group,), sku=DELL), Hints()).switch.groups[0]
    assert fitted.dscp_to_tc is not None
    assert len(fitted.dscp_to_tc.entries) == 64
    assert {target for source, target in fitted.dscp_to_tc.entries if source != 26} == {1}


@pytest.mark.parametrize(
    ("chip", "actions"),
    [("th5", {WatchdogAction.DROP}), ("th2", {WatchdogAction.DROP, WatchdogAction.FORWARD})],
)
def test_from_tomahawk_3_on_the_watchdog_has_one_action(chip: str, actions: set[WatchdogAction]) -> None:
    first = full_switch().groups[0]
    assert first.watchdog is not None
    second = replace(first, ports=("Ethernet16",), watchdog=replace(first.watchdog, action=WatchdogAction.FORWARD))
    fitted = OS.fit(replace(full_switch(), groups=(first, second)), Hints(asic=chip)).switch
    assert {group.watchdog.action for group in fitted.groups if group.watchdog} == actions


def test_rates_and_thresholds_become_bytes() -> None:
    queue = replace(
        full_switch().groups[0].queues[0],
        scheduler=Scheduler(Service.WEIGHTED, 50, Amount(8, Unit.KBPS), Amount(50, Unit.PERCENT)),
        marking=replace(
            ECN, curves=(replace(ECN.curves[0], kmin=Amount(100, Unit.CELLS), kmax=Amount(60, Unit.KBYTES)),)
        ),
    )
    group = replace(full_switch().groups[0], queues=(queue,))
    held = OS.fit(replace(full_switch(), groups=(group,)), Hints(asic="th5")).switch.groups[0].queue(3)
    assert held is not None
    assert held.scheduler is not None
    assert held.scheduler.guaranteed == Amount(1000, Unit.BYTES_PER_SECOND)
    assert held.scheduler.ceiling == Amount(25_000_000_000, Unit.BYTES_PER_SECOND)
    assert held.marking is not None
    assert (held.marking.curves[0].kmin, held.marking.curves[0].kmax) == (Amount(25_400), Amount(60_000))


def _queue(**changes: object) -> Switch:
    group = full_switch().groups[0]
    return replace(full_switch(), groups=(replace(group, queues=(replace(group.queues[0], **changes),)),))  # type: ignore[arg-type]


def _curve(**changes: object) -> Switch:
    return _queue(marking=replace(ECN, curves=(replace(ECN.curves[0], **changes),)))  # type: ignore[arg-type]


def _small_pool() -> Switch:
    pool = Pool("ingress_lossless_pool", Direction.INGRESS, PoolMode.DYNAMIC, Amount(10**8), Amount(400_000))
    return replace(_asked(None), pools=(pool,))


def _pool_of_egress() -> Switch:
    pool = Pool("ingress_lossless_pool", Direction.EGRESS, PoolMode.DYNAMIC, Amount(10**8), Amount(10**7))
    return replace(_asked(3_000_000), pools=(pool,))


REFUSED: list[tuple[str, Callable[[], Switch], str]] = [
    ("mtu", lambda: _asked(None, mtu_bytes=9217), "9,216 bytes, not 9,217"),
    ("speed", lambda: _asked(None, speed_mbps=1_600_001), "not 1,600,001"),
    ("port", lambda: _asked(None, ports=("a|b",)), "cannot be a port's name"),
    ("priority", lambda: _asked(None, pfc=Pfc(True, frozenset({8}))), "PFC priority 8"),
    ("group", lambda: _asked(None, priority_groups=(PriorityGroup(8, LOSSLESS),)), "priority group 8"),
    ("map", lambda: _asked(None, tc_to_queue=ClassMap.of({3: 10})), "not 3 to 10"),
    ("row", lambda: _asked(None, speed_mbps=1000), "no row for 1000"),
    (
        "alpha",
        lambda: _asked(3_000_000, priority_groups=(PriorityGroup(3, BufferProfile(headroom=Amount(3_000_000))),)),
        "alpha",
    ),
    ("side", _pool_of_egress, "is no ingress_lossless_pool"),
    ("pool", _small_pool, "435,406 B are missing"),
    ("weight", lambda: _queue(scheduler=replace(WEIGHTED, weight=101)), "not 101"),
    ("ceiling", lambda: _queue(scheduler=replace(WEIGHTED, ceiling=Amount(1, Unit.BYTES_PER_SECOND))), "pir >= cir"),
    ("kmin", lambda: _curve(kmin=Amount(3_000_001)), "above the maximum"),
    ("kmax", lambda: _curve(kmin=None), "without a minimum"),
    ("stoi", lambda: _curve(kmin=Amount(2**31), kmax=Amount(2**31)), "2,147,483,647"),
    ("cells", lambda: _curve(kmin=Amount(5, Unit.CELLS)), "cell size"),
    ("channel", lambda: replace(full_switch(), port_channels=(PortChannel("trunk", ()),)), "no such number"),
    ("hwsku", lambda: replace(_asked(None), sku="arista-7060x6-64pe"), "several HWSKUs"),
]


@pytest.mark.parametrize(
    ("make", "words"), [(make, words) for _, make, words in REFUSED], ids=[name for name, *_ in REFUSED]
)
def test_what_sonic_cannot_do_is_refused_with_the_numbers(make: Callable[[], Switch], words: str) -> None:
    with pytest.raises(NotFittingError) as refusal:
        OS.fit(make(), Hints())
    assert words in str(refusal.value)


def test_a_lossless_queue_outside_the_template_is_pointed_out() -> None:
    switch = _asked(None, pfc=Pfc(True, frozenset({5})), priority_groups=())
    (main,) = OS.write(OS.fit(switch, Hints()).switch, Hints())
    assert any("lossless queue 5" in note for note in main.notes)


def test_the_file_says_how_to_load_it() -> None:
    (main,) = OS.write(OS.fit(_asked(None), Hints()).switch, Hints())
    assert "--base" in main.notes[0]
    assert "config load" in main.notes[1]
    assert any("no BUFFER_POOL is written" in note for note in main.notes)


def _stock_like(lossless: frozenset[int], queues: dict[int, str]) -> Switch:
    """A switch with PFC on these priorities and an egress profile a queue, by name."""
    group = full_switch().groups[0]
    profiles = {name: replace(EGRESS, name=name) for name in queues.values()}
    held = tuple(Queue(index, profiles[name], replace(WEIGHTED, guaranteed=None)) for index, name in queues.items())
    asked = replace(
        group,
        queues=tuple(replace(queue, marking=ECN if queue.index in lossless else None) for queue in held),
        pfc=Pfc(True, lossless),
        priority_groups=tuple(PriorityGroup(index, LOSSLESS) for index in sorted(lossless)),
        watchdog=None,
    )
    return OS.fit(replace(full_switch(), groups=(asked,), watchdog=None), Hints()).switch


def _written(switch: Switch) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]], list[str]]:
    main = OS.write(switch, Hints())[0]
    tables = json.loads(main.text)
    port = "Ethernet0|"
    queues, groups = (
        {key.removeprefix(port): row for key, row in tables[table].items() if key.startswith(port)}
        for table in ("BUFFER_QUEUE", "BUFFER_PG")
    )
    return queues, groups, [note for note in main.notes if "deletes nothing" in note and "warning" in note]


def test_rows_of_a_stock_switch_are_kept_where_the_profiles_allow_it() -> None:
    lossy, lossless = "egress_lossy_profile", "egress_lossless_profile"
    names = {index: lossless if index in (3, 4) else lossy for index in range(8)}
    queues, groups, warnings = _written(_stock_like(frozenset({3, 4}), names))
    assert list(queues) == ["0-2", "3-4", "5-6", "7"]
    assert list(groups) == ["3-4"]
    assert warnings == []


def test_what_a_stock_switch_has_to_lose_first_is_said_row_by_row() -> None:
    lossy, lossless = "egress_lossy_profile", "egress_lossless_profile"
    names = {index: lossless if index == 3 else lossy for index in range(8)}
    queues, groups, (rows, fields) = _written(_stock_like(frozenset({3}), names))
    assert list(queues) == ["0-2", "3", "4", "5-6", "7"]
    assert list(groups) == ["3"]
    assert "first delete BUFFER_PG|PORT|3-4 (2 ports), BUFFER_QUEUE|PORT|3-4 (2 ports)" in rows
    assert "take out wred_profile of QUEUE|PORT|4 (2 ports)" in fields


def test_a_port_without_pfc_says_what_merging_would_leave_on() -> None:
    switch = replace(full_switch(), groups=(replace(full_switch().groups[0], pfc=Pfc(), priority_groups=()),))
    notes = OS.write(OS.fit(switch, Hints()).switch, Hints())[0].notes
    assert any("BUFFER_PG|PORT|3-4 (2 ports)" in note for note in notes)
    assert any("pfc_enable and pfcwd_sw_enable of PORT_QOS_MAP|PORT (2 ports)" in note for note in notes)


@pytest.mark.parametrize(
    ("asked", "path", "words"),
    [
        (Watchdog(enabled=False), "watchdog", "none without one"),
        (Watchdog(True, action=WatchdogAction.ERRDISABLE), "watchdog.action", "drop, forward or alert"),
        (Watchdog(True, detection_ms=50), "watchdog.detection_ms", "100 to 5000 ms"),
        (Watchdog(True, restoration_ms=50), "watchdog.restoration_ms", "100 to 60000 ms"),
        (Watchdog(True, detection_ms=400, poll_ms=500), "watchdog.poll_ms", "one poll interval"),
    ],
)
def test_each_change_of_a_watchdog_has_its_own_reason(asked: Watchdog, path: str, words: str) -> None:
    changes = OS.fit(_asked(None, watchdog=asked), Hints()).changes
    (reason,) = [each.reason for each in changes if each.difference.path == path and each.difference.ports]
    assert words in reason


def test_the_poll_interval_of_the_switch_is_the_reason_for_the_watchdog_of_the_switch() -> None:
    changes = OS.fit(_asked(None, watchdog=Watchdog(True, poll_ms=300)), Hints()).changes
    (reason,) = [each.reason for each in changes if each.difference.path == "watchdog" and not each.difference.ports]
    assert "one poll interval" in reason


@pytest.mark.parametrize(
    ("sku", "cable_m", "words"),
    [
        ("", 40, "because no platform is named"),
        (DELL, 2000, "because the platform publishes no row to rely on that covers it"),
        ("Arista-7060X6-64DE", 40, "because no headroom table of HWSKU Arista-7060X6-64DE is public"),
    ],
)
def test_why_headroom_is_written_out(sku: str, cable_m: int, words: str) -> None:
    main = OS.write(OS.fit(_asked(3_000_000, cable_m, sku), Hints()).switch, Hints())[0]
    assert any(words in note for note in main.notes)
