"""The arithmetic of lossless Ethernet: pure functions whose results carry how they came about."""

from roceconf.sizing.derivation import Derivation, Term
from roceconf.sizing.ecn import EcnThresholds, Marking, ecn_thresholds, presets
from roceconf.sizing.explain import HeadroomExplanation, explain_headroom
from roceconf.sizing.headroom import (
    LARGEST_FRAME_BYTES,
    Headroom,
    headroom,
    headroom_floor,
    ieee_response_ns,
    longest_cable_m,
)
from roceconf.sizing.published import Comparison, compare_with_published
from roceconf.sizing.thresholds import SharedBuffer, XoffPoint, alpha_of, shared_buffer, threshold_bytes, xoff_point
from roceconf.sizing.watchdog import WatchdogTimers, watchdog_timers

__all__ = [
    "LARGEST_FRAME_BYTES",
    "Comparison",
    "Derivation",
    "EcnThresholds",
    "Headroom",
    "HeadroomExplanation",
    "Marking",
    "SharedBuffer",
    "Term",
    "WatchdogTimers",
    "XoffPoint",
    "alpha_of",
    "compare_with_published",
    "ecn_thresholds",
    "explain_headroom",
    "headroom",
    "headroom_floor",
    "ieee_response_ns",
    "longest_cable_m",
    "presets",
    "shared_buffer",
    "threshold_bytes",
    "watchdog_timers",
    "xoff_point",
]
