"""Why EOS says something otherwise than it was asked, by path of the model."""

from collections.abc import Mapping

_CONTROL_QUEUE = "EOS keeps queue 7 for the switch's own control traffic and serves it strictly"

REASONS: Mapping[str, str] = {
    "name": "EOS host names have no blanks and begin with a letter or digit",
    "sku": "an EOS configuration does not say which platform it is for",
    "version": "an EOS configuration does not say which release it is for",
    "pools": (
        "EOS has one ingress pool and sizes it by itself; without explicit buffers its headroom limit stays EOS's own"
    ),
    "watchdog": (
        "EOS has defaults of the whole switch in steps of 0.01 s (polling 0.001 s), and polls at least twice "
        "in the shorter of timeout and recovery-time"
    ),
    "pfc_all_off": "EOS leaves PFC to the ports unless all of it is off",
    "buffer_model": "on EOS the switch sizes its buffers, or an MMU profile does",
    "explicit_buffers": "no port is lossless, so there is no headroom to write",
    "port_channels": "EOS calls them Port-Channel and a number, and their members are ports that are described",
    "addresses": "EOS takes addresses on routed ports and port-channels that are described",
    "speed_mbps": (
        "EOS says a speed together with its lanes, and no source tells the lanes of this port: it follows "
        "from the transceiver"
    ),
    "lanes": (
        "EOS says lanes only together with a speed, in words such as 400g-4; a chip with lanes of 25G has none, and "
        "800G has no other"
    ),
    "mtu_bytes": "EOS takes an MTU of 68 to 65,535 bytes",
    "cable_m": "EOS takes no cable length",
    "medium": "EOS takes no medium of the cable",
    "role": "EOS does not say what is at the other end",
    "routed": "a port with an address is routed",
    "trust": "EOS trusts what the port's layer makes it trust, so the field that the maps use is written",
    "default_cos": "there are 802.1p priorities 0 to 7",
    "dscp_to_tc": (
        "EOS has one DSCP map for the whole switch; DSCPs nobody named keep EOS's own class, but none comes "
        "into a lossless class unasked"
    ),
    "cos_to_tc": "EOS has one CoS map for the whole switch and swaps classes 0 and 1 by itself",
    "tc_to_pg": "EOS has no map from traffic class to priority group: they have the same number",
    "tc_to_queue": (
        "EOS has one map to queues for the whole switch, and keeps class 7 and queue 7 for control traffic"
    ),
    "pfc_to_queue": "EOS has no map from PFC priority to queue: they have the same number",
    "pfc.enabled": "EOS leaves PFC off on ports that are not told",
    "pfc.asymmetric": "EOS has no asymmetric PFC",
    "priority_groups": (
        "EOS has an ingress profile for lossless classes only; without explicit buffers it sizes them by itself"
    ),
    "priority_groups.*.profile": "EOS sizes headroom by itself unless explicit buffers are asked for",
    "priority_groups.*.profile.name": "EOS has one MMU profile for all ports",
    "priority_groups.*.profile.pool": "EOS has one ingress pool without a name",
    "priority_groups.*.profile.limit": "EOS takes a dynamic threshold, no static one",
    "priority_groups.*.profile.xon": "EOS takes XON as an offset below XOFF only",
    "queues": (
        "EOS has unicast queues 0 to 7, serves unwritten ones strictly, and has buffer profiles of queues "
        "only in an MMU profile"
    ),
    "queues.*.profile": "EOS sizes the buffers of queues by itself unless explicit buffers are asked for",
    "queues.7.scheduler": _CONTROL_QUEUE,
    "queues.7.scheduler.service": _CONTROL_QUEUE,
    "queues.7.scheduler.weight": _CONTROL_QUEUE,
    "queues.*.scheduler": (
        "a queue nobody described would be strict: it gets the smallest weight, queue 7 stays strict"
    ),
    "queues.*.scheduler.service": (
        "a queue nobody described would be strict: it gets the smallest weight, queue 7 stays strict"
    ),
    "queues.*.scheduler.weight": (
        "EOS takes whole percent of the weighted queues together, at least 1 and 100 in sum, and none for a "
        "strict queue"
    ),
    "queues.*.scheduler.guaranteed": (
        "EOS takes a guarantee in kbps or percent of the port, and a port keeps no more of them than its speed"
    ),
    "queues.*.scheduler.ceiling": "EOS takes a shaper in kbps, pps or percent of the port",
    "queues.*.marking": (
        "EOS has one curve that marks, or else dropping ones, in bytes or cells, and none that is switched off"
    ),
    "queues.*.marking.curves": (
        "EOS has one marking curve a queue, or else dropping ones; thresholds are written in bytes, because "
        "no source tells the factor of kbytes, and with weight 0, the instantaneous queue that DCQCN needs"
    ),
    "queues.*.marking.counted": "EOS counts marked packets only when told, and only where it marks",
    "link_pause": "EOS says flow control for each direction",
    "ceiling": "EOS takes a shaper in kbps, pps or percent of the port",
    "watchdog.forced": "EOS restores a queue only once pause frames have stopped, unless it is forced",
    "watchdog.priorities": "EOS watches every lossless priority",
    "watchdog.enabled": "EOS watches every port that does not say otherwise",
    "classified_elsewhere": "policies and access lists are not carried over",
}
"""The longest path that a difference begins with counts, of equally long ones the first; ``*`` stands for one step."""

EXPLICIT_REASONS: Mapping[str, str] = {
    "pools": (
        "EOS has one ingress pool of which it takes the headroom limit alone; where none is asked for it is all "
        "headroom together"
    ),
    "priority_groups": (
        "EOS has one MMU profile for all ports: the largest headroom and XON offset, the smallest alpha"
    ),
    "priority_groups.*.profile": (
        "EOS has one MMU profile for all ports: the largest headroom and XON offset, the smallest alpha, "
        "within 1/128 to 8"
    ),
    "queues.*.profile": (
        "EOS has one MMU profile for all ports: the largest reserve and alpha of each queue, no static limit"
    ),
}
"""What is said instead where sizes are written."""

UNSAYABLE: frozenset[str] = frozenset(
    {
        "sku",
        "version",
        "buffer_model",
        "pools.name",
        "pools.direction",
        "pools.mode",
        "pools.size",
        "watchdog.enabled",
        "watchdog.priorities",
        "groups.cable_m",
        "groups.medium",
        "groups.role",
        "groups.tc_to_pg",
        "groups.pfc_to_queue",
        "groups.pfc.asymmetric",
        "groups.classified_elsewhere",
        "groups.priority_groups.profile.name",
        "groups.priority_groups.profile.pool",
        "groups.priority_groups.profile.xon",
        "groups.priority_groups.profile.limit",
        "groups.queues.profile.name",
        "groups.queues.profile.pool",
        "groups.queues.profile.headroom",
        "groups.queues.profile.xon",
        "groups.queues.profile.xon_offset",
        "groups.queues.profile.limit",
        "groups.watchdog.priorities",
    }
)
"""What EOS has no word for, by path of the model: a change of it alone does not change the text."""
