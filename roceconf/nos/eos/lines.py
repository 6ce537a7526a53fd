"""The statements of a text, gathered by the thing they are about: a port, a qos profile, an MMU profile."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from roceconf.nos.text.match import Record, Records
from roceconf.nos.text.scan import Scan, Section
from roceconf.switch import At


class Said(NamedTuple):
    """One statement that a pattern takes.

    Attributes:
        record: what it says.
        text: the statement.
        queue: header of the queue block it stands in, ``uc-tx-queue 3``; empty outside of one.
        at: line and column.
    """

    record: Record
    text: str
    queue: str
    at: At


class Thing(NamedTuple):
    """A named thing and everything said about it, in the order of the text, from all its sections.

    Attributes:
        name: its name.
        at: its first header.
        said: the statements.
    """

    name: str
    at: At
    said: tuple[Said, ...]


def said_about(scan: Scan, records: Records, section: Section, inner: Mapping[int, list[Section]]) -> Iterator[Said]:
    """The statements of a section and of the queue blocks in it, in the order of the text.

    Args:
        scan: the scanned text.
        records: what its statements and headers say; what is missing there is passed over.
        section: an interface or a profile.
        inner: sections by ordinal of the section around them.
    """
    blocks = inner.get(section.ordinal, [])
    if not blocks:
        yield from _own(section, section.mode, "", records)
        return
    found = list(_own(section, section.mode, "", records))
    for block in blocks:
        if block.mode == "queue" and records.get((section.mode, block.header)) is not None:
            found.extend(_own(block, "queue", block.header, records))
    found.sort(key=_place)
    yield from found


def _place(said: Said) -> At:
    return said.at


def _own(section: Section, mode: str, queue: str, records: Records) -> Iterator[Said]:
    for text, line, column, _ in section.statements:
        record = records.get((mode, text))
        if record is not None:
            yield tuple.__new__(Said, (record, text, queue, (line, column)))


def blocks_inside(scan: Scan) -> dict[int, list[Section]]:
    """Sections by ordinal of the section around them."""
    inner: dict[int, list[Section]] = {}
    for section in scan.sections:
        if section.parent > 0:
            inner.setdefault(section.parent, []).append(section)
    return inner


def things(named: Iterable[tuple[str, At, tuple[Said, ...]]]) -> dict[str, Thing]:
    """Things by name; what several sections say about one is put together in order."""
    found: dict[str, list[tuple[At, tuple[Said, ...]]]] = {}
    for name, at, said in named:
        found.setdefault(name, []).append((at, said))
    return {
        name: Thing(name, parts[0][0], parts[0][1] if len(parts) == 1 else tuple(chain(*(said for _, said in parts))))
        for name, parts in found.items()
    }
