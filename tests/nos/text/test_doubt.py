import pytest

from roceconf.nos.text.doubt import Doubt, doubts
from roceconf.nos.text.faults import SyntaxFault, fault_of
from roceconf.nos.text.match import Record, Records
from roceconf.nos.text.modes import Header, Mode, ModeTable
from roceconf.nos.text.scan import scan_lines
from roceconf.nos.text.similar import nearest_head, word_ratio
from roceconf.nos.text.transcript import unprompt

TABLE = ModeTable(
    os="test",
    top="global",
    modes={
        "global": Mode(
            headers=(Header(r"port \S+$", "port"), Header(r"curve \S+$", "curve")), heads=("service-policy type qos",)
        ),
        "port": Mode(heads=("trust dscp",)),
        "curve": Mode(heads=("threshold",), closed=True),
    },
)
FAULTS = (
    SyntaxFault("narrow", ("port",), r"trust both\b", "invented", "w", "x", "s"),
    SyntaxFault("wide", (), r"trust ", "foreign", "w", "x", "s"),
    SyntaxFault("header", ("global",), r"port old", "obsolete", "w", "x", "s"),
)


def doubts_of(text: str, records: Records, faults: tuple[SyntaxFault, ...] = ()) -> list[Doubt]:
    return list(doubts(TABLE, scan_lines(unprompt(text).lines, TABLE), records, faults))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("curve 1\n  slope 3\n", ("unknown statement", "")),
        ("curve 1\n  treshold 3\n", ("unknown statement", "threshold")),
        ("curve 1\n  threshold high\n", ("unknown rest", "threshold")),
        ("port 1\n  trust dscp always\n", ("unknown rest", "trust dscp")),
        ("port 1\n  trst dscp\n", ("misspelt", "trust dscp")),
        ("port 1\n  no trst dscp\n", ("misspelt", "trust dscp")),
        ("port 1\n  trust cos\n", None),
        ("port 1\n  anything\n", None),
        ("service-policy type pbr input x\n", None),
        ("anything\n  trst dscp\n", None),
    ],
)
def test_what_is_doubted(text: str, expected: tuple[str, str] | None) -> None:
    found = [(doubt.reason, doubt.nearest) for doubt in doubts_of(text, {})]
    assert found == ([expected] if expected else [])


def test_a_doubt_says_where() -> None:
    (doubt,) = doubts_of("port 1\n   trst dscp\n", {})
    assert (doubt.text, doubt.line, doubt.column, doubt.mode, doubt.section) == ("trst dscp", 2, 4, "port", 1)


def test_what_is_matched_is_not_doubted() -> None:
    assert doubts_of("curve 1\n  slope 3\n", {("curve", "slope 3"): Record("slope", {})}) == []


def test_a_known_error_is_found_where_nothing_else_is_doubted() -> None:
    (doubt,) = doubts_of("port 1\n  trust both ways\n", {}, FAULTS)
    assert doubt.reason == "known error"
    assert doubt.fault is FAULTS[0]


def test_a_header_may_be_a_known_error_and_is_never_misspelt() -> None:
    (doubt,) = doubts_of("port old\n", {}, FAULTS)
    assert doubt.fault is FAULTS[2]
    assert doubts_of("port new\n", {}, FAULTS) == []


def test_a_line_that_is_read_and_obsolete_says_so_by_its_kind() -> None:
    text = "port 1\n  trust both\n"
    assert doubts_of(text, {("port", "trust both"): Record("trust", {})}, FAULTS) == []
    (doubt,) = doubts_of(text, {("port", "trust both"): Record("legacy_trust", {})}, FAULTS)
    assert doubt.fault is FAULTS[0]


def test_the_first_error_that_fits_is_named() -> None:
    assert fault_of(FAULTS, "port", "trust  both") is FAULTS[0]
    assert fault_of(FAULTS, "curve", "trust both") is FAULTS[1]
    assert fault_of(FAULTS, "port", "distrust") is None


def test_heads_are_compared_word_by_word() -> None:
    assert nearest_head(TABLE, "global", "service-polcy type qos input x") == "service-policy type qos"
    assert nearest_head(TABLE, "global", "service-policy type pbr input x") == ""
    assert nearest_head(TABLE, "global", "service-policy type qos input x") == ""
    assert word_ratio("mtu", "mru") == 0.0
    assert word_ratio("bandwidth", "bandwith") > 0.9
