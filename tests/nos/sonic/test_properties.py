"""The properties of fit, write and read that the house rests on, for SONiC on every ASIC."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from roceconf.asic import asic_names, platform, platform_names
from roceconf.nos import Fitted, NotFittingError
from roceconf.nos.sonic import OS
from roceconf.switch import Amount, Hints, PriorityGroup, Reading, Switch, assemble, difference
from tests.nos.sonic.sample import CHANGED_GROUP, CHANGED_SWITCH, full_switch
from tests.strategies import SONIC_PORTS, lossless_switches, switches

SKUS = (
    "",
    "Arista-7060CX-32S-C32",
    "Arista-7060CX2-32S-C32",
    "Arista-7260CX3-C64",
    "DellEMC-Z9332f-O32",
    "DellEMC-Z9664f-O64",
    "Dell-Z9864f-O64",
    "M2-W6940-64OC",
    "NH-4010",
    "NH-4210-F-O256",
    "Nokia-IXR7220-H6-O256",
    "Arista-7060X6-64PE",
    "dell-z9864f",
    "unheard-of-sku",
)
"""At least one HWSKU of each ASIC that runs SONiC, one without a headroom table, a platform's name, an unknown name."""

HINTS = st.builds(
    Hints,
    sku=st.just(""),
    asic=st.sampled_from(("", "th", "th3", "th5")),
    cable_m=st.sampled_from((None, 7)),
    version=st.sampled_from(("", "master")),
)
ANY = st.one_of(switches(SONIC_PORTS, SKUS), lossless_switches(SONIC_PORTS, SKUS))


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(ANY, HINTS)
def test_fit_write_and_read_keep_what_they_promise(switch: Switch, hints: Hints) -> None:
    """All promises on one switch, because making one up takes longer than judging it."""
    try:
        result = OS.fit(switch, hints)
    except NotFittingError:
        reject()
    text = OS.write(result.switch, hints)[0].text
    reading = OS.read(text, hints)
    _reads_back(result, reading)
    _changes_are_the_difference(switch, result)
    _headroom_never_shrinks(switch, result.switch)
    assert OS.fit(result.switch, hints).changes == (), "fitting twice changes something more"
    assert text == json.dumps(json.loads(text), indent=4) + "\n", "the text is not as SONiC prints it"
    assert [remark.message for remark in reading.remarks if remark.is_fatal and not _asked_for(remark.message)] == []


def _reads_back(result: Fitted, reading: Reading) -> None:
    assert difference(result.switch, reading.switch) == ()
    assert reading.switch == result.switch


def _changes_are_the_difference(switch: Switch, result: Fitted) -> None:
    assert tuple(change.difference for change in result.changes) == difference(assemble(switch), result.switch)
    assert all(change.reason for change in result.changes)


def _headroom_never_shrinks(switch: Switch, fitted: Switch) -> None:
    for group in switch.groups:
        for port in group.ports:
            after = fitted.group_of(port)
            assert after is not None
            for held in group.priority_groups:
                needed = _asked_bytes(held)
                if needed:
                    kept = after.priority_group(held.index)
                    assert kept is not None
                    assert kept.profile is not None
                    assert isinstance(kept.profile.headroom, Amount)
                    assert kept.profile.headroom.number >= needed


def _asked_bytes(held: PriorityGroup) -> int:
    asked = held.profile.headroom if held.profile is not None else None
    return (asked.in_bytes(None) or 0) if isinstance(asked, Amount) else 0


def _asked_for(message: str) -> bool:
    """A switch may ask for a headroom of a few bytes; the text says what was asked."""
    return "less than one frame" in message


UNSAYABLE = {
    "version": "config_db.json does not name the release",
    "pfc_all_off": "there is no such statement",
    "explicit_buffers": "buffermgrd decides",
    "watchdog": "only its poll interval is of the whole switch",
    "groups.lanes": "the platform knows them",
    "groups.medium": "not asked for",
    "groups.role": "not asked for",
    "groups.default_cos": "no word for it",
    "groups.link_pause": "no words for it",
    "groups.ceiling": "the shaper of a whole port is not written",
    "groups.classified_elsewhere": "policies are not carried over",
}
"""The fields of the model that SONiC cannot say; every other one must change the text."""


def test_the_skus_above_cover_every_asic_that_runs_sonic() -> None:
    covered = {platform(sku).asic_key for sku in SKUS if sku and sku != "unheard-of-sku"}
    running = {platform(name).asic_key for name in platform_names() if any(h.table_id for h in platform(name).hwskus)}
    assert running <= covered
    assert covered <= set(asic_names())


@pytest.mark.parametrize("field", [f.name for f in fields(Switch) if f.name != "groups"])
def test_every_field_of_a_switch_changes_the_text_or_is_declared_unsayable(field: str) -> None:
    switch = full_switch()
    before = OS.write(OS.fit(switch, Hints()).switch, Hints())[0].text
    changed = CHANGED_SWITCH[field](switch)
    after = OS.write(OS.fit(changed, Hints()).switch, Hints())[0].text
    assert (before != after) == (field not in UNSAYABLE)


@pytest.mark.parametrize("path", sorted(CHANGED_GROUP))
def test_every_field_of_a_group_changes_the_text_or_is_declared_unsayable(path: str) -> None:
    switch = full_switch()
    before = OS.write(OS.fit(switch, Hints()).switch, Hints())[0].text
    changed = replace(switch, groups=tuple(CHANGED_GROUP[path](group) for group in switch.groups))
    after = OS.write(OS.fit(changed, Hints()).switch, Hints())[0].text
    assert (before != after) == (f"groups.{path}" not in UNSAYABLE)
