"""ECN marking thresholds: published schools, caps so that marking comes before PFC, and the round trip."""

from roceconf.sizing.ecn.bounds import Marking, bounds_for
from roceconf.sizing.ecn.comparison import School, compare_schools
from roceconf.sizing.ecn.schools import Preset, preset, presets
from roceconf.sizing.ecn.thresholds import Cap, EcnThresholds, ecn_thresholds
from roceconf.sizing.ecn.timing import Reaction, RoundTrip, reaction, round_trip

__all__ = [
    "Cap",
    "EcnThresholds",
    "Marking",
    "Preset",
    "Reaction",
    "RoundTrip",
    "School",
    "bounds_for",
    "compare_schools",
    "ecn_thresholds",
    "preset",
    "presets",
    "reaction",
    "round_trip",
]
