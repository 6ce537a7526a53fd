"""Statements that are well formed and do not fit the switch: another platform's words, sizes that no chip has."""

import re
from collections.abc import Iterator, Mapping, Sequence

from roceconf.nos.eos import defaults, numbers
from roceconf.nos.eos.consequences import Subject
from roceconf.nos.eos.lines import Thing
from roceconf.nos.eos.numbers import CLI_HELP, POOL_HIGH, buffer_amount
from roceconf.nos.eos.platform import queue_keyword
from roceconf.nos.eos.remarks import PortsOf
from roceconf.nos.eos.text import EosText
from roceconf.nos.text.scan import Section
from roceconf.switch import Amount, Hints, Remark, RemarkKind, Unit

_VIRTUAL = re.compile(r"[vc]EOS", re.IGNORECASE)


def of_virtual_switch(text: EosText, subjects: Sequence[Subject]) -> Iterator[Remark]:
    """PFC on a switch that has no hardware."""
    ports = tuple(port for each in subjects if each.group and each.group.pfc.enabled for port in each.ports)
    if ports and _VIRTUAL.match(text.origin.model):
        yield Remark(
            RemarkKind.INEFFECTIVE,
            text.origin.at,
            f"{text.origin.model} has no switching chip: it answers `% The hardware does not support priority flow "
            "control` to every line about PFC, and buffers nothing",
            "try the configuration on a hardware switch; a virtual one shows neither pause nor marking",
            is_fatal=False,
            ports=ports,
            source="published deployment notes for EOS 4.36, run on vEOS and cEOS",
        )


def of_queue_keyword(text: EosText, hints: Hints) -> Iterator[Remark]:
    """Queue blocks under the word of other platforms, where published configurations show this one's."""
    blocks = [(section.header.partition(" ")[0], section) for section in text.scan.of_mode("queue")]
    written = {word for word, _ in blocks} - {"mc-tx-queue"}
    model = hints.sku or text.origin.model
    if not written or not (model or hints.asic):
        return
    keyword = queue_keyword(Hints(sku=model, asic=hints.asic))
    if keyword.doubt or written == {keyword.word}:
        return
    for word, section in blocks:
        if word in written and word != keyword.word:
            yield Remark(
                RemarkKind.CONFLICTING,
                (section.line, section.column),
                f"`{word}` blocks: published configurations of {model or hints.asic} spell unicast queues "
                f"`{keyword.word}`, and none shows what becomes of the other word there",
                f"write what they say under `{keyword.word}` of the same number",
                is_fatal=False,
                ports=_ports_of(section, text),
                source="running-configs and published configurations by platform; see `roceconf sku`",
            )


def _ports_of(section: Section, text: EosText) -> tuple[str, ...]:
    return PortsOf(text).of(section)


_SIZES: Mapping[str, str] = {
    "ingress_headroom": "ingress headroom",
    "ingress_reserved": "ingress reserved",
    "priority_group_reserved": "ingress priority-group reserved",
    "queue_reserved": "egress queue reserved",
}


def of_sizes(buffers: Mapping[str, Thing]) -> Iterator[Remark]:
    """Sizes for one priority group or queue above the largest headroom pool of a whole switch."""
    for said in (said for profile in buffers.values() for said in profile.said if said.record.kind in _SIZES):
        size = buffer_amount(said.record.fields["amount"])
        most = POOL_HIGH[size.unit]
        if size.number <= most:
            continue
        slip = "; it looks like a number of bytes" if size.unit is Unit.CELLS else ""
        yield Remark(
            RemarkKind.OUT_OF_RANGE,
            said.at,
            f"`{said.text}`: one group or queue is given {size}, and the headroom pool of a whole switch is at most "
            f"{Amount(most, size.unit)}{slip}",
            f"write {_SIZES[said.record.kind]} bytes {size.number}" if slip else "write the size of one group or queue",
            is_fatal=False,
            source=CLI_HELP,
        )


def of_guarantees(subject: Subject) -> Iterator[Remark]:
    """Guarantees that together are more than the port carries."""
    speed_mbps = subject.group.speed_mbps if subject.group is not None else None
    if speed_mbps is None:
        return
    found = {index: subject.said.get(f"queue.{index}.guaranteed") for index in defaults.CLASSES}
    held = {index: each for index, each in found.items() if each is not None and isinstance(each.value, Amount)}
    kbps = {index: _kbps(each.value, speed_mbps) for index, each in held.items() if isinstance(each.value, Amount)}
    total = sum(kbps.values())
    if total <= speed_mbps * 1000:
        return
    shares = ", ".join(f"queue {index}: {rate / 1e6:g} Gb/s" for index, rate in kbps.items())
    yield Remark(
        RemarkKind.CONFLICTING,
        max(held.values(), key=lambda each: each.at).at,
        f"bandwidth guaranteed adds up to {total / 1e6:g} Gb/s ({shares}) on a port of {speed_mbps / 1000:g} Gb/s: "
        "that cannot be kept",
        "lower the guarantees; without a unit they are in kbps",
        is_fatal=False,
        ports=subject.ports,
        source=defaults.AVD,
    )


def _kbps(rate: Amount, speed_mbps: int) -> int:
    return rate.number * speed_mbps * 10 if rate.unit is Unit.PERCENT else rate.number


def of_multicast_marking(subject: Subject) -> Iterator[Remark]:
    """Marking of a lossless class in the queue of multicast only."""
    lossless = subject.group.pfc.active if subject.group is not None else frozenset()
    for index in sorted(lossless):
        curve, multicast = subject.said.get(f"queue.{index}.ecn"), subject.said.get(f"multicast.{index}.ecn")
        if multicast is not None and multicast.value is not None and (curve is None or curve.value is None):
            yield Remark(
                RemarkKind.INEFFECTIVE,
                multicast.at,
                f"random-detect ecn stands in mc-tx-queue {index}, which multicast waits in: RoCE is unicast, and its "
                f"queue {index} marks nothing",
                f"move the line to the unicast queue {index}",
                is_fatal=False,
                ports=subject.ports,
                source=numbers.YANG,
            )
