"""One fault, one error: what the rules say of a SONiC text beside what its reader says."""

import pytest

from roceconf.findings import Finding, Severity
from roceconf.rules import all_rules
from roceconf.rules.context import Context, Supplied
from roceconf.rules.runner import judge
from tests.nos.sonic.texts import config, put, read

SUPPLIED = Supplied(roce_dscps=(26,), cnp_dscps=(48,))
WRED = "WRED_PROFILE/ROCE"


def findings(tables: dict[str, object]) -> list[Finding]:
    """What is said of tables, notes left out."""
    context = Context(read(tables), SUPPLIED)
    return [each for each in judge(context, all_rules(), "x").findings if each.severity is not Severity.NOTE]


def test_the_clean_switch_has_no_finding() -> None:
    assert findings(config()) == []


REFUSED = [
    (f"{WRED}/ecn", "green", "SYN102"),
    (f"{WRED}/wred_green_enable", "True", "SYN102"),
    (f"{WRED}/wred_green_enable", "1", "SYN102"),
    (f"{WRED}/green_max_threshold", "3000000000", "SYN103"),
    (f"{WRED}/green_min_threshold", "950 KB", "SYN102"),
    (f"{WRED}/green_drop_probability", "107", "SYN103"),
    ("DSCP_TO_TC_MAP/AZURE/64", "3", "SYN103"),
    ("DSCP_TO_TC_MAP/AZURE/26", "16", "SYN103"),
    ("TC_TO_QUEUE_MAP/AZURE/3", "10", "SYN103"),
    ("TC_TO_PRIORITY_GROUP_MAP/AZURE/3", "8", "SYN103"),
    ("MAP_PFC_PRIORITY_TO_QUEUE/AZURE/3", "8", "SYN103"),
    ("SCHEDULER/scheduler.1/weight", "0", "SYN103"),
    ("SCHEDULER/scheduler.1/type", "SP", "SYN102"),
    (
        "BUFFER_PROFILE/pg_lossless_800000_40m_profile",
        {
            "pool": "ingress_lossless_pool",
            "size": "18796",
            "xon": "0",
            "xoff": "835406",
            "xon_offset": "3556",
            "dynamic_th": "8",
        },
        "SYN103",
    ),
    (
        "BUFFER_PROFILE/pg_lossless_800000_40m_profile",
        {"pool": "ingress_lossless_pool", "size": "18796", "xon": "0", "xoff": "836 KB", "dynamic_th": "0"},
        "SYN102",
    ),
    ("BUFFER_QUEUE/Ethernet0|4-3", {"profile": "egress_lossless_profile"}, "SYN102"),
    ("BUFFER_PG/Ethernet0|3-3", {"profile": "ingress_lossy_profile"}, "SYN102"),
    ("BUFFER_POOL/ingress_lossless_pool/xoff", "33 MB", "SYN102"),
    ("BUFFER_POOL/ingress_lossless_pool/size", "", "SYN102"),
    ("BUFFER_POOL/ingress_lossless_pool/mode", "auto", "SYN102"),
    ("PORT/Ethernet0/speed", "800G", "SYN102"),
    ("PORT/Ethernet0/mtu", "9217", "SYN103"),
    ("CABLE_LENGTH/AZURE/Ethernet0", "40M", "SYN102"),
    ("PFC_WD/Ethernet0/detection_time", "6000", "SYN103"),
    ("PFC_WD/Ethernet0/restoration_time", "400ms", "SYN102"),
    ("PFC_WD/GLOBAL/POLL_INTERVAL", "2000", "SYN103"),
    ("PFC_WD/Ethernet0/action", "errdisable", "SYN102"),
    ("PORT_QOS_MAP/Ethernet0/pfc_enable", "3-4", "SYN102"),
    ("PORT_QOS_MAP/Ethernet0/pfcwd_sw_enable", "3, 4", "SYN102"),
]
"""Path, a value the device refuses, and the only rule that speaks."""


@pytest.mark.parametrize(("path", "value", "rule"), REFUSED)
def test_what_the_device_refuses_is_judged_by_nobody_else(path: str, value: object, rule: str) -> None:
    assert [(each.rule, each.severity) for each in findings(put(config(), path, value))] == [(rule, Severity.ERROR)]


@pytest.mark.parametrize("hwsku", ["Dell-Z9864f-O64", "unheard-of"])
@pytest.mark.parametrize("kept", [{"size": "0"}, {"size": "18796", "xon": "0", "xoff": "835406", "xon_offset": "3556"}])
def test_a_group_bound_to_an_egress_profile_is_one_error(hwsku: str, kept: dict[str, str]) -> None:
    tables = put(config(), "DEVICE_METADATA/localhost/hwsku", hwsku)
    tables = put(tables, "BUFFER_PROFILE/mine", {"pool": "egress_lossless_pool", "dynamic_th": "0"} | kept)
    assert findings(tables) == []
    (finding,) = findings(put(tables, "BUFFER_PG/Ethernet0|3", {"profile": "mine"}))
    assert (finding.rule, finding.ports) == ("BUF107", ("Ethernet0",))


ONE_FAULT = [
    ("CABLE_LENGTH", None, "PFC101"),
    ("CABLE_LENGTH/AZURE/Ethernet0", "040m", "PFC101"),
    ("CABLE_LENGTH/SITE2", {"Ethernet0": "300m"}, "SYN107"),
    ("BUFFER_POOL/ingress_lossless_pool/mode", "static", "SYN107"),
    ("BUFFER_POOL/ingress_lossless_pool/xoff", None, "BUF104"),
    (
        "BUFFER_PROFILE/pg_lossless_800000_40m_profile",
        {"pool": "ingress_lossless_pool", "size": "18796", "xon": "0", "xoff": "835406", "xon_offset": "3556"},
        "BUF106",
    ),
    ("FLEX_COUNTER_TABLE/PFCWD", {"FLEX_COUNTER_STATUS": "disable"}, "SYN106"),
    ("PFC_WD/Ethernet0,Ethernet8", {"detection_time": "400", "restoration_time": "400"}, "SYN102"),
    ("QUEUE/Ethernet0|3/wred_profile", "NULL", "REF101"),
    ("PORT/Ethernet0/speed", "800", "PFC101"),
]
"""Path, value (None takes it out), and the only rule that speaks, with a line."""


@pytest.mark.parametrize(("path", "value", "rule"), ONE_FAULT)
def test_one_fault_is_one_finding_with_a_line(path: str, value: object, rule: str) -> None:
    found = findings(put(config(), path, value))
    assert [each.rule for each in found] == [rule]
    assert found[0].line > 0
