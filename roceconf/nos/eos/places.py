"""Where an EOS text says what, for ports that are understood once for all that are told the same."""

from collections.abc import Mapping
from typing import NamedTuple

from roceconf.nos.eos.lines import Said, Thing
from roceconf.nos.eos.ports import Read
from roceconf.nos.eos.settings import Settings
from roceconf.switch import At, Default, Span, above


class Kind(NamedTuple):
    """Ports about which the same is said.

    Attributes:
        ports: their names.
        read: their group and its places; a place ``(-n,)`` is the n-th statement of the port itself.
        said: the settings in force.
    """

    ports: list[str]
    read: Read
    said: Settings


def kinds_by_port(kinds: list[Kind]) -> dict[str, Kind]:
    """The kind of every port."""
    return {port: kind for kind in kinds for port in kind.ports}


_OF_ONE_PORT = frozenset({"ip_address", "ipv6_address", "channel_group"})
"""Statements that differ from port to port and settle nothing but what they name."""


def is_shared(said: Said) -> bool:
    """Whether ports can share a statement: it differs only where they are told something else."""
    return said.record.kind not in _OF_ONE_PORT


class EosPlaces:
    """Where an EOS text says what; see :class:`roceconf.switch.Places`."""

    def __init__(
        self,
        general: Mapping[tuple[str, str], At | Default],
        maps: Mapping[str, At | Default],
        ports: Mapping[str, Kind],
        things: Mapping[str, Thing],
    ) -> None:
        self._general = general
        self._maps = maps
        self._ports = ports
        self._things = things

    def of(self, subject: str, path: str = "") -> At | Default | None:
        """See :meth:`roceconf.switch.Places.of`."""
        kind = self._ports.get(subject)
        while True:
            found = self._general.get((subject, path)) if kind is None else self._of_port(kind, subject, path)
            if found is not None or not path:
                return found
            path = above(path)

    def _of_port(self, kind: Kind, subject: str, path: str) -> At | Default | None:
        thing = self._things[subject]
        if not path:
            return thing.at
        found = kind.read.places.get(path, self._maps.get(path))
        if isinstance(found, Default) or found is None or int(found[0]) > 0:
            return found
        index = -1 - int(found[0])
        shared = [said for said in thing.said if is_shared(said)]
        if index < len(shared):
            return shared[index].at
        return next(said.at for said in thing.said if said.record.kind in ("ip_address", "ipv6_address"))

    def span(self, at: At) -> Span:
        """See :meth:`roceconf.switch.Places.span`."""
        return Span(int(at[0]), int(at[1]) if len(at) > 1 else 1)
