"""The pre-commit hook: which files it takes, and that its entry is a command that exists."""

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.bench import configurations
from tests.cli.run import run

HOOKS = Path(__file__).resolve().parents[2] / ".pre-commit-hooks.yaml"


def _hook() -> dict[str, object]:
    (hook,) = YAML(typ="safe").load(HOOKS)
    assert isinstance(hook, dict)
    return hook


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("switches/leaf1.cfg", True),
        ("leaf1.conf", True),
        ("config_db.json", True),
        ("leaf1/config_db.leaf1.json", True),
        ("device/pg_profile_lookup.ini", True),
        ("package.json", False),
        ("setup.ini", False),
        ("README.md", False),
        ("leaf1.cfg.j2", False),
    ],
)
def test_the_files_it_takes(path: str, taken: bool) -> None:
    assert bool(re.search(str(_hook()["files"]), path)) is taken


def test_its_entry_lints_and_passes_over_what_is_no_configuration(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program, *words = str(_hook()["entry"]).split()
    assert program == "roceconf"
    other = tmp_path / "setup.cfg"
    other.write_text("[metadata]\nname = x\n", "utf-8")
    assert run(capsys, *words, str(other)) == (
        0,
        "",
        "note: 1 file skipped as no switch configuration (-v names them)\n",
    )
    bad = tmp_path / "config_db.json"
    bad.write_text(
        configurations.sonic().replace('"wred_green_enable": "true"', '"wred_green_enable": "false"'), "utf-8"
    )
    assert run(capsys, *words, str(other), str(bad)).code == 1
