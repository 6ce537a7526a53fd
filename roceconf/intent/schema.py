"""The JSON Schema of an intent, for editors."""

from __future__ import annotations

from roceconf.intent.model import Intent

_EXAMPLE: dict[str, object] = {
    "switch": "leaf1",
    "nos": "sonic",
    "sku": "dell-z9864f",
    "ports": [{"ports": "Ethernet[0-504:8]", "speed": "800G", "cable": "40m"}],
}


def schema() -> dict[str, object]:
    """The JSON Schema (draft 2020-12) that an intent file follows.

    What spans several values (a DSCP used twice, a port in two groups) only the loader sees.

    Returns:
        A new dictionary.
    """
    cleaned = _clean(Intent.model_json_schema(by_alias=True, mode="validation"))
    assert isinstance(cleaned, dict)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:roceconf:intent",
        "title": "roceconf intent",
        **cleaned,
        "oneOf": [{"required": ["sku"]}, {"required": ["asic"]}],
        "examples": [_EXAMPLE],
    }


def _clean(part: object) -> object:
    """Without what says nothing to a reader: generated titles, null alternatives and null defaults."""
    if isinstance(part, list):
        return [_clean(item) for item in part]
    if not isinstance(part, dict):
        return part
    kept = {
        key: {name: _clean(one) for name, one in value.items()} if key in ("properties", "$defs") else _clean(value)
        for key, value in part.items()
        if not (key == "title" and isinstance(value, str))
        and not (key == "default" and (value is None or value in ([], {})))
    }
    by_pattern = kept.pop("patternProperties", None)
    if isinstance(by_pattern, dict):
        # Names that do not fit would otherwise be allowed, with anything below them.
        ((pattern, value),) = by_pattern.items()
        kept |= {"propertyNames": {"pattern": pattern}, "additionalProperties": value, "minProperties": 1}
    choices = kept.get("anyOf")
    if isinstance(choices, list):
        choices = [choice for choice in choices if choice != {"type": "null"}]
        kept["anyOf"] = choices
        if len(choices) == 1 and isinstance(choices[0], dict):
            del kept["anyOf"]
            kept = {**choices[0], **kept}
    return kept
