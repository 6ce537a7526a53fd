"""Intent to configuration and back: what is rendered is what was planned, and lints clean."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roceconf.asic import asic, asic_names, platform, platform_names
from roceconf.findings import Finding, Severity
from roceconf.intent import IntentErrors, load
from roceconf.nos import NotFittingError, keys, network_os, recognise
from roceconf.plan import plan
from roceconf.rules import all_rules
from roceconf.rules.context import Context, Supplied
from roceconf.rules.runner import judge
from roceconf.switch import Amount

INTENTS = Path(__file__).resolve().parent.parent / "samples" / "intents"


class Sold(NamedTuple):
    """Four ports as the OS names them, and whose boxes it runs on: one maker's, or (None) anybody's."""

    ports: str
    maker: str | None = None


SOLD: Mapping[str, Sold] = {"sonic": Sold("Ethernet[0-24:8]"), "eos": Sold("Ethernet[1-4]/1", "Arista")}


def intents() -> Iterator[tuple[str, str, str]]:
    """Every chip and every platform, on each OS it is sold with."""
    for nos, sold in SOLD.items():
        for key in asic_names():
            yield nos, "asic", key
        for name in platform_names():
            if sold.maker in (None, platform(name).vendor):
                yield nos, "sku", name


def text_of(nos: str, key: str, name: str, speed_mbps: int, cable_m: int, more: str = "") -> str:
    speed = "1.6T" if speed_mbps == 1_600_000 else f"{speed_mbps // 1000}G"
    return (
        f"switch: leaf1\nnos: {nos}\n{key}: {name}\n{more}"
        f'ports: [{{ports: "{SOLD[nos].ports}", speed: {speed}, cable: {cable_m}m}}]\n'
    )


def rendered_findings(text: str) -> list[Finding]:
    """Render an intent, check that reading gives back what was fitted, and judge it."""
    made = plan(load(text, name="intent.yaml"), "intent.yaml")
    system = network_os(made.reading.nos)
    fitted = system.fit(made.reading.switch, made.hints)
    files = system.write(fitted.switch, made.hints)
    for before, after in (
        (group.priority_group(index), fitted.switch.group_of(group.ports[0]))
        for group in made.reading.switch.groups
        for index in group.pfc.active
    ):
        held = None if after is None or before is None else after.priority_group(before.index)
        assert held is not None
        assert held.profile is not None
        assert before is not None
        assert before.profile is not None
        if isinstance(held.profile.headroom, Amount) and isinstance(before.profile.headroom, Amount):
            cell = asic(made.hints.asic).cell_bytes.value
            assert (held.profile.headroom.in_bytes(cell) or 0) >= (before.profile.headroom.in_bytes(cell) or 0)
    main = files[0]
    recognised = recognise(main.text)
    assert recognised is not None
    assert recognised.key == system.key
    reading = system.read(main.text, made.hints)
    assert reading.switch == fitted.switch
    assert reading.remarks == ()
    supplied = Supplied(
        sku=made.hints.sku,
        asic=made.hints.asic,
        roce_dscps=made.roce_dscps,
        cnp_dscps=made.cnp_dscps,
        fan_in=made.fan_in,
    )
    return list(judge(Context(reading, supplied), all_rules(), main.name).findings)


def says(findings: list[Finding], severity: Severity) -> list[str]:
    return [f"{each.rule} {each.message}" for each in findings if each.severity.reaches(severity)]


def test_every_network_os_is_tried() -> None:
    assert set(SOLD) == set(keys())


@pytest.mark.parametrize(("nos", "key", "name"), list(intents()))
def test_what_is_rendered_lints_clean(nos: str, key: str, name: str) -> None:
    """For every chip and platform at every speed: not even a warning about our own output."""
    chip = asic(name) if key == "asic" else platform(name).asic
    if chip.cell_bytes.value is None:
        with pytest.raises(IntentErrors, match="cell size"):
            rendered_findings(text_of(nos, key, name, 100_000, 40))
        return
    for speed_mbps in chip.speeds_mbps or (100_000,):
        assert says(rendered_findings(text_of(nos, key, name, speed_mbps, 40)), Severity.WARNING) == []


@settings(max_examples=60, deadline=None)
@given(
    case=st.sampled_from(list(intents())),
    cable_m=st.integers(1, 500),
    priority=st.integers(0, 6),
    second=st.integers(0, 6),
    dscp=st.integers(0, 47),
    explicit=st.booleans(),
    mtu=st.sampled_from([4200, 9000, 9100, 9194]),
    data=st.data(),
)
def test_any_intent_survives_the_way_there_and_back(
    case: tuple[str, str, str],
    cable_m: int,
    priority: int,
    second: int,
    dscp: int,
    explicit: bool,
    mtu: int,
    data: st.DataObject,
) -> None:
    nos, key, name = case
    chip = asic(name) if key == "asic" else platform(name).asic
    if chip.cell_bytes.value is None:
        return
    speed_mbps = data.draw(st.sampled_from(chip.speeds_mbps or (100_000,)))
    more = f"mtu: {mtu}\nmmu: {'explicit' if explicit else 'device'}\nclasses:\n"
    more += f"  rdma: {{dscp: [{dscp}], priority: {priority}, lossless: true, bandwidth: 40}}\n"
    if second != priority:
        more += f"  storage: {{dscp: [{dscp + 1}], priority: {second}, lossless: true, bandwidth: 20}}\n"
    text = text_of(nos, key, name, speed_mbps, cable_m, more)
    refusal = ""
    try:
        assert says(rendered_findings(text), Severity.ERROR) == []
    except (IntentErrors, NotFittingError) as refused:
        refusal = str(refused)
    # What is refused is refused with the number that breaks.
    assert not refusal or any(character.isdigit() for character in refusal)


@pytest.mark.parametrize("path", sorted(INTENTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_sample_intent_renders_and_lints_clean(path: Path) -> None:
    assert says(rendered_findings(path.read_text(encoding="utf-8")), Severity.WARNING) == []
