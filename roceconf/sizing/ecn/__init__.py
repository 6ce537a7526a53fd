"""ECN marking thresholds by speed, capped so that marking comes before PFC."""

from roceconf.sizing.ecn.thresholds import EcnThresholds, Marking, ecn_thresholds, presets

__all__ = ["EcnThresholds", "Marking", "ecn_thresholds", "presets"]
