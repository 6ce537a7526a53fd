"""Reading config_db.json into the model, with what the daemons add."""

from collections.abc import Callable
from typing import Any

import pytest

from roceconf.nos.sonic import OS
from roceconf.switch import (
    Alpha,
    Amount,
    BufferModel,
    Colour,
    Concern,
    Default,
    DeviceChosen,
    Hints,
    NotReadableError,
    PortAddress,
    PortChannel,
    PortGroup,
    Reading,
    RemarkKind,
    Service,
    Span,
    Trust,
    Unit,
    WatchdogAction,
)
from tests.nos.sonic.texts import config, put, read


def _group(reading: Reading, port: str = "Ethernet0") -> PortGroup:
    group = reading.switch.group_of(port)
    assert group is not None
    return group


def test_a_clean_switch_says_everything_once() -> None:
    reading = read(config())
    assert reading.remarks == ()
    assert len(reading.switch.groups) == 1
    group = _group(reading)
    assert group.ports == ("Ethernet0", "Ethernet8")
    assert (group.speed_mbps, group.mtu_bytes, group.cable_m, group.admin_up) == (800_000, 9100, 40, True)
    assert group.trust is Trust.DSCP
    assert group.dscp_to_tc is not None
    assert group.dscp_to_tc.get(26) == 3
    assert group.pfc.active == {3}
    queue = group.queue(3)
    assert queue is not None
    assert queue.scheduler is not None
    assert queue.scheduler.service is Service.WEIGHTED
    assert queue.marking is not None
    assert queue.marking.ecn is not None
    assert queue.marking.ecn.kmax == Amount(3_000_000)
    assert group.watchdog is not None
    assert group.watchdog.action is WatchdogAction.DROP
    assert group.watchdog.poll_ms == 200
    assert reading.scope == frozenset(Concern)


def test_buffermgrd_gives_the_priority_group_the_row_of_speed_and_cable() -> None:
    reading = read(config())
    held = _group(reading).priority_group(3)
    assert held is not None
    assert held.profile is not None
    assert held.profile.name == "pg_lossless_800000_40m_profile"
    assert held.profile.headroom == Amount(835_406)
    assert held.profile.alpha == Alpha(0)
    assert _group(reading).priority_group(4) is None
    place = reading.places.of("Ethernet0", "pg.3.headroom")
    assert isinstance(place, Default)
    assert "800000 40m" in place.text


def test_a_length_without_row_leaves_no_headroom_and_names_the_nearest_rows() -> None:
    reading = read(put(config(), "CABLE_LENGTH/AZURE/Ethernet0", "41m"))
    assert _group(reading).priority_group(3) is None
    place = reading.places.of("Ethernet0", "pg.3.headroom")
    assert isinstance(place, Default)
    assert "no row '800000 41m'" in place.text
    assert "40m" in place.text
    assert _group(reading, "Ethernet8").priority_group(3) is not None


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("CABLE_LENGTH/AZURE/Ethernet0", "0m", "cable length of 0m"),
        ("CABLE_LENGTH/AZURE/Ethernet0", None, "without cable length"),
        ("CABLE_LENGTH/AZURE/Ethernet0", "None", "'None'"),
    ],
)
def test_where_buffermgrd_makes_no_group_it_is_said_why(path: str, value: str | None, words: str) -> None:
    reading = read(put(config(), path, value))
    assert _group(reading).priority_group(3) is None
    place = reading.places.of("Ethernet0", "pg.3")
    assert isinstance(place, Default)
    assert words in place.text


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("DEVICE_METADATA/localhost/hwsku", "unheard-of"),
        ("DEVICE_METADATA/localhost/hwsku", "Arista-7060X6-64DE"),
        ("CABLE_LENGTH/SITE2", {"Ethernet0": "300m"}),
        ("PORT/Ethernet0/speed", None),
    ],
)
def test_where_the_row_cannot_be_known_the_device_chooses(path: str, value: object) -> None:
    held = _group(read(put(config(), path, value))).priority_group(3)
    assert held is not None
    assert held.profile is not None
    assert isinstance(held.profile.headroom, DeviceChosen)
    assert held.is_lossless


def test_a_part_without_cable_lengths_leaves_them_to_the_switch() -> None:
    tables = put(config(), "CABLE_LENGTH", None)
    for port in tables["PORT"].values():
        del port["lanes"]
    held = _group(read(tables)).priority_group(3)
    assert held is not None
    assert held.is_lossless


CAUSES = [
    ("CABLE_LENGTH", None, "speed", "add the port to CABLE_LENGTH: the platform publishes 5m, 40m, 300m"),
    ("CABLE_LENGTH/AZURE/Ethernet0", None, "lanes", "add the port to CABLE_LENGTH"),
    ("CABLE_LENGTH/AZURE/Ethernet0", "040m", "040m", 'write "40m"'),
    ("CABLE_LENGTH/AZURE/Ethernet0", "35m", "35m", 'write "40m", the next published length'),
    ("CABLE_LENGTH/AZURE/Ethernet0", "250m", "250m", 'write "300m", the next published length'),
    ("CABLE_LENGTH/AZURE/Ethernet0", "301m", "301m", "no published length is that long"),
    ("CABLE_LENGTH/AZURE/Ethernet0", "00m", "00m", 'write "5m"'),
    ("PORT/Ethernet0/speed", "800", '"800"', 'write "800000"'),
    ("PORT/Ethernet0/speed", "1000", '"1000"', "write a speed the platform's table has"),
]
"""Path, value, what stands on the line at fault, and what to do; where a whole row is missing, a line of its port."""


@pytest.mark.parametrize(("path", "value", "line", "help"), CAUSES)
def test_missing_headroom_leads_to_the_statement_at_fault(path: str, value: str | None, line: str, help: str) -> None:
    import json

    text = json.dumps(put(config(), path, value), indent=4)
    reading = read(text)
    assert _group(reading).priority_group(3) is None
    place = reading.places.of("Ethernet0", "pg.3")
    assert isinstance(place, Default)
    assert help in place.help
    at = reading.places.of("Ethernet0", place.cause)
    assert isinstance(at, tuple)
    number = reading.places.span(at).line
    assert line in "".join(text.split("\n")[number - 1 : number + 4])


def test_a_supplied_length_does_not_hide_that_the_switch_has_none() -> None:
    tables = put(config(), "CABLE_LENGTH/AZURE/Ethernet0", None)
    assert _group(read(tables, Hints(cable_m=40))).priority_group(3) is None


def test_what_buffermgrd_binds_leads_to_its_row_where_the_text_has_it() -> None:
    profile = {"pool": "ingress_lossless_pool", "size": "18796", "xoff": "835406"}
    tables = put(config(), "BUFFER_PROFILE/pg_lossless_800000_40m_profile", profile)
    tables = put(tables, "BUFFER_PROFILE/mine", {"pool": "ingress_lossless_pool", "size": "0", "dynamic_th": "1"})
    places = read(put(tables, "BUFFER_PG/Ethernet0|3", {"profile": "mine"})).places
    row = ("BUFFER_PROFILE", "pg_lossless_800000_40m_profile")
    assert places.of("Ethernet0", "pg.3.headroom") == (*row, "xoff")
    assert places.of("Ethernet0", "pg.3.alpha") == places.of("Ethernet0", "pg.3") == row


def test_the_sku_can_be_supplied() -> None:
    tables = put(config(), "DEVICE_METADATA", None)
    held = _group(read(tables, Hints(sku="dell-z9864f"))).priority_group(3)
    assert held is not None
    assert held.profile is not None
    assert held.profile.headroom == Amount(835_406)


def test_an_existing_profile_is_used_unchanged() -> None:
    profile = {"pool": "ingress_lossless_pool", "size": "0", "xoff": "700000", "dynamic_th": "0"}
    reading = read(put(config(), "BUFFER_PROFILE/pg_lossless_800000_40m_profile", profile))
    held = _group(reading).priority_group(3)
    assert held is not None
    assert held.profile is not None
    assert held.profile.headroom == Amount(700_000)


def test_buffermgrd_replaces_another_profile_and_that_is_said() -> None:
    tables = put(
        config(),
        "BUFFER_PROFILE/mine",
        {"pool": "ingress_lossless_pool", "size": "0", "xoff": "900000", "dynamic_th": "0"},
    )
    reading = read(put(tables, "BUFFER_PG/Ethernet0|3", {"profile": "mine"}))
    held = _group(reading).priority_group(3)
    assert held is not None
    assert held.profile is not None
    assert held.profile.headroom == Amount(835_406)
    (remark,) = reading.remarks
    assert "buffermgrd binds 'pg_lossless_800000_40m_profile'" in remark.message
    assert not remark.is_fatal


def test_with_the_dynamic_model_null_means_calculated() -> None:
    tables = put(config(), "DEVICE_METADATA/localhost/buffer_model", "dynamic")
    reading = read(put(tables, "BUFFER_PG/Ethernet0|3", {"profile": "NULL"}))
    assert reading.switch.buffer_model is BufferModel.DYNAMIC
    held = _group(reading).priority_group(3)
    assert held is not None
    assert held.profile is not None
    assert isinstance(held.profile.headroom, DeviceChosen)
    assert _group(reading, "Ethernet8").priority_group(3) is None


def test_pfcwd_starts_by_itself_where_the_switch_allows_it() -> None:
    tables = put(put(config(), "PFC_WD", None), "DEVICE_METADATA/localhost/default_pfcwd_status", "enable")
    reading = read(tables)
    watchdog = _group(reading).watchdog
    assert watchdog is not None
    assert (watchdog.enabled, watchdog.detection_ms, watchdog.poll_ms) == (True, 200, 200)
    assert isinstance(reading.places.of("Ethernet0", "watchdog.detection"), Default)


def test_without_any_of_it_there_is_no_watchdog() -> None:
    watchdog = _group(read(put(config(), "PFC_WD", None))).watchdog
    assert watchdog is not None
    assert watchdog.enabled is None


def test_the_map_of_the_switch_serves_ports_without_one() -> None:
    tables = put(config(), "PORT_QOS_MAP/Ethernet0/dscp_to_tc_map", None)
    group = _group(read(tables))
    assert group.dscp_to_tc is not None
    assert group.trust is Trust.DSCP


def test_only_an_802_1p_map_means_trust_in_802_1p() -> None:
    tables = put(put(config(), "PORT_QOS_MAP/Ethernet0/dscp_to_tc_map", None), "PORT_QOS_MAP/global", None)
    tables = put(put(tables, "PORT_QOS_MAP/Ethernet0/dot1p_to_tc_map", "P"), "DOT1P_TO_TC_MAP/P", {"3": "3"})
    assert _group(read(tables)).trust is Trust.COS


@pytest.mark.parametrize(
    ("mode", "enabled", "marks", "active"),
    [
        ("ecn_all", "true", True, True),
        ("ecn_yellow", "true", False, True),
        ("ecn_all", None, True, None),
        ("ecn_none", "false", False, False),
    ],
)
def test_the_ecn_mode_says_which_curves_mark(mode: str, enabled: str | None, marks: bool, active: bool | None) -> None:
    tables = put(config(), "WRED_PROFILE/ROCE/ecn", mode)
    queue = _group(read(put(tables, "WRED_PROFILE/ROCE/wred_green_enable", enabled))).queue(3)
    assert queue is not None
    assert queue.marking is not None
    (curve,) = queue.marking.curves
    assert (curve.colour, curve.marks, curve.active) == (Colour.GREEN, marks, active)


def test_rates_are_bytes_or_packets_a_second() -> None:
    tables = put(
        config(), "SCHEDULER/scheduler.1", {"type": "STRICT", "cir": "10", "pir": "20", "meter_type": "packets"}
    )
    queue = _group(read(tables)).queue(3)
    assert queue is not None
    assert queue.scheduler is not None
    assert queue.scheduler.guaranteed == Amount(10, Unit.PPS)
    assert queue.scheduler.service is Service.STRICT


def test_addresses_and_port_channels_are_read() -> None:
    tables = put(config(), "INTERFACE/Ethernet0", {})
    switch = read(tables).switch
    assert _group(read(tables)).routed is True
    tables = put(
        put(tables, "PORTCHANNEL/PortChannel1", {"admin_status": "up"}), "PORTCHANNEL_MEMBER/PortChannel1|Ethernet8", {}
    )
    assert read(tables).switch.port_channels == (PortChannel("PortChannel1", ("Ethernet8",)),)
    assert switch.name == "leaf1"


def test_an_address_keeps_its_prefix() -> None:
    tables = config()
    tables["INTERFACE"] = {"Ethernet0": {}, "Ethernet0|10.0.0.0/31": {}}
    assert read(tables).switch.addresses == (PortAddress("Ethernet0", "10.0.0.0/31"),)


def test_an_old_list_reads_like_tables_one_row_a_port() -> None:
    text = """[
    {"BUFFER_PROFILE_TABLE:p": {"pool": "[BUFFER_POOL_TABLE:x]", "size": "0",
        "xoff": "90000", "dynamic_th": "0"}, "OP": "SET"},
    {"BUFFER_PG_TABLE:Ethernet0,Ethernet4:3-4": {"profile": "[BUFFER_PROFILE_TABLE:p]"}, "OP": "SET"},
    {"BUFFER_PG_TABLE:Ethernet8:3": {"profile": "[BUFFER_PROFILE_TABLE:p]"}, "OP": "SET"},
    {"BUFFER_PG_TABLE:Ethernet8:3": {}, "OP": "DEL"}
]"""
    reading = read(text)
    held = _group(reading, "Ethernet4").priority_group(4)
    assert held is not None
    assert held.profile is not None
    assert held.profile.headroom == Amount(90_000)
    assert reading.switch.group_of("Ethernet8") is None
    at = reading.places.of("Ethernet4", "pg.4.profile")
    assert isinstance(at, tuple)
    assert reading.places.span(at) == Span(4, 61)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 0, 1, "empty"),
        ("{}", 1, 1, "no table"),
        ('{"PORT": 3}', 1, 10, "PORT is the number 3"),
        ("null", 1, 1, "neither"),
        ("\x00\x01\x02", 1, 1, "neither"),
        ("hostname leaf1\n!\n", 1, 1, "neither"),
        ('{\n  "PORT": {\n    "Ethernet0": {"speed": "1",}\n  }\n}', 3, 32, "comma before this '}'"),
        ('{\n  "PORT": {} // ports\n}', 2, 14, "no comments"),
        ("{'PORT': {}}", 1, 2, "double quotation marks"),
        ('{"PORT": {"a": {}} "QUEUE": {}}', 1, 20, "a comma is missing"),
        ('{"PORT": {"Ethernet0": {', 1, 25, "ends in the middle"),
        ("[" * 100_000, 0, 0, "nested too deep"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(NotReadableError) as refusal:
        OS.read(text, Hints())
    assert words in refusal.value.message
    assert (refusal.value.line, refusal.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ('{"PORT": {}, "BUFFER_PG": {}}', 1.0),
        ('{"PORT": {}}', 0.7),
        ('[{"BUFFER_PG_TABLE:Ethernet0:3": {}, "OP": "SET"}]', 0.7),
        ("# speed\n100000 5m 1248 2288 165568 0 2288\n", 1.0),
        ('{"nic": {"mtu": 9000}}', 0.0),
        ("hostname leaf1\ninterface Ethernet1/1\n", 0.0),
        ("", 0.0),
    ],
)
def test_it_is_recognised_from_its_content(text: str, sure: float) -> None:
    assert OS.recognise(text) == sure


@pytest.mark.parametrize("port", ["Ethernet" + "9" * 5000, "Ethernet²"])
def test_a_port_may_be_called_anything(port: str) -> None:
    reading = read(put(config(), f"PORT/{port}", {"lanes": "9", "speed": "800000"}))
    assert _group(reading, port).speed_mbps == 800_000


def test_the_scheduler_of_a_whole_port_shapes_it() -> None:
    shaped = config()
    put(shaped, "SCHEDULER/port.1/pir", "1250000000")
    put(shaped, "PORT_QOS_MAP/Ethernet0/scheduler", "port.1")
    reading = read(shaped)
    assert _group(reading).ceiling == Amount(1_250_000_000, Unit.BYTES_PER_SECOND)
    assert _group(reading, "Ethernet8").ceiling is None
    assert reading.places.of("Ethernet0", "ceiling") == ("SCHEDULER", "port.1", "pir")


REFUSED = [
    ("WRED_PROFILE/ROCE/green_max_threshold", "2147483648", lambda group: group.queue(3).marking.curves[0].kmax),
    (
        "WRED_PROFILE/ROCE/green_drop_probability",
        "101",
        lambda group: None if group.queue(3).marking.curves[0].pmax_percent == 100 else 101,
    ),
    ("SCHEDULER/scheduler.1/weight", "0", lambda group: group.queue(3).scheduler.weight),
    ("PORT/Ethernet0/mtu", "9217", lambda group: group.mtu_bytes),
    ("PORT/Ethernet0/speed", "1600001", lambda group: group.speed_mbps),
    ("DSCP_TO_TC_MAP/AZURE/64", "3", lambda group: group.dscp_to_tc.get(64)),
    ("DSCP_TO_TC_MAP/AZURE/26", "16", lambda group: group.dscp_to_tc.get(26)),
    ("BUFFER_QUEUE/Ethernet0|6-5", {"profile": "egress_lossless_profile"}, lambda group: group.queue(5)),
    ("BUFFER_QUEUE/Ethernet0|5-16", {"profile": "egress_lossless_profile"}, lambda group: group.queue(5)),
    ("BUFFER_PG/Ethernet0|5-8", {"profile": "ingress_lossy_profile"}, lambda group: group.priority_group(5)),
]
"""Path, a value the device refuses, and what of a group it would have been."""


@pytest.mark.parametrize(("path", "value", "of"), REFUSED)
def test_what_the_device_refuses_is_not_known_and_nothing_is_built_on_it(
    path: str, value: object, of: Callable[[Any], object]
) -> None:
    reading = read(put(config(), path, value))
    assert [remark for remark in reading.remarks if remark.is_fatal]
    assert of(reading.switch.group_of("Ethernet0")) is None


def test_an_ecn_mode_that_does_not_exist_drops_nothing() -> None:
    group = read(put(config(), "WRED_PROFILE/ROCE/ecn", "green")).switch.group_of("Ethernet0")
    assert group is not None
    queue = group.queue(3)
    assert queue is not None
    assert queue.marking is not None
    assert any(curve.marks for curve in queue.marking.curves)


@pytest.mark.parametrize(("field", "value"), [("speed", "0"), ("speed", "1600001"), ("mtu", "007"), ("mtu", "9217")])
def test_a_number_out_of_range_is_not_said(field: str, value: str) -> None:
    reading = read(put(config(), f"PORT/Ethernet0/{field}", value))
    group = _group(reading)
    assert getattr(group, {"speed": "speed_mbps", "mtu": "mtu_bytes"}[field]) is None
    assert [remark.kind for remark in reading.remarks] == [RemarkKind.OUT_OF_RANGE]
