"""The MTU of ports that carry RDMA."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import plural
from roceconf.switch import PortGroup, Switch

RDMA_MTU_BYTES = 4096
"""The largest path MTU an RDMA connection can have (Linux include/rdma/ib_addr.h)."""

LEAST_MTU_BYTES = 4200
"""An RDMA MTU of 4096 with 62 to 78 bytes of headers, rounded up (NVIDIA and SONiC test practice)."""


@rule(
    "MTU101",
    "mtu-below-rdma",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Linux include/rdma/ib_addr.h, iboe_get_mtu", "tensorflow #9667"),
)
def mtu_carries_rdma(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A PFC port's MTU is too small for RDMA packets of 4096 bytes.

    What the fabric does
        Hosts that use an RDMA MTU of 4096 lose every full packet here and report "retry exceeded"; hosts that adapt
        fall back to 2048 or 1024 and send up to four times the packets.

    How to mend it
        Set the MTU to 9214 or 9100 on the whole path, never below 4200.

    Source
        Linux takes the largest RDMA MTU that fits the MTU of the interface less all headers (ib_addr.h, iboe_get_mtu);
        tensorflow pull request 9667 (path MTU 4096 on a network of 1500).
    """
    if group.mtu_bytes is None or group.mtu_bytes >= LEAST_MTU_BYTES or not group.pfc.active:
        return
    default = context.default_of(group.ports[0], "mtu")
    yield Fault(
        f"MTU {group.mtu_bytes} B{f' ({default.text})' if default else ''} is below {LEAST_MTU_BYTES} B, which RDMA "
        f"packets of {RDMA_MTU_BYTES} B need with their headers: they are dropped, or hosts fall back to smaller ones.",
        f"set the MTU to {LEAST_MTU_BYTES} B or more on the whole path, usually 9100 or 9214",
        context.said(Place(group.ports[0], "mtu"), Place(group.ports[0], "pfc")),
        group.ports,
        {"mtu_bytes": group.mtu_bytes, "needed_bytes": LEAST_MTU_BYTES},
    )


@rule(
    "MTU102",
    "mtu-differs",
    on=Switch,
    severity=Severity.WARNING,
    since="0.1",
    sources=("MinIO RoCEv2 runbook: path MTU 4096 needs jumbo frames on every hop", "tensorflow #9667"),
)
def mtu_is_alike(switch: Switch, context: Context) -> Iterator[Fault]:
    """Ports that carry RDMA have different MTUs.

    What the fabric does
        A packet that comes in through the port with the larger MTU may not fit the one with the smaller: it is dropped
        without a word, because RoCE packets come in one piece. An MTU that is too small for RDMA is left to MTU101.

    How to mend it
        Give every port of the fabric the same MTU.

    Source
        MinIO RoCEv2 runbook: a path MTU that differs from hop to hop looks like loss; tensorflow pull request 9667.
    """
    by_mtu: dict[int, list[PortGroup]] = {}
    for group in switch.groups:
        mtu = group.mtu_bytes
        if mtu is None or mtu < LEAST_MTU_BYTES or not group.pfc.active:
            continue
        if not context.remarked(Place(group.ports[0], "mtu")):
            by_mtu.setdefault(mtu, []).append(group)
    if len(by_mtu) < 2:
        return
    usual = max(by_mtu, key=lambda mtu: (sum(len(group.ports) for group in by_mtu[mtu]), mtu))
    for mtu, groups in sorted(by_mtu.items()):
        if mtu == usual:
            continue
        count = sum(len(group.ports) for group in by_mtu[usual])
        yield Fault(
            f"MTU {mtu} B here, but {usual} B on {count} other PFC {'port' if count == 1 else plural('port')}: packets "
            f"between {min(mtu, usual)} and {max(mtu, usual)} B are dropped on the way from one to the other.",
            f"set the MTU to {usual} B on every port that carries RDMA",
            Place(groups[0].ports[0], "mtu"),
            tuple(port for group in groups for port in group.ports),
            {"mtu_bytes": mtu, "mtu_elsewhere_bytes": usual, "ports_elsewhere": count},
            ((Place(by_mtu[usual][0].ports[0], "mtu"), f"MTU {usual} B here"),),
        )
