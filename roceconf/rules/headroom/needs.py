"""What a lossless priority group keeps, and what its link needs."""

from functools import lru_cache
from typing import NamedTuple

from roceconf.asic import HeadroomRow
from roceconf.findings import Evidence
from roceconf.rules.context import Context
from roceconf.rules.derived.demand import LEAST_MTU_BYTES, floor_bytes_of
from roceconf.rules.derived.lossless import ETHERNET_OVERHEAD_BYTES, LosslessGroup, lossless_groups, speed
from roceconf.rules.model import Place
from roceconf.rules.wording import named
from roceconf.sizing import LARGEST_FRAME_BYTES, headroom, longest_cable_m
from roceconf.switch import PortGroup


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


class Needs(NamedTuple):
    """What the link needs: by the floor, by the model with full-size and with 64-byte frames, as published."""

    speed_mbps: int
    cable_m: int
    floor_bytes: int
    full_bytes: int
    worst_bytes: int
    row: HeadroomRow | None
    carries_m: float

    def message(self, kept: Kept) -> str:
        """The numbers side by side, the way the field compares them."""
        published = "" if self.row is None else f"this platform publishes {self.row.xoff_bytes:,}; "
        carries = f"carries {int(self.carries_m):,} m" if self.carries_m >= 1 else "carries no cable at all"
        return (
            f"xoff {kept.headroom_bytes:,} B at {speed(self.speed_mbps)}, {self.cable_m:,} m: {published}full-size "
            f"frames need {self.full_bytes:,} (so it {carries}), 64-byte frames {self.worst_bytes:,}"
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
            "published_bytes": None if self.row is None else self.row.xoff_bytes,
            "carries_m": self.carries_m,
        }


def cable_of(kept: Kept, context: Context) -> int | None:
    """The cable length in metres, as the text or the user says it."""
    return kept.group.cable_m if kept.group.cable_m is not None else context.supplied.cable_m


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
    full, worst = (_needed_bytes(cell, rate, cable, kept.medium, frame, share) for share in (0.0, 1.0))
    carries = _carried_m(kept.headroom_bytes, cell, rate, kept.medium, frame)
    table = context.headroom_table
    row = table.row(rate, cable) if table is not None else None
    trusted = row if row is not None and not row.suspect else None
    return Needs(rate, cable, floor_bytes(kept, context), full, worst, trusted, carries)


# The links of a switch are few kinds, and several rules ask for the same: each is reckoned once.


@lru_cache(maxsize=4096)
def _needed_bytes(cell_bytes: int, speed_mbps: int, cable_m: int, medium: str, frame_bytes: int, share: float) -> int:
    return headroom(
        cell_bytes=cell_bytes,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=medium,
        frame_bytes=frame_bytes,
        small_packet_share=share,
    ).headroom_bytes


@lru_cache(maxsize=4096)
def _carried_m(headroom_bytes: int, cell_bytes: int, speed_mbps: int, medium: str, frame_bytes: int) -> float:
    return longest_cable_m(
        headroom_bytes,
        cell_bytes=cell_bytes,
        speed_mbps=speed_mbps,
        medium=medium,
        frame_bytes=frame_bytes,
        small_packet_share=0.0,
    )
