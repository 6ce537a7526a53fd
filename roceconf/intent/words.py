"""pydantic's findings in the words of a network engineer, at the place in the file that they are about."""

from __future__ import annotations

import typing
from functools import cache
from typing import TYPE_CHECKING

from pydantic import BaseModel

from roceconf.intent.model import Intent
from roceconf.intent.presets import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_core import ErrorDetails

    from roceconf.intent.document import Document
    from roceconf.intent.errors import Path, Place

_KINDS: dict[str, str] = {
    "bool_type": "write true or false",
    "tuple_type": "a list is wanted here; start each line below with `- `",
}
_NAMED: dict[str, str] = {
    "classes": "{rdma: {dscp: 26, priority: 3, lossless: true}}",
    "port_channels": "{PortChannel1: Ethernet0}",
}
"""What may stand where names with their settings are wanted."""


def remarks(details: ErrorDetails, document: Document) -> list[tuple[Place, str]]:
    """What one finding of pydantic means, and where.

    Args:
        details: the finding.
        document: what was validated.

    Returns:
        One place and message, or none where the document's own remarks already say it.
    """
    path, at_key = _path(details["loc"], document)
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    kind = details["type"]
    if kind == "missing":
        missing = str(details["loc"][-1])
        if document.holds((*path, missing)):
            return []
        return [(document.place(path), f"{missing} is missing; " + _purpose(path, missing))]
    if kind == "extra_forbidden":
        message = f"unknown key '{name[:60]}'" + nearest(name, _fields(_model(path[:-1])))
        return [(document.place(path, key=True), message)]
    if document.node(path).value is None:
        return []
    message = _message(details, path)
    return [(document.place(path, key=at_key), f"{name}: {message}" if name else message)]


def _message(details: ErrorDetails, path: Path) -> str:
    kind, context = details["type"], details.get("ctx", {})
    value = details["input"]
    shown = "this" if isinstance(value, dict | list) else repr(str(value)[:60])
    if isinstance(value, bool):
        shown = shown.lower()
    match kind:
        case "value_error":
            return str(context["error"])
        case "said":
            return str(context["message"])
        case "literal_error":
            choices = [choice.strip("'") for choice in str(context["expected"]).replace(" or ", ", ").split(", ")]
            if choices == ["off"]:
                return f"{shown} is neither off nor settings by the keys {_keys(path)}"
            return f"{shown} is not known here" + nearest(str(value), choices)
        case "model_type":
            return f"settings are wanted here, by the keys {_keys(path)}"
        case "mapping_type" | "dict_type":
            return f"names with their settings are wanted here, such as `{_NAMED[str(path[-1])]}`"
        case _ if kind in _KINDS:
            return _KINDS[kind]
        case _:
            return details["msg"]


def _keys(path: Path) -> str:
    return ", ".join(_fields(_model(path)))


def _path(location: tuple[int | str, ...], document: Document) -> tuple[Path, bool]:
    """The document's path of a location, without the steps that are pydantic's own; and whether it is about a key."""
    path: Path = ()
    node = document.top
    for step in location:
        below = node.below(step)
        if below is not None:
            path, node = (*path, step), below
    return path, bool(location) and location[-1] == "[key]"


def _model(path: Path) -> type[BaseModel]:
    """The model that reads what lies at a path."""
    model: type[BaseModel] = Intent
    for step in path:
        if isinstance(step, str) and step in _fields(model):
            model = _model_within(_fields(model)[step]) or model
    return model


@cache
def _fields(model: type[BaseModel]) -> Mapping[str, object]:
    """Annotations by the names that YAML uses."""
    return {info.alias or name: info.annotation for name, info in model.model_fields.items()}


def _model_within(annotation: object) -> type[BaseModel] | None:
    """The model in an annotation such as ``Mapping[str, ClassIntent]``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_within(part) for part in typing.get_args(annotation))
    return next((model for model in found if model is not None), None)


def _purpose(path: Path, name: str) -> str:
    """The first sentence of a field's description."""
    info = next((info for key, info in _model(path).model_fields.items() if (info.alias or key) == name), None)
    description = (info.description or "" if info else "").split(". ")[0].split(";")[0].rstrip(".")
    return description[:1].lower() + description[1:]
