"""The mode table of EOS.

Headers and heads are those of running-configs of EOS 4.19 to 4.36 and of Arista's own renderer (aristanetworks/avd).
A foreign mode is one whose content nobody here reads; it is named so that a file without indentation leaves it.
"""

from roceconf.nos.text.modes import Block, Header, Mode, ModeTable

_FOREIGN = (
    r"(?:router|vlan [0-9]|(?:ip|ipv6|mac) access-list|ip(?:v6)? prefix-list|route-map|management|daemon|vrf instance"
    r"|load-balance (?:cluster|policies)|monitor session|peer-filter|aaa group|control-plane|mpls (?:ldp|rsvp)$"
    r"|spanning-tree mst config|traffic-policies|queue-monitor streaming|mlag configuration|event-handler)\b"
)
_QUEUE = Header(r"(?:uc-|mc-)?tx-queue [0-9]+$", "queue")
_PORT_HEADS = (
    "priority-flow-control",
    "qos trust",
    "qos cos",
    "qos dscp",
    "shape rate",
    "service-policy type qos",
)

TABLE = ModeTable(
    os="eos",
    top="global",
    to_top=("end", "en", "enable", "conf", "conf t", "configure", "configure terminal", "config"),
    comments=("!", "# "),
    blocks=(
        Block(r"banner (?:motd|login|exec)$", "EOF"),
        Block(r"comment$", "EOF"),
    ),
    modes={
        "global": Mode(
            headers=(
                # `Ethernet1 is up` is what a show command prints; `defaults` and `profile NAME` are no ports.
                Header(r"int(?:e|er|erf|erfa|erfac|erface)? (?!\S+ is |defaults$|profile )\S", "interface"),
                Header(r"qos profile \S+$", "profile"),
                Header(r"platform trident mmu queue profile \S+$", "mmu"),
                Header(r"policy-map ", "policy"),
                Header(r"class-map ", "class"),
                Header(_FOREIGN, "foreign"),
            ),
            heads=(
                "qos map",
                "qos rewrite",
                "qos random-detect",
                "qos profile",
                "priority-flow-control all",
                "priority-flow-control pause watchdog default",
                "priority-flow-control pause watchdog action",
                "priority-flow-control pause watchdog override",
                "priority-flow-control",
                "dcbx application",
                "dcbx ets",
                "queue-monitor length",
                "hardware counter feature ecn",
                "platform trident mmu",
                "platform trident mmu queue profile",
                "ip hardware fib load-balance distribution",
                "port-channel load-balance trident udf",
            ),
        ),
        "interface": Mode(
            headers=(_QUEUE,),
            heads=(
                *_PORT_HEADS,
                "service-profile",
                "dcbx mode",
                "flowcontrol",
                "mtu",
                "lldp transmit",
                "lldp receive",
                "random-detect",
                "platform trident mmu",
            ),
        ),
        "profile": Mode(headers=(_QUEUE,), heads=_PORT_HEADS, closed=True),
        "queue": Mode(
            heads=(
                "priority",
                "bandwidth percent",
                "bandwidth guaranteed",
                "shape rate",
                "random-detect",
                "scheduler profile",
                "latency maximum",
            ),
            closed=True,
        ),
        "mmu": Mode(heads=("ingress", "egress"), closed=True),
        "policy": Mode(headers=(Header(r"class ", "policy-class"),)),
        "policy-class": Mode(heads=("set traffic-class", "set cos", "set dscp")),
        "class": Mode(heads=("match",)),
    },
)
