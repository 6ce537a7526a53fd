"""The shared buffer: what is reserved, what is shared, and at what a priority group pauses its peer."""

from roceconf.sizing.buffer.thresholds import (
    SharedBuffer,
    XoffPoint,
    alpha_of,
    shared_buffer,
    threshold_bytes,
    xoff_point,
)

__all__ = ["SharedBuffer", "XoffPoint", "alpha_of", "shared_buffer", "threshold_bytes", "xoff_point"]
