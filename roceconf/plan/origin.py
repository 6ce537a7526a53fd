"""Who says a planned number."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from roceconf.sizing import Derivation


class Origin(StrEnum):
    """Who says a number.

    ``SAID`` by the intent; ``PUBLISHED`` for this very platform; ``KIN`` published for another switch with the same
    chip; ``MODEL`` calculated; ``PRESET`` by a published school of thought; ``DEFAULT`` by a published default of a
    network OS; ``DEVICE`` left to the device.
    """

    SAID = "intent"
    PUBLISHED = "published"
    KIN = "same chip"
    MODEL = "model"
    PRESET = "preset"
    DEFAULT = "default"
    DEVICE = "device"


class Number(NamedTuple):
    """A planned number.

    Attributes:
        value: the number, or a word such as the watchdog's action; None where the device chooses it.
        unit: ``B``, ``cells``, ``%``, ``ms``, or empty.
        origin: who says it.
        reason: where exactly it comes from, a clause or sentence without a full stop.
        derivation: how it was calculated, where it was.
    """

    value: float | str | None
    unit: str
    origin: Origin
    reason: str
    derivation: Derivation | None = None
