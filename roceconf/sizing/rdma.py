"""The frames of RDMA that thresholds are held against: what nearly every packet is, and the largest there can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.sizing.constants import term_of

if TYPE_CHECKING:
    from roceconf.sizing.derivation import Term


def rdma_packet() -> Term:
    """Return the ordinary data frame of RDMA MTU 4096: a marking threshold below it marks every packet that waits.

    Source:
        ``data/rdma.toml``: untagged, IPv4, in the middle of a message.
    """
    return term_of("rdma", "data_frame")


def largest_rdma_frame() -> Term:
    """Return the largest frame of RDMA MTU 4096: what is to hold any packet must hold it.

    Source:
        ``data/rdma.toml``: tagged, IPv6, with the headers of the first packet of a write.
    """
    return term_of("rdma", "largest_frame")
