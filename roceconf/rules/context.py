"""What a rule may ask beside the switch itself: the ASIC, the platform, what the user supplied."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from roceconf.asic import Asic, HeadroomTable, Hwsku, Platform, find_hwsku, find_platform
from roceconf.asic import asic as asic_of
from roceconf.rules.model import Lacking, Place
from roceconf.switch import (
    At,
    Concern,
    Default,
    DeviceChosen,
    PortGroup,
    Reading,
    RemarkKind,
    Size,
    Span,
    Switch,
    above,
)

if TYPE_CHECKING:
    from roceconf.sizing import Link

T = TypeVar("T")

_REFUSALS = frozenset({RemarkKind.UNKNOWN, RemarkKind.MALFORMED, RemarkKind.OUT_OF_RANGE, RemarkKind.FOREIGN})
"""What a statement that the device refuses is, where the remark is fatal."""

LEAST_MTU_BYTES = 68
"""What every IP link carries in one piece (RFC 791)."""


ASSUMED_FAN_OUT = 8
"""How many queues one priority group may fill at once, where nobody says: what a plan counts on too (Marking of
``sizing.ecn``)."""


class Supplied(NamedTuple):
    """What the user says about a file that the file does not.

    Attributes:
        sku: platform or HWSKU.
        asic: key of the ASIC.
        cable_m: cable length of every port whose length is not said.
        roce_dscps: the DSCPs that carry RoCE; empty where the user did not say.
        cnp_dscps: the DSCPs that carry CNPs.
        fan_in: how many senders may hit one port at once.
        fan_out: how many queues one priority group may fill at once; None where the user did not say.
        links: what is known of the link of a port beyond what a configuration says: the lossless class's frames, the
            peer's response, a gearbox. None where the user says nothing of links.
    """

    sku: str = ""
    asic: str = ""
    cable_m: int | None = None
    roce_dscps: tuple[int, ...] = ()
    cnp_dscps: tuple[int, ...] = ()
    fan_in: int = 8
    fan_out: int | None = None
    links: "Mapping[str, Link] | None" = None


def _without_impossible_links(switch: Switch) -> Switch:
    """The switch, with every speed and MTU that no link has as if it were not said.

    Readers keep such numbers out. Where one comes through all the same nothing can be sized by it, and a rule then
    lacks the fact.
    """
    if all(_is_speed(group.speed_mbps) and _is_mtu(group.mtu_bytes) for group in switch.groups):
        return switch
    groups = (
        replace(
            group,
            speed_mbps=group.speed_mbps if _is_speed(group.speed_mbps) else None,
            mtu_bytes=group.mtu_bytes if _is_mtu(group.mtu_bytes) else None,
        )
        for group in switch.groups
    )
    return replace(switch, groups=tuple(groups))


def _is_speed(speed_mbps: int | None) -> bool:
    return speed_mbps is None or speed_mbps > 0


def _is_mtu(mtu_bytes: int | None) -> bool:
    return mtu_bytes is None or mtu_bytes >= LEAST_MTU_BYTES


class Context:
    """One reading and everything known about it."""

    def __init__(self, reading: Reading, supplied: Supplied) -> None:
        self.reading = reading
        self.switch = _without_impossible_links(reading.switch)
        self.supplied = supplied
        self._worked_out: dict[object, object] = {}

    def once(self, work: Callable[["Context"], T]) -> T:
        """What follows from the reading, worked out at the first call and kept for all rules.

        Args:
            work: a function of this context alone.
        """
        if work not in self._worked_out:
            self._worked_out[work] = work(self)
        return cast("T", self._worked_out[work])

    def covers(self, *concerns: Concern) -> bool:
        """Whether the text claims to cover all of these, so that absence means something."""
        return self.reading.scope.issuperset(concerns)

    def need(self, fact: str, value: T | None) -> T:
        """The value, or Lacking.

        Args:
            fact: the fact in words that complete "needs the ...": ``ASIC``, ``cable length``.
            value: what is known of it.

        Raises:
            Lacking: nothing is known.
        """
        if value is None:
            raise Lacking(fact)
        return value

    @cached_property
    def platform(self) -> Platform | None:
        """The platform: what the user named, else what the file names; None where neither is of the catalogue."""
        return find_platform(self.supplied.sku or self.switch.sku) if self.supplied.sku or self.switch.sku else None

    @cached_property
    def hwsku(self) -> Hwsku | None:
        """The SONiC HWSKU that the user or the file names, else the platform's only one; None where it is open."""
        name = self.supplied.sku or self.switch.sku
        found = find_hwsku(name) if name else None
        if found is not None:
            return found[1]
        return self.platform.sole_hwsku if self.platform is not None else None

    @cached_property
    def headroom_table(self) -> HeadroomTable | None:
        """The headroom rows this very platform publishes, or None."""
        if self.hwsku is not None:
            return self.hwsku.table()
        return self.platform.table_for(None) if self.platform is not None else None

    @cached_property
    def known_asic(self) -> Asic | None:
        """The ASIC: what the user named, else the platform's; None where unknown."""
        if self.supplied.asic:
            return asic_of(self.supplied.asic)
        return self.platform.asic if self.platform is not None else None

    @property
    def asic(self) -> Asic:
        """The ASIC.

        Raises:
            Lacking: it is not known.
        """
        return self.need("ASIC", self.known_asic)

    @property
    def cell_bytes(self) -> int:
        """Size of one buffer cell in bytes.

        Raises:
            Lacking: the ASIC is not known.
        """
        return self.need("cell size of the ASIC", self.asic.cell_bytes.value)

    def cable_m(self, group: PortGroup) -> int:
        """Cable length of a group in metres.

        Raises:
            Lacking: neither the file nor the user says it.
        """
        return self.need("cable length", group.cable_m if group.cable_m is not None else self.supplied.cable_m)

    def links(self, group: PortGroup) -> tuple["Link", ...]:
        """What the user says of the links of these ports, each once; nothing where he says nothing of any."""
        said = self.supplied.links or {}
        return tuple(dict.fromkeys(said[port] for port in group.ports if port in said))

    def bytes(self, size: Size | None) -> int | None:
        """A size in bytes.

        Args:
            size: an amount, a device's choice, or None.

        Returns:
            Bytes; None where nothing is said or the device chooses.

        Raises:
            Lacking: it is said in a unit that needs a fact not known.
        """
        if size is None or isinstance(size, DeviceChosen):
            return None
        plain = size.in_bytes(None)
        if plain is not None:
            return plain
        return self.need(f"size of '{size.unit}' in bytes", size.in_bytes(self.cell_bytes))

    def misses_a_name(self, group: PortGroup) -> bool:
        """Whether these ports refer to a name that is not defined, so that what it would say is not known.

        The missing name is the first fault; rules that ask for what it would have said stay silent meanwhile.
        """
        return not self._ports_missing_a_name.isdisjoint(group.ports)

    def is_unsettled(self, group: PortGroup) -> bool:
        """Whether these ports miss a name or have a statement the device refuses, so that absence means nothing yet."""
        return self.misses_a_name(group) or not self._ports_with_refusals.isdisjoint(group.ports)

    @cached_property
    def _ports_with_refusals(self) -> frozenset[str]:
        remarks = (remark for remark in self.reading.remarks if remark.is_fatal and remark.kind in _REFUSALS)
        return frozenset(port for remark in remarks for port in remark.ports)

    @cached_property
    def _ports_missing_a_name(self) -> frozenset[str]:
        names = self.reading.names
        defined = {(definition.kind, definition.name) for definition in names.definitions}
        return frozenset(port for use in names.uses if (use.kind, use.name) not in defined for port in use.ports)

    def remarked(self, *places: Place) -> bool:
        """Whether the reader has already found fault with a statement at one of these very places.

        A value that is malformed, out of range or not taken by the device is not judged a second time.
        """
        return not self._remarked.isdisjoint(at for place in places if (at := self._at(place)) is not None)

    @cached_property
    def _remarked(self) -> frozenset[At]:
        spoilt = {RemarkKind.MALFORMED, RemarkKind.OUT_OF_RANGE, RemarkKind.INEFFECTIVE}
        remarks = [remark for remark in self.reading.remarks if remark.kind in spoilt]
        return frozenset(at for remark in remarks for at in (remark.at, *remark.also_at))

    def is_refused(self, place: Place) -> bool:
        """Whether the reader says of the very statement at a place that the device refuses it.

        What is refused is not in force: the runner drops what a rule has to say about it.
        """
        return place.path != "" and self._at(place) in self._refused and self.says(place.subject, place.path)

    @cached_property
    def _refused(self) -> frozenset[At | None]:
        kinds = _REFUSALS | {RemarkKind.CONFLICTING}
        remarks = [remark for remark in self.reading.remarks if remark.is_fatal and remark.kind in kinds]
        return frozenset(at for remark in remarks for at in (remark.at, *remark.also_at))

    def says(self, subject: str, path: str) -> bool:
        """Whether the text says anything at this very path, rather than above it or nowhere."""
        at = self._at(Place(subject, path))
        return at is not None and at != self._at(Place(subject, above(path)))

    def said(self, *places: Place) -> Place:
        """The first of these places at which the text says anything; else the first with anything said above it."""
        exact = (place for place in places if place.at is not None or self.says(place.subject, place.path))
        above_it = (place for place in places if self._at(place) is not None)
        return next(exact, next(above_it, places[0]))

    def place(self, place: Place) -> At | None:
        """Where the text says what is at a place; None where it does not."""
        return self._at(place)

    def span(self, place: Place) -> Span:
        """The line of a place; line 0 where nothing of it was said."""
        at = self._at(place)
        return Span(0, 0) if at is None else self.reading.places.span(at)

    def _at(self, place: Place) -> At | None:
        at = place.at if place.at is not None else self.reading.places.of(place.subject, place.path)
        return None if isinstance(at, Default) else at

    def default_of(self, subject: str, path: str) -> Default | None:
        """Who supplies a value that the text does not say, or None where the text says it."""
        at = self.reading.places.of(subject, path)
        return at if isinstance(at, Default) else None
