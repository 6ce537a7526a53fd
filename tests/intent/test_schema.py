"""The JSON Schema says to an editor what the loader says to the operator."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from roceconf.intent import document, presets, schema

SAMPLES = Path(__file__).parents[2] / "samples" / "intents"
VALIDATOR = Draft202012Validator(schema())

BASE: dict[str, Any] = {
    "switch": "s",
    "nos": "sonic",
    "asic": "th5",
    "ports": [{"ports": "Ethernet0", "speed": "800G", "cable": "40m"}],
}


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


def test_the_shipped_file_is_this_schema() -> None:
    shipped = (SAMPLES / "roceconf.schema.json").read_text(encoding="utf-8")
    assert shipped == json.dumps(schema(), indent=2) + "\n", (
        "write it anew: roceconf schema > samples/intents/roceconf.schema.json"
    )


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.yaml")), ids=lambda path: path.name)
def test_samples_follow_it_and_name_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=roceconf.schema.json\n")
    VALIDATOR.validate(document.read(text).data())


def test_its_own_examples_follow_it() -> None:
    examples = schema()["examples"]
    assert isinstance(examples, list)
    for example in examples:
        VALIDATOR.validate(example)


@pytest.mark.parametrize(
    "changed",
    [
        {"switch": None},
        {"switch": "leaf_1"},
        {"nos": "sonik"},
        {"sku": "both"},
        {"mtuu": 9000},
        {"mtu": "9000"},
        {"mtu": 10_000},
        {"version": 4.32},
        {"alpha": 3},
        {"alpha": "1/3"},
        {"preset": "nvida"},
        {"headroom": 400_000},
        {"headroom": "400kb"},
        {"ecn": {"pmax": 0.07}},
        {"ecn": "on"},
        {"ecn": {"kmin": 950}},
        {"watchdog": {"action": "explode"}},
        {"watchdog": {"detection": 200}},
        {"classes": {}},
        {"classes": {"a": {"dscp": 1}}},
        {"classes": {"a": {"dscp": 64, "priority": 1}}},
        {"classes": {"a": {"dscp": 1, "priority": 8}}},
        {"classes": {"1a": {"dscp": 1, "priority": 1}}},
        {"classes": {"a": {"dscp": 1, "priority": 1, "lossless": "yes"}}},
        {"dcqcn": {"cnp_dscp": 64}},
        {"ports": []},
        {"ports": "Ethernet0"},
        {"ports": [{"ports": "Ethernet0", "cable": "40m"}]},
        {"ports": [{"ports": [], "speed": "800G", "cable": "40m"}]},
        {"ports": [{"ports": "Ethernet0", "speed": 800, "cable": "40m"}]},
        {"ports": [{"ports": "Ethernet0", "speed": "300G", "cable": "40m"}]},
        {"ports": [{"ports": "Ethernet0", "speed": "800G", "cable": 40}]},
        {"ports": [{"ports": "Ethernet0", "speed": "800G", "cable": "40m", "medium": "DAC"}]},
        {"ports": [{"ports": "Ethernet0", "speed": "800G", "cable": "40m", "addresses": "10.0.0.0"}]},
        {"port_channels": {"P": []}},
    ],
    ids=json.dumps,
)
def test_bad_ones_do_not(changed: dict[str, Any]) -> None:
    VALIDATOR.validate(BASE)
    said = {key: value for key, value in (BASE | changed).items() if value is not None}
    assert not VALIDATOR.is_valid(said)


def test_every_field_is_described() -> None:
    whole: Any = schema()
    for part in [whole, *whole["$defs"].values()]:
        assert part["additionalProperties"] is False
        for name, field in part["properties"].items():
            assert len(field.get("description", "")) > 10, name


def test_an_editor_completes_the_presets() -> None:
    whole: Any = schema()
    assert whole["properties"]["preset"]["enum"] == sorted(presets())


def test_nothing_may_be_null() -> None:
    assert '"null"' not in json.dumps(schema())
