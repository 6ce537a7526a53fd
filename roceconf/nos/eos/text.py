"""An EOS text taken apart: its statements by the thing they are about, and what is wrong with them as statements."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from roceconf.nos.eos.interfaces import interface_names
from roceconf.nos.eos.lines import Said, Thing, blocks_inside, said_about, things
from roceconf.nos.eos.modes import TABLE
from roceconf.nos.eos.number_faults import NumberFault, number_faults
from roceconf.nos.eos.port_names import is_channel, stands_for_port
from roceconf.nos.eos.syntax_faults import FAULTS
from roceconf.nos.text.abbreviations import unabbreviated
from roceconf.nos.text.doubt import doubts
from roceconf.nos.text.faults import fault_of
from roceconf.nos.text.match import Record, Records, match_scan
from roceconf.nos.text.scan import Scan, Section, scan_lines
from roceconf.nos.text.transcript import Form, TextFault, Transcript, unprompt
from roceconf.switch import At, NotReadableError

_BANNER = re.compile(r"! device: (?P<name>\S+) \((?P<model>[^,)]*), EOS-(?P<version>[^)]*)\)")
_COMMAND = re.compile(r"! Command: show running-config(?P<all> all)?")
_UNTOLD = re.compile(r"^[A-Za-z-]*\s*[0-9]+(?:\s+[0-9]+)*(?:/[0-9/]*)?\s*[-,]")
"""A list or range of interfaces that did not expand; a placeholder has letters where its numbers should be."""
MOST_PORTS = 16_384
"""Interfaces of one text: sixteen times the 1,024 ports of the largest Tomahawk switch, so that VLANs have room."""
MOST_MENTIONS = 65_536
"""Times that interfaces are named in headers: a transcript may come back to each."""
_HEAD_LINES = 12
"""Lines in which ``show running-config`` says of which device it is."""


class Origin(NamedTuple):
    """What the lines above a running-config tell.

    Attributes:
        model: the platform, ``DCS-7260CX3-64``; empty where not told.
        version: release of EOS; empty where not told.
        is_running_config: whether the text is the whole running-config of a device.
        says_all: whether it was printed with its defaults.
        at: place of the line that names the platform.
    """

    model: str = ""
    version: str = ""
    is_running_config: bool = False
    says_all: bool = False
    at: At = (0, 0)


class EosText(NamedTuple):
    """A text taken apart.

    Attributes:
        form: what the text is.
        origin: what the lines above it tell.
        scan: its sections.
        records: what its statements and headers say.
        refused: the statements whose numbers EOS refuses; they are read as if they were not there.
        general: the statements outside of every mode.
        ports: everything said about each Ethernet interface, by name.
        channels: the same for each Port-Channel.
        profiles: the same for each qos profile.
        buffers: the same for each MMU profile.
        ranges: headers of interfaces whose range cannot be told, with their places.
        faults: places where the text itself is at fault: a line too long, a banner without an end.
    """

    form: Form
    origin: Origin
    scan: Scan
    records: Records
    refused: dict[tuple[str, str], NumberFault]
    general: tuple[Said, ...]
    ports: dict[str, Thing]
    channels: dict[str, Thing]
    profiles: dict[str, Thing]
    buffers: dict[str, Thing]
    ranges: tuple[tuple[str, At], ...]
    faults: tuple[TextFault, ...]


def take_apart(text: str) -> EosText:
    """Take an EOS text apart.

    Args:
        text: a running-config, a script, a transcript or a diff.

    Raises:
        NotReadableError: the text is no configuration, nothing in it is EOS, or it has more ports than any switch.
    """
    transcript = unprompt(text)
    if not transcript.is_configuration:
        raise NotReadableError(_refusal(transcript))
    scan = scan_lines(transcript.lines, TABLE)
    _bound_ports(scan)
    records = _with_abbreviations(match_scan("eos", scan))
    if not any(record is not None for record in records.values()) and not _is_doubted(scan, records):
        raise NotReadableError("no line of this text is one that EOS has for ports or queues: is it of another OS?")
    refused = number_faults(records)
    valid: dict[tuple[str, str], Record | None] = {
        said: record if record is not None or not _is_unread_pfc(*said) else UNREAD_PFC
        for said, record in records.items()
        if said not in refused
    }
    general = tuple(said_about(scan, valid, scan.sections[0], {}))
    inner = blocks_inside(scan)
    ports: list[tuple[str, At, tuple[Said, ...]]] = []
    channels: list[tuple[str, At, tuple[Said, ...]]] = []
    ranges: list[tuple[str, At]] = []
    for section in scan.of_mode("interface"):
        at = (section.line, section.column)
        record = records.get(("global", section.header))
        names = interface_names(record.fields["names"]) if record is not None else ()
        if len(names) == 1 and _UNTOLD.search(names[0]):
            ranges.append((section.header, at))
            continue
        wanted = [name for name in names if stands_for_port(name) or is_channel(name)]
        said = tuple(said_about(scan, valid, section, inner)) if wanted else ()
        for name in wanted:
            (channels if is_channel(name) else ports).append((name, at, said))
    return EosText(
        transcript.form,
        _origin(transcript),
        scan,
        records,
        refused,
        general,
        things(ports),
        things(channels),
        things(_named(scan, valid, "profile", inner)),
        things(_named(scan, valid, "mmu", inner)),
        tuple(ranges),
        (*transcript.faults, *scan.faults),
    )


def _bound_ports(scan: Scan) -> None:
    """Refuse a text whose interfaces no switch can have, before anything is done for each of them."""
    ports: set[str] = set()
    mentions = 0
    for section in scan.of_mode("interface"):
        names = interface_names(section.header.partition(" ")[2])
        ports.update(names)
        mentions += len(names)
        if len(ports) > MOST_PORTS or mentions > MOST_MENTIONS:
            raise NotReadableError(
                f"up to this line {len(ports):,} interfaces are configured, {mentions:,} times in all; no switch has "
                f"more than {MOST_PORTS:,}: give the configuration of one switch",
                section.line,
                section.column,
            )


def _is_doubted(scan: Scan, records: Records) -> bool:
    return any(doubt.reason != "not compared" for doubt in doubts(TABLE, scan, records, FAULTS))


UNREAD_PFC = Record("pfc_unread", {})
"""A line about PFC that no pattern takes: what it sets is not known."""


def _is_unread_pfc(mode: str, text: str) -> bool:
    return mode in ("interface", "profile") and text.startswith("priority-flow-control ")


def _with_abbreviations(records: Records) -> Records:
    """The records, with those of statements whose keywords are cut short; a known error is none of them."""
    unread = [said for said, record in records.items() if record is None and said[0] in TABLE.modes]
    found = unabbreviated("eos", [said for said in unread if fault_of(FAULTS, *said) is None])
    return {**records, **found} if found else records


def _named(
    scan: Scan, records: Records, mode: str, inner: dict[int, list[Section]]
) -> Iterator[tuple[str, At, tuple[Said, ...]]]:
    for section in scan.of_mode(mode):
        name = section.header.rpartition(" ")[2]
        yield name, (section.line, section.column), tuple(said_about(scan, records, section, inner))


def _origin(transcript: Transcript) -> Origin:
    origin = Origin()
    for line in transcript.lines[:_HEAD_LINES]:
        if not line.text.startswith("!"):
            continue
        if (found := _BANNER.match(line.text)) is not None:
            place = (line.number, line.column)
            origin = origin._replace(model=found["model"], version=found["version"], is_running_config=True, at=place)
        elif (found := _COMMAND.match(line.text)) is not None:
            origin = origin._replace(is_running_config=True, says_all=found["all"] is not None)
    return origin


def _refusal(transcript: Transcript) -> str:
    if transcript.form is Form.EMPTY:
        return "the text is empty: give the output of `show running-config`"
    if transcript.form is Form.HELP:
        return "this is the CLI's own help, not a configuration: give the output of `show running-config`"
    if transcript.form is Form.OUTPUT:
        return "this is the output of other show commands: give that of `show running-config`"
    return "this reads like prose, not like a configuration: give the output of `show running-config`"
