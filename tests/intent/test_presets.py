"""The class plans are data, and each is one that an intent could say itself."""

import pytest

from roceconf.intent import default_preset, load, presets

HEAD = "switch: s\nnos: sonic\nasic: th5\nports: [{ports: Ethernet0, speed: 800G, cable: 40m}]\n"


@pytest.mark.parametrize("name", presets())
def test_each_plan_is_valid_and_has_a_source(name: str) -> None:
    plan = presets()[name]
    assert plan.title
    assert len(plan.source) > 20
    intent = load(f"{HEAD}preset: {name}\n", name="f")
    assert any(one.lossless for one in intent.class_plan.values())
    assert all(one.dscp for one in intent.class_plan.values())
    cnp = intent.class_plan.get("cnp")
    # Congestion feedback must never be paused nor wait behind what it is about.
    assert cnp is None or (cnp.strict and not cnp.lossless and cnp.ecn is None)


@pytest.mark.parametrize("name", presets())
def test_each_plan_can_be_said_class_by_class(name: str) -> None:
    said = {key: dict(one) for key, one in presets()[name].classes.items()}
    assert (
        load(f"{HEAD}classes: {said!r}\n".replace("True", "true"), name="f").class_plan
        == load(f"{HEAD}preset: {name}\n", name="f").class_plan
    )


def test_one_plan_is_the_default() -> None:
    assert [plan.name for plan in presets().values() if plan.default] == [default_preset().name] == ["nvidia"]
    assert load(HEAD, name="f").class_plan == load(HEAD + "preset: nvidia\n", name="f").class_plan


@pytest.mark.parametrize(
    ("name", "lossless", "cnp"),
    [
        ("nvidia", {(26, 3)}, {(48, 6)}),
        ("sonic-microsoft", {(3, 3), (4, 4)}, {(48, 6)}),
        ("cisco-ai", {(24, 3)}, {(48, 7)}),
        ("arista-ai", {(24, 3), (26, 3)}, {(48, 6)}),
        ("gaudi3", {(24, 2), (16, 3)}, set()),
        ("broadcom-thor", {(26, 3)}, {(48, 7)}),
        ("amd-pollara", {(26, 3)}, {(46, 6)}),
        ("dell-enterprise-sonic", {(24, 3), (26, 3), (4, 4)}, {(48, 6)}),
    ],
)
def test_what_the_sources_say(name: str, lossless: set[tuple[int, int]], cnp: set[tuple[int, int]]) -> None:
    plan = load(f"{HEAD}preset: {name}\n", name="f").class_plan
    assert {(dscp, one.priority) for one in plan.values() if one.lossless for dscp in one.dscp} == lossless
    assert {(dscp, one.priority) for key, one in plan.items() if key == "cnp" for dscp in one.dscp} == cnp
