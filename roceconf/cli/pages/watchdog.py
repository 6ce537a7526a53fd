"""The page of ``explain watchdog``, and the same for programs."""

from typing import NamedTuple

from roceconf.asic import speed_name
from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph
from roceconf.sizing import WatchdogBounds, WatchdogTimers
from roceconf.sizing.watchdog import pause_refresh_ns, rnic_gives_up_ms, rnic_timeouts


class WatchdogAsked(NamedTuple):
    """What the page is about.

    Attributes:
        ports: ports of the switch.
        slowest_mbps: speed of the slowest lossless one; None where it is not said.
        timers: the default timers.
        bounds: between which they make sense.
        objections: what speaks against the default timers, one sentence each.
        taken: who gave ports and buffer, or what is missing, one sentence each.
        sources: where what is published stands.
        caveats: what to know before relying on it.
    """

    ports: int
    slowest_mbps: int | None
    timers: WatchdogTimers
    bounds: WatchdogBounds
    objections: tuple[str, ...]
    taken: tuple[str, ...]
    sources: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()


def watchdog_page(asked: WatchdogAsked) -> str:
    """Timers, both bounds with their derivations, and what an RNIC and a pause frame last.

    Args:
        asked: what to print.
    """
    timers, bounds = asked.timers, asked.bounds
    lower = "not known: needs the slowest port, alpha and the shared buffer"
    if bounds.lower_ms is not None:
        margin = f"{bounds.honest_pauses} times the {bounds.honest_pause} of an honest pause"
        lower = f"{number(bounds.lower_ms)} ms: {margin}"
    rows = [
        ("detection", f"{number(timers.detection_ms)} ms", f"the daemon takes {bounds.detection_limits}"),
        ("restoration", f"{number(timers.restoration_ms)} ms", f"the daemon takes {bounds.restoration_limits}"),
        ("poll", f"{number(timers.poll_ms)} ms", f"the daemon takes {bounds.poll_limits}"),
    ]
    ports = "1 port" if asked.ports == 1 else f"{asked.ports:,} ports"
    parts = [f"PFC watchdog of a switch with {ports}\n\n", columns(rows, "  ")]
    parts += ["\n", columns([("detection at least", lower), ("detection at most", _upper(bounds))], "  ")]
    parts += ["\ntaken:\n", *(paragraph(each, "  ") for each in asked.taken)]
    parts += ["\ndetection by default\n", derivation_text(timers.derivation)]
    if bounds.lower is not None:
        parts += ["\ndetection at least\n", derivation_text(bounds.lower)]
    parts += ["\ndetection at most\n", derivation_text(bounds.upper)]
    parts += ["\nan RNIC gives up after\n", columns([_patience(each) for each in rnic_timeouts()], "  ")]
    if asked.slowest_mbps is not None:
        link, refresh = speed_name(asked.slowest_mbps), f"{pause_refresh_ns(asked.slowest_mbps) / 1000:,.1f} us"
        parts.append(f"one pause frame holds a {link} link for {refresh}: XOFF is repeated before that\n")
    parts += [f"source: {each}\n" for each in asked.sources]
    parts += [paragraph(f"note: {each}") for each in (*asked.objections, *asked.caveats)]
    return "".join(parts)


def watchdog_data(asked: WatchdogAsked) -> dict[str, object]:
    """The same as :func:`watchdog_page`, as what JSON can say."""
    timers, bounds = asked.timers, asked.bounds
    return {
        "ports": asked.ports,
        "slowest_mbps": asked.slowest_mbps,
        "detection_ms": timers.detection_ms,
        "restoration_ms": timers.restoration_ms,
        "poll_ms": timers.poll_ms,
        "default": derivation_data(timers.derivation),
        "honest_pause_ms": bounds.honest_pause_ms,
        "lower": None if bounds.lower is None else derivation_data(bounds.lower),
        "upper": derivation_data(bounds.upper),
        "limits": {
            "detection_ms": list(bounds.detection_limits),
            "restoration_ms": list(bounds.restoration_limits),
            "poll_ms": list(bounds.poll_limits),
        },
        "rnic_gives_up_ms": {str(each): rnic_gives_up_ms(each) for each in rnic_timeouts()},
        "pause_refresh_ns": None if asked.slowest_mbps is None else pause_refresh_ns(asked.slowest_mbps),
        "taken": list(asked.taken),
        "sources": list(asked.sources),
        "objections": list(asked.objections),
        "caveats": list(asked.caveats),
    }


def _upper(bounds: WatchdogBounds) -> str:
    return (
        f"{number(bounds.upper_ms)} ms: half of the {number(bounds.rnic_gives_up_ms)} ms after which an RNIC with "
        f"timeout {bounds.rnic_timeout} gives up"
    )


def _patience(timeout: int) -> tuple[str, str]:
    return (f"timeout {timeout}", f"{number(rnic_gives_up_ms(timeout))} ms")
