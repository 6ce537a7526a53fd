"""A switch model that carries a Tomahawk, and the SONiC HWSKUs it is run as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from roceconf.asic import load

if TYPE_CHECKING:
    from roceconf.asic.buffers import PublishedBuffers
    from roceconf.asic.facts import Asic, Fact, PortCount
    from roceconf.asic.tables import HeadroomTable


class Hwsku(NamedTuple):
    """One SONiC HWSKU of a platform: HWSKUs of one box can differ in headroom table and pools.

    Attributes:
        name: as in ``DEVICE_METADATA.localhost.hwsku``.
        table_id: its headroom table, None where the tree has none for it.
        table_suspect: why the whole table cannot be relied upon on this box; empty when it can.
        buffer_ids: role and name of the published buffer configuration.
        ports: ports of its published port configuration; None where unknown.
        note: what else to know.
    """

    name: str
    table_id: str | None = None
    table_suspect: str = ""
    buffer_ids: tuple[tuple[str, str], ...] = ()
    ports: int | None = None
    note: str = ""

    def table(self) -> HeadroomTable | None:
        """Return the headroom table SONiC ships for this HWSKU; None where it ships none."""
        if self.table_id is None:
            return None
        table = load.headroom_table(self.table_id)
        return table.all_suspect(self.table_suspect) if self.table_suspect else table

    @property
    def topologies(self) -> tuple[str, ...]:
        """The roles for which pools are published."""
        return tuple(topology for topology, _ in self.buffer_ids)

    def buffers(self, topology: str) -> PublishedBuffers | None:
        """Return the pools and profiles published for a role (``t0``, ``t1``, ...); None where there are none."""
        for name, buffer_id in self.buffer_ids:
            if name == topology:
                return load.published_buffers(buffer_id, topology)
        return None


@dataclass(frozen=True, slots=True)
class Platform:
    """A switch model.

    Attributes:
        key: the name people type, ``dell-z9864f``.
        vendor: its maker.
        model: the maker's name for it.
        asic_key: key of its ASIC.
        asic_standing: source and standing of that, as a fact whose value is the key.
        aliases: other names it goes by.
        sonic_platforms: ``DEVICE_METADATA.localhost.platform`` strings.
        hwskus: its SONiC HWSKUs.
        ports: front-panel ports by highest speed, where known.
        eos_queue_keyword: ``tx-queue`` or ``uc-tx-queue``, where a source shows it.
        sources: what evidences the platform.
        note: what else to know.
    """

    key: str
    vendor: str
    model: str
    asic_key: str
    asic_standing: Fact[str]
    aliases: tuple[str, ...]
    sonic_platforms: tuple[str, ...]
    hwskus: tuple[Hwsku, ...]
    ports: Fact[tuple[PortCount, ...]]
    eos_queue_keyword: Fact[str]
    sources: tuple[str, ...]
    note: str = ""

    @property
    def asic(self) -> Asic:
        """The switching chip."""
        return load.asic_of_key(self.asic_key)

    @property
    def sole_hwsku(self) -> Hwsku | None:
        """The HWSKU, where the box is run as one only; None where it has several or none."""
        return self.hwskus[0] if len(self.hwskus) == 1 else None

    def hwsku(self, name: str) -> Hwsku | None:
        """Return the HWSKU of exactly this name, or None."""
        return next((hwsku for hwsku in self.hwskus if hwsku.name == name), None)

    def table_for(self, hwsku: str | None = None) -> HeadroomTable | None:
        """Return the headroom table that applies.

        Args:
            hwsku: the SONiC HWSKU, if it is known.

        Returns:
            That HWSKU's table; without a HWSKU the table on which all HWSKUs that have one agree; None otherwise,
            because HWSKUs of one box can publish different numbers.
        """
        if hwsku is not None:
            found = self.hwsku(hwsku)
            return None if found is None else found.table()
        choices = {(sku.table_id, sku.table_suspect): sku for sku in self.hwskus if sku.table_id is not None}
        return next(iter(choices.values())).table() if len(choices) == 1 else None
