"""The range of every quantity that both an intent and a command line take: one each, so that both take the same."""

from typing import NamedTuple


class Range(NamedTuple):
    """Whole numbers, both ends included."""

    lowest: int
    highest: int

    def __str__(self) -> str:
        return f"{self.lowest} to {self.highest}"


MTU_BYTES = Range(68, 9216)
"""The largest IP packet of a port: what SONiC's PORT takes (sonic-port.yang); EOS boxes run 9214. An IPv4 link must
carry 68 (RFC 791)."""

FAN_IN = Range(1, 1024)
"""As many senders as the largest chip has ports: Tomahawk 6, 1024 lanes."""

FAN_OUT = Range(1, 1024)
"""As many ports as the largest chip has."""

ROUND_TRIP_NS = Range(100, 10_000_000)
"""A round trip of a fabric: from one switch (0.1 us) to a long-distance link of 1000 km (10 ms)."""

PEER_RESPONSE_NS = Range(0, 3_355_392)
"""A pause of the longest kind at 10G lasts 3.4 ms (IEEE 802.3 Annex 31B: 65535 quanta): no peer may need more."""

GEARBOX_NS = Range(0, 100_000)
"""Far above any box that is known (some 400 ns): what is longer is a slip of the finger."""
