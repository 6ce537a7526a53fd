"""The whole plan of a switch on one sheet: every number with who says it, its margins, and what the device keeps."""

from roceconf.plan.sheet.build import sheet
from roceconf.plan.sheet.model import ClassSheet, GroupSheet, LeftToDevice, Margin, QueueSheet, Row, Sheet

__all__ = ["ClassSheet", "GroupSheet", "LeftToDevice", "Margin", "QueueSheet", "Row", "Sheet", "sheet"]
