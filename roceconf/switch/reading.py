"""What a reader gives back."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from roceconf.switch.buffers import BufferProfile
from roceconf.switch.names import NO_NAMES, Names
from roceconf.switch.places import At, Places
from roceconf.switch.switch import Switch


class Concern(StrEnum):
    """A part of the subject that a text claims to cover; absence is a fault only inside it."""

    PORTS = "ports"
    CLASSES = "classes"
    PFC = "pfc"
    BUFFERS = "buffers"
    MARKING = "marking"
    SCHEDULING = "scheduling"
    WATCHDOG = "watchdog"


class RemarkKind(StrEnum):
    """What a reader may have to say about a statement, whatever the OS."""

    UNKNOWN = "unknown"
    MALFORMED = "malformed"
    OUT_OF_RANGE = "out-of-range"
    OBSOLETE = "obsolete"
    FOREIGN = "foreign"
    INEFFECTIVE = "ineffective"
    CONFLICTING = "conflicting"


class Remark(NamedTuple):
    """Something a reader noticed about one statement.

    Attributes:
        kind: what kind of thing.
        at: where.
        message: what is wrong, with the text, and what the device does.
        help: what to write instead.
        is_fatal: whether the device refuses it or certainly drops traffic (an error); else a warning.
        ports: the ports concerned.
        source: where that is documented.
        also_at: further places of the same.
    """

    kind: RemarkKind
    at: At
    message: str
    help: str
    is_fatal: bool = True
    ports: tuple[str, ...] = ()
    source: str = ""
    also_at: tuple[At, ...] = ()


class Hints(NamedTuple):
    """What a text does not say and the user may supply.

    Attributes:
        sku: platform or HWSKU as the user names it.
        asic: key of the ASIC.
        cable_m: cable length of every port whose length is not said.
        version: OS release.
        fan_in: senders that may hit one port at once, each with a group that needs its headroom; 1 where not said.
    """

    sku: str = ""
    asic: str = ""
    cable_m: int | None = None
    version: str = ""
    fan_in: int = 1


@dataclass(frozen=True, slots=True)
class Reading:
    """A configuration, read.

    Attributes:
        nos: key of the network OS.
        switch: what it says, as a pure value in canonical form.
        places: where it says it.
        names: the names it defines and uses.
        remarks: what is malformed, unknown, obsolete or without effect in it, in order of place.
        scope: the concerns it covers.
        line_count: number of lines read.
        unbound_profiles: buffer profiles that are defined and bound to nothing; the others are in the switch.
    """

    nos: str
    switch: Switch
    places: Places
    names: Names = NO_NAMES
    remarks: tuple[Remark, ...] = ()
    scope: frozenset[Concern] = frozenset()
    line_count: int = 0
    unbound_profiles: tuple[BufferProfile, ...] = ()


class NotReadableError(Exception):
    """A text that cannot be read as a configuration of this OS.

    Attributes:
        line: the line where reading stopped, counted from 1; 0 for the whole text.
        column: the column there.
        message: what is wrong and what to do about it.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
