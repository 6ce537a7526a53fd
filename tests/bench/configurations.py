"""Two 64-port switches as an operator's file shows them, to measure and to mutate: one SONiC, one EOS."""

import json

PORTS = 64
_LOSSLESS = "3"


def sonic() -> str:
    """A ``config_db.json`` of a Dell Z9864F with DSCP 26 on priority 3."""
    ports = [f"Ethernet{8 * index}" for index in range(PORTS)]
    identity = {str(index): str(index) for index in range(8)}
    queue_rows = {str(queue): {"scheduler": "scheduler.rest"} for queue in range(8)}
    queue_rows["6"] = {"scheduler": "scheduler.cnp"}
    queue_rows[_LOSSLESS] = {"scheduler": "scheduler.rdma", "wred_profile": "RDMA"}
    tables: dict[str, dict[str, dict[str, str]]] = {
        "DEVICE_METADATA": {
            "localhost": {
                "hwsku": "Dell-Z9864f-O64",
                "hostname": "leaf1",
                "platform": "x86_64-dell_z9864f-r0",
                "type": "ToRRouter",
            }
        },
        "PORT": {
            port: {
                "alias": f"etp{index + 1}",
                "index": str(index + 1),
                "lanes": ",".join(str(8 * index + lane) for lane in range(1, 9)),
                "speed": "800000",
                "mtu": "9100",
                "admin_status": "up",
            }
            for index, port in enumerate(ports)
        },
        "CABLE_LENGTH": {"AZURE": dict.fromkeys(ports, "40m")},
        "DSCP_TO_TC_MAP": {"RDMA": {str(dscp): {26: "3", 48: "6"}.get(dscp, "0") for dscp in range(64)}},
        "TC_TO_PRIORITY_GROUP_MAP": {"RDMA": {str(tc): "3" if tc == 3 else "0" for tc in range(8)}},
        "TC_TO_QUEUE_MAP": {"RDMA": identity},
        "MAP_PFC_PRIORITY_TO_QUEUE": {"RDMA": identity},
        "SCHEDULER": {
            "scheduler.cnp": {"type": "STRICT"},
            "scheduler.rdma": {"type": "DWRR", "weight": "50"},
            "scheduler.rest": {"type": "DWRR", "weight": "7"},
        },
        "WRED_PROFILE": {
            "RDMA": {
                "ecn": "ecn_green",
                "wred_green_enable": "true",
                "green_min_threshold": "950000",
                "green_max_threshold": "3000000",
                "green_drop_probability": "7",
            }
        },
        "PORT_QOS_MAP": {
            port: {
                "dscp_to_tc_map": "RDMA",
                "tc_to_pg_map": "RDMA",
                "tc_to_queue_map": "RDMA",
                "pfc_to_queue_map": "RDMA",
                "pfc_enable": _LOSSLESS,
                "pfcwd_sw_enable": _LOSSLESS,
            }
            for port in ports
        },
        "QUEUE": {f"{port}|{queue}": row for port in ports for queue, row in queue_rows.items()},
        "PFC_WD": {
            "GLOBAL": {"POLL_INTERVAL": "200"},
            **{port: {"action": "drop", "detection_time": "400", "restoration_time": "400"} for port in ports},
        },
    }
    return json.dumps(tables, indent=4) + "\n"


def eos() -> str:
    """A running-config of a 7060DX5-64S with DSCP 26 in traffic class 3."""
    head = """\
! device: leaf2 (DCS-7060DX5-64S, EOS-4.32.2F)
!
hostname leaf2
!
qos map dscp 26 to traffic-class 3
qos map dscp 24 25 27 28 29 30 31 to traffic-class 1
qos map dscp 48 to traffic-class 6
!
qos profile RDMA
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   !
   uc-tx-queue 3
      no priority
      bandwidth percent 50
      random-detect ecn minimum-threshold 950000 bytes maximum-threshold 3000000 bytes max-mark-probability 7 weight 0
      random-detect ecn count
   !
   uc-tx-queue 6
      priority strict
!
priority-flow-control pause watchdog action drop
priority-flow-control pause watchdog default timeout 0.2
!
"""
    interfaces = "".join(
        f"interface Ethernet{index}/1\n"
        f"   description host{index}\n"
        f"   mtu 9214\n"
        f"   speed 400g-8\n"
        f"   no switchport\n"
        f"   ip address 10.0.{index}.0/31\n"
        f"   service-profile RDMA\n"
        f"!\n"
        for index in range(1, PORTS + 1)
    )
    routing = "router bgp 65001\n   router-id 10.255.0.1\n!\nend\n"
    return head + interfaces + routing
