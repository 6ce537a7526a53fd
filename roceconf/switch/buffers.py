"""Where packets wait on the way in and out: pools, buffer profiles, priority groups."""

from dataclasses import dataclass
from enum import StrEnum

from roceconf.switch.amount import Alpha, Amount, DeviceChosen, Size


class Direction(StrEnum):
    """The side of the switch a pool serves."""

    INGRESS = "ingress"
    EGRESS = "egress"
    BOTH = "both"


class PoolMode(StrEnum):
    """How thresholds in a pool are meant to be said."""

    STATIC = "static"
    DYNAMIC = "dynamic"


@dataclass(frozen=True, slots=True)
class Pool:
    """A shared buffer pool.

    Attributes:
        name: the pool's name; EOS has one ingress pool without a name of its own, called ``ingress``.
        direction: which side it serves; None where the file does not say.
        mode: static or dynamic thresholds; None where the file does not say.
        size: bytes shared; whether they contain the headroom differs by ASIC.
        headroom: the shared headroom pool inside or beside it (SONiC ``xoff``, EOS ``headroom-pool limit``).
    """

    name: str
    direction: Direction | None = None
    mode: PoolMode | None = None
    size: Size | None = None
    headroom: Size | None = None


@dataclass(frozen=True, slots=True)
class BufferProfile:
    """How much buffer a priority group or a queue may take, and when it pauses.

    Attributes:
        name: the profile's name where the OS names profiles, else empty.
        pool: name of the pool it draws from, empty where not said.
        reserved: the guaranteed part (SONiC ``size``, EOS ``reserved``).
        headroom: what is kept for traffic in flight after XOFF (SONiC ``xoff``, EOS ``headroom``).
        xon: XON threshold.
        xon_offset: how far below the XOFF threshold XON is sent (SONiC ``xon_offset``, EOS ``resume``).
        alpha: dynamic threshold.
        limit: static threshold.
    """

    name: str = ""
    pool: str = ""
    reserved: Size | None = None
    headroom: Size | None = None
    xon: Size | None = None
    xon_offset: Size | None = None
    alpha: Alpha | None = None
    limit: Amount | None = None

    @property
    def is_lossless(self) -> bool:
        """Whether it keeps headroom, by a number above zero or by the device's own choice."""
        if isinstance(self.headroom, DeviceChosen):
            return True
        return self.headroom is not None and self.headroom.number > 0


@dataclass(frozen=True, slots=True)
class PriorityGroup:
    """An ingress priority group of a port.

    Attributes:
        index: 0 to 7.
        profile: its buffer profile; None where a profile is named but not to be found, or none is bound.
    """

    index: int
    profile: BufferProfile | None = None

    @property
    def is_lossless(self) -> bool:
        """Whether its profile keeps headroom."""
        return self.profile is not None and self.profile.is_lossless
