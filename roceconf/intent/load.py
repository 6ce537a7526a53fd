"""A file to an ``Intent``, or to everything that is wrong with it."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter, ValidationError

from roceconf.files import FileFault, UnreadableFileError, read_file
from roceconf.intent import checks, document, fields, words
from roceconf.intent.errors import WHOLE_FILE, IntentError, IntentErrors
from roceconf.intent.model import ClassIntent, DcqcnIntent, EcnIntent, Intent, PortGroupIntent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roceconf.intent.errors import Path, Place

_Part = TypeVar("_Part")
_Key = TypeVar("_Key")

_CLASS = TypeAdapter(ClassIntent)
_GROUP = TypeAdapter(PortGroupIntent)
_ECN = TypeAdapter(EcnIntent)
_DCQCN = TypeAdapter(DcqcnIntent)
_PRESET: TypeAdapter[str] = TypeAdapter(fields.PresetName)
_PORTS: TypeAdapter[tuple[str, ...]] = TypeAdapter(fields.PortNames)


def load(path_or_text: pathlib.Path | str | bytes, *, name: str | None = None) -> Intent:
    """Reads the intent of one switch.

    Args:
        path_or_text: a ``Path`` to read, or the YAML itself.
        name: what messages call the file; of a path, the path.

    Returns:
        The intent; ``intent.warnings`` holds what is doubtful.

    Raises:
        IntentErrors: everything that is wrong, each with its place.
    """
    if name is None:
        name = str(path_or_text) if isinstance(path_or_text, pathlib.Path) else "<intent>"
    try:
        text = _content(path_or_text) if isinstance(path_or_text, pathlib.Path) else path_or_text
        read = document.read(text)
    except document.Unreadable as error:
        raise IntentErrors(IntentError(name, *place, message) for place, message in error.remarks) from error
    intent, remarks = _typed(read)
    draft, lines = _draft(read)
    remarks += [(read.place(path), message) for path, message in checks.conflicts(draft, lines)]
    if intent is None or remarks:
        raise IntentErrors(IntentError(name, *place, message) for place, message in remarks)
    doubts = checks.doubts(draft.groups)
    # Private and set once, here; the values themselves stay frozen.
    intent._document = read  # type: ignore[misc]
    intent._warnings = tuple(  # type: ignore[misc]
        IntentError(name, *read.place(path), message) for path, message in doubts
    )
    return intent


def _content(path: pathlib.Path) -> bytes:
    """The bytes of a file; at most so many that the reader can say it is too large."""
    try:
        # Four bytes are the longest character of UTF-8, and each one of UTF-32.
        return read_file(path, 4 * document.MAXIMUM_CHARACTERS)
    except UnreadableFileError as error:
        why = f"{error}; an intent is not" if error.fault is FileFault.TOO_LARGE else str(error)
        raise document.Unreadable([(WHOLE_FILE, why)]) from error


def _typed(read: document.Document) -> tuple[Intent | None, list[tuple[Place, str]]]:
    """The intent if every value is right, and what is wrong with the values and the YAML."""
    remarks = list(read.remarks)
    data = read.data()
    intent = None
    try:
        intent = Intent.model_validate(data)
    except ValidationError as error:
        remarks += [remark for details in error.errors() for remark in words.remarks(details, read)]
    said = [key for key in ("sku", "asic") if read.holds((key,))]
    if not said:
        remarks.append((read.top.place, "sku is missing; name the platform, or the chip with asic"))
    if len(said) == 2:
        remarks.append((read.place(("asic",), key=True), "asic: sku says which chip it is; leave one of the two out"))
    return intent, remarks


def _draft(read: document.Document) -> tuple[checks.Draft, dict[int, int]]:
    """Every part that can be read by itself, and the line of each group's ports."""
    data = read.data()
    raw_classes, raw_groups = _mapping(data.get("classes")), _sequence(data.get("ports"))
    classes = _readable(_CLASS, raw_classes)
    groups = _readable(_GROUP, dict(enumerate(raw_groups)))
    names = _readable(_PORTS, {at: _mapping(raw).get("ports") for at, raw in enumerate(raw_groups)})
    preset, dcqcn = _attempt(_PRESET, data.get("preset")), _attempt(_DCQCN, data.get("dcqcn"))
    preset_whole = (preset is not None) == read.holds(("preset",))
    draft = checks.Draft(
        has_headroom=read.holds(("headroom",)),
        preset=preset,
        classes=classes,
        classes_whole=preset_whole and len(classes) == len(raw_classes) and bool(classes) == read.holds(("classes",)),
        cnp_dscp=None if dcqcn is None else dcqcn.cnp_dscp,
        groups=groups,
        port_names=names,
        ports_whole=len(names) == len(raw_groups),
        port_channels=_readable(_PORTS, _mapping(data.get("port_channels"))),
        ecns=_readable(_ECN, dict(_ecns(data))),
    )
    return draft, {at: read.place(("ports", at, "ports")).line for at in names}


def _ecns(data: Mapping[str, document.Plain]) -> Iterator[tuple[Path, document.Plain]]:
    """Every place where ECN can be said, and what is said there."""
    holders: list[tuple[Path, document.Plain]] = [((), dict(data))]
    holders += [(("classes", name), raw) for name, raw in _mapping(data.get("classes")).items()]
    holders += [(("ports", at), raw) for at, raw in enumerate(_sequence(data.get("ports")))]
    for path, holder in holders:
        said = _mapping(holder).get("ecn")
        if isinstance(said, dict):
            yield (*path, "ecn"), said


def _readable(adapter: TypeAdapter[_Part], raw: Mapping[_Key, document.Plain | None]) -> dict[_Key, _Part]:
    """The values that can be read, by key."""
    attempts = ((key, _attempt(adapter, value)) for key, value in raw.items())
    return {key: part for key, part in attempts if part is not None}


def _attempt(adapter: TypeAdapter[_Part], raw: document.Plain | None) -> _Part | None:
    """The value, or None where it cannot be read: what is wrong with it is reported elsewhere."""
    if raw is None:
        return None
    try:
        return adapter.validate_python(raw)
    except ValidationError:
        return None


def _mapping(raw: document.Plain | None) -> dict[str, document.Plain]:
    return raw if isinstance(raw, dict) else {}


def _sequence(raw: document.Plain | None) -> list[document.Plain]:
    return raw if isinstance(raw, list) else []
