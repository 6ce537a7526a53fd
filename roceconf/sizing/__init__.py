"""The arithmetic of lossless Ethernet: pure functions whose results carry how they came about."""

from typing import TYPE_CHECKING

from roceconf.sizing.buffer import (
    SharedBuffer,
    XoffPoint,
    alpha_of,
    shared_buffer,
    threshold_bytes,
    xoff_point,
)
from roceconf.sizing.derivation import Derivation, Term
from roceconf.sizing.headroom import (
    LARGEST_FRAME_BYTES,
    Headroom,
    headroom,
    headroom_floor,
    ieee_response_ns,
    longest_cable_m,
    planning_response_ns,
)

if TYPE_CHECKING:
    from roceconf.sizing.ecn import (
        Cap,
        EcnThresholds,
        Marking,
        Preset,
        Reaction,
        RoundTrip,
        School,
        compare_schools,
        ecn_thresholds,
        preset,
        presets,
    )
    from roceconf.sizing.headroom import Comparison, HeadroomExplanation, compare_with_published, explain_headroom
    from roceconf.sizing.watchdog import (
        WatchdogBounds,
        WatchdogTimers,
        check_watchdog,
        watchdog_bounds,
        watchdog_timers,
    )

__all__ = [
    "LARGEST_FRAME_BYTES",
    "Cap",
    "Comparison",
    "Derivation",
    "EcnThresholds",
    "Headroom",
    "HeadroomExplanation",
    "Marking",
    "Preset",
    "Reaction",
    "RoundTrip",
    "School",
    "SharedBuffer",
    "Term",
    "WatchdogBounds",
    "WatchdogTimers",
    "XoffPoint",
    "alpha_of",
    "check_watchdog",
    "compare_schools",
    "compare_with_published",
    "ecn_thresholds",
    "explain_headroom",
    "headroom",
    "headroom_floor",
    "ieee_response_ns",
    "longest_cable_m",
    "planning_response_ns",
    "preset",
    "presets",
    "shared_buffer",
    "threshold_bytes",
    "watchdog_bounds",
    "watchdog_timers",
    "xoff_point",
]

_PLANNING = ("ecn", "headroom", "watchdog")
"""What only planning and explaining need: loaded when first asked for, so that a lint run does not pay for it."""


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in __all__:
        for module in _PLANNING:
            found = getattr(import_module(f"{__name__}.{module}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
