"""What a cold lint loads: nothing that only other commands need. The time itself is measured by ``make bench``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import configurations

LIBRARIES = {
    "jinja2",
    "pydantic",
    "pydantic_core",
    "rich",
    "ruamel",
    "netaddr",
    "importlib.metadata",
    "importlib.resources",
    "asyncio",
}
"""Libraries that cost more than a lint may."""

ROOMS = {"roceconf.intent", "roceconf.plan", "roceconf.cli.render", "roceconf.cli.pages"}
"""Rooms of other commands."""

PLANNING = {
    "roceconf.sizing.cnp",
    "roceconf.sizing.ecn",
    "roceconf.sizing.headroom.carried",
    "roceconf.sizing.headroom.explanation",
    "roceconf.sizing.headroom.models",
    "roceconf.sizing.headroom.planning",
    "roceconf.sizing.buffer.budget",
    "roceconf.sizing.buffer.oversubscription",
    "roceconf.sizing.buffer.published",
    "roceconf.sizing.buffer.xon",
}
"""What of sizing only planning and explaining need, or a rule whose subject these files do not have."""

ASK = """
import json, sys
from roceconf.cli.application import run
try:
    run(sys.argv[1:])
except SystemExit as left:
    sys.stderr.write("\\n" + json.dumps([left.code, sorted(sys.modules)]))
"""


def _loaded(*words: str) -> tuple[int, set[str]]:
    done = subprocess.run([sys.executable, "-c", ASK, *words], capture_output=True, text=True, check=True)
    code, modules = json.loads(done.stderr.splitlines()[-1])
    return code, set(modules)


@pytest.mark.parametrize(
    ("name", "text", "unneeded"),
    [
        ("config_db.json", configurations.sonic(), {"ttp", "roceconf.nos.eos.read"}),
        ("running-config.cfg", configurations.eos(), {"roceconf.nos.sonic.read"}),
    ],
)
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_lint_loads_nothing_heavy(tmp_path: Path, name: str, text: str, unneeded: set[str], output_format: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    words = ("lint", str(path), "--format", output_format, "--cable", "40m", "--sku", "dell-z9864f")
    code, modules = _loaded(*words)
    assert code in (0, 1)
    assert modules & (LIBRARIES | ROOMS | PLANNING | unneeded) == set()
    assert {"roceconf.linting.run", "roceconf.rules.runner"} <= modules


def test_a_published_table_costs_its_length_law_alone(tmp_path: Path) -> None:
    path = tmp_path / "config_db.json"
    path.write_text(configurations.sonic(), "utf-8")
    _, modules = _loaded("lint", str(path), "--sku", "dell-z9864f")
    assert "roceconf.sizing.headroom.length_law" in modules
    assert modules & PLANNING == set()


@pytest.mark.parametrize("words", [("asic", "th5"), ("rule",), ("--version",)])
def test_small_commands_load_nothing_heavy(words: tuple[str, ...]) -> None:
    code, modules = _loaded(*words)
    assert code == 0
    assert modules & LIBRARIES == set()
