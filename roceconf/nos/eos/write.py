"""From a fitted switch to an EOS configuration: the words are here, their order and indentation in the templates."""

from collections.abc import Iterator

from roceconf.nos import OutputFile
from roceconf.nos.eos import defaults, written
from roceconf.nos.eos.fit_buffers import oversubscription
from roceconf.nos.eos.platform import cell_bytes, headroom_bounds, queue_keyword
from roceconf.nos.templates import template
from roceconf.switch import DeviceChosen, Hints, PortGroup, Service, Switch, assemble


def write(switch: Switch, hints: Hints) -> tuple[OutputFile, ...]:
    """The configuration of a fitted switch.

    Args:
        switch: what :func:`roceconf.nos.eos.fit.fit` gave.
        hints: platform or chip, for the words of queues and speeds.

    Returns:
        One file, in the order in which EOS prints its running-config.
    """
    switch = assemble(switch)
    keyword = queue_keyword(hints)
    notes = [keyword.doubt] if keyword.doubt else []
    notes += list(dict.fromkeys(_notes(switch, hints)))
    page = written.page(switch, hints, keyword.word)
    text = template("eos", "configuration.j2").render(page).rstrip("\n") + "\n"
    return (OutputFile(f"{switch.name or 'eos'}.cfg", text, tuple(notes)),)


def _notes(switch: Switch, hints: Hints) -> Iterator[str]:
    if any(
        isinstance(held.profile.headroom, DeviceChosen)
        for group in switch.groups
        for held in group.priority_groups
        if held.profile is not None
    ):
        yield (
            "EOS sizes headroom by itself and publishes no numbers for it: look at them with "
            "`show platform trident mmu queue status`"
        )
    yield from _pool_notes(switch, hints)
    if switch.addresses:
        yield (
            "addresses are written, `ip routing` is not, because it is for the whole switch: without it EOS forwards "
            "nothing between routed ports"
        )
    for group in switch.groups:
        yield from _strict_below_weighted(group)


def _pool_notes(switch: Switch, hints: Hints) -> Iterator[str]:
    """How far the headroom pool is oversubscribed, and whether it is known to fit the chip."""
    if not switch.explicit_buffers or switch.pool(defaults.POOL) is None:
        return
    said = oversubscription(switch, cell_bytes(hints))
    if said:
        yield said
    bounds = headroom_bounds(hints)
    if bounds.usable_bytes is None:
        why = f"how much buffer {bounds.chip} has is not published" if bounds.chip else "no chip is named"
        yield f"{why}: look whether the headroom pool fits, and how much it leaves to share"


def _strict_below_weighted(group: PortGroup) -> Iterator[str]:
    services = {queue.index: queue.scheduler.service for queue in group.queues if queue.scheduler is not None}
    weighted = [index for index, service in services.items() if service is Service.WEIGHTED]
    below = [
        index for index, service in services.items() if service is Service.STRICT and weighted and index < max(weighted)
    ]
    if below:
        yield (
            f"queue {', '.join(map(str, below))} is strict below the weighted queue {max(weighted)}: Tomahawk 2 takes "
            "that, other chips may serve everything below a weighted queue by weight"
        )
