"""Keywords cut short."""

import pytest

from roceconf.nos.text.abbreviations import unabbreviated
from roceconf.nos.text.match import Record


def meant(mode: str, text: str) -> Record | None:
    return unabbreviated("eos", [(mode, text)]).get((mode, text))


@pytest.mark.parametrize(
    ("mode", "text", "kind", "fields"),
    [
        ("interface", "priority-flow-control prio 3 no-drop", "pfc_no_drop", {"priority": "3"}),
        ("interface", "pri prio 3 no-dr", "pfc_no_drop", {"priority": "3"}),
        ("interface", "no shut", "no_shutdown", {}),
        ("interface", "qos tru dscp", "qos_trust", {"trust": "dscp"}),
        ("queue", "band per 50", "bandwidth_percent", {"percent": "50"}),
        ("queue", "random ecn minimum-threshold 1 bytes maximum-threshold 2 bytes", "ecn", None),
        ("global", "qos map dscp 8 9 10 to traf 1", "map_dscp", {"dscp_values": "8 9 10", "traffic_class": "1"}),
        ("global", "interf Et1/1", "interface", {"names": "Et1/1"}),
    ],
)
def test_a_beginning_that_one_keyword_has_is_that_keyword(
    mode: str, text: str, kind: str, fields: dict[str, str] | None
) -> None:
    record = meant(mode, text)
    assert record is not None
    assert record.kind == kind
    assert fields is None or record.fields == fields


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        ("interface", "pr pr 3 no-drop"),  # too short to be sure of
        ("interface", "priority-flow-control priority 3 nodrop"),  # misspelt, not shortened
        ("interface", "priority-flow-control pri x no-drop"),
        ("interface", "description private"),
        ("interface", ""),
        ("queue", "ran"),
    ],
)
def test_what_is_no_single_known_statement_stays_unread(mode: str, text: str) -> None:
    assert meant(mode, text) is None


def test_a_line_longer_than_anyone_types_is_not_looked_at() -> None:
    numbers = " ".join(map(str, range(64)))
    assert meant("global", f"qos map dscp {numbers} to traf 1") is not None
    assert meant("global", f"qos map dscp {numbers} {numbers} to traf 1") is None


def test_where_two_lines_could_be_meant_none_is_taken() -> None:
    assert meant("mmu", "ing res 5") is None  # reserved or resume
    assert meant("mmu", "ing resu 5") == Record("ingress_resume", {"amount": "5"})
