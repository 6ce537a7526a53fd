"""How sure a text is of EOS, from its first kilobytes."""

import re

_WINDOW = 65_536
"""Characters looked at: a running-config of 64 ports says what it is long before."""

_MARKS: tuple[tuple[float, re.Pattern[str]], ...] = (
    (1.0, re.compile(r"^!\s?(?:device: .*\bEOS-|boot system flash:/?EOS|RANCID-CONTENT-TYPE: arista)", re.MULTILINE)),
    (
        0.9,
        re.compile(
            r"(?:^|[#+*]|[0-9]\.)[ \t]*(?:no )?(?:priority-flow-control (?:priority [0-9]|pause watchdog|all |on\b)"
            r"|(?:uc-|mc-)?tx-queue [0-9]|qos profile \S|service-profile \S|platform trident \S|queue-monitor length"
            r"|qos map (?:dscp|cos|traffic-class) [0-9 -]+ to (?:traffic-class|dscp|cos|(?:uc-|mc-)?tx-queue) [0-9]"
            r"|dcbx (?:mode (?:ieee|cee)|ets |application )|ip hardware fib load-balance distribution)",
            re.MULTILINE,
        ),
    ),
    (
        0.7,
        re.compile(
            r"^[ \t]*(?:service routing protocols model|management api (?:http-commands|gnmi)|daemon TerminAttr"
            r"|transceiver qsfp default-mode|switchport trunk group )",
            re.MULTILINE,
        ),
    ),
    (0.5, re.compile(r"^interface (?:Ethernet|Port-Channel)[0-9]\S*\s*$", re.MULTILINE)),
)
_FOREIGN = re.compile(
    r"^[ \t]*(?:feature \S+$|version [0-9]+\.[0-9]+\(|system qos$|interface ethernet[0-9]+/[0-9]+/[0-9]+"
    r"|trust dot1p-map|sysname "
    r"|class(?:-map)? type (?:network-qos|queuing)|set (?:interfaces|class-of-service) "
    r"|policy-map type (?:network-qos|queuing)|priority-flow-control mode (?:auto|on send-tlv)|vrf context "
    r"|hsrp [0-9]+$"
    r"|boot (?:system|nxos|kickstart) bootflash:|!RANCID-CONTENT-TYPE: cisco"
    r"|(?:\S{1,64}\(con[^)\n]{0,64}\)# ?)?(?:qos (?:wred|scheduler)-policy |buffer init|interface Eth[0-9]"
    r"|qos map (?:dscp-tc|dot1p-tc|tc-queue|tc-pg|pfc-priority-queue) ))",
    re.MULTILINE,
)
"""What only other systems write: NX-OS, OS10, Enterprise SONiC's command line, Comware, Junos."""


def likelihood(text: str) -> float:
    """How sure a text is of EOS.

    Args:
        text: the whole text or its first kilobytes.

    Returns:
        0.0 (not) to 1.0 (certain). A statement that only EOS has makes it 0.9; ``interface Ethernet1`` alone, which
        other systems write too, an even chance.
    """
    head = text[:_WINDOW].replace("\r", "")
    if head.lstrip()[:1] in ("{", "[", "<"):
        return 0.0
    score = next((weight for weight, mark in _MARKS if mark.search(head)), 0.0)
    return score if score == 1.0 or not _FOREIGN.search(head) else score / 3
