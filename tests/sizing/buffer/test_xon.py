"""The window between XOFF and XON."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic, asic_names, find_hwsku, platform, platform_names
from roceconf.sizing import (
    Link,
    SharedBuffer,
    XonWindow,
    dynamic_threshold,
    planned_headroom,
    planned_xon_window,
    shared_buffer,
    xon_window,
)
from tests.sizing.recombine import recombine


def _shared(xoff_bytes: int = 33_374_584) -> SharedBuffer:
    shared = shared_buffer(
        asic("th5"),
        pool_bytes=162_539_680,
        pool_xoff_bytes=xoff_bytes,
        ports=64,
        lossless_groups=2,
        group_min_bytes=18_796,
    )
    assert shared is not None
    return shared


def _window(
    active_groups: int = 1, dynamic_th: int = 0, xon_offset_bytes: int = 3_556, xon_bytes: int = 0
) -> XonWindow:
    return xon_window(
        _shared(),
        cell_bytes=254,
        dynamic_th=dynamic_th,
        xon_offset_bytes=xon_offset_bytes,
        speed_mbps=800_000,
        cable_m=40,
        xon_bytes=xon_bytes,
        active_groups=active_groups,
    )


def test_what_leaves_before_frames_are_back() -> None:
    """100 B/ns times 400 ns of cable and 2120 ns of response; two frames and the PFC frame on top."""
    held = _window()
    assert held.needed_bytes == 100 * (2 * 5 * 40 + 1160 + 960) + 2 * (9216 + 20) + 84
    assert held.margin_bytes == held.threshold_bytes - 3_556 - held.needed_bytes
    assert not held.underruns


def test_the_most_groups_that_do_not_run_dry() -> None:
    most = _window().groups_carried
    assert most is not None
    assert not _window(most).underruns
    assert _window(most + 1).underruns


def test_a_fixed_xon_threshold_holds_where_it_is_the_larger() -> None:
    dry = _window(active_groups=1000)
    assert dry.underruns
    held = _window(active_groups=1000, xon_bytes=270_556)
    assert (held.underruns, held.xon_at_bytes, held.groups_carried) == (False, 270_556, None)


def test_an_rdma_packet_takes_whole_cells() -> None:
    assert _window().packet_bytes == 17 * 254
    assert not _window().holds_a_packet
    assert _window(xon_offset_bytes=17 * 254).holds_a_packet


def test_the_pause_rate() -> None:
    """Half of 3,556 B leave and return at 100 B/ns: the threshold comes half of the way. 36 ns."""
    rate = _window().pause_pairs_per_second
    assert rate is not None
    assert round(float(rate)) == 28_121_485
    many = _window(active_groups=7).pause_pairs_per_second
    assert many == 4 * rate
    assert _window(xon_offset_bytes=0).pause_pairs_per_second is None


def _planned(link: Link) -> XonWindow:
    return planned_xon_window(_shared(), link, dynamic_th=0, xon_offset_bytes=3_556)


@pytest.mark.parametrize(
    ("speed_mbps", "more_bytes"),
    [(10_000, 2_838), (25_000, 1_495), (40_000, 1_752), (50_000, 2_158), (100_000, 0), (200_000, 0), (800_000, 0)],
)
def test_below_100g_a_planned_window_waits_as_long_as_ieee_allows(speed_mbps: int, more_bytes: int) -> None:
    """IEEE 802.3 Annex 31B.3.7 in pause quanta of 512 bits: 67, 80, 118 and 147 at 10, 25, 40 and 50G, else 1160 ns."""
    link = Link(254, speed_mbps, 40)
    usual = xon_window(
        _shared(), cell_bytes=254, dynamic_th=0, xon_offset_bytes=3_556, speed_mbps=speed_mbps, cable_m=40
    )
    planned = _planned(link)
    assert planned.needed_bytes - usual.needed_bytes == more_bytes
    assert recombine(planned.derivation) == planned.margin_bytes
    assert planned.derivation.term("T_peer") == planned_headroom(link).derivation.term("T_peer")


def test_a_planned_window_takes_the_gearbox_and_the_peer_of_its_link() -> None:
    """A gearbox of 365 ns each way at 100 B/ns is 73,000 B."""
    plain = _planned(Link(254, 800_000, 40)).needed_bytes
    assert _planned(Link(254, 800_000, 40, gearbox_ns=365)).needed_bytes == plain + 73_000
    assert _planned(Link(254, 800_000, 40, peer_response_ns=2_160)).needed_bytes == plain + 100_000
    assert _planned(Link(254, 10_000, 40, peer_response_ns=1_160)).derivation.term("T_peer").source == "given"


@given(
    st.integers(-8, 7),
    st.integers(1, 2048),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.sampled_from([10_000, 100_000, 400_000, 1_600_000]),
    st.floats(0, 120_000, allow_nan=False),
    st.sampled_from(["fibre", "dac", "aec", "aoc"]),
    st.none() | st.floats(0, 1e6),
    st.tuples(st.integers(64, 9216), st.integers(64, 9216)).map(lambda pair: (max(pair), min(pair))),
)
def test_the_terms_give_the_margin_and_the_groups_are_the_turning_point(
    dynamic_th: int,
    groups: int,
    offset: int,
    xon: int,
    speed: int,
    cable_m: float,
    medium: str,
    response: float | None,
    frames: tuple[int, int],
) -> None:
    shared = _shared()
    held = xon_window(
        shared,
        cell_bytes=254,
        dynamic_th=dynamic_th,
        xon_offset_bytes=offset,
        speed_mbps=speed,
        cable_m=cable_m,
        xon_bytes=xon,
        active_groups=groups,
        medium=medium,
        peer_response_ns=response,
        frame_bytes=frames[0],
        lossless_frame_bytes=frames[1],
    )
    assert recombine(held.derivation) == held.margin_bytes
    at = dynamic_threshold(shared, cell_bytes=254, dynamic_th=dynamic_th, active_groups=groups)
    assert held.threshold_bytes == at.threshold_bytes
    carried = held.groups_carried
    assert held.underruns == (carried is not None and groups > carried)


def test_nothing_that_makers_ship_runs_dry_with_one_group() -> None:
    """Every published row with the pools of the same HWSKU, at its own length."""
    seen = 0
    for name in platform_names():
        box = platform(name)
        for sku in box.hwskus:
            table = sku.table()
            for role in sku.topologies if table is not None else ():
                buffers = sku.buffers(role)
                pool = buffers.pool("ingress_lossless_pool") if buffers is not None else None
                if table is None or pool is None or buffers is None or buffers.suspect or not pool.xoff_bytes:
                    continue
                shared = shared_buffer(
                    box.asic, pool_bytes=pool.size_bytes, pool_xoff_bytes=pool.xoff_bytes, ports=sku.ports or 0
                )
                if shared is None:
                    continue
                for row in table.rows:
                    held = xon_window(
                        shared,
                        cell_bytes=box.asic.cell_bytes.value or 0,
                        dynamic_th=row.dynamic_th,
                        xon_offset_bytes=row.xon_offset_bytes,
                        speed_mbps=row.speed_mbps,
                        cable_m=row.cable_m,
                        xon_bytes=row.xon_bytes,
                    )
                    assert row.suspect or not held.underruns, (sku.name, role, row)
                    seen += 1
    assert seen > 1000
    assert asic_names()
    assert find_hwsku("Dell-Z9864f-O64")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cell_bytes": 0}, "must be positive, not 0"),
        ({"speed_mbps": 0}, "must be positive"),
        ({"xon_offset_bytes": -1}, "must not be negative"),
        ({"xon_bytes": -1}, "must not be negative"),
        ({"cable_m": float("inf")}, "cable_m must be zero or more, and finite"),
        ({"peer_response_ns": -1}, "peer_response_ns must be a length of time"),
        ({"medium": "string"}, "unknown medium 'string'"),
        ({"active_groups": 0}, "at least one group"),
        ({"dynamic_th": 9}, "between -8 and 7"),
    ],
)
def test_nonsense_is_refused(arguments: dict[str, object], message: str) -> None:
    given_all: dict[str, object] = {
        "cell_bytes": 254,
        "dynamic_th": 0,
        "xon_offset_bytes": 3556,
        "speed_mbps": 800_000,
        "cable_m": 40,
        **arguments,
    }
    with pytest.raises(ValueError, match=message):
        xon_window(_shared(), **given_all)  # type: ignore[arg-type]
