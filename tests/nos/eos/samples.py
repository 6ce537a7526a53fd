"""A running-config of our own with what a lossless leaf has, and with what else stands in such a file."""

LEAF = """\
! Command: show running-config
! device: leaf1 (DCS-7060DX5-64S, EOS-4.32.2F)
!
hardware counter feature ecn out
!
queue-monitor length
queue-monitor length default thresholds 5000 2500
!
platform trident mmu queue profile LOSSLESS
    ingress threshold 1/8
    ingress headroom bytes 200660
    ingress priority-group 3 reserved cells 20
    egress unicast queue 3 threshold 8
!
hostname leaf1
!
banner motd
interface Ethernet99/1
   priority-flow-control off
leaf1# show running-config
EOF
!
qos profile LOSSLESS
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   priority-flow-control pause watchdog port timer timeout 0.2 polling-interval auto recovery-time 0.4
   priority-flow-control pause watchdog port action drop
   !
   uc-tx-queue 1
      no priority
      bandwidth percent 5
   !
   uc-tx-queue 3
      !! the RDMA queue
      no priority
      bandwidth percent 50
      random-detect ecn minimum-threshold 950000 bytes maximum-threshold 3000000 bytes max-mark-probability 7 weight 0
      random-detect ecn count
   !
   uc-tx-queue 6
      priority strict
!
interface Port-Channel1
   service-profile LOSSLESS
!
interface Ethernet1/1
   description gpu1 ! rail 0
   mtu 9214
   speed 400g-4
   error-correction encoding reed-solomon
   no switchport
   ip address 10.0.1.0/31
   service-profile LOSSLESS
   qos trust dscp
   !
   evpn ethernet-segment
      identifier 0000:0000:0000:0102:0304
      priority strict
   no sflow enable
!
interface Ethernet2/1
!
interface Management1
   vrf MGMT
   ip address 192.0.2.4/24
!
ip routing
!
router bgp 65001
   router-id 10.255.0.1
   !
   address-family ipv4
      neighbor SPINE activate
!
qos rewrite dscp
qos map dscp 0 1 2 24 25 27 to traffic-class 1
qos map dscp 26 to traffic-class 3
qos map traffic-class 3 to uc-tx-queue 3
priority-flow-control pause watchdog default timeout 0.2
priority-flow-control pause watchdog action drop
!
class-map type qos match-any RDMA
   match ip access-group RDMA
!
policy-map type quality-of-service MARK
   class RDMA
      set traffic-class 3
   !
   class class-default
      set traffic-class 1
!
platform trident mmu queue profile LOSSLESS apply
!
end
"""
