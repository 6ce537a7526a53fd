"""Named models: the numbers that others publish, the laws that hold for all, and derivations that add up."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roceconf.sizing import (
    LARGEST_FRAME_BYTES,
    Link,
    headroom,
    headroom_by,
    headroom_floor,
    headroom_model,
    headroom_models,
    ieee_response_ns,
    longest_cable_by,
    longest_cable_by_floor,
    longest_cable_m,
    longest_planned_cable_m,
    model_response_ns,
    planned_headroom,
    planning_response_ns,
    published_values,
    spectrum_profile,
)
from roceconf.sizing.headroom.inverse import longest
from roceconf.sizing.headroom.models.cisco import cisco_long_distance
from roceconf.sizing.headroom.models.worksheet import evaluate
from tests.sizing.recombine import recombine

SPEEDS = [10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000]
few = settings(max_examples=25)  # a model; there are fifteen
NAMES = [model.name for model in headroom_models()]

WORKED = {  # Cisco 2009, DSH, mlx5 and Cisco for long distances, all with 9216-byte frames
    (100, 100): (35092, 34772, 76768, 56272),
    (400, 40): (42784, 42272, 180028, 96476),
    (800, 40): (63296, 62272, 334988, 116476),
}
PR_3235 = [  # Spectrum, Gb/s, m, and what sonic-swss PR 3235 prints: xon, xoff, and size without a shared pool
    (3, 400, 300, True, 38912, 272384, 320512),
    (3, 100, 40, False, 19456, 51200, 70656),
    (4, 800, 300, True, 38912, 474112, 522240),
    (4, 200, 40, False, 19456, 65536, 84992),
]


@st.composite
def links(draw: st.DrawFn) -> Link:
    frame = draw(st.integers(64, LARGEST_FRAME_BYTES))
    delays = st.one_of(st.none(), st.integers(0, 50_000).map(lambda tenths: tenths / 10))
    return Link(
        cell_bytes=draw(st.sampled_from([192, 208, 254, 420])),
        speed_mbps=draw(st.sampled_from(SPEEDS)),
        cable_m=draw(st.integers(0, 2_000_000)) / 1000,
        medium=draw(st.sampled_from(["fibre", "aoc", "dac", "aec"])),
        frame_bytes=frame,
        lossless_frame_bytes=draw(st.one_of(st.none(), st.integers(64, frame))),
        small_packet_share=draw(st.sampled_from([0.0, 0.15, 0.5, 1.0])),
        peer_response_ns=draw(delays),
        gearbox_ns=draw(delays),
    )


def answerable(name: str, link: Link) -> Link:
    """The same, without what the model refuses: a response beside its own, or none where it needs one."""
    if name == "ieee":
        return link._replace(peer_response_ns=None, speed_mbps=min(link.speed_mbps, 800_000))
    if name == "cisco-long-distance" and link.speed_mbps > 800_000:
        return link._replace(peer_response_ns=1000)
    return link


@pytest.mark.parametrize(("link", "expected"), WORKED.items())
def test_published_formulas_at_their_worked_links(link: tuple[int, int], expected: tuple[int, ...]) -> None:
    gigabits, metres = link
    asked = Link(254, gigabits * 1000, metres)
    names = ("cisco", "dsh", "mlx5", "cisco-long-distance")
    assert tuple(headroom_by(name, asked).headroom_bytes for name in names) == expected


def test_ciscos_own_example_and_its_copper() -> None:
    assert headroom_by("cisco", Link(208, 10_000, 100)).headroom_bytes == 23_554
    assert headroom_by("cisco", Link(208, 10_000, 100, "dac")).headroom_bytes == 2 * 9216 + 3840 + 2 * 595
    assert headroom_by("cisco", Link(208, 10_000, 100, "aec")).headroom_bytes == 23_554


@pytest.mark.parametrize(("generation", "gigabits", "metres", "eight", "xon", "xoff", "size"), PR_3235)
def test_sonics_dynamic_formula_to_the_byte(
    generation: int, gigabits: int, metres: int, eight: bool, xon: int, xoff: int, size: int
) -> None:
    link = Link(1, gigabits * 1000, metres, frame_bytes=9100, lossless_frame_bytes=1024, small_packet_share=0.5)
    pooled = spectrum_profile(generation, link, eight_lanes=eight)
    assert (pooled.xoff.headroom_bytes, pooled.xon.result, pooled.size.result) == (xoff, xon, xon)
    assert headroom_by(f"sonic-dynamic-spectrum-{generation}", link).headroom_bytes == xoff
    # Since PR 4757 (2026) 2 KiB are added where there is no shared pool: that pull request is younger than the sizes.
    alone = spectrum_profile(generation, link, eight_lanes=eight, shared_headroom=False)
    assert (alone.xoff.headroom_bytes, alone.size.result) == (xoff + 2048, size + 2048)
    for derivation in (pooled.xoff.derivation, alone.xoff.derivation, alone.xon, alone.size):
        assert recombine(derivation) == derivation.result


def test_spectrum_without_a_pool_as_its_test_reports_it() -> None:
    """sonic-mgmt PR 26696: xon 38912, xoff 118784 before and 120832 after PR 4757, size 168960."""
    link = Link(1, 800_000, 15, frame_bytes=9100, lossless_frame_bytes=1024, small_packet_share=0.5)
    profile = spectrum_profile(4, link, eight_lanes=True, shared_headroom=False)
    assert (profile.xon.result, profile.xoff.headroom_bytes, profile.size.result) == (38912, 120832, 168960)


def test_small_packets_only_need_no_compensation() -> None:
    link = Link(1, 400_000, 300, lossless_frame_bytes=1024)
    alone = spectrum_profile(3, link, shared_headroom=False).xoff
    assert alone.headroom_bytes == spectrum_profile(3, link).xoff.headroom_bytes


def test_what_a_generation_of_spectrum_brings_along() -> None:
    link = Link(1, 400_000, 40, frame_bytes=9100, lossless_frame_bytes=1024)
    sixth = spectrum_profile(6, link)
    assert sixth.xoff.derivation.term("E").value == 18 * 1024
    assert sixth.xon.result == 42 * 1024
    assert spectrum_profile(5, link).xoff.derivation.term("T_tile").value == 120
    assert spectrum_profile(3, link).xoff.derivation.term("T_tile").value == 0
    with pytest.raises(ValueError, match="no figures for Spectrum-7, only for 1 to 6"):
        spectrum_profile(7, link)


def test_tofino_by_hand() -> None:
    """At 400G: 9100 + 40 m + twice 365 ns + 0.8 KiB + twice 905 quanta, times 2.75, and 1024."""
    link = Link(1, 400_000, 40, frame_bytes=9100, lossless_frame_bytes=1024, gearbox_ns=365)
    cable = Fraction(2 * 40 * 400_000 * 10**9, 198_000_000 * 8192)
    under_way = 9100 + cable + 2 * Fraction(400_000 * 365, 8192) + Fraction("819.2") + 2 * 905 * 64
    needed = 1024 + under_way * Fraction(176, 64)
    assert headroom_by("sonic-dynamic-tofino", link).headroom_bytes == -(-needed // 1024) * 1024


def test_the_simulator_takes_three_times_the_cable() -> None:
    """A link of 1 us, here 200 m, at 100G."""
    assert headroom_by("hpcc", Link(254, 100_000, 200)).headroom_bytes == 37_500


def test_the_adapter_reckons_with_40g_at_least() -> None:
    assert (
        headroom_by("mlx5", Link(254, 10_000, 7)).headroom_bytes
        == headroom_by("mlx5", Link(254, 40_000, 7)).headroom_bytes
    )
    assert headroom_by("mlx5", Link(254, 100_000, 7)).headroom_bytes == 56_680


def test_the_interface_delay_is_added_where_the_form_has_one() -> None:
    link = Link(254, 100_000, 100)
    counted = cisco_long_distance(link, interface_delay=True)
    assert counted.headroom_bytes == cisco_long_distance(link).headroom_bytes + 122_880 // 8
    assert recombine(counted.derivation) == counted.headroom_bytes
    with pytest.raises(ValueError, match="no D-Intf at 400G, only at 10G, 25G, 40G, 100G"):
        cisco_long_distance(link._replace(speed_mbps=400_000), interface_delay=True)


@given(links())
def test_unified_is_the_function(link: Link) -> None:
    response = link.peer_response_ns
    direct = headroom(
        cell_bytes=link.cell_bytes,
        speed_mbps=link.speed_mbps,
        cable_m=link.cable_m,
        medium=link.medium,
        frame_bytes=link.frame_bytes,
        lossless_frame_bytes=link.lossless_frame_bytes,
        small_packet_share=link.small_packet_share,
        peer_response_ns=planning_response_ns(link.speed_mbps) if response is None else response,
        gearbox_ns=link.gearbox_ns,
    )
    named = headroom_by("unified", link)
    assert (named.headroom_bytes, named.cells) == (direct.headroom_bytes, direct.cells)


@given(links(), st.integers(0, 3_000_000))
def test_a_plan_is_inverted_in_closed_form_as_by_search(link: Link, headroom_bytes: int) -> None:
    found = longest_planned_cable_m(headroom_bytes, link)
    searched = longest(headroom_bytes, lambda cable_m: planned_headroom(link._replace(cable_m=cable_m)).headroom_bytes)
    assert found == searched == longest_cable_by("unified", headroom_bytes, link)


def test_the_length_planned_is_by_the_response_planned() -> None:
    link = Link(208, 10_000, 0)
    held = planned_headroom(link._replace(cable_m=40)).headroom_bytes
    longest_m = longest_planned_cable_m(held, link)
    assert longest_m is not None
    assert 40 <= longest_m < longest_cable_m(held, cell_bytes=208, speed_mbps=10_000)
    with pytest.raises(ValueError, match="zero or more, not -1"):
        longest_planned_cable_m(-1, link)


@given(links(), st.integers(0, 3_000_000))
def test_the_floor_is_inverted_to_the_millimetre(link: Link, headroom_bytes: int) -> None:
    def floor_bytes(cable_m: float) -> int:
        return headroom_floor(
            speed_mbps=link.speed_mbps,
            cable_m=cable_m,
            medium=link.medium,
            frame_bytes=link.frame_bytes,
            lossless_frame_bytes=link.lossless_frame_bytes,
        ).headroom_bytes

    carried = longest_cable_by_floor(headroom_bytes, link)
    if carried is None:
        assert floor_bytes(0) > headroom_bytes
    else:
        assert floor_bytes(carried) <= headroom_bytes < floor_bytes(carried + 0.001)


@given(links())
def test_what_is_planned_is_what_unified_is_called_by_name(link: Link) -> None:
    planned, named = planned_headroom(link), headroom_by("unified", link)
    assert planned.headroom_bytes == named.headroom_bytes
    assert planned.derivation.terms == named.derivation.terms


@pytest.mark.parametrize("speed_mbps", [*SPEEDS, 1000])
def test_a_plan_differs_from_what_rules_hold_below_100g_only_and_says_why(speed_mbps: int) -> None:
    link = Link(208, speed_mbps, 40)
    ruled = headroom(cell_bytes=208, speed_mbps=speed_mbps, cable_m=40)
    planned = planned_headroom(link)
    response = planned.derivation.term("T_peer")
    assert ruled.derivation.term("T_peer").value == model_response_ns() == 1160
    if 1000 < speed_mbps < 100_000:
        assert planned.headroom_bytes > ruled.headroom_bytes
        assert response.value == planning_response_ns(speed_mbps) == ieee_response_ns(speed_mbps)
        assert "IEEE 802.3 Annex 31B.3.7 at this speed" in response.source
    else:
        assert planned == ruled
        assert planning_response_ns(speed_mbps) is None
    said = planned_headroom(link._replace(peer_response_ns=response.value))
    assert said.headroom_bytes == planned.headroom_bytes
    assert said.derivation.term("T_peer").source == "given"


@given(links())
def test_ieee_is_unified_with_the_bound(link: Link) -> None:
    link = answerable("ieee", link)
    bounded = link._replace(peer_response_ns=ieee_response_ns(link.speed_mbps))
    assert headroom_by("ieee", link).headroom_bytes == headroom_by("unified", bounded).headroom_bytes
    assert headroom_by("ieee", bounded) == headroom_by("ieee", link)


def test_ieee_refuses_what_the_standard_does_not_say() -> None:
    with pytest.raises(ValueError, match=r"lists no response at 1\.6T \(it lists 1G, 10G"):
        headroom_by("ieee", Link(420, 1_600_000, 5))
    with pytest.raises(ValueError, match=r"takes 1158\.4 ns at 400G.*not 9000"):
        headroom_by("ieee", Link(254, 400_000, 5, peer_response_ns=9000))


def test_ieee_says_where_its_bound_is_none() -> None:
    assert any("plan with those" in each for each in headroom_by("ieee", Link(254, 800_000, 5)).derivation.assumptions)
    assert not any("plan with" in each for each in headroom_by("ieee", Link(254, 100_000, 5)).derivation.assumptions)


@pytest.mark.parametrize("name", NAMES)
@few
@given(links())
def test_derivations_add_up_and_name_their_sources(name: str, link: Link) -> None:
    found = headroom_by(name, answerable(name, link))
    assert recombine(found.derivation) == found.headroom_bytes == found.derivation.result
    assert all(term.source and term.name for term in found.derivation.terms)
    assert found.derivation.assumptions[-1]


@pytest.mark.parametrize("name", NAMES)
@few
@given(links(), st.integers(0, 5_000_000))
def test_the_longest_cable_is_the_inverse(name: str, link: Link, headroom_bytes: int) -> None:
    link = answerable(name, link)
    length = longest_cable_by(name, headroom_bytes, link)
    if length is None:
        assert headroom_by(name, link._replace(cable_m=0)).headroom_bytes > headroom_bytes
        return
    assert headroom_by(name, link._replace(cable_m=length)).headroom_bytes <= headroom_bytes
    further = round(length * 1000 + 1) / 1000
    assert headroom_by(name, link._replace(cable_m=further)).headroom_bytes > headroom_bytes


@given(links(), st.integers(0, 5_000_000))
def test_both_inverses_of_the_unified_model_agree(link: Link, headroom_bytes: int) -> None:
    link = link._replace(peer_response_ns=link.peer_response_ns or 0)
    told: dict[str, Any] = {field: value for field, value in link._asdict().items() if field != "cable_m"}
    closed = longest_cable_m(headroom_bytes, **told)
    assert (longest_cable_by("unified", headroom_bytes, link) or 0.0) == closed


@pytest.mark.parametrize("name", NAMES)
@few
@given(links())
def test_more_of_anything_never_needs_less(name: str, link: Link) -> None:
    link = answerable(name, link)
    more = [link._replace(cable_m=link.cable_m + 10), link._replace(gearbox_ns=(link.gearbox_ns or 0) + 100)]
    if link.peer_response_ns is not None:
        more.append(link._replace(peer_response_ns=link.peer_response_ns + 100))
    assert all(headroom_by(name, grown).headroom_bytes >= headroom_by(name, link).headroom_bytes for grown in more)


@pytest.mark.parametrize("name", NAMES)
def test_more_small_packets_never_need_less_beside_large_frames(name: str) -> None:
    shares = (0.0, 0.1, 0.5, 0.9, 1.0)
    needed = [headroom_by(name, Link(254, 400_000, 40, small_packet_share=share)).headroom_bytes for share in shares]
    assert needed == sorted(needed)
    assert (needed[0] < needed[-1]) == ("small_packet_share" in headroom_model(name).uses)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_model_uses_changes_it_and_nothing_else_does(name: str) -> None:
    model = headroom_model(name)
    plain = Link(254, 400_000, 40)
    changes: dict[str, Any] = {
        "cell_bytes": 420,
        "medium": "dac",
        "lossless_frame_bytes": 1500,
        "small_packet_share": 0.2,
        "peer_response_ns": 3000,
        "gearbox_ns": 400,
    }
    for field, value in changes.items():
        if name == "ieee" and field == "peer_response_ns":
            continue
        changed = plain._replace(**{field: value})
        differs = headroom_by(name, changed).headroom_bytes != headroom_by(name, plain).headroom_bytes
        assert differs == (field in model.uses), field
        notes = " ".join(headroom_by(name, changed).derivation.assumptions)
        assert ("without a term in this formula" in notes) == (field not in model.uses and field != "cell_bytes"), field


def test_what_is_as_usual_is_not_called_ignored() -> None:
    plain = Link(254, 400_000, 40, lossless_frame_bytes=9216, gearbox_ns=0)
    assert headroom_model("hpcc").ignores(plain) == ()
    assert headroom_model("hpcc").ignores(plain._replace(lossless_frame_bytes=4200)) == ("a smaller lossless frame",)


def test_at_a_speed_without_quanta_sonic_falls_back_and_says_so() -> None:
    found = headroom_by("sonic-dynamic", Link(420, 1_600_000, 40))
    assert found.derivation.term("R").value == pytest.approx(3.8 * 1024)
    assert any("19 ns here, doubtful" in each for each in found.derivation.assumptions)


def test_an_unknown_model_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no headroom model 'ciscoo': one of unified, ieee, sonic-dynamic, cisco,"):
        headroom_model("ciscoo")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cell_bytes": 0}, "cell_bytes must be positive, not 0"),
        ({"speed_mbps": -1}, "speed_mbps must be positive, not -1"),
        ({"cable_m": float("nan")}, "cable_m must be zero or more"),
        ({"cable_m": -0.5}, "cable_m must be zero or more, and finite, not -0.5"),
        ({"medium": "string"}, "unknown medium 'string': one of fibre"),
        ({"frame_bytes": 63}, "frame_bytes must be at least 64, not 63"),
        ({"lossless_frame_bytes": 9217}, r"between 64 and frame_bytes \(9216\), not 9217"),
        ({"small_packet_share": 1.01}, "small_packet_share must be between 0 and 1, not 1.01"),
        ({"peer_response_ns": -1}, "peer_response_ns must be zero or more"),
        ({"gearbox_ns": float("inf")}, "gearbox_ns must be zero or more"),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_no_model_takes_a_link_that_cannot_be(name: str, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        headroom_by(name, Link(254, 400_000, 40)._replace(**change))


def test_a_headroom_below_zero_and_a_formula_without_length_have_no_longest_cable() -> None:
    with pytest.raises(ValueError, match="headroom_bytes must be zero or more, not -1"):
        longest_cable_by("cisco", -1, Link(254, 400_000, 0))
    with pytest.raises(ValueError, match="a cable of any length"):
        longest(10, lambda _: 5)


def test_plain_numbers_are_shown_for_their_speed() -> None:
    assert {value.headroom_bytes for value in published_values(40_000)} == {22_400, 76_000}
    assert {value.name for value in published_values(400_000)} == {"gaudi3-arista"}
    assert all(value.source for value in published_values())
    assert published_values(1_600_000) == ()


@pytest.mark.parametrize("expression", ["a ** 2", "open(a)", "a.b", "1.5 * a", "ceil(a, a)", "max()", "-a", "'x'"])
def test_a_worksheet_knows_arithmetic_only(expression: str) -> None:
    with pytest.raises(ValueError, match="derivation"):
        evaluate(expression, {"a": Fraction(1)})
