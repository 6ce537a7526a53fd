"""What a page on buffers is asked about: a switch, its pools and a priority group, each number with who gave it."""

from typing import NamedTuple

from roceconf.asic import Asic, HeadroomRow, Hwsku
from roceconf.cli.pages.layout import number, paragraph
from roceconf.sizing import SharedBuffer, alpha_of

ACTIVE_GROUPS = (1, 2, 8, 16)
"""How many groups at their threshold a table shows."""

SAID = "said"
"""Who gave a number that stands on the command line."""


class Given(NamedTuple):
    """A number and who gave it: ``said``, a published row, or ``assumed`` with what to pass instead."""

    value: int
    by: str


class Pools(NamedTuple):
    """An ingress lossless pool.

    Attributes:
        pool_bytes: its size.
        xoff_bytes: its headroom pool.
        egress_bytes: size of the egress lossless pool; None where it is not known.
        topology: the role they are published for; empty where they were said, or are another switch's.
        by: who gave them.
        source: where they stand.
    """

    pool_bytes: int
    xoff_bytes: int
    egress_bytes: int | None
    topology: str
    by: str
    source: str = SAID


class Group(NamedTuple):
    """A lossless priority group; None where nobody says.

    Attributes:
        minimum: its minimum.
        headroom: its headroom.
        dynamic_th: the exponent of its alpha.
        xon: its fixed XON threshold.
        xon_offset: how far below the threshold XON is sent.
        rows: the published rows that may be meant.
        source: where they stand; empty where there are none.
        caveats: what to know of them.
    """

    minimum: Given
    headroom: Given | None
    dynamic_th: Given | None
    xon: Given
    xon_offset: Given | None
    rows: tuple[HeadroomRow, ...] = ()
    source: str = ""
    caveats: tuple[str, ...] = ()


class SwitchAsked(NamedTuple):
    """A switch, its pools and a priority group.

    Attributes:
        asic: the chip.
        hwsku: the HWSKU, where one is named.
        pools: the pools; None where the shared buffer was said instead.
        ports: ports of the switch; 0 where nobody says.
        groups: lossless priority groups of a port.
        group: one of them.
        caveats: what to know before relying on it.
    """

    asic: Asic
    hwsku: Hwsku | None
    pools: Pools | None
    ports: Given
    groups: Given
    group: Group
    caveats: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The chip and whose pools these are."""
        if self.pools is None:
            return f"{self.asic.name}, shared buffer as said"
        if self.pools.source == SAID:
            return f"{self.asic.name}, pools as said"
        if not self.pools.topology or self.hwsku is None:
            return f"{self.asic.name}, the smallest pools published for it"
        return f"{self.asic.name}, {self.hwsku.name}, pools for {self.pools.topology.replace(', ', ' and ')}"


class BufferAsked(NamedTuple):
    """A switch, what a partition of it shares, and what share of it a group may take.

    Attributes:
        switch: the switch.
        shared: what a partition shares.
        dynamic_th: the exponent of alpha.
    """

    switch: SwitchAsked
    shared: SharedBuffer
    dynamic_th: Given


def amount(held_bytes: int, cells: int | None = None) -> str:
    """Bytes, and cells where they are known: ``62,160,404 B (244,726 cells)``."""
    return f"{number(held_bytes)} B" + ("" if cells is None else f" ({number(cells)} cells)")


def partition(asic: Asic) -> str:
    """What one partition is called: ``one of 2 ITMs``, ``the whole chip``."""
    parts = asic.partitions.value
    name = f"{asic.partition_name}s" if asic.partition_name else "partitions"
    return "a partition" if parts is None else f"one of {parts} {name}" if parts > 1 else "the whole chip"


def taken_of(switch: SwitchAsked, *names: str) -> tuple[str, ...]:
    """What was taken and who gave it, a sentence each.

    Args:
        switch: the switch.
        names: of ``alpha``, ``pools``, ``ports``, ``groups``, ``minimum``, ``headroom``, ``xon``, ``offset``, in the
            order in which they are told. What nobody gives is left out, and what only counts in pools where the shared
            buffer is said.
    """
    group, pools = switch.group, switch.pools
    said = {
        "alpha": None if group.dynamic_th is None else alpha_said(group.dynamic_th),
        "pools": f"shared buffer of a partition: {SAID}" if pools is None else pools_said(pools),
        "ports": None if pools is None else ports_said(switch.ports),
        "groups": None if pools is None else groups_said(switch.groups),
        "minimum": f"minimum of a group {amount(group.minimum.value)}: {group.minimum.by}",
        "headroom": None if group.headroom is None else _amount("headroom of a group", group.headroom),
        "xon": _amount("fixed XON threshold", group.xon),
        "offset": None if group.xon_offset is None else _amount("XON offset", group.xon_offset),
    }
    return tuple(text for name in names if (text := said[name]) is not None)


def alpha_said(dynamic_th: Given) -> str:
    """Alpha and who gave it, as a sentence."""
    return f"alpha {alpha_of(dynamic_th.value)} (dynamic_th {dynamic_th.value}): {dynamic_th.by}"


def pools_said(pools: Pools) -> str:
    """Pools and who gave them, as a sentence."""
    return f"pool {amount(pools.pool_bytes)}, headroom pool {amount(pools.xoff_bytes)}: {pools.by}"


def ports_said(ports: Given) -> str:
    """Ports and who gave them, as a sentence."""
    return f"ports {ports.value}: {ports.by}" if ports.value else f"ports: {ports.by}"


def groups_said(groups: Given) -> str:
    """Lossless groups and who gave them, as a sentence."""
    return f"lossless groups of a port {groups.value}: {groups.by}"


def _amount(name: str, given: Given) -> str:
    return f"{name} {amount(given.value)}: {given.by}"


def taken_text(taken: tuple[str, ...]) -> str:
    """What was taken, as lines of a page."""
    return "taken:\n" + "".join(paragraph(each, "  ") for each in taken)


def sources_text(switch: SwitchAsked) -> str:
    """Where pools and rows stand, as lines of a page; nothing of what was said."""
    pools = "" if switch.pools is None else f"source of the pools: {switch.pools.source}\n"
    return pools + (f"source of the rows: {switch.group.source}\n" if switch.group.source else "")


def notes_text(switch: SwitchAsked, *more: str) -> str:
    """What to know before relying on a page, one paragraph each."""
    return "".join(paragraph(f"note: {each}") for each in (*more, *switch.caveats, *switch.group.caveats))


def switch_data(switch: SwitchAsked) -> dict[str, object]:
    """A switch, as what JSON can say."""
    pools = switch.pools
    return {
        "asic": switch.asic.key,
        "hwsku": None if switch.hwsku is None else switch.hwsku.name,
        "topology": None if pools is None else pools.topology or None,
        "pool_bytes": None if pools is None else pools.pool_bytes,
        "pool_xoff_bytes": None if pools is None else pools.xoff_bytes,
        "ports": switch.ports.value,
        "lossless_groups": switch.groups.value,
        "source": SAID if pools is None else pools.source,
        "rows_source": switch.group.source or None,
    }
