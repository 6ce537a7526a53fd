"""Whatever number a text says, no rule breaks over it, and what the OS refuses is said once."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roceconf.nos.sonic import OS
from roceconf.rules import all_rules
from roceconf.rules.context import Context, Supplied
from roceconf.rules.runner import judge
from roceconf.switch import Hints
from tests.nos.sonic.texts import Config, config, put
from tests.rules.readings import changed, judged, reading

SUPPLIED = Supplied(sku="arista-7060dx5-64s", roce_dscps=(26,), cnp_dscps=(48,))
PROFILE = "BUFFER_PROFILE/pg_lossless"
FIELDS = (
    "PORT/Ethernet0/speed",
    "PORT/Ethernet0/mtu",
    "BUFFER_POOL/ingress_lossless_pool/size",
    "BUFFER_POOL/ingress_lossless_pool/xoff",
    "BUFFER_POOL/egress_lossless_pool/size",
    f"{PROFILE}/size",
    f"{PROFILE}/xoff",
    f"{PROFILE}/xon",
    f"{PROFILE}/xon_offset",
    f"{PROFILE}/dynamic_th",
    "BUFFER_PROFILE/egress_lossless_profile/static_th",
    "SCHEDULER/scheduler.1/weight",
    "SCHEDULER/scheduler.1/pir",
    "WRED_PROFILE/ROCE/green_min_threshold",
    "WRED_PROFILE/ROCE/green_max_threshold",
    "WRED_PROFILE/ROCE/green_drop_probability",
    "PFC_WD/Ethernet0/detection_time",
    "PFC_WD/Ethernet0/restoration_time",
    "PFC_WD/GLOBAL/POLL_INTERVAL",
    "DSCP_TO_TC_MAP/AZURE/26",
    "TC_TO_QUEUE_MAP/AZURE/3",
)
NUMBERS = st.integers(-(10**25), 10**25) | st.integers(-100, 100) | st.sampled_from((2**31, 2**63, 2**64 - 1, 2**64))


def _with_profile() -> Config:
    tables = config()
    tables["BUFFER_PROFILE"]["pg_lossless"] = {
        "pool": "ingress_lossless_pool",
        "size": "18796",
        "xoff": "835406",
        "xon": "0",
        "xon_offset": "3556",
        "dynamic_th": "0",
    }
    return put(tables, "BUFFER_PG/Ethernet0|3", {"profile": "pg_lossless"})


def _rules(text: str, supplied: Supplied = SUPPLIED) -> set[str]:
    read = OS.read(text, Hints(sku=supplied.sku))
    return {finding.rule for finding in judge(Context(read, supplied), all_rules(), "x").findings}


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), NUMBERS, min_size=1), NUMBERS)
def test_no_number_in_a_configuration_breaks_a_rule(values: dict[str, int], cable_m: int) -> None:
    tables = put(_with_profile(), "CABLE_LENGTH/AZURE/Ethernet0", f"{cable_m}m")
    for path, value in values.items():
        put(tables, path, str(value))
    _rules(json.dumps(tables))


@settings(deadline=None)
@given(st.lists(NUMBERS, min_size=6, max_size=7), NUMBERS)
def test_no_number_in_a_headroom_table_breaks_a_rule(columns: list[int], cable_m: int) -> None:
    speed, *rest = columns
    _rules(f"400000 5m 0 0 500126 0 0\n{speed} {cable_m}m {' '.join(map(str, rest))}\n")


@settings(deadline=None)
@given(speed_mbps=NUMBERS, mtu_bytes=NUMBERS, cable_m=st.integers(0, 10**7))
def test_no_link_of_the_model_breaks_a_rule(speed_mbps: int, mtu_bytes: int, cable_m: int) -> None:
    links = changed(lambda group: replace(group, speed_mbps=speed_mbps, mtu_bytes=mtu_bytes, cable_m=cable_m))
    judged(reading(links))


@pytest.mark.parametrize(("field", "value"), [("speed", "0"), ("speed", "-5"), ("mtu", "007"), ("mtu", "-1")])
def test_a_port_no_link_can_have_is_said_once(field: str, value: str) -> None:
    text = json.dumps(put(config(), f"PORT/Ethernet0/{field}", value))
    assert _rules(text) - _rules(json.dumps(config())) == {"SYN103"}


@pytest.mark.parametrize("path", [path for path in FIELDS if not path.endswith("pir")])
@pytest.mark.parametrize("value", ["-1000", "99999999999999999999"])
def test_what_is_out_of_range_is_not_absent_as_well(path: str, value: str) -> None:
    before = _rules(json.dumps(_with_profile()))
    assert _rules(json.dumps(put(_with_profile(), path, value))) - before <= {"SYN103"}


def test_a_headroom_row_of_no_speed_serves_no_port() -> None:
    assert _rules("400000 5m 0 0 500126 0 0\n0 40m 0 0 500126 0 0\n") == {"SYN103"}
