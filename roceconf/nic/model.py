"""What is known of a NIC's congestion control: parameters in words of no vendor, the vendor's own beside them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

Value: TypeAlias = int | float | str
"""What a parameter is set to: a number in its unit, or one of the words its unit names."""

_NANOSECONDS = {"us": 1000, "ns": 1}


class Standing(StrEnum):
    """How far a default can be trusted, or why there is none.

    ``PUBLISHED`` stands in the named source; ``RECALLED`` was not read again; ``DISPUTED`` has sources that contradict
    each other on the value or on what it means; ``FIRMWARE`` lives in firmware and has to be read back; ``UNSET`` has
    no default, because the application or the operator says it.
    """

    PUBLISHED = "published"
    RECALLED = "recalled"
    DISPUTED = "disputed"
    FIRMWARE = "firmware"
    UNSET = "unset"


class Kind(StrEnum):
    """Whether these are the values of a NIC, or of a publication they are compared with."""

    NIC = "nic"
    REFERENCE = "reference"


class Concept(NamedTuple):
    """A parameter of congestion control in words of no vendor.

    Attributes:
        key: its name, ``cnp_interval``.
        point: whose it is: notification point, reaction point, sender, or both points.
        meaning: what it is, in half a sentence.
    """

    key: str
    point: str
    meaning: str


class Name(NamedTuple):
    """What an interface calls a parameter: ``("mlxconfig", "CNP_DSCP_P1")``."""

    interface: str
    name: str


class Trap(NamedTuple):
    """A way to go wrong with a NIC, and where it is documented."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of one NIC.

    Attributes:
        concept: what it is.
        names: what each interface calls it; empty where none can set it.
        unit: of ``default``, ``lowest`` and ``highest``; empty for a bare number.
        default: None where none is public; ``standing`` says why.
        lowest: the least it takes; None where not known.
        highest: the most it takes; None where not known.
        standing: how far ``default`` can be trusted, or why there is none.
        sources: where it was read.
        note: what else has to be known.
    """

    concept: Concept
    names: tuple[Name, ...]
    unit: str
    default: Value | None
    lowest: int | None
    highest: int | None
    standing: Standing
    sources: tuple[str, ...]
    note: str = ""

    @property
    def meaning(self) -> str:
        """What it is, in half a sentence."""
        return self.concept.meaning

    @property
    def nanoseconds(self) -> int | None:
        """The default as nanoseconds; None where there is none, or where its unit is no time."""
        factor = _NANOSECONDS.get(self.unit)
        if factor is None or not isinstance(self.default, int):
            return None
        return self.default * factor


class UnknownParameter(LookupError):  # noqa: N818 - read as "raise UnknownParameter"
    """A NIC has no parameter of that name.

    Attributes:
        name: the name that was asked for.
        nearest: names of its parameters that resemble it, best first.
    """

    def __init__(self, nic_name: str, name: str, candidates: tuple[str, ...]) -> None:
        from difflib import get_close_matches

        self.name = name
        self.nearest = tuple(get_close_matches(name, candidates, n=3, cutoff=0.5))
        hint = f"; did you mean {' or '.join(self.nearest)}?" if self.nearest else ""
        super().__init__(f"{nic_name} has no parameter '{name}'{hint}")


@dataclass(frozen=True, slots=True)
class Nic:
    """A family of NICs, or a publication to compare them with.

    Attributes:
        key: the short name, ``connectx``.
        name: the name in prose.
        maker: who makes it, or wrote it.
        kind: NIC or reference.
        covers: which models and drivers the values hold for.
        aliases: other names people type, without separators.
        interfaces: each interface and where it is found.
        parameters: in the order of the concepts.
        traps: known ways to go wrong.
        notes: what holds for all of it.
    """

    key: str
    name: str
    maker: str
    kind: Kind
    covers: str
    aliases: tuple[str, ...]
    interfaces: tuple[tuple[str, str], ...]
    parameters: tuple[Parameter, ...]
    traps: tuple[Trap, ...]
    notes: tuple[str, ...]

    def parameter(self, concept: str) -> Parameter:
        """Return one parameter.

        Args:
            concept: its name in words of no vendor, ``cnp_interval``.

        Returns:
            The parameter; its ``default`` may be None.

        Raises:
            UnknownParameter: the NIC has none of that name; with the nearest.

        Source:
            The file of the NIC in ``roceconf/nic/data``.
        """
        for candidate in self.parameters:
            if candidate.concept.key == concept:
                return candidate
        raise UnknownParameter(self.name, concept, tuple(each.concept.key for each in self.parameters))

    @property
    def cnp_interval_ns(self) -> int | None:
        """Least time between two CNPs of one limiter in nanoseconds; None where no default is public."""
        found = self._held("cnp_interval")
        return None if found is None else found.nanoseconds

    @property
    def cnp_dscp(self) -> int | None:
        """DSCP of its CNPs as delivered; None where it has none of its own."""
        return self._number("cnp_dscp")

    @property
    def cnp_priority(self) -> int | None:
        """802.1p priority of its CNPs as delivered; None where it has none of its own."""
        return self._number("cnp_priority")

    @property
    def roce_dscp(self) -> int | None:
        """DSCP of its RoCE data as delivered; None where the application says it."""
        return self._number("roce_dscp")

    @property
    def roce_priority(self) -> int | None:
        """802.1p priority of its RoCE data as delivered; None where the application says it."""
        return self._number("roce_priority")

    def _held(self, concept: str) -> Parameter | None:
        return next((each for each in self.parameters if each.concept.key == concept), None)

    def _number(self, concept: str) -> int | None:
        found = self._held(concept)
        return found.default if found is not None and isinstance(found.default, int) else None
