"""The nearest switch that SONiC can say, and why each difference."""

from dataclasses import replace

from roceconf.nos import Change, Fitted, NotFittingError
from roceconf.nos.fitting import fitted
from roceconf.nos.sonic.device import LOSSLESS_POOL, known_platform
from roceconf.nos.sonic.fit.classes import fit_classes, fit_pfc
from roceconf.nos.sonic.fit.headroom import Delivery, deliver
from roceconf.nos.sonic.fit.ports import fit_addresses, fit_port, fit_port_channels, split_by_address
from roceconf.nos.sonic.fit.profiles import Profiles
from roceconf.nos.sonic.fit.queues import fit_queues
from roceconf.nos.sonic.fit.reasons import POLL, REASONS
from roceconf.nos.sonic.fit.sizes import Converter
from roceconf.nos.sonic.fit.watchdog import fit_watchdogs
from roceconf.switch import Amount, BufferModel, Hints, PortGroup, Switch, assemble

__all__ = ["fit"]


def fit(switch: Switch, hints: Hints) -> Fitted:
    """The nearest switch that SONiC can say.

    Args:
        switch: what is asked.
        hints: ``sku`` names the platform where the switch does not, ``asic`` the chip, ``cable_m`` the cable length
            of ports without one. Pools are written where the switch asks for some, and no others.

    Returns:
        The switch that reading the written files gives, and every difference with its reason.

    Raises:
        NotFittingError: SONiC cannot do it at all; the message names the numbers.
    """
    sku, platform_name = _sku(switch, hints)
    platform, table, why = known_platform(platform_name)
    chip = hints.asic or (platform.asic_key if platform is not None else "")
    converter = Converter(chip)
    pools = converter.pools(switch.pools)
    groups = [_plain_group(group, switch, hints) for group in split_by_address(switch)]
    profiles = Profiles(converter, pools)
    groups = [fit_queues(group, converter, profiles) for group in groups]
    delivery = Delivery(table, why, pools, profiles, converter)
    groups = deliver(groups, delivery)
    groups, poll = fit_watchdogs(groups, switch.watchdog, chip)
    channels = fit_port_channels(switch)
    after = assemble(
        Switch(
            groups=tuple(groups),
            name=switch.name,
            sku=sku,
            pools=pools,
            watchdog=poll,
            buffer_model=None if switch.buffer_model is BufferModel.DYNAMIC else switch.buffer_model,
            port_channels=channels,
            addresses=fit_addresses(switch, channels),
        )
    )
    _refuse_small_pool(after)
    result = fitted(switch, after, REASONS)
    return result._replace(changes=tuple(map(_of_the_switch, result.changes)))


def _of_the_switch(change: Change) -> Change:
    """The watchdog of the switch as a whole is its poll interval, whatever of it changed."""
    path, _, _, ports = change.difference
    return change._replace(reason=POLL) if path.partition(".")[0] == "watchdog" and not ports else change


def _sku(switch: Switch, hints: Hints) -> tuple[str, str]:
    """The HWSKU to write, and the name by which the platform is looked up, which a reader will find too."""
    named = switch.sku or hints.sku
    if not named:
        return "", ""
    from roceconf.asic import find_hwsku, find_platform

    if find_hwsku(named) is not None:
        return (named if switch.sku else ""), hints.sku or named
    platform = find_platform(named)
    if platform is None:
        return switch.sku, hints.sku or switch.sku
    if len(platform.hwskus) == 1 and switch.sku:
        return platform.hwskus[0].name, hints.sku or platform.hwskus[0].name
    if hints.sku:
        return "", hints.sku
    if not platform.hwskus:
        return "", ""
    choices = ", ".join(sorted(sku.name for sku in platform.hwskus))
    raise NotFittingError(
        f"SONiC runs {platform.key} as several HWSKUs, which differ in ports, headroom and pools. "
        f"Write one of them as sku: {choices}"
    )


def _plain_group(group: PortGroup, switch: Switch, hints: Hints) -> PortGroup:
    """A group without what SONiC has no words for; headroom, queues and watchdog are still as they were asked."""
    if group.cable_m is None and hints.cable_m is not None:
        group = replace(group, cable_m=hints.cable_m)
    return fit_port(fit_classes(fit_pfc(group, all_off=bool(switch.pfc_all_off))))


def _refuse_small_pool(switch: Switch) -> None:
    pool = switch.pool(LOSSLESS_POOL)
    shared = pool.headroom if pool is not None else None
    if not isinstance(shared, Amount) or shared.number == 0:
        return
    for group in switch.groups:
        for held in group.priority_groups:
            headroom = held.profile.headroom if held.profile is not None else None
            if isinstance(headroom, Amount) and headroom.number > shared.number:
                raise NotFittingError(
                    f"the shared headroom of {LOSSLESS_POOL} is {shared.number:,} B, but priority group {held.index} "
                    f"of {group.ports[0]} alone needs {headroom.number:,} B: {headroom.number - shared.number:,} B "
                    "are missing. Enlarge the pool's headroom or shorten the cable"
                )
