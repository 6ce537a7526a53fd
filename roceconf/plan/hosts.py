"""What the hosts' congestion control asks of the switch: CNPs on the DSCP it expects, and room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.nic import Kind, Nic, UnknownNic, nic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roceconf.intent import Intent
    from roceconf.plan.classes import Classes


class UnknownHostsError(Exception):
    """The intent names a NIC that nobody here knows; the message names the nearest."""


class Hosts(NamedTuple):
    """The hosts' NICs, as delivered.

    Attributes:
        nic: their family; None where the intent names none.
        remarks: where what they do as delivered is not what the plan expects, a sentence each.
    """

    nic: Nic | None = None
    remarks: tuple[str, ...] = ()

    @property
    def cnp_interval_ns(self) -> int | None:
        """Least time between two CNPs of one limiter; None where no default is public or no NIC is named."""
        return None if self.nic is None else self.nic.cnp_interval_ns


def hosts_of(intent: Intent, classes: Classes) -> Hosts:
    """The hosts of an intent.

    Args:
        intent: what is wanted.
        classes: the class plan.

    Raises:
        UnknownHostsError: the catalogue has no such NIC, or only a publication of that name.
    """
    name = None if intent.dcqcn is None else intent.dcqcn.nic
    if name is None:
        return Hosts()
    try:
        known = nic(name)
    except UnknownNic as error:
        raise UnknownHostsError(f"{error}; 'roceconf nic' lists them all") from error
    if known.kind is not Kind.NIC:
        raise UnknownHostsError(f"'{name}' is {known.name}, no NIC; 'roceconf nic' lists those there are")
    return Hosts(known, tuple(_remarks(known, intent, classes)))


def _remarks(known: Nic, intent: Intent, classes: Classes) -> Iterator[str]:
    """A NIC can be told otherwise, so that what differs is to be set at the hosts and is no fault of the plan."""
    if known.cnp_interval_ns is None:
        yield f"how often {known.name} sends CNPs is not public: where it matters, ConnectX's interval is taken."
    sent, expected = known.cnp_dscp, intent.cnp_dscps
    if sent is not None and expected and sent not in expected:
        wanted = " or ".join(map(str, expected))
        yield f"{known.name} sends CNPs with DSCP {sent} as delivered, the plan expects {wanted}: set it at the hosts."
    data = known.roce_dscp
    if data is not None and classes.roce_dscps and data not in classes.roce_dscps:
        wanted = ", ".join(map(str, classes.roce_dscps))
        yield f"{known.name} sends RoCE with DSCP {data} as delivered, the lossless classes take {wanted}: set it."
