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
    from roceconf.sizing.ecn import EcnThresholds, Marking, ecn_thresholds, presets
    from roceconf.sizing.headroom import (
        Comparison,
        Constants,
        Fit,
        HeadroomExplanation,
        PublishedHeadroom,
        compare_with_published,
        explain_headroom,
        fit_of,
        longest_published_cable_m,
        planning_constants,
        published_headroom,
        why_no_fit,
    )
    from roceconf.sizing.watchdog import WatchdogTimers, watchdog_timers

__all__ = [
    "LARGEST_FRAME_BYTES",
    "Comparison",
    "Constants",
    "Derivation",
    "EcnThresholds",
    "Fit",
    "Headroom",
    "HeadroomExplanation",
    "Marking",
    "PublishedHeadroom",
    "SharedBuffer",
    "Term",
    "WatchdogTimers",
    "XoffPoint",
    "alpha_of",
    "compare_with_published",
    "ecn_thresholds",
    "explain_headroom",
    "fit_of",
    "headroom",
    "headroom_floor",
    "ieee_response_ns",
    "longest_cable_m",
    "longest_published_cable_m",
    "planning_constants",
    "planning_response_ns",
    "presets",
    "published_headroom",
    "shared_buffer",
    "threshold_bytes",
    "watchdog_timers",
    "why_no_fit",
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
