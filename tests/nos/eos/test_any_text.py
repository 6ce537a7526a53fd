"""Whatever a text is, it is read or refused, and every place in the answer is a place in the text."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roceconf.nos import network_os
from roceconf.switch import Default, Hints, NotReadableError
from tests.nos.eos.samples import LEAF

EOS = network_os("eos")
SOME = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])

WORDS = sorted({word for line in LEAF.splitlines() for word in line.split()})
NUMBERS = st.sampled_from(
    ["0", "7", "8", "-1", "99999999999999999999", "0.001", "1/3", "3-1", "1-4096", "4,5", "", "٣", "²"]
)
LINES = st.sampled_from(LEAF.splitlines())


@st.composite
def broken_lines(draw: st.DrawFn) -> str:
    """A line of a good configuration with one word taken out, doubled or replaced."""
    line = draw(LINES)
    words = line.split()
    indent = line[: len(line) - len(line.lstrip())]
    if not words:
        return line
    at = draw(st.integers(0, len(words) - 1))
    words[at : at + 1] = draw(
        st.sampled_from([[], [words[at]] * 2, [words[at][:-1]]])
        | st.lists(NUMBERS | st.sampled_from(WORDS), max_size=2)
    )
    return indent + " ".join(words)


@st.composite
def broken_texts(draw: st.DrawFn) -> str:
    """A good configuration with some lines taken out and some broken ones put in."""
    lines = LEAF.splitlines()
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        lines[at : at + draw(st.integers(0, 3))] = draw(st.lists(broken_lines() | LINES, max_size=3))
    return draw(st.sampled_from(["\n", "\r\n", "\n\n"])).join(lines)


def judge(text: str) -> None:
    try:
        reading = EOS.read(text, Hints())
    except NotReadableError as refusal:
        assert refusal.message  # noqa: PT017  most texts are read
        return
    lines = text.split("\n")
    places = [place for remark in reading.remarks for place in (remark.at, *remark.also_at)]
    places += [each.at for each in reading.names.definitions]
    places += [each.at for each in reading.names.uses]
    for group in reading.switch.groups:
        for port in group.ports:
            for path in (
                "",
                "pfc",
                "mtu",
                "trust",
                "routed",
                "queue.3.marking.green.kmin",
                "pg.3.headroom",
                "dscp_to_tc.26",
            ):
                found = reading.places.of(port, path)
                assert found is not None
                if not isinstance(found, Default):
                    places.append(found)
    for place in places:
        span = reading.places.span(place)
        assert lines[span.line - 1][span.column - 1 :].strip()


@SOME
@given(broken_texts())
def test_broken_configurations_are_read(text: str) -> None:
    judge(text)


@SOME
@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    judge(text)


@SOME
@given(st.lists(broken_lines(), max_size=12))
def test_broken_lines_alone_are_read_or_refused(lines: list[str]) -> None:
    judge("\n".join(lines))
