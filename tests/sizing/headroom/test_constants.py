"""The model with other constants: what each changes, that it still adds up, and what cannot be said together."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import headroom, longest_cable_m
from roceconf.sizing.headroom import Constants, Response, ieee_response_ns, planning_constants
from tests.sizing.recombine import recombine

SPEEDS = (10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000)
responses = st.one_of(
    st.none(),
    st.integers(0, 90_000).map(lambda tenths: Response(sum_ns=tenths / 10)),
    st.integers(0, 90_000).map(lambda tenths: Response(after_ieee_ns=tenths / 10)),
    st.lists(st.integers(0, 9_000), min_size=len(SPEEDS), max_size=len(SPEEDS)).map(
        lambda times: Response(by_speed_ns=tuple(zip(SPEEDS, times, strict=True)))
    ),
)
constants = st.builds(
    Constants,
    source=st.just("a test"),
    crossing_packets=st.integers(0, 8),
    any_class_frames=st.integers(0, 3),
    lossless_frames=st.integers(0, 3),
    small_packet_share=st.integers(0, 1000).map(lambda thousandths: thousandths / 1000),
    crossing_frame_bytes=st.one_of(st.none(), st.integers(64, 9216)),
    propagation_ns_per_m=st.one_of(st.none(), st.sampled_from([4.45, 5.0, 5.66])),
    response=responses,
)
cells = st.sampled_from([208, 254, 420])
lengths = st.integers(0, 2_000_000).map(lambda millimetres: millimetres / 1000)


@given(constants, cells, st.sampled_from(SPEEDS), lengths, st.sampled_from(["fibre", "dac"]))
def test_the_terms_recombine_whatever_the_constants(
    reckoned: Constants, cell: int, speed: int, metres: float, medium: str
) -> None:
    result = headroom(cell_bytes=cell, speed_mbps=speed, cable_m=metres, medium=medium, constants=reckoned)
    assert recombine(result.derivation) == result.headroom_bytes
    formula = " ".join((result.derivation.formula, *(step.source for step in result.derivation.steps)))
    assert all(term.symbol in formula for term in result.derivation.terms)
    assert all(term.source for term in result.derivation.terms)


@given(constants, cells, st.sampled_from(SPEEDS), lengths)
def test_a_headroom_carries_the_cable_it_was_made_for(
    reckoned: Constants, cell: int, speed: int, metres: float
) -> None:
    made = headroom(cell_bytes=cell, speed_mbps=speed, cable_m=metres, constants=reckoned).headroom_bytes
    carried = longest_cable_m(made, cell_bytes=cell, speed_mbps=speed, constants=reckoned)
    assert carried >= metres
    beyond = headroom(cell_bytes=cell, speed_mbps=speed, cable_m=carried + 0.002, constants=reckoned)
    assert beyond.headroom_bytes > made


@given(cells, st.sampled_from(SPEEDS), lengths)
def test_the_planning_constants_are_those_that_are_taken(cell: int, speed: int, metres: float) -> None:
    link = {"cell_bytes": cell, "speed_mbps": speed, "cable_m": metres}
    assert headroom(**link) == headroom(**link, constants=planning_constants())  # type: ignore[arg-type]


def test_by_hand() -> None:
    reckoned = Constants(
        source="by hand",
        crossing_packets=2,
        any_class_frames=0,
        lossless_frames=3,
        small_packet_share=1.0,
        crossing_frame_bytes=4318,
        propagation_ns_per_m=5.66,
        response=Response(by_speed_ns=((400_000, 2116.4),)),
    )
    result = headroom(cell_bytes=254, speed_mbps=400_000, cable_m=40, constants=reckoned)
    wire = 3 * 9236 + 84 + 50 * (2 * Fraction("5.66") * 40 + Fraction("2116.4"))
    assert result.cells == 2 * 17 + -(-wire // 84)
    assert result.derivation.formula == "C * ceil(n_c * ceil(M_c / C) + W / w)"
    assert result.derivation.term("W").source == "a_ll * (M_ll + G) + P + v / 8000 * (2 * tau * L + T + 2 * T_gb)"
    assert result.derivation.term("tau").value == 5.66
    assert result.derivation.term("n_c").source == "by hand"
    assert not any("another class" in assumption for assumption in result.derivation.assumptions)


def test_the_response_may_follow_the_standard() -> None:
    reckoned = planning_constants()._replace(response=Response(after_ieee_ns=125), source="by hand")
    result = headroom(cell_bytes=208, speed_mbps=40_000, cable_m=5, constants=reckoned)
    assert result.derivation.term("T_peer").value == ieee_response_ns(40_000) == 1510.4
    assert result.derivation.term("T_local").value == 125
    slower = headroom(cell_bytes=208, speed_mbps=40_000, cable_m=5, constants=reckoned, peer_response_ns=9000)
    assert slower.headroom_bytes > result.headroom_bytes


def test_a_share_that_is_given_goes_before_that_of_the_constants() -> None:
    reckoned = planning_constants()._replace(small_packet_share=0.5)
    by_constants, given_anew, planned = (
        headroom(cell_bytes=254, speed_mbps=400_000, cable_m=40, constants=held, small_packet_share=share)
        for held, share in ((reckoned, None), (reckoned, 1.0), (None, None))
    )
    assert by_constants.headroom_bytes < given_anew.headroom_bytes == planned.headroom_bytes


def test_what_cannot_be_said_together_is_refused() -> None:
    link = {"cell_bytes": 254, "cable_m": 40}
    only_400g = planning_constants()._replace(response=Response(by_speed_ns=((400_000, 2116.4),)))
    with pytest.raises(ValueError, match="no response at 800000 Mb/s, only at 400000"):
        headroom(**link, speed_mbps=800_000, constants=only_400g)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="know only the sum"):
        headroom(**link, speed_mbps=400_000, constants=only_400g, peer_response_ns=500)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"IEEE 802\.3 lists no response at 1600000"):
        headroom(
            **link,  # type: ignore[arg-type]
            speed_mbps=1_600_000,
            constants=planning_constants()._replace(response=Response(after_ieee_ns=1)),
        )
