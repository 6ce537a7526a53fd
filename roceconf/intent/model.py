"""The intent of one switch, typed. Units are in the names; None means "not said", "off" means "said no"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, Discriminator, Field, PrivateAttr, Tag

from roceconf.intent import fields
from roceconf.intent.addresses import LinkAddress, link_addresses
from roceconf.intent.document import Document  # noqa: TC001 - pydantic reads the annotations
from roceconf.intent.errors import IntentError, Path, Place
from roceconf.intent.presets import default_preset, presets


class _Said(BaseModel, extra="forbid", frozen=True, strict=True):
    """What all parts share: unknown keys are refused, nothing is converted silently, nothing changes later."""


class EcnIntent(_Said, frozen=True):
    """ECN marking of the lossless queues. What is left out is computed by the port's speed."""

    kmin: fields.BufferSize | None = Field(None, description="Queue length at which marking starts, such as 950KB.")
    kmax: fields.BufferSize | None = Field(
        None, description="Queue length from which every packet is marked, such as 3000KB."
    )
    pmax_percent: fields.Percent | None = Field(
        None,
        alias="pmax",
        description="Marking probability at kmax, in percent: 7 or 7%. A fraction such as 0.07 is refused.",
    )
    preset: fields.EcnPresetName | None = Field(
        None, description="A published set of thresholds by name; kmin, kmax and pmax said beside it win."
    )


class WatchdogIntent(_Said, frozen=True):
    """PFC watchdog: what to do when a peer pauses a queue without end."""

    detection_ms: fields.WatchdogTimeMs | None = Field(
        None, alias="detection", description="How long a queue may be paused before it counts as stuck, such as 200ms."
    )
    restoration_ms: fields.WatchdogTimeMs | None = Field(
        None,
        alias="restoration",
        description="How long pauses must be gone before the queue is used again, such as 400ms.",
    )
    poll_ms: fields.PollTimeMs | None = Field(
        None, alias="poll", description="How often queues are looked at, such as 100ms."
    )
    action: fields.WatchdogAction | None = Field(
        None,
        description="What to do with a stuck queue: drop, forward, alert (only log) or errdisable the port.",
    )


def _off_or_settings(value: object) -> str:
    return "settings" if isinstance(value, Mapping | BaseModel) else "off"


_Off = Annotated[Literal["off"], Tag("off")]
EcnSetting = Annotated[Annotated[EcnIntent, Tag("settings")] | _Off, Discriminator(_off_or_settings)]
WatchdogSetting = Annotated[Annotated[WatchdogIntent, Tag("settings")] | _Off, Discriminator(_off_or_settings)]


class ClassIntent(_Said, frozen=True):
    """A traffic class: its DSCPs, and the number that is its traffic class, priority group, queue and PFC priority."""

    dscp: fields.Dscps = Field(
        (),
        description="A number, a range such as 24-31, or a list of them. Each DSCP belongs to one class.",
    )
    priority: fields.Priority = Field(
        description="Traffic class, priority group, queue and PFC priority, 0 to 7; one class each."
    )
    lossless: bool = Field(False, description="Whether PFC keeps the class from losing frames.")
    strict: bool = Field(
        False, description="Whether the queue is served before all weighted ones. It then has no bandwidth share."
    )
    bandwidth_percent: fields.Percent | None = Field(
        None,
        alias="bandwidth",
        description="Share, in percent, of what strict queues leave; best effort gets the rest. Sum at most 100.",
    )
    ecn: EcnSetting | None = Field(
        None, description="ECN of this class where it differs from the switch's; off switches it off."
    )


class DcqcnIntent(_Said, frozen=True):
    """What the hosts' congestion control is set to."""

    cnp_dscp: fields.Dscp | None = Field(
        None,
        description="DSCP of congestion notification packets. Said here or in classes.cnp.dscp; the other is derived.",
    )
    nic: fields.NicName | None = Field(
        None, description="NIC of the hosts, as `roceconf nic` lists them: its defaults are held against the plan."
    )


_LosslessMtu = Annotated[
    fields.MtuBytes | None,
    Field(
        alias="lossless_mtu",
        description="Largest IP packet of the lossless classes, in bytes, where it is smaller than the mtu.",
    ),
]
_SmallPackets = Annotated[
    fields.Share | None,
    Field(
        alias="small_packets",
        description="Share of the wire time, in percent, that carries 64-byte frames; left out: 100, the worst case.",
    ),
]
_Peer = Annotated[
    fields.PeerResponse | None,
    Field(description="What is at the other end, where it obeys PFC late: a name such as ieee, or a time in ns or us."),
]
_Gearbox = Annotated[
    fields.Gearbox | None,
    Field(description="Retimer or gearbox between chip and connector: a name, or its one-way delay in ns or us."),
]


class PortGroupIntent(_Said, frozen=True):
    """Ports that are used alike. What a group says wins over what the switch says."""

    ports: fields.PortNames = Field(
        description="Port names, ranges with both ends included: Ethernet[0-504:8], Ethernet[1-32]/[1,5]; or a list."
    )
    speed_mbps: fields.SpeedMbps = Field(alias="speed", description="Speed of each port, such as 400G.")
    cable_m: fields.CableM | None = Field(
        None,
        alias="cable",
        description="Length of the longest cable of the group, such as 40m. Headroom is sized from it.",
    )
    medium: fields.Medium = Field(
        "fibre", description="dac: passive copper; aec: active copper; aoc: active optical cable; fibre: optics."
    )
    to: Literal["host", "switch"] | None = Field(None, description="What is at the other end.")
    rdma: bool = Field(True, description="false: no PFC and no lossless class on these ports.")
    mtu_bytes: fields.MtuBytes | None = Field(
        None, alias="mtu", description="Largest IP packet, in bytes; the frame is 22 larger."
    )
    headroom: fields.BufferSize | None = Field(
        None,
        description="Headroom of one lossless priority group instead of the computed one, such as 400KB or 1600cells.",
    )
    alpha: fields.Alpha | None = Field(
        None,
        description="Factor of the dynamic threshold of the lossless priority groups, a power of two from 1/128 to 8.",
    )
    lossless_mtu_bytes: _LosslessMtu = None
    small_packets_percent: _SmallPackets = None
    peer: _Peer = None
    gearbox: _Gearbox = None
    ecn: EcnSetting | None = Field(None, description="ECN of the lossless queues of these ports; off switches it off.")
    watchdog: WatchdogSetting | None = Field(None, description="PFC watchdog of these ports; off switches it off.")
    lanes: fields.Lanes | None = Field(
        None, description="SerDes lanes of each port. Checked against its speed and medium; not written."
    )
    addresses: fields.Prefix | None = Field(
        None,
        description="A prefix; each port takes a /31 of it (IPv6: /127), in order, the switch the lower address.",
    )

    @property
    def lane_mbps(self) -> int | None:
        """Speed of one lane; None where the lanes are not said."""
        return None if self.lanes is None else self.speed_mbps // self.lanes

    def link_addresses(self) -> tuple[LinkAddress, ...]:
        """The addresses of each port's link, in the order of the ports; empty where the group has no prefix."""
        return () if self.addresses is None else link_addresses(self.addresses, self.ports)


class Intent(_Said, frozen=True):
    """What one switch is to do about lossless traffic.

    Two intents are equal when they say the same, wherever in their files they say it.
    """

    switch: fields.HostName = Field(description="Host name of the switch.")
    nos: fields.NetworkOsKey = Field(description="Network operating system.")
    version: fields.Version | None = Field(
        None, description='Release of the network OS in quotes, such as "4.32" or "202411".'
    )
    sku: fields.ProductName | None = Field(
        None, description="Platform of the catalogue, such as dell-z9864f. Either this or asic."
    )
    asic: fields.ProductName | None = Field(
        None, description="ASIC of the catalogue, such as th5, where the platform is not in it."
    )
    mtu_bytes: fields.MtuBytes | None = Field(
        None,
        alias="mtu",
        description="Largest IP packet, in bytes; the frame is 22 larger. Left out: the usual one of the network OS.",
    )
    fan_in: fields.FanIn = Field(8, description="How many senders may hit one port at once; sizes what must fit.")
    fan_out: fields.FanOut = Field(
        8, description="How many ports one sender may fill at once; bounds where ECN must begin to mark."
    )
    rtt_ns: fields.RoundTripNs | None = Field(
        None, alias="rtt", description="Round trip of the fabric without queueing, such as 8us. ECN is held against it."
    )
    preset: fields.PresetName | None = Field(
        None,
        description="A published class plan. A class said beside it replaces the plan's of the same name, or joins it.",
    )
    classes: Annotated[Mapping[fields.ClassName, ClassIntent], fields.NOT_EMPTY] = Field(
        default_factory=dict,
        description="Traffic classes by name; cnp carries congestion notification. Left out: the default plan.",
    )
    ecn: EcnSetting | None = Field(
        None, description="ECN of all lossless queues; left out, it is computed; off switches it off."
    )
    watchdog: WatchdogSetting | None = Field(
        None, description="PFC watchdog; left out, it runs with the usual times; off: none."
    )
    dcqcn: DcqcnIntent | None = Field(None, description="What the hosts' congestion control is set to.")
    headroom: fields.BufferSize | None = Field(
        None, description="Headroom of one lossless priority group on every port instead of the computed one."
    )
    alpha: fields.Alpha | None = Field(
        None,
        description="Factor of the dynamic threshold of the lossless priority groups, a power of two from 1/128 to 8.",
    )
    lossless_mtu_bytes: _LosslessMtu = None
    small_packets_percent: _SmallPackets = None
    peer: _Peer = None
    gearbox: _Gearbox = None
    headroom_model: fields.ModelName | None = Field(
        None,
        description="The model that sizes headroom where the platform publishes none; left out: unified.",
    )
    mmu: Literal["device", "explicit"] = Field(
        "device",
        description="explicit: write buffer profiles even where the network OS (EOS) would choose them itself.",
    )
    topology: Literal["t0", "t1", "t2", "lt2", "ft2"] | None = Field(
        None, description="Place in the fabric, by which SONiC platforms choose among their buffer tables."
    )
    ports: Annotated[tuple[PortGroupIntent, ...], fields.SOME_PORTS] = Field(
        strict=False,
        json_schema_extra={"minItems": 1},
        description="The ports, in groups that are used alike; each port belongs to one group.",
    )
    port_channels: Annotated[Mapping[fields.ChannelName, fields.PortNames], fields.NOT_EMPTY] = Field(
        default_factory=dict, description="Port-channels by name, each with its members."
    )

    _document: Document | None = PrivateAttr(default=None)
    _warnings: tuple[IntentError, ...] = PrivateAttr(default=())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Intent) and dict(self) == dict(other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def warnings(self) -> tuple[IntentError, ...]:
        """What is allowed, but unlikely to be right; found while loading."""
        return self._warnings

    @property
    def class_plan(self) -> Mapping[str, ClassIntent]:
        """All classes in effect: said ones, those of the preset or default plan, with the CNP's DSCP filled in."""
        return class_plan(self.preset, self.classes, None if self.dcqcn is None else self.dcqcn.cnp_dscp)

    @property
    def cnp_dscps(self) -> tuple[int, ...]:
        """The DSCPs of congestion notification packets: what the hosts are set to, else what the class cnp carries."""
        if self.dcqcn is not None and self.dcqcn.cnp_dscp is not None:
            return (self.dcqcn.cnp_dscp,)
        cnp = self.class_plan.get(CNP)
        return () if cnp is None else cnp.dscp

    def place_of(self, path: Path) -> Place:
        """Where something was said.

        Args:
            path: keys as written in YAML and list positions, such as ``("ports", 0, "speed")``.

        Returns:
            Line and column; of the nearest thing above that was said, where nothing was said at the path itself.
        """
        return Place(1, 1) if self._document is None else self._document.place(path)

    def says(self, path: Path) -> bool:
        """Whether the file says something at this very path; False for what was filled in."""
        return self._document is not None and self._document.holds(path)


CNP = "cnp"
"""The class of congestion notification packets has this name."""


def class_plan(preset: str | None, classes: Mapping[str, ClassIntent], cnp_dscp: int | None) -> dict[str, ClassIntent]:
    """The classes in effect.

    Args:
        preset: name of a class plan, if one was said.
        classes: the classes that were said; each replaces the plan's class of its name as a whole.
        cnp_dscp: what the hosts send CNPs with, if it was said.

    Returns:
        Classes by name: the plan's first, then those that joined it.
    """
    plan: dict[str, ClassIntent] = {}
    if preset is not None or not classes:
        published = presets()[preset] if preset is not None else default_preset()
        plan = {name: ClassIntent.model_validate(said) for name, said in published.classes.items()}
    plan.update(classes)
    cnp = plan.get(CNP)
    # A DSCP that the operator gave the class stays; one that a plan brought, or none, follows the hosts.
    if cnp is not None and cnp_dscp is not None and not (CNP in classes and cnp.dscp):
        plan[CNP] = cnp.model_copy(update={"dscp": (cnp_dscp,)})
    return plan
