"""Buffer pools and profiles as SONiC's tree publishes them for a HWSKU and a role in the fabric."""

from __future__ import annotations

from typing import NamedTuple


class PublishedPool(NamedTuple):
    """A row of ``BUFFER_POOL``: ``kind`` is ingress or egress, ``mode`` static or dynamic, ``xoff_bytes`` headroom."""

    name: str
    kind: str
    mode: str
    size_bytes: int
    xoff_bytes: int | None = None


class PublishedProfile(NamedTuple):
    """A row of ``BUFFER_PROFILE``: its threshold is whichever of ``dynamic_th`` and ``static_th_bytes`` is not None."""

    name: str
    pool: str
    size_bytes: int
    dynamic_th: int | None = None
    static_th_bytes: int | None = None
    xon_bytes: int | None = None
    xoff_bytes: int | None = None
    xon_offset_bytes: int | None = None


class PublishedBuffers(NamedTuple):
    """The buffer configuration one HWSKU ships for one role.

    Attributes:
        id: the configuration's name in this catalogue.
        topology: the role as SONiC names it: ``t0`` (ToRRouter), ``t1`` (LeafRouter), ``lt2``, ``ft2``, ``t2``;
            ``def`` or ``none`` where the tree does not tell roles apart.
        pools: the pools.
        profiles: the profiles that come with them (lossy ingress, lossless and lossy egress).
        priority_groups: priority group range and profile, as bound on every active port.
        queues: queue range and profile, as bound on every active port.
        branch: branch of sonic-buildimage.
        commit: its commit.
        sources: template files in that tree.
        suspect: why the numbers cannot be right for this chip; empty when nothing speaks against them.
    """

    id: str
    topology: str
    pools: tuple[PublishedPool, ...]
    profiles: tuple[PublishedProfile, ...]
    priority_groups: tuple[tuple[str, str], ...]
    queues: tuple[tuple[str, str], ...]
    branch: str
    commit: str
    sources: tuple[str, ...]
    suspect: str = ""

    @property
    def source(self) -> str:
        """Where the numbers stand, in one line."""
        return f"sonic-buildimage {self.commit}: {self.sources[0]}"

    def pool(self, name: str) -> PublishedPool | None:
        """Return the pool of this name, or None."""
        return next((pool for pool in self.pools if pool.name == name), None)

    def profile(self, name: str) -> PublishedProfile | None:
        """Return the profile of this name, or None."""
        return next((profile for profile in self.profiles if profile.name == name), None)
