"""What is the same for all groups of a switch is reckoned once, so that a thousand groups do not take minutes."""

from pathlib import Path
from typing import Any

import pytest

from roceconf.intent import load
from roceconf.plan import marking, plan
from roceconf.sizing import headroom_floor, longest_cable_by_floor
from roceconf.sizing.headroom import inverse
from roceconf.sizing.headroom.link import Link

HEAD = "switch: s\nnos: sonic\nasic: th5\nports:\n"


def counting(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[int]:
    """A list that grows with each call of a function."""
    real, calls = getattr(owner, name), []

    def counted(*arguments: Any, **named: Any) -> Any:
        calls.append(1)
        return real(*arguments, **named)

    monkeypatch.setattr(owner, name, counted)
    return calls


def test_groups_that_are_alike_share_the_reckoning(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = "".join(f"  - {{ports: Ethernet{at}, speed: 100G, cable: 40m}}\n" for at in range(60))
    intent = load(HEAD + groups)
    plan(intent, "x")
    shared = counting(monkeypatch, marking, "least_published_shared_buffer")
    listed = counting(monkeypatch, Path, "glob")
    marking._least_shared.cache_clear()
    plan(intent, "x")
    assert (len(shared), len(listed)) == (1, 0)


def test_the_inverse_of_the_floor_does_not_depend_on_the_cable(monkeypatch: pytest.MonkeyPatch) -> None:
    inverse._by_floor.cache_clear()
    floors = counting(monkeypatch, inverse, "headroom_floor")
    lengths = {longest_cable_by_floor(200_000, Link(254, 400_000, cable_m)) for cable_m in range(1, 50)}
    assert len(lengths) == 1
    assert len(floors) < 100
    (length_m,) = lengths
    assert length_m is not None
    assert headroom_floor(speed_mbps=400_000, cable_m=length_m).headroom_bytes <= 200_000
    assert longest_cable_by_floor(200_000, Link(254, 400_000, 1, frame_bytes=1500)) != length_m
