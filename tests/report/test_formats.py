"""What people and programs get to read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf import __version__
from roceconf.findings import Related, Severity
from roceconf.linting import JudgedFile, Outcome
from roceconf.report import Style, formats, render
from tests.report.outcomes import FILE, FINDING, OUTCOME, with_finding

WHOLE_TEXT = """\
leaf1.json:2:5: error PFC101 pfc-without-headroom: priority 3 is lossless but keeps no headroom: frames are dropped
     2 | "xoff": "0",
       | ^
  help: set xoff to 835,406
  ports: Ethernet0-504 (64 ports)
  see leaf1.json:1: the profile is defined here

leaf1.json: note WDG201 watchdog-at-poll: priority 3 is lossless but keeps no headroom: frames are dropped
  help: set xoff to 835,406
  see leaf1.json:1: the profile is defined here

1 error and 1 note in 1 file (sonic, Dell-Z9864f-O64, th5)
2 rules need the cable length: pass --cable
1 rule needs the ASIC: pass --sku or --asic
"""


def test_text_shows_line_help_ports_and_what_is_lacking() -> None:
    assert render(OUTCOME, "text") == WHOLE_TEXT


def test_quiet_text_ends_with_the_findings() -> None:
    assert render(OUTCOME, "text", Style(quiet=True)) == WHOLE_TEXT.partition("1 error")[0]


def test_colour_only_where_asked() -> None:
    painted = render(OUTCOME, "text", Style(colour=True))
    assert "\x1b[1;31merror\x1b[0m" in painted
    assert "\x1b" not in render(OUTCOME, "text")
    for name in ("concise", "json"):
        assert "\x1b" not in render(OUTCOME, name, Style(colour=True))


def test_concise_is_one_line_a_finding() -> None:
    first, second = render(OUTCOME, "concise").splitlines()
    assert first == WHOLE_TEXT.splitlines()[0]
    assert second.startswith("leaf1.json: note WDG201 watchdog-at-poll: ")


def test_json_has_the_promised_shape_and_order() -> None:
    document = json.loads(render(OUTCOME._replace(findings=(FINDING,)), "json"))
    assert document == {
        "schema_version": 1,
        "tool": {"name": "roceconf", "version": __version__},
        "files": [
            {
                "path": "leaf1.json",
                "nos": "sonic",
                "sku": "Dell-Z9864f-O64",
                "asic": "th5",
                "lines": 1234,
                "skipped_rules": [
                    {"rule": "HDR101", "needs": "cable length"},
                    {"rule": "HDR102", "needs": "cable length"},
                    {"rule": "ECN201", "needs": "ASIC"},
                ],
            }
        ],
        "findings": [
            {
                "rule": "PFC101",
                "name": "pfc-without-headroom",
                "severity": "error",
                "message": FINDING.message,
                "help": "set xoff to 835,406",
                "path": "leaf1.json",
                "line": 2,
                "column": 5,
                "ports": [f"Ethernet{8 * n}" for n in range(64)],
                "evidence": {"configured_bytes": 0, "needed_bytes": 835406},
                "related": [{"path": "leaf1.json", "line": 1, "message": "the profile is defined here"}],
            }
        ],
    }
    assert list(document) == ["schema_version", "tool", "files", "findings"]
    assert list(document["findings"][0])[:5] == ["rule", "name", "severity", "message", "help"]
    assert list(document["findings"][0]["evidence"]) == ["configured_bytes", "needed_bytes"]


def test_json_has_null_for_what_is_not_known() -> None:
    file = json.loads(render(Outcome(files=(JudgedFile("a.cfg", "eos"),)), "json"))["files"][0]
    assert (file["sku"], file["asic"]) == (None, None)


def test_json_has_no_word_for_infinity() -> None:
    text = render(with_finding(evidence={"ratio": float("inf"), "share": 0.5}), "json")
    assert json.loads(text)["findings"][0]["evidence"] == {"ratio": None, "share": 0.5}


def test_nothing_found_is_said_once() -> None:
    clean = Outcome(files=(JudgedFile("a.cfg", "eos"), JudgedFile("b.cfg", "eos")))
    assert render(clean, "text") == "no findings in 2 files\n"
    assert render(clean, "concise") == ""


def test_where_nothing_was_judged_nothing_is_claimed() -> None:
    assert render(Outcome(), "text") == ""


def test_many_related_places_are_counted() -> None:
    places = tuple(Related("leaf1.json", line, "the same") for line in range(10, 30))
    lines = [line for line in render(with_finding(related=places), "text").splitlines() if line.startswith("  see")]
    assert len(lines) == 6
    assert lines[-1] == "  see 15 further places like these"


def test_the_same_rule_in_two_files_asks_once() -> None:
    other = FILE._replace(path="leaf2.json", skipped_rules=(("HDR101", "cable length"),))
    assert "2 rules need the cable length: pass --cable" in render(OUTCOME._replace(files=(FILE, other)), "text")


def test_a_fact_that_no_option_supplies_is_not_asked_for() -> None:
    file = FILE._replace(skipped_rules=(("BUF101", "cell size of the ASIC"),))
    asked = render(Outcome(files=(file,)), "text").splitlines()[-1]
    assert asked == "1 rule needs the cell size of the ASIC, which neither the file nor an option says"


def test_another_chip_is_not_asked_for_its_tomahawk() -> None:
    file = FILE._replace(sku="Arista-7050CX3-32S-C32", asic="", other_chip="trident3")
    text = render(Outcome(files=(file,)), "text")
    assert "1 rule needs a Tomahawk: Arista-7050CX3-32S-C32 is trident3" in text
    assert "--asic" not in text


@pytest.mark.parametrize("name", formats())
@given(text=st.text(st.characters(exclude_categories=())))
def test_no_text_of_a_file_reaches_a_terminal_unprintable(name: str, text: str) -> None:
    hostile = with_finding(
        message=text, help=text, path=text, ports=(text,), related=(Related(text, 3, text),), evidence={text: text}
    )
    file = FILE._replace(
        path=text, sku=text, asic=text, nos=text, skipped_rules=((text, text),), quoted_lines={2: text}
    )
    shown = render(hostile._replace(files=(file,)), name)
    assert all(line.isprintable() for line in shown.split("\n"))


def test_severities_have_their_plurals() -> None:
    both = OUTCOME._replace(findings=(FINDING, FINDING, FINDING._replace(severity=Severity.WARNING)))
    assert "2 errors and 1 warning in 1 file" in render(both, "text")
