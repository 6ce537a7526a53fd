"""What the operator wants of one switch: YAML to a typed ``Intent``, with every error at its place.

This room loads pydantic and a YAML reader; what must start fast (lint of configurations) does not import it.
"""

from roceconf.intent.addresses import LinkAddress
from roceconf.intent.errors import IntentError, IntentErrors, Path, Place
from roceconf.intent.load import load
from roceconf.intent.model import (
    ClassIntent,
    DcqcnIntent,
    EcnIntent,
    EcnSetting,
    Intent,
    PortGroupIntent,
    WatchdogIntent,
    WatchdogSetting,
)
from roceconf.intent.presets import ClassPlan, default_preset, presets
from roceconf.intent.schema import schema
from roceconf.units import Size

__all__ = [
    "ClassIntent",
    "ClassPlan",
    "DcqcnIntent",
    "EcnIntent",
    "EcnSetting",
    "Intent",
    "IntentError",
    "IntentErrors",
    "LinkAddress",
    "Path",
    "Place",
    "PortGroupIntent",
    "Size",
    "WatchdogIntent",
    "WatchdogSetting",
    "default_preset",
    "load",
    "presets",
    "schema",
]
