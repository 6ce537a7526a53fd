"""The samples: good ones are read without a remark and come back whole, mistakes are found where they are."""

from pathlib import Path

import pytest

from roceconf.nos import network_os, recognise
from roceconf.switch import Concern, Hints, Reading, RemarkKind

EOS = network_os("eos")
SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "eos"


def reading(name: str) -> Reading:
    text = (SAMPLES / f"{name}.cfg").read_text(encoding="utf-8")
    found = recognise(text)
    assert found is not None
    assert found.key == "eos"
    return EOS.read(text, Hints())


@pytest.mark.parametrize(("name", "lossless"), [("leaf-7060dx5", {3}), ("spine-7260cx3", {3, 4})])
def test_a_good_sample_is_read_without_a_remark(name: str, lossless: set[int]) -> None:
    read = reading(name)
    assert read.remarks == ()
    assert read.scope == set(Concern) - {Concern.BUFFERS}
    assert sum(len(group.ports) for group in read.switch.groups) == 64
    assert {priority for group in read.switch.groups for priority in group.pfc.active} == lossless
    assert {use.name for use in read.names.uses} == {held.name for held in read.names.definitions}


@pytest.mark.parametrize("name", ["leaf-7060dx5", "spine-7260cx3"])
def test_a_good_sample_survives_being_written(name: str) -> None:
    hints = Hints(sku=reading(name).switch.sku)
    fitted = EOS.fit(reading(name).switch, hints)
    lost = {change.difference.path for change in fitted.changes}
    assert lost == {"sku", "version"}
    (file,) = EOS.write(fitted.switch, hints)
    assert EOS.read(file.text, hints).switch == fitted.switch


MISTAKES = {
    "leaf-7060dx5-mistakes": [
        ("bandwidth percent 1", RemarkKind.CONFLICTING),
        ("random-detect ecn count", RemarkKind.INEFFECTIVE),
        ("bandwidth percent 5", RemarkKind.INEFFECTIVE),
        ("service-profle HOSTS", RemarkKind.UNKNOWN),
        ("qos map traffic-class 3 to dscp 26", RemarkKind.INEFFECTIVE),
        ("priority-flow-control pause watchdog default polling-interval 0.15", RemarkKind.INEFFECTIVE),
        ("priority-flow-control pause watchdog action no-drop", RemarkKind.UNKNOWN),
    ],
    "spine-7260cx3-mistakes": [
        ("priority-flow-control priority 3 nodrop", RemarkKind.MALFORMED),
        ("random-detect ecn minimum-threshold 150 kb", RemarkKind.MALFORMED),
        ("qos map traffic-class 7 to tx-queue 3", RemarkKind.INEFFECTIVE),
        ("priority-flow-control pause watchdog default timeout 0.005", RemarkKind.OUT_OF_RANGE),
        ("priority-flow-control watchdog action drop", RemarkKind.UNKNOWN),
    ],
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_found_on_their_lines(name: str) -> None:
    lines = (SAMPLES / f"{name}.cfg").read_text(encoding="utf-8").splitlines()
    remarks = reading(name).remarks
    assert [remark.kind for remark in remarks] == [kind for _, kind in MISTAKES[name]]
    for remark, (statement, _) in zip(remarks, MISTAKES[name], strict=True):
        assert lines[int(remark.at[0]) - 1][int(remark.at[1]) - 1 :].startswith(statement)


def test_the_ports_of_a_bad_name_are_told() -> None:
    names = reading("leaf-7060dx5-mistakes").names
    undefined = {use.name for use in names.uses} - {held.name for held in names.definitions}
    assert undefined == {"HOST"}
    assert [use.ports for use in names.uses if use.name == "HOST"] == [("Ethernet18/1",)]
