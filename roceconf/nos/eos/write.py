"""From a fitted switch to an EOS configuration: the words are here, their order and indentation in the templates."""

from collections.abc import Iterator

from roceconf.nos import OutputFile
from roceconf.nos.eos import written
from roceconf.nos.eos.platform import queue_keyword
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
    notes += list(dict.fromkeys(_notes(switch)))
    page = written.page(switch, hints, keyword.word)
    text = template("eos", "configuration.j2").render(page).rstrip("\n") + "\n"
    return (OutputFile(f"{switch.name or 'eos'}.cfg", text, tuple(notes)),)


def _notes(switch: Switch) -> Iterator[str]:
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
    for group in switch.groups:
        yield from _strict_below_weighted(group)


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
