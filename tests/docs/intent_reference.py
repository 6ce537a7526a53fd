"""The reference part of ``docs/intent.md``, written from the JSON Schema, the presets and the sample intents.

``python -m tests.docs.intent_reference`` writes it anew; a test holds that the page is up to date.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from roceconf import units
from roceconf.intent import schema
from roceconf.intent.presets import presets
from roceconf.sizing.ecn import presets as ecn_presets

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "intent.md"
BEGIN = "<!-- From here on written by `python -m tests.docs.intent_reference`; change the schema, not this. -->"

UNITS: Mapping[str, str] = {
    units.SIZE_PATTERN: "size in `B`, `KB`, `KiB`, `MB`, `MiB` or `cells`",
    units.TIME_PATTERN: "time in `ms` or `s`",
    units.LENGTH_PATTERN: "length in `m` or `km`",
    units.SHORT_TIME_PATTERN: "time in `ns` or `us`",
}
TITLES: Mapping[str, str] = {
    "ClassIntent": "A class: `classes.NAME`",
    "EcnIntent": "`ecn`, of the switch, a class or a port group",
    "WatchdogIntent": "`watchdog`, of the switch or a port group",
    "DcqcnIntent": "`dcqcn`",
    "PortGroupIntent": "A port group: each item of `ports`",
}
DEFAULTS: Mapping[str, str] = {"sku": "this or `asic`", "asic": "this or `sku`"}
"""What a schema says outside of the key."""


def page() -> str:
    """The whole page: the hand-written head and the reference."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[0] + BEGIN + "\n\n" + reference()


def reference() -> str:
    """Every key, what it takes, its default, an example and its meaning."""
    whole = schema()
    parts = ["## Reference", "", "### The switch", "", *_table("Intent", whole)]
    definitions = whole["$defs"]
    assert isinstance(definitions, dict)
    for name, title in TITLES.items():
        parts += ["", f"### {title}", "", definitions[name]["description"], "", *_table(name, definitions[name])]
    assert set(definitions) == set(TITLES)
    parts += ["", "### Class plans: `preset`", "", "| name | plan | published by |", "|---|---|---|"]
    for plan in presets().values():
        parts.append(f"| `{plan.name}`{' (default)' if plan.default else ''} | {plan.title} | {_cell(plan.source)} |")
    names = ", ".join(f"`{name}`" for name in ecn_presets())
    parts += ["", "### Thresholds: `ecn.preset`", "", f"{names}. Left out: `default`.", ""]
    return "\n".join(parts)


def _table(name: str, part: Mapping[str, Any]) -> Iterator[str]:
    yield "| key | takes | default | example | meaning |"
    yield "|---|---|---|---|---|"
    for key, said in part["properties"].items():
        if key in part.get("required", ()):
            default = "required"
        elif "default" in said:
            default = f"`{json.dumps(said['default']).strip(chr(34))}`"
        else:
            default = DEFAULTS.get(key, "–")
        row = (f"`{key}`", takes(said), default, f"`{example(name, key, said)}`", said["description"])
        yield "| " + " | ".join(map(_cell, row)) + " |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def takes(said: Mapping[str, Any]) -> str:
    """What a key takes, in words.

    Raises:
        ValueError: the schema says it in a way this page has no words for yet.
    """
    choices: list[dict[str, Any]] = said.get("oneOf") or said.get("anyOf") or []
    if "$ref" in said:
        return "settings"
    if said.get("pattern") in UNITS:
        return UNITS[said["pattern"]]
    if "enum" in said:
        return ", ".join(f"`{one}`" for one in said["enum"])
    if any("$ref" in choice for choice in choices):
        return "settings, or `off`"
    if any(choice.get("pattern") == units.PERCENT_PATTERN for choice in choices):
        return f"percent: a number from {choices[0]['minimum']} to 100, with or without `%`"
    if any(choice.get("pattern") == units.SHORT_TIME_PATTERN for choice in choices):
        return "time in `ns` or `us`, or a name"
    if any(set(choice.get("enum", ())) & {"1/8"} for choice in choices):
        return ", ".join(f"`{one}`" for one in choices[0]["enum"])
    if any(choice.get("type") == "array" for choice in choices):
        return "one or a list"
    match said.get("type"):
        case "integer":
            return f"whole number from {said['minimum']} to {said['maximum']}"
        case "boolean":
            return "`true` or `false`"
        case "array":
            return "list of port groups"
        case "object":
            return "names, each with its own"
        case "string" | ["string", "integer"]:
            return "text"
    raise ValueError(f"no words for {said}")


def example(model: str, key: str, said: Mapping[str, Any]) -> str:
    """An example: what a sample says, else one of the schema, else the last of the choices."""
    if (model, key) == ("EcnIntent", "preset"):  # another thing than the switch's preset
        return "nvidia"
    own = [text[key] for text in _samples()[model] if key in text]
    elsewhere = [text[key] for other in ("Intent", "PortGroupIntent") for text in _samples()[other] if key in text]
    for found in (*own, *said.get("examples", ()), *elsewhere):
        return _flow(found)
    if "enum" in said:
        return str(said["enum"][-1])
    words = [str(choice["const"]) for choice in said.get("oneOf", ()) if "const" in choice]
    if words:
        return words[0]
    raise ValueError(f"neither the schema nor a sample has an example of {key}")


@cache
def _samples() -> Mapping[str, list[dict[str, Any]]]:
    """Everything that the sample intents say, by the model that reads it."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in ("Intent", *TITLES)}
    for path in sorted((ROOT / "samples" / "intents").glob("*.yaml")):
        intent = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
        groups, classes = intent["ports"], list(intent.get("classes", {}).values())
        found["Intent"].append(intent)
        found["PortGroupIntent"] += groups
        found["ClassIntent"] += classes
        found["DcqcnIntent"].append(intent.get("dcqcn", {}))
        for part in (intent, *groups, *classes):
            for name, key in (("EcnIntent", "ecn"), ("WatchdogIntent", "watchdog")):
                if isinstance(part.get(key), dict):
                    found[name].append(part[key])
    return found


def _flow(value: object) -> str:
    """A value as YAML writes it in one line; of a long one its first item."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        first = list(value.items())[:3]
        return "{" + ", ".join(f"{key}: {_flow(held)}" for key, held in first) + "}"
    if isinstance(value, list):
        several = len(value) > 1 and isinstance(value[0], dict)
        return "[" + ", ".join(map(_flow, value[:1] if several else value)) + (", ...]" if several else "]")
    return f'"{value}"' if isinstance(value, str) and re.fullmatch(r"[0-9.]+", value) else str(value)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
