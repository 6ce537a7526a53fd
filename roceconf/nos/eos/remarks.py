"""What is wrong with the statements of an EOS text as statements; what follows from them the rules judge."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from roceconf.nos.eos.interfaces import interface_names
from roceconf.nos.eos.modes import TABLE
from roceconf.nos.eos.port_names import stands_for_port
from roceconf.nos.eos.remark_data import CERTAIN_HEADS, FOREIGN, IN_TIME, VERDICTS, ForeignLine
from roceconf.nos.eos.syntax_faults import FAULTS
from roceconf.nos.eos.text import EosText
from roceconf.nos.text.doubt import Doubt, doubts
from roceconf.nos.text.match import Record
from roceconf.nos.text.scan import Section
from roceconf.switch import Remark, RemarkKind, natural_key


def read_remarks(text: EosText, consequences: Iterable[Remark]) -> tuple[Remark, ...]:
    """The remarks of a text, in order of place.

    Args:
        text: the text, taken apart.
        consequences: what its meaning gives rise to.

    Returns:
        One remark for all places of the same.
    """
    return merged((*_of_text(text), *_of_doubts(text), *_of_statements(text), *consequences))


def merged(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Remarks that say the same as one, with all its places and ports; in order of place."""
    alike: dict[tuple[RemarkKind, str, str], list[Remark]] = {}
    for remark in remarks:
        alike.setdefault((remark.kind, remark.message, remark.help), []).append(remark)
    found = []
    for same in alike.values():
        places = sorted({remark.at for remark in same} | {at for remark in same for at in remark.also_at})
        ports = sorted({port for remark in same for port in remark.ports}, key=natural_key)
        found.append(same[0]._replace(at=places[0], also_at=tuple(places[1:]), ports=tuple(ports)))
    return tuple(sorted(found, key=lambda remark: (remark.at, remark.message)))


_MOST_SHOWN = 160


def _shown(statement: str) -> str:
    """A statement as a message quotes it: no line of EOS that means anything is cut."""
    return statement if len(statement) <= _MOST_SHOWN else f"{statement[:_MOST_SHOWN]} ..."


def _of_text(text: EosText) -> Iterator[Remark]:
    for fault in text.faults:
        yield Remark(RemarkKind.MALFORMED, (fault.line, fault.column), fault.message, "mend the text", is_fatal=False)
    for header, at in text.ranges:
        yield Remark(
            RemarkKind.MALFORMED,
            at,
            f"`{_shown(header)}`: which ports that is cannot be told, so nothing under it is read",
            "write the range from the lower to the higher port, with one number that differs: Ethernet1/1-4 or 1-32/1",
        )


def _of_doubts(text: EosText) -> Iterator[Remark]:
    ports = PortsOf(text)
    for doubt in doubts(TABLE, text.scan, text.records, FAULTS):
        kind, is_fatal, message, advice, source = _worded(doubt)
        at = (doubt.line, doubt.column)
        yield Remark(kind, at, message, advice, is_fatal, ports.of(text.scan.sections[doubt.section]), source)


def _worded(doubt: Doubt) -> tuple[RemarkKind, bool, str, str, str]:
    shown = _shown(doubt.text)
    if doubt.fault is not None:
        kind, is_fatal = VERDICTS[doubt.fault.verdict]
        return kind, is_fatal, f"`{shown}`: {doubt.fault.wrong}", f"write {doubt.fault.write}", doubt.fault.source
    if doubt.reason == "not compared":
        message = f"from `{shown}` on unknown statements are not compared with known ones, because there are too many"
        return RemarkKind.UNKNOWN, False, message, "give the configuration of one switch, without other text", ""
    where = "" if doubt.mode == "global" else f" in {_MODES.get(doubt.mode, 'this mode')}"
    if doubt.reason == "misspelt" or (doubt.reason == "unknown statement" and doubt.nearest):
        message = f"`{shown}` is no statement of EOS{where}; EOS refuses the line"
        return RemarkKind.UNKNOWN, True, message, f"was `{doubt.nearest}` meant?", ""
    if doubt.reason == "unknown rest":
        positive = f"{TABLE.positive(doubt.text)} "
        certain = [head for head in CERTAIN_HEADS if positive.startswith(f"{head} ")]
        head = max(certain, key=len) if certain else doubt.nearest
        message = f"`{shown}`: EOS knows `{head}`, but not what follows it here"
        if certain:
            message += "; it refuses the line"
        return RemarkKind.MALFORMED, bool(certain), message, f"check what may follow `{head}`", ""
    message = f"`{shown}` is no statement known{where}, and was not read"
    return RemarkKind.UNKNOWN, False, message, "check the spelling, or that it belongs here", ""


_MODES = {
    "interface": "an interface",
    "profile": "a qos profile",
    "queue": "a queue",
    "mmu": "an MMU profile",
    "policy": "a policy-map",
    "policy-class": "a class of a policy-map",
    "class": "a class-map",
}


def _of_statements(text: EosText) -> Iterator[Remark]:
    """Remarks on what single statements say, wherever they stand."""
    made: dict[tuple[str, str], Remark] = {}
    for (mode, statement), fault in text.refused.items():
        made[mode, statement] = Remark(
            fault.kind,
            (0, 0),
            f"`{_shown(statement)}`: {fault.wrong}; EOS refuses the line",
            fault.help,
            source=fault.source,
        )
    for (mode, statement), record in text.records.items():
        line = _foreign(record) if record is not None and (mode, statement) not in text.refused else None
        if line is not None:
            message = f"`{line.line}` {line.wrong}"
            made[mode, statement] = Remark(RemarkKind.FOREIGN, (0, 0), message, line.help, False, (), line.source)
    if made:
        yield from _at_their_places(text, made)


_IN_TIME = re.compile(r"\b(?:milli|micro)seconds\b")


def _foreign(record: Record) -> ForeignLine | None:
    if record.kind in ("ecn", "wred") and _IN_TIME.search(record.fields["options"]):
        return IN_TIME
    return FOREIGN.get(record.kind)


def _at_their_places(text: EosText, made: Mapping[tuple[str, str], Remark]) -> Iterator[Remark]:
    ports = PortsOf(text)
    for section in text.scan.sections:
        for statement, line, column, _ in section.statements:
            remark = made.get((section.mode, statement))
            if remark is not None:
                yield remark._replace(at=(line, column), ports=ports.of(section))
    for mode, section in text.scan.headers():
        remark = made.get((mode, section.header))
        if remark is not None:
            yield remark._replace(at=(section.line, section.column), ports=ports.of(section))


@dataclass(slots=True)
class PortsOf:
    """The ports that a section speaks of: its own, or those that use its profile."""

    text: EosText
    users: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for port in self.text.ports.values():
            for said in port.said:
                if said.record.kind == "service_profile":
                    self.users.setdefault(said.record.fields["profile"], []).append(port.name)

    def of(self, section: Section) -> tuple[str, ...]:
        """The ports of one section."""
        if section.mode == "queue":
            return self.of(self.text.scan.sections[section.parent])
        if section.mode == "profile":
            return tuple(self.users.get(section.header.rpartition(" ")[2], ()))
        if section.mode != "interface":
            return ()
        names = interface_names(section.header.partition(" ")[2])
        return tuple(name for name in names if stands_for_port(name))
