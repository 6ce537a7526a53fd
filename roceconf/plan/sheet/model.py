"""The whole plan of a switch on one sheet: every number with who says it, its margins, and what the device keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from roceconf.asic import Asic
    from roceconf.plan.origin import Number
    from roceconf.sizing import Headroom


class Row(NamedTuple):
    """One number of the sheet.

    Attributes:
        name: what it is, in the field's words: ``headroom``, ``Kmin``, ``detection``.
        number: the number, and who says it.
        written: what the output says instead and why, a clause; empty where it says the number, or it is not a setting.
    """

    name: str
    number: Number
    written: str = ""


class Margin(NamedTuple):
    """A headroom beside what the link needs under one assumption.

    Attributes:
        assumption: ``floor``, ``full-size frames``, ``64-byte frames``.
        needed: what the link needs under it.
        spare_bytes: the headroom minus that; below zero where it is short.
        carries_m: the longest cable the headroom carries under it; None where it carries none.
    """

    assumption: str
    needed: Headroom
    spare_bytes: int
    carries_m: float | None


class QueueSheet(NamedTuple):
    """ECN of one lossless queue.

    Attributes:
        number: the queue.
        rows: Kmin, Kmax, Pmax; none where the intent switches ECN off.
        remarks: what keeps marking before PFC, or why that is not known, and what else is to be known; clauses.
    """

    number: int
    rows: tuple[Row, ...]
    remarks: tuple[str, ...]


class ClassSheet(NamedTuple):
    """A traffic class.

    Attributes:
        name: as the intent calls it.
        dscps: what comes into it by name.
        priority: its traffic class, priority group, queue and PFC priority.
        is_lossless: whether PFC protects it.
        service: how its queue is served, in words.
    """

    name: str
    dscps: tuple[int, ...]
    priority: int
    is_lossless: bool
    service: str


class GroupSheet(NamedTuple):
    """Some ports that are used alike.

    Attributes:
        ports: their names.
        speed_mbps: of each.
        cable_m: of the longest cable; None where it is not said.
        medium: of the cable.
        mtu_bytes: largest IP packet.
        lossless: the lossless priorities; empty where there are none, and then all below is too.
        cable: the cable length as it is said and written.
        headroom: of one lossless priority group.
        margins: that headroom against each assumption.
        buffers: reserved, XON, alpha, XOFF points and the window between XON and XOFF.
        queues: ECN of the lossless queues.
        watchdog: its times and what bounds them.
    """

    ports: tuple[str, ...]
    speed_mbps: int
    cable_m: float | None
    medium: str
    mtu_bytes: int
    lossless: tuple[int, ...]
    cable: Row | None
    headroom: Row | None
    margins: tuple[Margin, ...]
    buffers: tuple[Row, ...]
    queues: tuple[QueueSheet, ...]
    watchdog: tuple[Row, ...]


class LeftToDevice(NamedTuple):
    """Settings that the output does not say, so that the device chooses: paths of the model, ports, and why."""

    paths: tuple[str, ...]
    ports: tuple[str, ...]
    reason: str


class Sheet(NamedTuple):
    """The plan of a switch.

    Attributes:
        switch: its name.
        nos: the network OS as its maker writes it.
        platform: maker and model; empty where only the chip is named.
        hwsku: the SONiC HWSKU; empty where there is none.
        asic: the chip.
        fan_in: senders that may hit one port at once.
        fan_out: ports that one sender may fill at once.
        classes: the traffic classes.
        groups: the port groups, in the order of the intent.
        pools: sizes of the pools, and of the headroom in them.
        budget: the buffer of one partition, part by part, and what is left.
        hosts: what congestion control at the hosts asks of the switch.
        device: what is left to the device.
        remarks: what is doubtful about the switch as a whole, a sentence each.
        sources: names of published tables and pools, and where they stand.
    """

    switch: str
    nos: str
    platform: str
    hwsku: str
    asic: Asic
    fan_in: int
    fan_out: int
    classes: tuple[ClassSheet, ...]
    groups: tuple[GroupSheet, ...]
    pools: tuple[Row, ...]
    budget: tuple[Row, ...]
    hosts: tuple[Row, ...]
    device: tuple[LeftToDevice, ...]
    remarks: tuple[str, ...]
    sources: tuple[tuple[str, str], ...]
