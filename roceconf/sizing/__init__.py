"""The arithmetic of lossless Ethernet: pure functions whose results carry how they came about."""

from typing import TYPE_CHECKING

from roceconf.sizing.buffer import (
    Budget,
    BudgetExceeded,
    DropPoint,
    HeadroomPool,
    Minimum,
    Promise,
    SharedBuffer,
    Threshold,
    XoffPoint,
    XonWindow,
    alpha_of,
    buffer_budget,
    drop_point,
    dynamic_th_of,
    dynamic_threshold,
    headroom_pool,
    shared_buffer,
    smallest_xon_offset_bytes,
    threshold_bytes,
    xoff_point,
    xon_window,
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
    from roceconf.sizing.cnp import CnpClass, CnpLoad, cnp_load, published_intervals_ns
    from roceconf.sizing.ecn import EcnThresholds, Marking, ecn_thresholds, presets
    from roceconf.sizing.headroom import (
        CarriedBy,
        CarriedExplanation,
        Comparison,
        Gearbox,
        HeadroomExplanation,
        HeadroomModel,
        Link,
        ModelResult,
        Peer,
        PublishedValue,
        compare_with_published,
        explain_carried,
        explain_headroom,
        gearbox,
        gearboxes,
        headroom_by,
        headroom_model,
        headroom_models,
        longest_cable_by,
        peer,
        peers,
        published_values,
        spectrum_profile,
    )
    from roceconf.sizing.watchdog import WatchdogTimers, watchdog_timers

__all__ = [
    "LARGEST_FRAME_BYTES",
    "CarriedBy",
    "CarriedExplanation",
    "Budget",
    "BudgetExceeded",
    "CnpClass",
    "CnpLoad",
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
    "DropPoint",
    "EcnThresholds",
    "Gearbox",
    "Headroom",
    "HeadroomExplanation",
    "HeadroomModel",
    "Link",
    "Marking",
    "ModelResult",
    "Peer",
    "PublishedValue",
    "HeadroomPool",
    "Marking",
    "Minimum",
    "Promise",
    "SharedBuffer",
    "Term",
    "Threshold",
    "Preset",
    "Reaction",
    "RoundTrip",
    "School",
    "SharedBuffer",
    "Term",
    "WatchdogBounds",
    "WatchdogTimers",
    "XoffPoint",
    "XonWindow",
    "alpha_of",
    "buffer_budget",
    "cnp_load",
    "check_watchdog",
    "compare_schools",
    "compare_with_published",
    "drop_point",
    "dynamic_th_of",
    "dynamic_threshold",
    "ecn_thresholds",
    "explain_carried",
    "explain_headroom",
    "gearbox",
    "gearboxes",
    "headroom",
    "headroom_by",
    "headroom_floor",
    "headroom_model",
    "headroom_models",
    "headroom_pool",
    "ieee_response_ns",
    "longest_cable_by",
    "longest_cable_m",
    "peer",
    "peers",
    "planning_response_ns",
    "preset",
    "presets",
    "published_values",
    "published_intervals_ns",
    "shared_buffer",
    "spectrum_profile",
    "smallest_xon_offset_bytes",
    "threshold_bytes",
    "watchdog_bounds",
    "watchdog_timers",
    "xoff_point",
    "xon_window",
]

_PLANNING = ("cnp", "ecn", "headroom", "watchdog")
"""What only planning and explaining need: loaded when first asked for, so that a lint run does not pay for it."""


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in __all__:
        for module in _PLANNING:
            found = getattr(import_module(f"{__name__}.{module}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
