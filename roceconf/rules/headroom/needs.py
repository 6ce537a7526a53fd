"""What a lossless priority group keeps, and what its link needs."""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from roceconf.asic import HeadroomTable, speed_name
from roceconf.findings import Evidence
from roceconf.rules.context import Context
from roceconf.rules.derived.demand import LEAST_MTU_BYTES, floor_bytes_of, least_lossless_frame_bytes
from roceconf.rules.derived.lossless import LosslessGroup, lossless_groups
from roceconf.rules.model import Place
from roceconf.rules.wording import named
from roceconf.sizing import LARGEST_FRAME_BYTES, Link, headroom, longest_cable_m, model_response_ns
from roceconf.switch import ETHERNET_OVERHEAD_BYTES, PortGroup

if TYPE_CHECKING:
    from roceconf.sizing import PublishedHeadroom


class Kept(NamedTuple):
    """What one lossless priority group of some ports keeps, in bytes, and the link it must be enough for."""

    group: PortGroup
    held: LosslessGroup
    headroom_bytes: int

    @property
    def place(self) -> Place:
        """Where the headroom is said."""
        return Place(self.group.ports[0], f"pg.{self.held.number}.headroom")

    @property
    def called(self) -> str:
        """Whose headroom it is, in words that follow "of"."""
        if self.held.profile.name:
            return f"profile '{self.held.profile.name}'"
        return named("priority group", (self.held.number, *self.held.also))

    @property
    def frame_bytes(self) -> int | None:
        """The largest frame, where the MTU is said."""
        return None if self.group.mtu_bytes is None else self.group.mtu_bytes + ETHERNET_OVERHEAD_BYTES

    @property
    def floor_frame_bytes(self) -> int:
        """The frame a floor may count on: the largest, or that of every Ethernet port where the MTU is not said."""
        return self.frame_bytes or LEAST_MTU_BYTES + ETHERNET_OVERHEAD_BYTES

    @property
    def medium(self) -> str:
        """The cable's material; fibre where it is not said."""
        return "fibre" if self.group.medium is None else self.group.medium.value


class Published(NamedTuple):
    """What the very platform publishes for one speed and length.

    Attributes:
        headroom_bytes: the headroom that agrees with its table.
        least_bytes: below this the table is contradicted.
        said: the same in words that follow "this platform publishes".
        basis: ``row``, ``between``, ``beyond`` or ``below`` rows; ``shorter`` where the table has nothing for this
            length, and only its rows for shorter cables speak.
    """

    headroom_bytes: int
    least_bytes: int
    said: str
    basis: str


class Needs(NamedTuple):
    """What the link needs: by the floor, by the model with full-size and with 64-byte frames, as published.

    The model is that of published tables, with one response at every speed; ``roceconf plan`` takes a longer one below
    100G, so that what is planned is never told to be too little. Where the user says more of the link, as a plan does,
    it is reckoned with what is said.
    """

    speed_mbps: int
    cable_m: int
    floor_bytes: int
    full_bytes: int
    worst_bytes: int
    published: Published | None
    carries_m: float
    links: tuple[Link, ...]

    @property
    def published_bytes(self) -> int | None:
        """What the platform publishes, None where that is nothing."""
        return None if self.published is None else self.published.headroom_bytes

    @property
    def is_published(self) -> bool:
        """Whether the platform publishes something for this very link, and not only for shorter cables.

        Its rows are for a peer that answers as usual and no gearbox.
        """
        if self.published is None or self.published.basis == "shorter":
            return False
        return not self.gearbox_ns and not _is_slow(self.response_ns, self.speed_mbps)

    @property
    def response_ns(self) -> float:
        """The peer's response that is reckoned with: as is said, of several links the longest, else the model's."""
        said = [link.peer_response_ns for link in self.links if link.peer_response_ns is not None]
        return max(said, default=model_response_ns())

    @property
    def gearbox_ns(self) -> float:
        """The delay of the gearboxes that are said; 0 where none is."""
        return max((link.gearbox_ns or 0 for link in self.links), default=0)

    def below_published(self, headroom_bytes: int) -> bool:
        """Whether a headroom contradicts what the platform publishes."""
        return self.published is not None and headroom_bytes < self.published.least_bytes

    @property
    def assumed(self) -> str:
        """What is taken for granted of the link beyond the usual, in words that follow a number."""
        from roceconf.sizing import planning_response_ns

        planned_ns = planning_response_ns(self.speed_mbps)
        box = f" and a gearbox of {self.gearbox_ns:,.0f} ns" if self.gearbox_ns else ""
        if self.response_ns != model_response_ns() or box:
            return f" with a peer that answers within {self.response_ns:,.0f} ns{box}"
        if planned_ns is None:
            return ""
        return (
            f" with a peer that answers within {model_response_ns():,.0f} ns (IEEE 802.3 allows {planned_ns:,.0f} at "
            f"{speed_name(self.speed_mbps)}, with which roceconf plan reckons)"
        )

    def message(self, kept: Kept) -> str:
        """The numbers side by side, the way the field compares them."""
        published = "" if self.published is None else f"this platform publishes {self.published.said}; "
        carries = f"carries {int(self.carries_m):,} m" if self.carries_m >= 1 else "carries no cable at all"
        return (
            f"xoff {kept.headroom_bytes:,} B at {speed_name(self.speed_mbps)}, {self.cable_m:,} m: {published}"
            f"full-size frames need {self.full_bytes:,} (so it {carries}), 64-byte frames {self.worst_bytes:,}"
            f"{self.assumed}"
        )

    def evidence(self, kept: Kept) -> Evidence:
        """The same for machines."""
        return {
            "headroom_bytes": kept.headroom_bytes,
            "speed_mbps": self.speed_mbps,
            "cable_m": self.cable_m,
            "floor_bytes": self.floor_bytes,
            "full_size_frames_bytes": self.full_bytes,
            "smallest_frames_bytes": self.worst_bytes,
            "peer_response_ns": self.response_ns,
            "gearbox_ns": self.gearbox_ns,
            "published_bytes": self.published_bytes,
            "published_basis": None if self.published is None else self.published.basis,
            "carries_m": self.carries_m,
        }


def cable_of(kept: Kept, context: Context) -> int | None:
    """The cable length in metres, as the text or the user says it."""
    return kept.group.cable_m if kept.group.cable_m is not None else context.supplied.cable_m


def floor_frames(kept: Kept, context: Context) -> str:
    """The two frames that a floor counts, in words: one of any class and one of the lossless class."""
    frame = kept.floor_frame_bytes
    lossless = least_lossless_frame_bytes(kept.group, frame, context)
    return f"two frames of {frame:,} B" if lossless == frame else f"frames of {frame:,} B and {lossless:,} B"


def floor_bytes(kept: Kept, context: Context) -> int:
    """What arrives after XOFF whatever the peer does; two frames alone where speed or cable length is not known."""
    return floor_bytes_of(kept.group, context)


def kept_by(group: PortGroup, context: Context) -> tuple[Kept, ...]:
    """The headroom of every lossless group of some ports, once for each profile, where it is said in numbers."""
    return tuple(
        Kept(group, held, number)
        for held in lossless_groups(group, context)
        if (number := context.bytes(held.profile.headroom)) is not None
    )


def needs_of(kept: Kept, context: Context) -> Needs:
    """What the link needs.

    Raises:
        Lacking: cell size, speed or cable length is not known.
    """
    cell, rate = context.cell_bytes, context.need("port speed", kept.group.speed_mbps)
    cable = context.cable_m(kept.group)
    frame = kept.frame_bytes or LARGEST_FRAME_BYTES
    bare = Link(cell, rate, cable, kept.medium, frame)
    links = tuple(_as_said(bare, said) for said in context.links(kept.group)) or (bare,)
    full, worst = (
        max(_needed_bytes(link._replace(small_packet_share=share)) for link in links) for share in (0.0, 1.0)
    )
    carries = min(_carried_m(kept.headroom_bytes, link._replace(small_packet_share=0.0)) for link in links)
    table = context.headroom_table
    published = None if table is None else _published(table, rate, cable)
    return Needs(rate, cable, floor_bytes(kept, context), full, worst, published, carries, links)


@lru_cache(maxsize=4096)
def _published(table: HeadroomTable, speed_mbps: int, cable_m: int) -> Published | None:
    """What a table says of a link: its row, else its length law, else at least its rows for shorter cables.

    A suspect row of exactly this length is what the device itself takes, so nothing is read into its neighbours but
    that a longer cable needs no less.
    """
    from roceconf.sizing import published_headroom

    row = table.row(speed_mbps, cable_m)
    found = None if row is not None and row.suspect else published_headroom(table, speed_mbps, cable_m)
    if found is not None:
        return Published(found.headroom_bytes, found.least_bytes, _in_words(found, cable_m), found.basis)
    shorter = [row for row in table.rows if row.speed_mbps == speed_mbps and row.cable_m < cable_m and not row.suspect]
    if not shorter:
        return None
    last = shorter[-1]
    return Published(last.xoff_bytes, last.xoff_bytes, f"{last.xoff_bytes:,} for {last.cable_m:,} m", "shorter")


def _in_words(found: "PublishedHeadroom", cable_m: int) -> str:
    number = f"{found.headroom_bytes:,}"
    first, last = found.rows[0], found.rows[-1]
    match found.basis:
        case "between":
            return (
                f"{first.xoff_bytes:,} for {first.cable_m:,} m and {last.xoff_bytes:,} for {last.cable_m:,} m, which "
                f"makes {number} for {cable_m:,} m"
            )
        case "beyond":
            return f"{last.xoff_bytes:,} for {last.cable_m:,} m, which goes on to {number} for {cable_m:,} m"
        case "below":
            return f"{number} for {first.cable_m:,} m, its shortest"
        case _:
            return number


def _as_said(bare: Link, said: Link) -> Link:
    """A link as the configuration has it, with what the user says of it beside."""
    return bare._replace(
        lossless_frame_bytes=min(bare.frame_bytes, said.lossless),
        peer_response_ns=said.peer_response_ns,
        gearbox_ns=said.gearbox_ns,
    )


def _is_slow(response_ns: float, speed_mbps: int) -> bool:
    """Whether a peer takes longer than published rows of a speed may stand for: than a plan takes as usual."""
    if response_ns <= model_response_ns():
        return False
    from roceconf.sizing import planning_response_ns

    return response_ns > (planning_response_ns(speed_mbps) or 0)


# The links of a switch are few kinds, and several rules ask for the same: each is reckoned once.


@lru_cache(maxsize=4096)
def _needed_bytes(link: Link) -> int:
    return headroom(**link._asdict()).headroom_bytes


@lru_cache(maxsize=4096)
def _carried_m(headroom_bytes: int, link: Link) -> float:
    given = link._asdict()
    del given["cable_m"]
    return longest_cable_m(headroom_bytes, **given)
