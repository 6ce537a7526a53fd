"""Where a value was said: a line, a path in a JSON file, a node of an intent, or nowhere because it is a default."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

At = tuple[str | int, ...]
"""A place as its reader knows it: ``(line, column)`` in a text, the keys that lead to a value in a JSON file.
Only :meth:`Places.span` turns it into a line, so that a clean file never pays for its position index."""


class Span(NamedTuple):
    """A place in a file, counted from 1."""

    line: int
    column: int = 1


class Default(NamedTuple):
    """The place of a value nobody said: the OS, the device or a macro supplies it.

    Attributes:
        text: who supplies it, as a clause: ``EOS maps DSCP 24 to 31 to traffic class 3``.
        source: where that is documented.
        cause: the path of the statement that makes it so, where one does: ``cable``.
        help: what to write there instead, where the reader knows it.
    """

    text: str
    source: str
    cause: str = ""
    help: str = ""


class Places(Protocol):
    """Finds where a value of a :class:`~roceconf.switch.switch.Switch` was said.

    A subject is a port name, ``pool:NAME``, ``profile:NAME`` (of one bound to nothing), or empty for the whole switch.
    A path is dotted, in the words of the model:

    ========  ==========================================================================================
    switch    ``name sku version watchdog.detection watchdog.poll watchdog.action pfc_all_off buffer_model``
    pool      ``size headroom mode``
    profile   ``reserved headroom alpha limit``
    port      ``speed lanes mtu cable admin trust default_cos link_pause ceiling pfc pfc.priority.3 watchdog.poll``
    maps      ``dscp_to_tc dscp_to_tc.26 cos_to_tc tc_to_pg.3 tc_to_queue.3 pfc_to_queue.3``
    buffers   ``pg.3 pg.3.profile pg.3.headroom pg.3.alpha pg.3.reserved queue.3.profile queue.3.limit``
    queues    ``queue.3 queue.3.scheduler queue.3.marking queue.3.marking.green.kmin``
    ========  ==========================================================================================
    """

    def of(self, subject: str, path: str = "") -> At | Default | None:
        """Where the value was said; where it was not, the nearest thing above it that was, else None."""

    def span(self, at: At) -> Span:
        """The line and column of a place."""


def above(path: str) -> str:
    """The path one level up: ``queue.3`` for ``queue.3.marking``, empty at the top."""
    return path.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class PlaceTable:
    """Places kept in a table, for readers that meet every value once on their way.

    Attributes:
        entries: place by (subject, path).
        locate: turns a place into a line and column; the default takes ``(line, column)`` as they are.
    """

    entries: Mapping[tuple[str, str], At | Default]
    locate: Callable[[At], Span] | None = None

    def of(self, subject: str, path: str = "") -> At | Default | None:
        """See :meth:`Places.of`."""
        while True:
            found = self.entries.get((subject, path))
            if found is not None or not path:
                return found
            path = above(path)

    def span(self, at: At) -> Span:
        """See :meth:`Places.span`."""
        if self.locate is not None:
            return self.locate(at)
        line, column = int(at[0]), int(at[1]) if len(at) > 1 else 1
        return Span(line, column)
