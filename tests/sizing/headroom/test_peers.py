"""Peers and gearboxes: what is known of them, and what the derived response stands for."""

from typing import Any, cast

import pytest

from roceconf.sizing import Gearbox, Peer, gearbox, gearboxes, headroom, ieee_response_ns, peer, peers
from roceconf.sizing.constants import read


def test_the_standards_bound_by_speed() -> None:
    slowest = peer("ieee")
    assert [slowest.response_ns(speed) for speed in (10_000, 100_000, 400_000)] == [3430.4, 2017.28, 1158.4]
    with pytest.raises(ValueError, match=r"lists no response at 1\.6T .*give the peer's response as a time"):
        slowest.response_ns(1_600_000)


def test_tofino_doubles_at_400g_only() -> None:
    assert peer("tofino-2").response_ns(400_000) == 2 * 1158.4
    assert peer("tofino-2").response_ns(200_000) == ieee_response_ns(200_000)


def test_the_slow_peer_is_what_160000_bytes_carry() -> None:
    """The response is the longest in whole nanoseconds by the model, with the numbers that the data file names."""
    known = peer("cisco-8102")
    told = cast("dict[str, Any]", read("peers"))
    given = dict(told["peers"]["cisco-8102"]["derived_from"])
    carried = given.pop("headroom_bytes")
    response = known.response_ns(100_000)

    def needed(response_ns: float) -> int:
        return headroom(**given, peer_response_ns=response_ns).headroom_bytes

    assert needed(response) <= carried < needed(response + 1)
    assert known.response_ns(1_600_000) == response
    assert known.standing == "derived"
    in_small_packets = given | {"small_packet_share": 1.0}
    assert headroom(**in_small_packets, peer_response_ns=1513).headroom_bytes <= carried
    assert headroom(**in_small_packets, peer_response_ns=1514).headroom_bytes > carried
    assert "1513 ns" in known.note


def test_gearboxes() -> None:
    assert {box.name: box.delay_ns for box in gearboxes()} == {"sn3800": 400, "as9516": 365}
    assert gearbox("sn3800").standing == "published"


def test_all_are_sourced_and_named_once() -> None:
    everything: list[Peer | Gearbox] = [*peers(), *gearboxes()]
    assert all(each.source and each.title for each in everything)
    assert all(each.standing in ("published", "derived", "inferred") for each in everything)
    assert all(each.note for each in peers())
    assert len({each.name for each in everything}) == len(everything)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no peer 'cisco' is known: one of ieee, cisco-8102, tofino-2"):
        peer("cisco")
    with pytest.raises(ValueError, match="no gearbox 'sn' is known: one of sn3800, as9516"):
        gearbox("sn")
