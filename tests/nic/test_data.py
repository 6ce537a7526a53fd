"""The data of the NICs: every value has a source and a unit, and none is made up where nothing is public."""

import tomllib
from pathlib import Path

import pytest

import roceconf.nic
from roceconf.nic import Kind, Nic, Parameter, Standing, concepts, nics

ROOM = Path(roceconf.nic.__file__).parent
ALL = nics()
PARAMETERS = [(each, parameter) for each in ALL for parameter in each.parameters]


def _id(held: object) -> str:
    return held.key if isinstance(held, Nic) else held.concept.key if isinstance(held, Parameter) else str(held)


def test_every_file_is_known_and_every_concept_used() -> None:
    assert {path.stem for path in (ROOM / "data").glob("*.toml")} == {each.key for each in ALL}
    used = {parameter.concept for _, parameter in PARAMETERS}
    assert used == set(concepts())


@pytest.mark.parametrize("held", ALL, ids=_id)
def test_no_word_of_a_file_is_lost(held: Nic) -> None:
    data = tomllib.loads((ROOM / "data" / f"{held.key}.toml").read_text("utf-8"))
    assert set(data) <= {
        "name",
        "maker",
        "kind",
        "covers",
        "aliases",
        "notes",
        "interfaces",
        "sources",
        "traps",
        "parameters",
    }
    assert set(data["parameters"]) == {parameter.concept.key for parameter in held.parameters}
    cited = {source for each in data["parameters"].values() for source in each["sources"]}
    assert cited <= set(data["sources"])
    known = {"names", "unit", "default", "lowest", "highest", "standing", "sources", "note"}
    assert all(set(each) <= known for each in data["parameters"].values())
    assert held.covers
    assert held.notes
    assert len(data["traps"]) == len(held.traps) if "traps" in data else not held.traps


@pytest.mark.parametrize(("held", "parameter"), PARAMETERS, ids=_id)
def test_a_parameter_says_where_it_comes_from(held: Nic, parameter: Parameter) -> None:
    assert parameter.sources
    assert all(parameter.sources)
    assert parameter.meaning
    assert len({name.interface for name in parameter.names}) == len(parameter.names)
    assert {name.interface for name in parameter.names} <= {interface for interface, _ in held.interfaces}
    assert all(name.name for name in parameter.names)


@pytest.mark.parametrize(("held", "parameter"), PARAMETERS, ids=_id)
def test_a_value_is_there_exactly_where_one_is_public(held: Nic, parameter: Parameter) -> None:
    nowhere = parameter.standing in (Standing.FIRMWARE, Standing.UNSET)
    assert (parameter.default is None) == nowhere
    assert parameter.note or not nowhere, "why is there none?"
    assert parameter.note or parameter.standing is not Standing.DISPUTED, "who disputes it?"
    recalled = any("recalled" in source for source in parameter.sources)
    assert not (recalled and parameter.standing is Standing.PUBLISHED)
    assert not (held.kind is Kind.REFERENCE and parameter.default is None)


@pytest.mark.parametrize(("held", "parameter"), PARAMETERS, ids=_id)
def test_a_default_lies_in_its_range(held: Nic, parameter: Parameter) -> None:
    default, lowest, highest = parameter.default, parameter.lowest, parameter.highest
    if isinstance(default, str):
        assert lowest is highest is None
        return
    assert default is None or default >= 0
    if lowest is not None and highest is not None:
        assert lowest < highest
    if default is not None and highest is not None:
        assert default <= highest
    off = default == 0 and "0 is off" in parameter.note
    if default is not None and lowest is not None:
        assert default >= lowest or off


def test_a_dscp_is_six_bits_and_a_priority_three() -> None:
    for _, parameter in PARAMETERS:
        if parameter.unit == "DSCP":
            assert (parameter.lowest, parameter.highest) == (0, 63)
        if parameter.unit == "802.1p":
            assert (parameter.lowest, parameter.highest) == (0, 7)


def test_ambiguous_units_are_disputed() -> None:
    for concept in ("byte_counter", "alpha_gain"):
        found = roceconf.nic.nic("connectx").parameter(concept)
        assert found.standing is Standing.DISPUTED
        assert "is not" in found.note


def test_what_lives_in_firmware_has_no_number() -> None:
    thor = roceconf.nic.nic("thor2")
    firmware = {parameter.concept.key for parameter in thor.parameters if parameter.standing is Standing.FIRMWARE}
    assert firmware == {
        "cnp_interval",
        "alpha_gain",
        "initial_alpha",
        "min_rate",
        "cut_divisor",
        "recovery_stages",
        "additive_step",
        "round_trip",
    }


def test_old_help_texts_are_traps_and_not_values() -> None:
    connectx = roceconf.nic.nic("connectx")
    old = {
        "rate_timer": 2,
        "byte_counter": 150,
        "recovery_stages": 5,
        "additive_step": 10,
        "cut_divisor": 7,
        "min_rate": 2000,
    }
    assert all(connectx.parameter(concept).default != value for concept, value in old.items())
    assert any("timer 2, byte counter 150, threshold 5" in trap.text for trap in connectx.traps)
    assert any("CNP_DSCP to 4" in trap.text and trap.source for trap in connectx.traps)
