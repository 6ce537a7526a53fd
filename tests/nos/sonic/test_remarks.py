"""Every fault a text can have, one at a time in a clean configuration."""

import pytest

from roceconf.switch import Hints, Remark, RemarkKind
from tests.nos.sonic.texts import config, put, read
from tests.shared import corpus, needs_shared

PROFILE = "BUFFER_PROFILE/ingress_lossy_profile"
WRED = "WRED_PROFILE/ROCE"
QOS = "PORT_QOS_MAP/Ethernet0"
MALFORMED, RANGE, UNKNOWN = RemarkKind.MALFORMED, RemarkKind.OUT_OF_RANGE, RemarkKind.UNKNOWN
CONFLICT, DEAD, OLD, FOREIGN = RemarkKind.CONFLICTING, RemarkKind.INEFFECTIVE, RemarkKind.OBSOLETE, RemarkKind.FOREIGN

FAULTS: list[tuple[str, object, RemarkKind, bool, str]] = [
    # what SONiC's YANG models refuse
    ("PORT/Ethernet0/mtu", "9217", RANGE, True, "PORT mtu"),
    ("PORT/Ethernet0/admin_status", "on", MALFORMED, True, "none of up, down"),
    ("PORT/Ethernet0/pfc_asym", "yes", MALFORMED, True, "pfc_asym"),
    ("PORT/Ethernet0/speeds", "1", UNKNOWN, False, "no field 'speeds'"),
    (f"{PROFILE}/pool", "[BUFFER_POOL|ingress_lossless_pool]", OLD, True, "must not be surrounded by [ ]"),
    (
        "BUFFER_PROFILE/p",
        {"pool": "ingress_lossless_pool", "size": "0", "dynamic_th": "8"},
        RANGE,
        True,
        "dynamic_th",
    ),
    (f"{PROFILE}/size", None, MALFORMED, True, "no 'size'"),
    (f"{PROFILE}/size", "1 KB", MALFORMED, True, "not a whole number"),
    (f"{PROFILE}/xon_threshold", "1", UNKNOWN, True, "no field 'xon_threshold'"),
    ("BUFFER_PG/Ethernet0|8", {"profile": "ingress_lossy_profile"}, RANGE, True, "priority group"),
    ("BUFFER_PG/Ethernet0|a", {"profile": "ingress_lossy_profile"}, MALFORMED, True, "no range"),
    ("BUFFER_PG/Ethernet0,Ethernet8|5", {"profile": "ingress_lossy_profile"}, MALFORMED, True, "several ports"),
    ("BUFFER_POOL/egress_lossless_pool/percentage", "5", CONFLICT, True, "dynamic buffer model"),
    ("BUFFER_POOL/egress_lossless_pool/mode", None, MALFORMED, True, "no 'mode'"),
    (f"{WRED}/green_min_threshold", None, MALFORMED, True, "without green_min_threshold"),
    (f"{WRED}/green_drop_probability", "101", RANGE, True, "101"),
    (f"{WRED}/ecn", "ecn_gren", MALFORMED, True, "none of"),
    (f"{WRED}/ecn_green_min_threshold", "5", UNKNOWN, True, "rejects the whole profile"),
    ("WRED_PROFILE/a.b", {"ecn": "ecn_none"}, MALFORMED, True, "name 'a.b'"),
    ("PFC_WD/Ethernet0/detection_time", "50", RANGE, True, "detection_time"),
    ("PFC_WD/Ethernet0/detection_time", "5001", RANGE, True, "detection_time"),
    ("PFC_WD/Ethernet0/restoration_time", "60001", RANGE, True, "restoration_time"),
    ("PFC_WD/GLOBAL/POLL_INTERVAL", "1001", RANGE, True, "POLL_INTERVAL"),
    ("PFC_WD/GLOBAL/BIG_RED_SWITCH", "enable", OLD, True, "BIG_RED_SWITCH"),
    ("PFC_WD/GLOBAL/action", "drop", MALFORMED, True, "does not belong"),
    ("PFC_WD/Ethernet0/POLL_INTERVAL", "200", MALFORMED, True, "does not belong"),
    ("PFC_WD/Ethernet0/action", "restart", MALFORMED, True, "none of drop, forward, alert"),
    (f"{QOS}/pfc_enable", "3-4", MALFORMED, True, "no ranges"),
    (f"{QOS}/pfc_enable", "3, 4", MALFORMED, True, "no blanks"),
    (f"{QOS}/pfc_enable", "", DEAD, False, "does not switch anything off"),
    (f"{QOS}/pfc_to_queue_map", "", MALFORMED, True, "empty name"),
    (f"{QOS}/pfc_enabled", "3", UNKNOWN, True, "no field 'pfc_enabled'"),
    ("CABLE_LENGTH/AZURE/Ethernet0", "40", MALFORMED, True, 'cable length "40"'),
    ("CABLE_LENGTH/AZURE/Ethernet0", "473.0m", MALFORMED, True, '"473.0m"'),
    ("CABLE_LENGTH/AZURE/Ethernet0", "None", MALFORMED, True, '"None"'),
    ("CABLE_LENGTH/AZURE/Ethernet4", "5m", MALFORMED, True, "PORT does not have"),
    ("DSCP_TO_TC_MAP/AZURE/64", "0", RANGE, True, 'DSCP "64"'),
    ("DSCP_TO_TC_MAP/AZURE/1", "16", RANGE, True, 'traffic class "16"'),
    ("TC_TO_PRIORITY_GROUP_MAP/AZURE/3", "8", RANGE, True, 'priority group "8"'),
    ("SCHEDULER/scheduler.1/weight", "0", RANGE, True, "weight"),
    ("SCHEDULER/scheduler.1/type", "SP", MALFORMED, True, "none of DWRR"),
    ("SCHEDULER/s", {"cir": "9", "pir": "9", "cbs": "20", "pbs": "10"}, CONFLICT, True, "below cbs"),
    ("SCHEDULER/s", {"pir": "10"}, CONFLICT, True, "pir without cir"),
    ("QUEUE/Ethernet4|3", {"scheduler": "scheduler.1"}, MALFORMED, True, "PORT does not have"),
    ("LOSSLESS_TRAFFIC_PATTERN/AZURE", {"mtu": "9217", "small_packet_percentage": "50"}, RANGE, True, "mtu"),
    (
        "DEFAULT_LOSSLESS_BUFFER_PARAMETER/AZURE",
        {"default_dynamic_th": "0", "max_headroom_size": "1"},
        OLD,
        True,
        "max_headroom",
    ),
    # what YANG lets through
    ("BUFFER_QUEUE/Ethernet0|4", {"profile": "nobody"}, CONFLICT, True, "both set the profile of queue 4"),
    ("BUFFER_QUEUE/Ethernet0|4", {"profile": "egress_lossless_profile"}, CONFLICT, False, "bound twice"),
    ("BUFFER_PG/Ethernet0|6-5", {"profile": "ingress_lossy_profile"}, MALFORMED, True, "does not ascend"),
    (f"{WRED}/green_max_threshold", "2147483648", RANGE, True, "stoi"),
    (f"{WRED}/green_min_threshold", " 950000", MALFORMED, False, "blank"),
    ("PFC_WD/Ethernet0/detection_time", None, MALFORMED, True, "without detection_time"),
    ("SCHEDULER/scheduler.1/priority", "1", FOREIGN, True, "rejects the whole scheduler"),
    ("PORT_QOS_MAP/global/tc_to_queue_map", "AZURE", DEAD, False, "honours dscp_to_tc_map only"),
    ("BUFFER_PG/Ethernet0|3", {"profile": "NULL"}, CONFLICT, True, "buffer_model is not dynamic"),
    (
        "BUFFER_PROFILE/pg_lossless_800000_40m_profile",
        {"pool": "ingress_lossless_pool", "size": "1778", "xoff": "835406", "dynamic_th": "0"},
        CONFLICT,
        False,
        "size 1,778 for 18,796",
    ),
    ("CABLE_LENGTH/SITE2", {"Ethernet0": "300m"}, CONFLICT, False, "do not agree (40m in AZURE, 300m in SITE2)"),
    ("BUFFER_POOL/ingress_lossless_pool/mode", "static", CONFLICT, True, "priority groups pause at once"),
    ("FLEX_COUNTER_TABLE/PFCWD", {"FLEX_COUNTER_STATUS": "disable"}, DEAD, True, "never polls"),
    ("PFC_WD/Ethernet0,Ethernet8", {"detection_time": "400", "restoration_time": "400"}, MALFORMED, True, "several"),
    ("CABLE_LENGTH/AZURE/Ethernet0,Ethernet8", "40m", MALFORMED, True, "several ports at once"),
    # what is no string
    ("PORT/Ethernet0/speed", 800000, MALFORMED, False, "without quotation marks"),
    (f"{WRED}/wred_green_enable", True, MALFORMED, False, "without quotation marks"),
    ("PORT/Ethernet0/speed", [1], MALFORMED, True, "a list where a string belongs"),
    ("PORT/Ethernet0/alias", {}, MALFORMED, True, "an object where a string belongs"),
    ("PORT/Ethernet0", [], MALFORMED, True, "a list where an object of fields belongs"),
    ("SCHEDULER", "x", MALFORMED, True, "where an object of entries belongs"),
]
"""Path, value (None takes it out), kind, whether fatal, and words of the message."""


def _about(remarks: tuple[Remark, ...], words: str) -> list[Remark]:
    return [remark for remark in remarks if words in remark.message]


@pytest.mark.parametrize(("path", "value", "kind", "fatal", "words"), FAULTS)
def test_a_fault_is_noticed_and_nothing_else_is(
    path: str, value: object, kind: RemarkKind, fatal: bool, words: str
) -> None:
    reading = read(put(config(), path, value))
    (remark,) = _about(reading.remarks, words)
    assert remark.kind is kind
    assert remark.is_fatal == fatal
    assert remark.help
    assert remark.source
    others = [other.message for other in reading.remarks if other is not remark]
    assert not others or value in ({}, []) or "NULL" in str(value), others


@pytest.mark.parametrize(("path", "value"), [(path, value) for path, value, *_ in FAULTS if value is not None])
def test_the_place_of_a_fault_is_the_line_it_stands_on(path: str, value: object) -> None:
    import json

    text = json.dumps(put(config(), path, value), indent=4)
    reading = read(text)
    lines = text.split("\n")
    last = path.rpartition("/")[2]
    assert reading.remarks
    spans = [reading.places.span(at) for remark in reading.remarks for at in (remark.at, *remark.also_at)]
    said = [lines[span.line - 1][span.column - 1 :] for span in spans]
    block = _block(lines, path)
    assert any(span.line in block for span in spans), (last, said)


def _block(lines: list[str], path: str) -> range:
    """The lines of what a path leads to, found by indentation."""
    at = 0
    for depth, step in enumerate(path.split("/"), 1):
        at = next(n for n in range(at, len(lines)) if lines[n].startswith(f'{"    " * depth}"{step}"'))
    indent = len(lines[at]) - len(lines[at].lstrip())
    end = next((n for n in range(at + 1, len(lines)) if len(lines[n]) - len(lines[n].lstrip()) <= indent), at)
    return range(at + 1, end + 2)


def test_a_stale_profile_of_another_speed_is_noticed() -> None:
    old = {"pool": "ingress_lossless_pool", "size": "18796", "xon": "0", "xoff": "446024", "dynamic_th": "0"}
    tables = put(config(), "DEVICE_METADATA/localhost/hwsku", "unheard-of")
    tables = put(tables, "BUFFER_PROFILE/pg_lossless_400000_40m_profile", old)
    tables = put(tables, "BUFFER_PG/Ethernet0|3", {"profile": "pg_lossless_400000_40m_profile"})
    (remark,) = read(tables).remarks
    assert "made for 400000 Mb/s and 40m" in remark.message
    assert remark.ports == ("Ethernet0",)
    assert not remark.is_fatal


JUDGED_BY_RULES = [
    (f"{PROFILE}/dynamic_th", "0"),
    (f"{PROFILE}/static_th", None),
    ("BUFFER_PG/Ethernet0|5", {"profile": "egress_lossless_profile"}),
    ("BUFFER_QUEUE/Ethernet0|5", {"profile": "ingress_lossy_profile"}),
    (f"{QOS}/pfcwd_sw_enable", None),
    (
        "BUFFER_PROFILE/cells",
        {"pool": "ingress_lossless_pool", "size": "67430", "xon": "371", "xoff": "371", "dynamic_th": "1"},
    ),
]
"""What the model shows on every network OS, so that the reader leaves it to the rules."""


@pytest.mark.parametrize(("path", "value"), JUDGED_BY_RULES)
def test_what_the_model_shows_is_left_to_the_rules(path: str, value: object) -> None:
    assert read(put(config(), path, value)).remarks == ()


AGREEING = [
    ("CABLE_LENGTH/SITE2", {"Ethernet0": "40m"}),
    ("FLEX_COUNTER_TABLE/PFCWD", {"FLEX_COUNTER_STATUS": "enable"}),
    ("FLEX_COUNTER_TABLE/PORT", {"FLEX_COUNTER_STATUS": "disable"}),
    ("BUFFER_POOL/egress_lossless_pool/mode", "dynamic"),
]
"""Beside the faults, what is none."""


@pytest.mark.parametrize(("path", "value"), AGREEING)
def test_what_looks_alike_and_is_no_fault(path: str, value: object) -> None:
    assert read(put(config(), path, value)).remarks == ()


def test_a_watchdog_without_pfc_is_never_started() -> None:
    tables = put(
        put(config(), "PORT_QOS_MAP/Ethernet0/pfc_enable", None), "PORT_QOS_MAP/Ethernet0/pfcwd_sw_enable", None
    )
    (remark,) = read(tables).remarks
    assert (remark.kind, remark.is_fatal, remark.ports) == (DEAD, False, ("Ethernet0",))
    assert "no lossless class to watch" in remark.message
    assert read(put(tables, "PFC_WD/Ethernet0", None)).remarks == ()


def test_a_static_pool_is_no_fault_where_profiles_are_written_out() -> None:
    profile = {"pool": "ingress_lossless_pool", "size": "0", "xon": "0", "xoff": "900000", "static_th": "9000000"}
    tables = put(config(), "BUFFER_POOL/ingress_lossless_pool/mode", "static")
    assert read(put(tables, "BUFFER_PROFILE/pg_lossless_800000_40m_profile", profile)).remarks == ()


def test_a_list_of_priorities_that_is_refused_names_none() -> None:
    pfc = {"3-4": None, "3, 4": None, "3,4": frozenset({3, 4})}
    for text, named in pfc.items():
        (group,) = [g for g in read(put(config(), f"{QOS}/pfc_enable", text)).switch.groups if "Ethernet0" in g.ports]
        assert (group.pfc.priorities or None) == named
        assert (group.pfc.enabled is None) == (named is None)


def test_the_same_fault_on_many_ports_is_one_remark() -> None:
    tables = put(
        put(config(), "PORT_QOS_MAP/Ethernet0/pfc_enable", "3, 4"), "PORT_QOS_MAP/Ethernet8/pfc_enable", "3, 4"
    )
    reading = read(tables)
    (remark,) = reading.remarks
    assert remark.ports == ("Ethernet0", "Ethernet8")
    assert len(remark.also_at) == 1
    assert remark.help == 'write "3,4"'


def test_a_key_twice_is_noticed_with_both_places() -> None:
    text = '{\n"PORT": {\n"Ethernet0": {"speed": "1"},\n"Ethernet0": {"speed": "2"}},\n"SCHEDULER": {}}'
    reading = read(text)
    (remark,) = reading.remarks
    assert "stands twice in PORT" in remark.message
    assert reading.places.span(remark.at) == (4, 1)
    assert reading.places.span(remark.also_at[0]) == (3, 1)


def test_a_second_operation_on_one_key_of_a_list_is_noticed() -> None:
    text = """[
{"BUFFER_PG_TABLE:Ethernet0,Ethernet4:3-4": {"profile": "a"}, "OP": "SET"},
{"BUFFER_PG_TABLE:Ethernet0,Ethernet4:3-4": {"profile": "b"}, "OP": "SET"}]"""
    reading = read(text)
    (remark,) = reading.remarks
    assert remark.kind is CONFLICT
    assert remark.ports == ("Ethernet0", "Ethernet4")
    assert reading.places.span(remark.at).line == 3


def test_references_in_brackets_were_the_form_of_old_lists() -> None:
    text = '[{"BUFFER_PG_TABLE:Ethernet0:3-4": {"profile": "[BUFFER_PROFILE_TABLE:a]"}, "OP": "SET"}]'
    (remark,) = read(text).remarks
    assert remark.kind is OLD
    assert not remark.is_fatal


VENDOR_RENDERS = [
    f"{name}.t1.{form}.json"
    for name in (
        "th.Arista-7060CX-32S-C32",
        "th2.Arista-7260CX3-C64",
        "th4.DellEMC-Z9664f-O64",
        "th5.Dell-Z9864f-O64",
        "th5.M2-W6940-64OC",
    )
    for form in ("rendered", "running")
]


@needs_shared
@pytest.mark.parametrize("name", VENDOR_RENDERS)
def test_vendor_renders_have_no_remark_but_the_brackets_of_dell(name: str) -> None:
    reading = read(corpus("sonic", name).read_text("utf-8"))
    expected = ["old form '[TABLE|name]'"] if "Dell" in name else []
    assert len(reading.remarks) == len(expected)
    assert all(words in remark.message for words, remark in zip(expected, reading.remarks, strict=True))


BUGS = [
    ("B16.sonic.json", "empty name", True, 122),
    ("B17.sonic.json", "blank beside the number", False, 28),
    ("B25.sonic.json", '"None"', True, 42),
    ("B26.sonic.json", '"473.0m"', True, 20),
    ("B37.sonic.json", "does not switch anything off", False, 33),
    ("B43.sonic.json", "set a second time", True, 9),
]


@needs_shared
@pytest.mark.parametrize(("name", "words", "fatal", "line"), BUGS)
def test_reported_bugs_are_noticed_on_their_line(name: str, words: str, fatal: bool, line: int) -> None:
    reading = read(corpus("bugs", name).read_text("utf-8"))
    found = _about(reading.remarks, words)
    assert found[0].is_fatal == fatal
    assert reading.places.span(found[0].at).line == line


@needs_shared
@pytest.mark.parametrize("name", ["B01", "B05", "B08", "B10", "B11", "B16", "B17", "B26", "B32", "B35", "B44", "B46"])
def test_their_corrected_forms_have_no_fatal_remark(name: str) -> None:
    remarks = read(corpus("bugs", f"{name}.fixed.json").read_text("utf-8")).remarks
    assert [remark.message for remark in remarks if remark.is_fatal] == []


@needs_shared
def test_every_sonic_text_of_the_collection_can_be_read() -> None:
    texts = [*corpus("bugs").glob("*.sonic.*"), *corpus("whole").glob("*.sonic.*"), *corpus("sonic").glob("*.json")]
    assert len(texts) > 30
    for path in texts:
        reading = read(path.read_text("utf-8"), Hints())
        for remark in reading.remarks:
            assert reading.places.span(remark.at).line <= reading.line_count
