"""Merging keeps everything it does not own."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, reject, settings

from roceconf.nos import NotFittingError
from roceconf.nos.sonic import OS
from roceconf.nos.sonic.merge import merge
from roceconf.switch import Amount, Hints, NotReadableError, PriorityGroup, Switch, assemble
from tests.nos.sonic.sample import LOSSLESS, full_switch
from tests.shared import corpus, needs_shared
from tests.strategies import lossless_switches

HWSKU = "Dell-Z9864f-O64"
MINE = ("Ethernet0", "Ethernet8")
OTHERS = ("Ethernet16", "Ethernet512")


def _base() -> dict[str, dict[str, dict[str, str]]]:
    ports = (*MINE, *OTHERS)
    return {
        "BGP_NEIGHBOR": {"10.0.0.1": {"asn": "65200", "name": "spine1"}},
        "PORT": {
            port: {"lanes": str(n), "speed": "800000" if port != "Ethernet512" else "25000", "description": "Größe"}
            for n, port in enumerate(ports)
        },
        "DEVICE_METADATA": {"localhost": {"hwsku": HWSKU, "hostname": "leaf9", "type": "ToRRouter"}},
        "CABLE_LENGTH": {"SITE": dict.fromkeys(ports, "5m")},
        "DSCP_TO_TC_MAP": {"AZURE": {"26": "1"}},
        "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "AZURE"}}
        | {port: {"dscp_to_tc_map": "AZURE", "pfc_enable": "3,4", "tc_to_dscp_map": "X"} for port in ports},
        "BUFFER_POOL": {
            "ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "1", "xoff": "9999999"}
        },
        "BUFFER_PROFILE": {
            "pg_lossless_800000_5m_profile": {
                "pool": "ingress_lossless_pool",
                "size": "0",
                "xoff": "5",
                "dynamic_th": "0",
            },
            "ingress_lossy_profile": {"pool": "ingress_lossless_pool", "size": "0", "dynamic_th": "3"},
        },
        "BUFFER_PG": {f"{port}|0": {"profile": "ingress_lossy_profile"} for port in ports}
        | {f"{port}|3-4": {"profile": "pg_lossless_800000_5m_profile"} for port in ports},
        "QUEUE": {f"{port}|0-6": {"scheduler": "scheduler.0"} for port in ports},
        "PFC_WD": {"GLOBAL": {"POLL_INTERVAL": "400"}}
        | {port: {"detection_time": "400", "pfc_stat_history": "disable"} for port in ports},
    }


def _switch() -> Switch:
    """What is asked of two of the four ports: 800G, 40 m, one lossless class."""
    group = replace(
        full_switch().groups[0],
        ports=MINE,
        speed_mbps=800_000,
        cable_m=40,
        routed=None,
        priority_groups=(PriorityGroup(3, replace(LOSSLESS, headroom=Amount(700_000))),),
        queues=tuple(replace(queue, profile=None) for queue in full_switch().groups[0].queues),
    )
    mine = replace(full_switch(), groups=(group,), sku=HWSKU, pools=(), addresses=(), port_channels=())
    return OS.fit(replace(mine, buffer_model=None), Hints()).switch


def _merged() -> dict[str, dict[str, dict[str, str]]]:
    merged: dict[str, dict[str, dict[str, str]]] = json.loads(
        merge(json.dumps(_base(), indent=2), _switch(), Hints()).text
    )
    return merged


def test_tables_and_rows_of_others_stay_as_they_are() -> None:
    base, merged = _base(), _merged()
    for table, rows in base.items():
        for key, fields in rows.items():
            if key.partition("|")[0] not in MINE and table not in ("CABLE_LENGTH", "PFC_WD", "BUFFER_PROFILE"):
                assert merged[table][key] == fields
    assert merged["CABLE_LENGTH"]["SITE"] == base["CABLE_LENGTH"]["SITE"] | dict.fromkeys(MINE, "40m")
    assert merged["BUFFER_POOL"] == base["BUFFER_POOL"]


def test_order_indentation_and_letters_of_the_base_are_kept() -> None:
    text = json.dumps(_base(), indent=2, ensure_ascii=False) + "\n"
    merged = merge(text, _switch(), Hints()).text
    assert [table for table in json.loads(merged) if table in _base()] == list(_base())
    assert list(json.loads(merged)["PORT"]) == list(_base()["PORT"])
    assert '\n  "PORT": {' in merged
    assert "Größe" in merged


def test_fields_of_our_ports_that_the_model_does_not_know_stay() -> None:
    merged = _merged()
    assert merged["PORT"]["Ethernet0"]["lanes"] == "0"
    assert merged["PORT"]["Ethernet0"]["description"] == "Größe"
    assert merged["PORT_QOS_MAP"]["Ethernet0"]["tc_to_dscp_map"] == "X"
    assert merged["PFC_WD"]["Ethernet0"]["pfc_stat_history"] == "disable"
    assert merged["DEVICE_METADATA"]["localhost"]["hostname"] == "leaf9"


def test_a_range_of_queues_is_opened_where_one_of_them_changes() -> None:
    queues = _merged()["QUEUE"]
    assert "Ethernet0|0-6" not in queues
    assert queues["Ethernet0|2"] == {"scheduler": "scheduler.0"}
    assert queues["Ethernet0|3"]["wred_profile"] == "ROCE_ECN"
    assert queues["Ethernet16|0-6"] == {"scheduler": "scheduler.0"}


def test_lossless_rows_of_another_cable_go_and_lossy_ones_stay() -> None:
    groups = _merged()["BUFFER_PG"]
    assert "Ethernet0|3-4" not in groups
    assert groups["Ethernet0|0"] == {"profile": "ingress_lossy_profile"}


def test_what_others_refer_to_is_never_taken_away() -> None:
    merged = _merged()
    for key, row in merged["BUFFER_PG"].items():
        assert row["profile"] in merged["BUFFER_PROFILE"], key


def test_an_existing_profile_with_too_little_headroom_is_raised() -> None:
    base = _base()
    base["BUFFER_PROFILE"]["pg_lossless_800000_40m_profile"] = {
        "pool": "ingress_lossless_pool",
        "size": "0",
        "xoff": "5",
        "dynamic_th": "0",
    }
    output = merge(json.dumps(base), _switch(), Hints())
    assert json.loads(output.text)["BUFFER_PROFILE"]["pg_lossless_800000_40m_profile"]["xoff"] == "835406"
    assert any("config reload" in note and "pg_lossless_800000_40m_profile" in note for note in output.notes)


def test_an_existing_profile_with_more_headroom_is_kept_and_said() -> None:
    base = _base()
    base["BUFFER_PROFILE"]["pg_lossless_800000_40m_profile"] = {
        "pool": "ingress_lossless_pool",
        "size": "0",
        "xoff": "900000",
        "dynamic_th": "0",
    }
    output = merge(json.dumps(base), _switch(), Hints())
    assert json.loads(output.text)["BUFFER_PROFILE"]["pg_lossless_800000_40m_profile"]["xoff"] == "900000"
    assert any("900,000" in note for note in output.notes)


def test_what_is_replaced_is_said_once_with_an_example_and_a_count() -> None:
    notes = merge(json.dumps(_base()), _switch(), Hints()).notes
    assert "PORT_QOS_MAP pfc_enable: Ethernet0 3,4 -> 3 (and 1 more)" in notes


def test_the_poll_interval_never_exceeds_the_times_of_other_ports() -> None:
    base = _base()
    base["PFC_WD"]["Ethernet16"]["detection_time"] = "150"
    merged = json.loads(merge(json.dumps(base), _switch(), Hints()).text)
    assert merged["PFC_WD"]["GLOBAL"]["POLL_INTERVAL"] == "150"


def test_references_are_plain_everywhere_or_nowhere() -> None:
    base = _base()
    pool = "[BUFFER_POOL|ingress_lossless_pool]"
    for profile in base["BUFFER_PROFILE"].values():
        profile["pool"] = pool
    base["BUFFER_PROFILE"]["egress_lossy_cpu_profile"] = {"pool": pool, "size": "0", "dynamic_th": "3"}
    base["BUFFER_PORT_INGRESS_PROFILE_LIST"] = {
        "Ethernet16": {
            "profile_list": "[BUFFER_PROFILE|ingress_lossy_profile],[BUFFER_PROFILE|egress_lossy_cpu_profile]"
        }
    }
    output = merge(json.dumps(base), _switch(), Hints())
    assert "[BUFFER" not in output.text
    merged = json.loads(output.text)
    assert merged["BUFFER_PORT_INGRESS_PROFILE_LIST"]["Ethernet16"] == {
        "profile_list": "ingress_lossy_profile,egress_lossy_cpu_profile"
    }
    assert any(note.startswith("4 references in the old form") for note in output.notes)


def test_a_queue_that_pfc_leaves_marks_no_more() -> None:
    base = _base()
    marking = {"scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS"}
    base["QUEUE"] = {f"{port}|{index}": dict(marking) for port in (*MINE, *OTHERS) for index in (3, 4)}
    output = merge(json.dumps(base), _switch(), Hints())
    queues = json.loads(output.text)["QUEUE"]
    assert queues["Ethernet0|4"] == {"scheduler": "scheduler.1"}
    assert queues["Ethernet0|3"]["wred_profile"] == "ROCE_ECN"
    assert queues["Ethernet16|4"] == marking
    assert any("Ethernet0|4 AZURE_LOSSLESS taken out (and 1 more)" in note for note in output.notes)


def test_a_range_of_queues_of_which_pfc_leaves_one_is_opened() -> None:
    base = _base()
    base["QUEUE"] = {"Ethernet0|4-5": {"scheduler": "scheduler.1", "wred_profile": "X"}}
    queues = json.loads(merge(json.dumps(base), _switch(), Hints()).text)["QUEUE"]
    assert queues["Ethernet0|4"] == {"scheduler": "scheduler.1"}
    assert queues["Ethernet0|5"] == {"scheduler": "scheduler.1", "wred_profile": "X"}


def test_a_queue_that_is_said_without_ecn_loses_that_of_the_base() -> None:
    base = _base()
    base["QUEUE"] = {"Ethernet0|3": {"scheduler": "scheduler.1", "wred_profile": "X"}}
    group = _switch().groups[0]
    quiet = replace(group, queues=tuple(replace(queue, marking=None) for queue in group.queues))
    queues = json.loads(merge(json.dumps(base), replace(_switch(), groups=(quiet,)), Hints()).text)["QUEUE"]
    assert "wred_profile" not in queues["Ethernet0|3"]


def test_ports_with_pfc_that_are_not_named_are_said() -> None:
    notes = merge(json.dumps(_base()), _switch(), Hints()).notes
    (said,) = [note for note in notes if "not named here" in note]
    assert said.startswith(
        "warning: Ethernet16, Ethernet512 are not named here: they keep PFC on 3,4 and the maps AZURE, X"
    )


def test_merging_twice_changes_nothing_more() -> None:
    once = merge(json.dumps(_base(), indent=4), _switch(), Hints()).text
    assert merge(once, _switch(), Hints()).text == once


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"PORT": {"Ethernet0": {}}, "PORT": {}}', "stands twice"),
        ('[{"BUFFER_PG_TABLE:Ethernet0:3": {"profile": "x"}, "OP": "SET"}]', "swssconfig list"),
        ('{"PORT": {"Ethernet0": {"speed": null}}}', "null where a string belongs"),
        ('{"PORT": ', "ends in the middle"),
    ],
)
def test_a_base_that_would_lose_something_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotReadableError) as refusal:
        merge(text, _switch(), Hints())
    assert words in refusal.value.message
    assert refusal.value.line == 1


@pytest.mark.parametrize(
    ("changed", "words"),
    [({"DEVICE_METADATA": {"localhost": {"hwsku": "NH-4010"}}}, "NH-4010"), ({"PORT": {"Ethernet4": {}}}, "Ethernet0")],
)
def test_a_base_of_another_switch_is_refused(changed: dict[str, dict[str, dict[str, str]]], words: str) -> None:
    with pytest.raises(NotFittingError, match=words):
        merge(json.dumps(_base() | changed), _switch(), Hints())


def test_a_profile_of_a_pool_the_base_does_not_have_is_refused() -> None:
    group = replace(_switch().groups[0], queues=full_switch().groups[0].queues)
    with pytest.raises(NotFittingError, match="egress_lossless_pool"):
        merge(json.dumps(_base()), OS.fit(replace(_switch(), groups=(group,)), Hints()).switch, Hints())


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(lossless_switches(("Ethernet0", "Ethernet8", "Ethernet16"), (HWSKU,)))
def test_ports_that_are_not_named_read_the_same_after_any_merge(switch: Switch) -> None:
    base = json.dumps(_base())
    try:
        fitted = OS.fit(switch, Hints()).switch
        merged = merge(base, fitted, Hints()).text
    except NotFittingError:
        reject()
    before, after = OS.read(base, Hints()).switch, OS.read(merged, Hints()).switch
    for port in (*MINE, *OTHERS):
        if fitted.group_of(port) is None:
            assert _but_poll(before, port) == _but_poll(after, port)


def _but_poll(switch: Switch, port: str) -> Switch:
    group = switch.group_of(port)
    assert group is not None
    watchdog = None if group.watchdog is None else replace(group.watchdog, poll_ms=None)
    # a profile of other ports may gain headroom, when ours of the same speed and cable need more
    return assemble(Switch(groups=(replace(group, ports=(port,), watchdog=watchdog, priority_groups=()),)))


@needs_shared
@pytest.mark.parametrize("name", ["th5.M2-W6940-64OC.t1.running.json", "th2.Arista-7260CX3-C64.t1.running.json"])
def test_merging_what_was_read_changes_not_one_letter(name: str) -> None:
    text = corpus("sonic", name).read_text("utf-8")
    fitted = OS.fit(OS.read(text, Hints()).switch, Hints()).switch
    assert merge(text, fitted, Hints()).text == text
