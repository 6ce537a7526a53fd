"""The Tomahawk catalogue: chips, switches, published headroom tables and pools, each value with its source.

Data lies in files beside the code and is read only when asked for. What is not public is absent, and says so.
"""

from roceconf.asic.buffers import PublishedBuffers, PublishedPool, PublishedProfile
from roceconf.asic.catalogue import (
    CatalogueError,
    UnknownAsic,
    UnknownPlatform,
    asic,
    asic_names,
    buffer_configurations,
    find_hwsku,
    find_platform,
    foreign_family,
    headroom_tables,
    platform,
    platform_names,
)
from roceconf.asic.facts import Asic, Fact, PortCount, Standing
from roceconf.asic.platforms import Hwsku, Platform
from roceconf.asic.rates import speed_name
from roceconf.asic.tables import HeadroomRow, HeadroomTable

__all__ = [
    "Asic",
    "CatalogueError",
    "Fact",
    "HeadroomRow",
    "HeadroomTable",
    "Hwsku",
    "Platform",
    "PortCount",
    "PublishedBuffers",
    "PublishedPool",
    "PublishedProfile",
    "Standing",
    "UnknownAsic",
    "UnknownPlatform",
    "asic",
    "asic_names",
    "buffer_configurations",
    "find_hwsku",
    "find_platform",
    "foreign_family",
    "headroom_tables",
    "platform",
    "platform_names",
    "speed_name",
]
