"""Every rule has an id of its family, a name, sources and a page with fixed headings."""

import re

import pytest

from roceconf.rules import FAMILIES, UnknownRuleError, all_rules, find_rule
from roceconf.rules.model import REGISTRY, Rule, rule
from roceconf.switch import Switch

HEADINGS = ("What the fabric does", "How to mend it", "Source")

RULES = all_rules()


@pytest.mark.parametrize("held", RULES, ids=lambda held: held.id)
def test_the_page_has_its_headings_in_order_and_text_under_each(held: Rule) -> None:
    pieces = re.split(r"(?m)^(\S.*)$", held.page)
    first, *sections = [line for line in held.page.splitlines() if line and not line.startswith(" ")]
    assert first.endswith(".")
    assert len(pieces) > 1
    assert tuple(sections) == HEADINGS
    for heading in HEADINGS:
        body = re.search(rf"(?ms)^{heading}\n((?: {{4}}.*\n?)+)", held.page)
        assert body is not None, f"{held.id}: nothing under '{heading}'"
        assert len(body[1].split()) > 3


@pytest.mark.parametrize("held", RULES, ids=lambda held: held.id)
def test_the_summary_is_one_sentence(held: Rule) -> None:
    assert held.summary == held.page.splitlines()[0]


@pytest.mark.parametrize("held", RULES, ids=lambda held: held.id)
def test_ids_names_and_sources_have_their_form(held: Rule) -> None:
    assert re.fullmatch(r"[A-Z]{3}[1-9]\d\d", held.id)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", held.name)
    assert held.sources
    assert all(source.strip() for source in held.sources)


def test_rules_come_by_family_and_by_id_within_it() -> None:
    assert list(dict.fromkeys(held.family for held in RULES)) == list(FAMILIES)
    for family in FAMILIES:
        ids = [held.id for held in RULES if held.family == family]
        assert ids == sorted(ids)


def test_a_family_has_one_prefix() -> None:
    by_prefix: dict[str, set[str]] = {}
    for held in RULES:
        by_prefix.setdefault(held.id[:3], set()).add(held.family)
    assert {prefix: modules for prefix, modules in by_prefix.items() if len(modules) > 1} == {}


def test_a_rule_is_found_by_id_in_any_case_and_by_name() -> None:
    assert find_rule("pfc101") is find_rule("pfc-without-headroom") is REGISTRY["PFC101"]


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownRuleError, match="did you mean pfc-on-no-priority"):
        find_rule("pfc-on-no-prioritys")


def test_a_taken_id_fails_at_declaration() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        rule("PFC101", "another-name", on=Switch, severity=RULES[0].severity, since="0.1", sources=("x",))(
            RULES[0].check
        )
