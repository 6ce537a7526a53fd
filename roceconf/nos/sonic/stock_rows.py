"""The rows a SONiC switch has out of the box (sonic-buildimage files/build_templates)."""

STOCK_ROWS = {"BUFFER_PG": ("0", "3-4"), "BUFFER_QUEUE": ("0-2", "3-4", "5-6")}
"""The ranges of a port: buffers_config.j2 writes the queues and group 0, buffermgrd groups 3-4 for pfc_enable."""
STOCK_LOSSLESS = frozenset({3, 4})
"""The priorities of pfc_enable and the queues that mark (qos_config.j2), bound to egress_lossless_profile."""
