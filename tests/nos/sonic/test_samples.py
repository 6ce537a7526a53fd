"""The samples are what they say they are."""

from pathlib import Path

import pytest

from roceconf.nos.sonic import OS
from roceconf.switch import Amount, Default, Hints, Reading
from tests.nos.sonic.yang import needs_yang, verdict

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "sonic"
CLEAN = {"leaf1.config_db.json": (64, 835_406), "spine1.config_db.json": (32, 373_888)}


def _read(name: str) -> Reading:
    return OS.read((SAMPLES / name).read_text("utf-8"), Hints())


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_sample_has_no_remark_and_headroom_on_every_lossless_port(name: str) -> None:
    reading = _read(name)
    ports, headroom = CLEAN[name]
    assert reading.remarks == ()
    lossless = [group for group in reading.switch.groups if group.pfc.active]
    assert sum(len(group.ports) for group in lossless) == ports
    for group in lossless:
        held = group.priority_group(3)
        assert held is not None
        assert held.profile is not None
        assert held.profile.headroom == Amount(headroom)
    defined = {(each.kind, each.name) for each in reading.names.definitions}
    assert [use for use in reading.names.uses if (use.kind, use.name) not in defined] == []


@needs_yang
@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_sample_is_valid_under_yang(name: str) -> None:
    assert verdict((SAMPLES / name).read_text("utf-8")) == ""


def test_the_mistakes_are_where_the_readme_says() -> None:
    reading = _read("leaf2-mistakes.config_db.json")
    fatal = {remark.message.split(":")[0][:40]: remark for remark in reading.remarks if remark.is_fatal}
    assert len(fatal) == 7
    assert reading.switch.group_of("Ethernet8") is not None
    place = reading.places.of("Ethernet8", "pg.3")
    assert isinstance(place, Default)
    assert "no row '800000 35m'" in place.text
    assert any(use.name == "ROCE_ENC" for use in reading.names.uses)
    text = (SAMPLES / "README.md").read_text("utf-8")
    assert all(port in text for remark in fatal.values() for port in remark.ports)
