"""A fitted switch as the words that the templates set: every number ready, an empty text where nothing is said."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from roceconf.nos.eos import defaults
from roceconf.nos.eos.fit_watchdog import needs_timer
from roceconf.nos.eos.numbers import RATES, UNITS, seconds
from roceconf.nos.eos.platform import speed_word
from roceconf.nos.eos.settings import ACTIONS, COLOURS
from roceconf.switch import (
    Amount,
    BufferProfile,
    Curve,
    Hints,
    PortGroup,
    Queue,
    Service,
    Size,
    Switch,
    Trust,
    Unit,
    Watchdog,
    WatchdogAction,
    natural_key,
)

_UNIT_WORDS: Mapping[Unit, str] = {unit: word for word, unit in UNITS.items()}
_RATE_WORDS: Mapping[Unit, str] = {unit: word for word, unit in RATES.items()}
_ACTION_WORDS: Mapping[WatchdogAction, str] = {action: word for word, action in ACTIONS.items()}


class CurveWords(NamedTuple):
    """A curve of ``random-detect``."""

    low: str
    high: str
    percent: str
    weight: str
    precedence: str


class QueueWords(NamedTuple):
    """A queue block."""

    number: int
    strict: bool
    percent: str
    guaranteed: str
    shape: str
    ecn: CurveWords | None
    drops: tuple[CurveWords, ...]
    counted: bool


class TimerWords(NamedTuple):
    """Times and action of the watchdog."""

    timeout: str = ""
    recovery_time: str = ""
    polling_interval: str = ""
    forced: bool = False
    action: str = ""


class ProfileWords(NamedTuple):
    """A qos profile."""

    name: str
    trust: str
    cos: str
    pfc: bool
    priorities: tuple[int, ...]
    watchdog: bool
    timer: TimerWords | None
    action: str
    queues: tuple[QueueWords, ...]


class InterfaceWords(NamedTuple):
    """An interface."""

    name: str
    shutdown: str = ""
    mtu: str = ""
    pause: str = ""
    speed: str = ""
    layer: str = ""
    ipv4: tuple[str, ...] = ()
    ipv6: tuple[str, ...] = ()
    channel: str = ""
    shape: str = ""
    profile: str = ""


class MapWords(NamedTuple):
    """A line of a map: several sources, one target."""

    sources: str
    target: int


class SizeWords(NamedTuple):
    """Reserved size and threshold of a priority group or a queue in an MMU profile."""

    number: int
    reserved: str
    alpha: str


class BufferWords(NamedTuple):
    """An MMU profile and the headroom pool."""

    name: str
    headroom: str
    resume: str
    groups: tuple[SizeWords, ...]
    queues: tuple[SizeWords, ...]
    pool: str


def page(switch: Switch, hints: Hints, keyword: str) -> dict[str, object]:
    """Everything the templates need, by the names they use.

    Args:
        switch: a fitted switch in canonical form.
        hints: platform or chip, for the words of speeds.
        keyword: how the platform spells its queues.
    """
    named = _profiles(switch)
    first = switch.groups[0] if switch.groups else PortGroup(())
    lossless = {priority for group in switch.groups for priority in group.pfc.active}
    return {
        "buffers": _buffers(switch),
        "host_name": switch.name,
        "profiles": tuple(sorted((words._replace(name=name) for words, name in named.items()), key=_by_name)),
        "channels": tuple(_channels(switch)),
        "ports": tuple(_ports(switch, hints, named)),
        "cos_maps": tuple(_map(first.cos_to_tc.entries if first.cos_to_tc else (), defaults.COS_MAP, ())),
        "dscp_maps": tuple(_map(first.dscp_to_tc.entries if first.dscp_to_tc else (), {}, ())),
        "queue_maps": tuple(
            _map(first.tc_to_queue.entries if first.tc_to_queue else (), dict(defaults.IDENTITY.entries), lossless)
        ),
        "queue_keyword": keyword,
        "all_off": bool(switch.pfc_all_off),
        "watchdog": _times(switch.watchdog or Watchdog()),
    }


def _map(entries: Iterable[tuple[int, int]], usual: Mapping[int, int], always: Iterable[int]) -> Iterator[MapWords]:
    """The lines of a map, without what EOS does by itself unless it is worth saying."""
    shown = frozenset(always)
    sources: dict[int, list[int]] = {}
    for source, target in entries:
        if usual.get(source) != target or source in shown:
            sources.setdefault(target, []).append(source)
    for target in sorted(sources):
        yield MapWords(" ".join(map(str, sources[target])), target)


def _by_name(profile: ProfileWords) -> tuple[tuple[bool, int, str], ...]:
    """EOS prints profiles in order of their names, as Arista's own renderer does."""
    return natural_key(profile.name)


def _profiles(switch: Switch) -> dict[ProfileWords, str]:
    """The qos profiles, without their names, and the names: lossless ports and others apart, numbered from 2 on."""
    named: dict[ProfileWords, str] = {}
    taken: dict[str, int] = {}
    for group in switch.groups:
        words = _profile(group, switch.watchdog)
        if words not in named:
            stem = "ROCE" if group.pfc.active else "LOSSY"
            taken[stem] = taken.get(stem, 0) + 1
            named[words] = stem if taken[stem] == 1 else f"{stem}-{taken[stem]}"
    return named


def _profile(group: PortGroup, common: Watchdog | None) -> ProfileWords:
    held = group.watchdog or Watchdog()
    usual_action = common.action if common is not None and common.action is not None else WatchdogAction.ERRDISABLE
    return ProfileWords(
        name="",
        trust="" if group.trust is Trust.PORT or group.trust is None else group.trust.value,
        cos="" if group.default_cos is None else str(group.default_cos),
        pfc=bool(group.pfc.enabled),
        priorities=tuple(sorted(group.pfc.priorities)),
        watchdog=held.enabled is not False,
        timer=_times(held) if needs_timer(held, common) else None,
        action="" if held.action in (None, usual_action) else _ACTION_WORDS[held.action],
        queues=tuple(_queue(queue) for queue in group.queues),
    )


def _times(held: Watchdog) -> TimerWords:
    return TimerWords(
        "" if held.detection_ms is None else seconds(held.detection_ms),
        "" if held.restoration_ms is None else seconds(held.restoration_ms),
        "" if held.poll_ms is None else seconds(held.poll_ms),
        bool(held.forced),
        "" if held.action is None else _ACTION_WORDS[held.action],
    )


def _queue(queue: Queue) -> QueueWords:
    scheduler, marking = queue.scheduler, queue.marking
    curves = marking.curves if marking is not None else ()
    return QueueWords(
        number=queue.index,
        strict=scheduler is None or scheduler.service is not Service.WEIGHTED,
        percent="" if scheduler is None or scheduler.weight is None else str(scheduler.weight),
        guaranteed=_guarantee(scheduler.guaranteed if scheduler is not None else None),
        shape=_rate(scheduler.ceiling if scheduler is not None else None),
        ecn=next((_curve(curve) for curve in curves if curve.marks), None),
        drops=tuple(_curve(curve) for curve in curves if not curve.marks),
        counted=bool(marking is not None and marking.counted),
    )


def _guarantee(rate: Amount | None) -> str:
    if rate is None:
        return ""
    return f"percent {rate.number}" if rate.unit is Unit.PERCENT else str(rate.number)


def _rate(rate: Amount | None) -> str:
    return "" if rate is None else f"{rate.number} {_RATE_WORDS[rate.unit]}"


def _curve(curve: Curve) -> CurveWords:
    return CurveWords(
        _threshold(curve.kmin),
        _threshold(curve.kmax),
        "" if curve.pmax_percent is None else str(curve.pmax_percent),
        "" if curve.averaging_weight is None else str(curve.averaging_weight),
        str(COLOURS.index(curve.colour)),
    )


def _threshold(amount: Amount | None) -> str:
    return "" if amount is None else f"{amount.number} {_UNIT_WORDS[amount.unit]}"


def _size(size: Size | None) -> str:
    if not isinstance(size, Amount):
        return ""
    return f"{'cells' if size.unit is Unit.CELLS else 'bytes'} {size.number}"


def _buffers(switch: Switch) -> BufferWords | None:
    if not switch.explicit_buffers:
        return None
    groups: dict[int, BufferProfile] = {}
    queues: dict[int, BufferProfile] = {}
    for group in switch.groups:
        groups |= {held.index: held.profile for held in group.priority_groups if held.profile is not None}
        queues |= {queue.index: queue.profile for queue in group.queues if queue.profile is not None}
    first = next(iter(groups.values()), BufferProfile())
    pool = switch.pool(defaults.POOL)
    return BufferWords(
        name=first.name,
        headroom=_size(first.headroom),
        resume=str(first.xon_offset.number) if isinstance(first.xon_offset, Amount) else "",
        groups=tuple(_sizes(groups)),
        queues=tuple(_sizes(queues)),
        pool=_size(pool.headroom if pool is not None else None),
    )


def _sizes(profiles: Mapping[int, BufferProfile]) -> Iterator[SizeWords]:
    for index, profile in sorted(profiles.items()):
        yield SizeWords(index, _size(profile.reserved), "" if profile.alpha is None else str(profile.alpha))


def _channels(switch: Switch) -> Iterator[InterfaceWords]:
    addresses = _addresses(switch)
    for channel in switch.port_channels:
        ipv4, ipv6 = addresses.get(channel.name, ((), ()))
        yield InterfaceWords(channel.name, layer=_LAYERS[True] if ipv4 or ipv6 else "", ipv4=ipv4, ipv6=ipv6)


def _ports(switch: Switch, hints: Hints, profiles: Mapping[ProfileWords, str]) -> Iterator[InterfaceWords]:
    addresses = _addresses(switch)
    numbers = {port: name.removeprefix("Port-Channel") for name, ports in switch.port_channels for port in ports}
    alike = [(group, _interface(group, hints, profiles[_profile(group, switch.watchdog)])) for group in switch.groups]
    of_port = {port: words for group, words in alike for port in group.ports}
    for port in sorted(of_port, key=natural_key):
        ipv4, ipv6 = addresses.get(port, ((), ()))
        yield of_port[port]._replace(name=port, channel=numbers.get(port, ""), ipv4=ipv4, ipv6=ipv6)


def _addresses(switch: Switch) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """IPv4 and IPv6 addresses by port."""
    held: dict[str, tuple[list[str], list[str]]] = {}
    for port, address in switch.addresses:
        held.setdefault(port, ([], []))[":" in address].append(address)
    return {port: (tuple(ipv4), tuple(ipv6)) for port, (ipv4, ipv6) in held.items()}


_LAYERS: Mapping[bool | None, str] = {True: "no switchport", False: "switchport", None: ""}
_SHUTDOWNS: Mapping[bool | None, str] = {True: "no shutdown", False: "shutdown", None: ""}
_PAUSES: Mapping[bool | None, str] = {True: "on", False: "off", None: ""}


def _interface(group: PortGroup, hints: Hints, profile: str) -> InterfaceWords:
    return InterfaceWords(
        name="",
        shutdown=_SHUTDOWNS[group.admin_up],
        mtu="" if group.mtu_bytes is None else str(group.mtu_bytes),
        pause=_PAUSES[group.link_pause],
        speed=speed_word(group.speed_mbps, group.lanes, hints).word,
        layer=_LAYERS[group.routed],
        shape=_rate(group.ceiling),
        profile=profile,
    )
