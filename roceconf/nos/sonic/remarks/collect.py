"""Gathers remarks; the same fault in many rows is one remark with many places."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from roceconf.asic import HeadroomTable
from roceconf.nos.sonic.document import Document
from roceconf.nos.sonic.interpret import Interpreted
from roceconf.nos.sonic.raw import PortRows
from roceconf.switch import At, BufferProfile, Remark, RemarkKind, natural_key

YANG = "SONiC's YANG check (config reload, config apply-patch) refuses the file"
"""What happens to a text that the YANG models do not allow."""


class Seen(NamedTuple):
    """A text and what was understood of it.

    Attributes:
        document: its tables.
        rows: the rows of each port.
        groups: ports that are alike, the rows of the first, and how they were interpreted.
        profiles: the buffer profiles by name.
        table: the platform's headroom table; None where it is not known.
    """

    document: Document
    rows: Mapping[str, PortRows]
    groups: tuple[tuple[tuple[str, ...], PortRows, Interpreted], ...]
    profiles: Mapping[str, BufferProfile]
    table: HeadroomTable | None


@dataclass(slots=True)
class _Gathered:
    remark: Remark
    places: dict[At, None]
    ports: set[str]


@dataclass(slots=True)
class Collector:
    """Remarks, those with the same words gathered into one."""

    _by_words: dict[tuple[RemarkKind, str], _Gathered] = field(default_factory=dict)

    def add(
        self,
        kind: RemarkKind,
        at: At,
        message: str,
        help: str,
        *,
        source: str,
        is_fatal: bool = True,
        ports: Iterable[str] = (),
        also_at: Iterable[At] = (),
    ) -> None:
        """Note a fault.

        Args:
            kind: what kind of thing.
            at: where.
            message: what is wrong and what the device does, without the name of the row where many may share it.
            help: what to write instead.
            source: where that is documented.
            is_fatal: whether the device refuses it or certainly drops traffic.
            ports: the ports concerned.
            also_at: further places.
        """
        held = self._by_words.get((kind, message))
        if held is None:
            held = _Gathered(Remark(kind, at, message, help, is_fatal, source=source), {}, set())
            self._by_words[kind, message] = held
        held.places.update(dict.fromkeys((at, *also_at)))
        held.ports.update(ports)

    def is_at(self, at: At) -> bool:
        """Whether a fault has been noted at this very place."""
        return any(at in held.places for held in self._by_words.values())

    def remarks(self) -> tuple[Remark, ...]:
        """What was gathered."""
        return tuple(
            held.remark._replace(
                ports=tuple(sorted(held.ports, key=natural_key)),
                also_at=tuple(at for at in held.places if at != held.remark.at),
            )
            for held in self._by_words.values()
        )


def port_of(table: str, key: str) -> tuple[str, ...]:
    """The port a row belongs to, where its table is one of ports."""
    if table in ("BUFFER_PG", "BUFFER_QUEUE", "QUEUE"):
        return (key.split("|")[-2],) if "|" in key else (key,)
    return (key,) if table in ("PORT", "PORT_QOS_MAP", "PFC_WD") and key not in ("global", "GLOBAL") else ()
