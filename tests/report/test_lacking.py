"""The facts that an option supplies are those that rules ask for, in the same words."""

from pathlib import Path

import pytest

import roceconf.rules
from roceconf.report.lacking import _OPTIONS

SOURCE = "".join(path.read_text("utf-8") for path in Path(str(roceconf.rules.__file__)).parent.rglob("*.py"))


@pytest.mark.parametrize("fact", list(_OPTIONS))
def test_a_rule_asks_for_it_in_these_words(fact: str) -> None:
    assert f'need("{fact}"' in SOURCE or f'Lacking("{fact}")' in SOURCE
