"""What holds for every intent, and for every text."""

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from ruamel.yaml import YAML

from roceconf.intent import Intent, IntentError, IntentErrors, load, presets, schema
from roceconf.intent.errors import WHOLE_FILE
from roceconf.nos import keys as network_oses
from roceconf.units import ALPHAS, SPEEDS_MBPS

VALIDATOR = Draft202012Validator(schema())
SAMPLE = (Path(__file__).parents[2] / "samples" / "intents" / "sonic-breakout.yaml").read_text(encoding="utf-8")

sizes = st.integers(1, 200_000).flatmap(lambda n: st.sampled_from([f"{n}B", f"{n}KB", f"{n}KiB", f"{n}cells"]))
words = st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,10}[A-Za-z0-9]", fullmatch=True)


def some(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


percents = st.integers(1, 100).flatmap(lambda n: st.sampled_from([n, float(n), f"{n}%"]))
ecns = st.one_of(
    st.just("off"),
    some(kmin=sizes, pmax=percents, preset=words),
    some(kmax=sizes),
)
times = st.integers(100, 5000).flatmap(lambda n: st.sampled_from([f"{n}ms", f"{n / 1000}s"]))
watchdogs = st.one_of(
    st.just("off"),
    some(
        detection=times,
        restoration=times,
        poll=times,
        action=st.sampled_from(["drop", "forward", "alert", "errdisable"]),
    ),
)
alphas = st.sampled_from([str(one) for one in ALPHAS] + [float(one) for one in ALPHAS])
delays = st.integers(0, 9_999).flatmap(lambda n: st.sampled_from([f"{n}ns", f"{n / 1000}us"]))
overrides = {
    "mtu": st.integers(68, 9216),
    "lossless_mtu": st.integers(68, 9216),
    "small_packets": st.integers(0, 100).flatmap(lambda n: st.sampled_from([n, float(n), f"{n}%"])),
    "peer": st.one_of(delays, st.just("ieee")),
    "gearbox": st.one_of(delays, st.just("a-box")),
    "headroom": sizes,
    "alpha": alphas,
    "ecn": ecns,
    "watchdog": watchdogs,
}


@st.composite
def intents(draw: st.DrawFn) -> dict[str, Any]:
    """Plain data of an intent that must be accepted."""
    said: dict[str, Any] = {
        "switch": draw(words),
        "nos": draw(st.sampled_from(network_oses())),
        draw(st.sampled_from(["sku", "asic"])): draw(words),
    }
    said |= draw(
        some(
            version=words,
            fan_in=st.integers(1, 1024),
            fan_out=st.integers(1, 1024),
            rtt=st.integers(100, 9_999).flatmap(lambda n: st.sampled_from([f"{n}ns", f"{n / 1000}us"])),
            headroom_model=st.just("ieee"),
            dcqcn=some(nic=words),
            mmu=st.sampled_from(["device", "explicit"]),
            **overrides,
        )
    )
    if draw(st.booleans()):
        priorities = draw(st.lists(st.integers(0, 7), min_size=1, max_size=8, unique=True))
        dscps = draw(st.permutations(range(64)))
        said["classes"] = {}
        for at, priority in enumerate(priorities):
            one: dict[str, Any] = {"dscp": dscps[at * 8 : at * 8 + draw(st.integers(1, 8))], "priority": priority}
            one |= draw(some(lossless=st.booleans(), ecn=ecns))
            one |= draw(st.sampled_from([{}, {"strict": True}, {"bandwidth": 100 // len(priorities)}]))
            said["classes"][f"class{at}"] = one
    elif draw(st.booleans()):
        said["preset"] = draw(st.sampled_from(sorted(presets())))
    said["ports"] = []
    for at in range(draw(st.integers(1, 4))):
        count = draw(st.integers(1, 40))
        group = {
            "ports": draw(
                st.sampled_from([f"Ethernet[1-{count}]/{at}", [f"Ethernet{n + 1}/{at}" for n in range(count)]])
            ),
            "speed": draw(st.sampled_from(list(SPEEDS_MBPS))),
            "cable": draw(st.sampled_from(["3m", "0.5m", "40m", "2km"])),
        }
        group |= draw(
            some(
                medium=st.sampled_from(["dac", "aec", "aoc", "fibre"]),
                to=st.sampled_from(["host", "switch"]),
                rdma=st.booleans(),
                addresses=st.just(f"10.{at}.0.0/24"),
                **overrides,
            )
        )
        said["ports"].append(group)
    return said


def as_yaml(said: dict[str, Any], *, flow: bool) -> str:
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = flow
    yaml.width = 100_000
    stream = io.StringIO()
    yaml.dump(said, stream)
    return stream.getvalue()


@given(intents())
@settings(max_examples=60, deadline=None)
def test_an_intent_survives_every_way_to_write_it(said: dict[str, Any]) -> None:
    VALIDATOR.validate(said)
    first = load(json.dumps(said), name="json")
    assert load(as_yaml(said, flow=False), name="block") == first
    assert load(as_yaml(said, flow=True), name="flow") == first
    assert (first.switch, first.nos, first.version) == (said["switch"], said["nos"], said.get("version"))
    assert first.mtu_bytes == said.get("mtu")
    assert first.alpha == (Fraction(said["alpha"]) if "alpha" in said else None)
    for group, raw in zip(first.ports, said["ports"], strict=True):
        assert group.speed_mbps == SPEEDS_MBPS[raw["speed"]]
        assert len(group.ports) == len(set(group.ports))
        assert group.rdma is raw.get("rdma", True)
        assert (str(group.headroom) if group.headroom else None) == raw.get("headroom")
        assert len(group.link_addresses()) == (len(group.ports) if "addresses" in raw else 0)
    for name, raw in said.get("classes", {}).items():
        assert first.classes[name].dscp == tuple(sorted(raw["dscp"]))
        assert first.classes[name].priority == raw["priority"]


@given(intents(), st.data())
@settings(max_examples=60, deadline=None)
def test_every_place_points_at_what_was_said(said: dict[str, Any], data: st.DataObject) -> None:
    text = as_yaml(said, flow=data.draw(st.booleans()))
    intent = load(text, name="f")
    lines = text.split("\n")
    at = data.draw(st.integers(0, len(said["ports"]) - 1))
    for key in ("speed", "cable"):
        line, column = intent.place_of(("ports", at, key))
        assert lines[line - 1][column - 1 :].startswith(said["ports"][at][key])


def outcome(text: str | bytes) -> tuple[IntentError, ...]:
    """Loads anything; any exception but the one is a fault."""
    errors: tuple[IntentError, ...] = ()
    try:
        load(text, name="f")
    except IntentErrors as caught:
        errors = caught.errors
        lines = [str(error) for error in errors]
    else:
        lines = ["it loads"]
    assert lines
    assert all(line.isprintable() for line in lines)
    last = len(text.splitlines()) + 1
    assert all(error[1:3] == WHOLE_FILE or (1 <= error.line <= last and error.column >= 1) for error in errors)
    return errors


@given(st.one_of(st.text(), st.binary(), st.text(alphabet=":-{}[]&*!|>'\"%@#,? \n\tab1~<=\\")))
@settings(max_examples=500, deadline=None)
def test_any_text_is_an_intent_or_errors(text: str | bytes) -> None:
    outcome(text)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_damaged_intent_is_an_intent_or_errors(data: st.DataObject) -> None:
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = (
            text[:start]
            + data.draw(st.text(max_size=6) | st.sampled_from(["\n", ": ", "- ", "[", "{", "&a ", "*a", "~"]))
            + text[end:]
        )
    outcome(text)


plain = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(["Ethernet0", "800G", "40m"]),
    ),
    lambda below: st.one_of(
        st.lists(below, max_size=3),
        st.dictionaries(
            st.sampled_from(["ports", "speed", "cable", "dscp", "priority", "kmin", "ecn", "cnp", "x"]),
            below,
            max_size=4,
        ),
    ),
    max_leaves=6,
)
TOP_KEYS = sorted(Intent.model_json_schema()["properties"])


@given(st.dictionaries(st.sampled_from(TOP_KEYS), plain, max_size=8))
@settings(max_examples=300, deadline=None)
def test_the_right_keys_with_anything_below_are_an_intent_or_errors(said: dict[str, Any]) -> None:
    outcome(json.dumps(said))
