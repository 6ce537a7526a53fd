"""roceconf: generate and lint lossless Ethernet (RoCEv2) switch configurations, offline.

The way of the data through the rooms is drawn in ``docs/architecture.md``.
"""

__version__ = "0.1.0"
