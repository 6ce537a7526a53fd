"""From an EOS text to a reading."""

import re
from collections.abc import Iterator
from dataclasses import replace

from roceconf.nos.eos import consequences, defaults, misfits
from roceconf.nos.eos.buffers import applied_profile, headroom_pool
from roceconf.nos.eos.consequences import Subject
from roceconf.nos.eos.lines import Said, Thing
from roceconf.nos.eos.maps import read_maps
from roceconf.nos.eos.naming import read_names
from roceconf.nos.eos.places import EosPlaces, Kind, is_shared, kinds_by_port
from roceconf.nos.eos.ports import Surroundings, read_port
from roceconf.nos.eos.remarks import read_remarks
from roceconf.nos.eos.scope import read_scope
from roceconf.nos.eos.settings import Setting, Settings, laid_over, settings
from roceconf.nos.eos.text import EosText, take_apart
from roceconf.nos.eos.watchdog import global_watchdog
from roceconf.switch import (
    At,
    Default,
    Hints,
    PortAddress,
    PortChannel,
    Reading,
    Remark,
    Service,
    Switch,
    Trust,
    assemble,
)


def read(text: str, hints: Hints) -> Reading:
    """Read an EOS configuration.

    Args:
        text: a running-config (with or without defaults, any indentation), a script, a transcript or a diff.
        hints: platform or chip, for the word of its queues.

    Returns:
        What it says. Maps and queues that it does not say are EOS's own and have a ``Default`` for a place.

    Raises:
        NotReadableError: it is no configuration, or none of EOS.
    """
    taken = take_apart(text)
    whole = taken.origin.is_running_config or any(said.record.kind == "hostname" for said in taken.general)
    reader = _Reader(taken, hints)
    kinds = reader.kinds()
    switch = assemble(_switch(taken, reader, kinds))
    return Reading(
        nos="eos",
        switch=switch,
        places=_places(taken, reader, kinds),
        names=read_names(taken, whole),
        remarks=read_remarks(taken, reader.consequences(kinds, switch)),
        scope=read_scope(taken, whole),
        line_count=text.count("\n") + (not text.endswith("\n") and bool(text)),
    )


_OF_CHANNEL = ("switchport", "switched", "addressed", "trust", "policy")
"""What members take from their port-channel where they and their profile do not say it."""


class _Reader:
    """What the whole switch says, and the kinds of ports that follow it."""

    def __init__(self, text: EosText, hints: Hints) -> None:
        self.text = text
        self.hints = hints
        watchdog, places = global_watchdog(text.general, _refused_action(text))
        applies = [said for said in text.general if said.record.kind in ("mmu_apply", "no_mmu_apply")]
        self.watchdog = watchdog
        self.watchdog_places = places
        self.around = Surroundings(
            read_maps(text.general),
            watchdog,
            places,
            applied_profile(text.buffers, applies),
            text.origin.is_running_config,
        )
        self.pool = headroom_pool(text.general)
        self.profiles = {name: settings(profile.said) for name, profile in text.profiles.items()}
        self.channels = {name: self._channel(channel) for name, channel in text.channels.items()}
        self.channel_of = {
            port: str(found.value)
            for port, thing in text.ports.items()
            if (found := settings(said for said in thing.said if "channel" in said.record.kind).get("channel"))
        }

    def _channel(self, channel: Thing) -> Settings:
        return self._laid_over(settings(channel.said))

    def kinds(self) -> list[Kind]:
        """Ports grouped by what is said about them, before anything of it is understood."""
        alike: dict[tuple[object, ...], list[str]] = {}
        for name, thing in self.text.ports.items():
            channel = self.channel_of.get(name)
            addressed = any(said.record.kind in ("ip_address", "ipv6_address") for said in thing.said)
            signature = (channel, addressed, *((said.queue, said.text) for said in thing.said if is_shared(said)))
            alike.setdefault(signature, []).append(name)
        return [self._kind(ports) for ports in alike.values()]

    def _kind(self, ports: list[str]) -> Kind:
        first = self.text.ports[ports[0]]
        shared = [said for said in first.said if is_shared(said)]
        own = settings(said._replace(at=(-1 - index,)) for index, said in enumerate(shared))
        if any(said.record.kind in ("ip_address", "ipv6_address") for said in first.said):
            own["addressed"] = Setting(True, (-1 - len(shared),))
        channel = self.channel_of.get(ports[0])
        inherited = self.channels.get(channel, {}) if channel is not None else {}
        layer = {key: inherited[key] for key in _OF_CHANNEL if key in inherited}
        said = layer | self._laid_over(own)
        return Kind(ports, read_port(said, self.around), said)

    def _laid_over(self, own: Settings) -> Settings:
        """A port's own settings over those of its profile.

        A running-config printed with its defaults shows every default as if it were said; it must not hide what the
        profile says.
        """
        profile = own.get("profile")
        said = self.profiles.get(str(profile.value)) if profile is not None else None
        if not said:
            return own
        if self.text.origin.says_all:
            own = {key: each for key, each in own.items() if key not in said or not _is_default(key, each.value)}
        return laid_over(said, own)

    def consequences(self, kinds: list[Kind], switch: Switch) -> Iterator[Remark]:
        """What is well formed and yet does nothing or works against itself."""
        used = {str(kind.said["profile"].value) for kind in kinds if "profile" in kind.said}
        subjects = [Subject(self._placed(kind), tuple(kind.ports), kind.read.group) for kind in kinds]
        subjects += [Subject(said) for name, said in self.profiles.items() if name not in used]
        curve_refused = any(statement.startswith("random-detect ecn ") for _, statement in self.text.refused)
        for subject in subjects:
            yield from consequences.of_queues(subject, curve_refused)
            yield from misfits.of_guarantees(subject)
            yield from misfits.of_multicast_marking(subject)
        yield from misfits.of_virtual_switch(self.text, subjects)
        yield from misfits.of_queue_keyword(self.text, self.hints)
        yield from misfits.of_sizes(self.text.buffers)
        yield from consequences.of_watchdog(self.watchdog, self.watchdog_places, subjects)
        yield from consequences.of_dcbx(self.text.general, subjects)
        yield from consequences.of_rewriting(self.around.maps, switch.groups)
        yield from consequences.of_precedence(self.around.maps, switch.groups)
        yield from consequences.of_control_class(self.text.general)
        yield from consequences.of_applied_buffers(self.text.general)
        members = {channel.name: channel.members for channel in switch.port_channels}
        groups = {port: kind.read.group for kind in kinds for port in kind.ports}
        yield from consequences.of_channels(self.channels, members, groups, self._told_directly())

    def _told_directly(self) -> frozenset[str]:
        """Port-channels that have PFC lines of their own, not only of a profile."""
        kinds = ("pfc_on", "legacy_pfc_mode_on", "pfc_no_drop")
        channels = self.text.channels.values()
        return frozenset(each.name for each in channels if any(said.record.kind in kinds for said in each.said))

    def _placed(self, kind: Kind) -> Settings:
        """The settings of a kind, with the places of its first port."""
        shared = [said.at for said in self.text.ports[kind.ports[0]].said if is_shared(said)]
        return {
            key: setting if int(setting.at[0]) > 0 else setting._replace(at=shared[-1 - int(setting.at[0])])
            for key, setting in kind.said.items()
            if key != "addressed"
        }


_ACTION = re.compile(r"priority-flow-control pause watchdog (?:default )?action \S")


def _refused_action(text: EosText) -> At | None:
    """Where a global line means to set the watchdog's action and EOS refuses it."""
    for statement, line, column, _ in text.scan.sections[0].statements:
        if _ACTION.match(statement) and text.records.get(("global", statement)) is None:
            return line, column
    return None


def _is_default(key: str, value: object) -> bool:
    if key == "watchdog":
        return value is True
    if key == "trust":
        return value is Trust.DSCP
    return value in (None, False, Service.STRICT)  # False is 0, the CoS of untagged frames, too


def _switch(text: EosText, reader: _Reader, kinds: list[Kind]) -> Switch:
    members: dict[str, list[str]] = {name: [] for name in text.channels}
    for port, channel in reader.channel_of.items():
        members.setdefault(channel, []).append(port)
    all_off = [said.record.kind == "pfc_all_off" for said in text.general if _all_off(said)]
    return Switch(
        groups=tuple(replace(kind.read.group, ports=tuple(kind.ports)) for kind in kinds),
        name=next((said.record.fields["hostname"] for said in text.general if said.record.kind == "hostname"), ""),
        sku=text.origin.model,
        version=text.origin.version,
        pools=() if reader.pool is None else (reader.pool[0],),
        watchdog=reader.watchdog,
        pfc_all_off=all_off[-1] if all_off else None,
        explicit_buffers=reader.around.buffers is not None,
        port_channels=tuple(PortChannel(name, tuple(ports)) for name, ports in members.items()),
        addresses=tuple(_addresses(text)),
    )


def _all_off(said: Said) -> bool:
    return said.record.kind in ("pfc_all_off", "legacy_pfc_all_mode_off", "no_pfc_all_off")


def _addresses(text: EosText) -> list[PortAddress]:
    return [
        PortAddress(thing.name, said.record.fields["address"].split(" ")[0])
        for thing in (*text.ports.values(), *text.channels.values())
        for said in thing.said
        if said.record.kind in ("ip_address", "ipv6_address")
    ]


def _places(text: EosText, reader: _Reader, kinds: list[Kind]) -> EosPlaces:
    general: dict[tuple[str, str], At | Default] = {("", path): at for path, at in reader.watchdog_places.items()}
    for said in text.general:
        if said.record.kind == "hostname":
            general.setdefault(("", "name"), said.at)
        elif _all_off(said):
            general["", "pfc_all_off"] = said.at
    if text.origin.model:
        general["", "sku"] = general["", "version"] = text.origin.at
    if reader.pool is not None:
        general[f"pool:{defaults.POOL}", "headroom"] = general[f"pool:{defaults.POOL}", ""] = reader.pool[1]
    if reader.around.buffers is not None:
        general["", "explicit_buffers"] = reader.around.buffers.at
    for channel in text.channels.values():
        general[channel.name, ""] = channel.at
    return EosPlaces(general, reader.around.maps.places, kinds_by_port(kinds), text.ports)
