"""``roceconf nic``: a list, a page, and the same for programs."""

import json

import pytest

from roceconf.nic import nic, nic_names, nics
from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]


def test_the_list_says_what_a_switch_has_to_agree_with(capsys: Capsys) -> None:
    code, listed, err = run(capsys, "nic")
    assert (code, err) == (0, "")
    rows = {line.split()[0]: line.split() for line in listed.splitlines()[1:]}
    assert tuple(rows) == nic_names()
    assert rows["connectx"][1:6] == ["48", "6", "4", "us", "?"]
    assert rows["thor"][1:5] == ["48", "7", "?", "26"]
    assert rows["ionic"][1] == "46"


@pytest.mark.parametrize("name", nic_names())
def test_a_page_says_all_that_is_known(capsys: Capsys, name: str) -> None:
    code, page, err = run(capsys, "nic", name)
    assert (code, err) == (0, "")
    said = " ".join(page.split())
    found = nic(name)
    for parameter in found.parameters:
        assert f" {parameter.concept.key}: " in page
        for text in (parameter.meaning, parameter.note, *parameter.sources, *(each.name for each in parameter.names)):
            assert " ".join(text.split()) in said
    for trap in found.traps:
        assert trap.text in said
        assert trap.source in said
    assert max(map(len, page.splitlines())) <= 120


def test_sources_are_numbered(capsys: Capsys) -> None:
    page = run(capsys, "nic", "thor2").out
    row = next(line for line in page.splitlines() if line.startswith("  cnp_dscp: "))
    assert row == "  cnp_dscp: 48  (0 to 63; published)  [1] [2]"
    assert "\n  [2]  Juniper Validated Design" in page


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("connectx-7", "  cnp_interval: 4 us  (0 to 131,071; published)"),
        ("connectx-7", "  alpha_gain: 1019/1024  (1 to 1,023; disputed)"),
        ("connectx-7", "  cut_divisor: 2^11  (0 to 15; published)"),
        ("connectx-7", "  byte_counter: 32,767 B, or units of 64 B  (0 and more; disputed)"),
        ("connectx-7", "  cnp_limiter: DEVICE_DEFAULT  (one of DEVICE_DEFAULT, PER_PORT, PER_FLOW; published)"),
        ("connectx-7", "  roce_dscp: nothing as delivered  (0 to 63)"),
        ("thor2", "  cnp_interval: lives in firmware  (0 to 65,535)"),
        ("pollara", "  rate_timer: 1 alpha periods  (1 to 32,767; published)"),
        ("e810", "  congestion_control: 0  (0 to 1; published)"),
        ("dcqcn15", "  alpha_gain: 1/256  (published)"),
    ],
)
def test_a_value_is_written_with_its_unit_and_standing(capsys: Capsys, name: str, line: str) -> None:
    assert f"\n{line}  [" in run(capsys, "nic", name).out


def test_programs_get_the_same(capsys: Capsys) -> None:
    whole = json.loads(run(capsys, "nic", "--format", "json").out)
    assert whole["schema_version"] == 1
    assert [each["key"] for each in whole["nics"]] == list(nic_names())
    for each, held in zip(whole["nics"], nics(), strict=True):
        one = json.loads(run(capsys, "nic", held.key, "--format", "json").out)
        assert one.pop("schema_version") == 1
        assert one == each
        assert each["cnp_interval_ns"] == held.cnp_interval_ns
        by_concept = {parameter["concept"]: parameter for parameter in each["parameters"]}
        for parameter in held.parameters:
            said = by_concept[parameter.concept.key]
            assert said["default"] == parameter.default
            assert said["sources"] == list(parameter.sources)
            assert said["names"] == {name.interface: name.name for name in parameter.names}
            assert said["standing"] == parameter.standing.value


def test_a_name_that_is_not_known_names_the_nearest(capsys: Capsys) -> None:
    code, out, err = run(capsys, "nic", "connectx9")
    assert (code, out) == (2, "")
    assert "unknown NIC 'connectx9'; did you mean connectx" in err
    assert "'roceconf nic' lists them all" in err
