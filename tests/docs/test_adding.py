"""The pages on adding things, followed to the letter in a copy of the repository."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(
    r"^(?:In |Create )?`(?P<path>(?:roceconf|vendor_templates|tests)/[\w./-]+\.\w+)`"
    r"|^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what a follower changes."""
    without = shutil.ignore_patterns("__pycache__", ".hypothesis", "bench")
    for folder in ("roceconf", "vendor_templates", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=without)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def files(text: str, languages: set[str]) -> dict[str, str]:
    """The content of each file that a page gives, by its path: the block behind a paragraph that begins with it."""
    found: dict[str, str] = {}
    path = ""
    for match in BLOCK.finditer(text):
        if match["path"]:
            path = match["path"]
        elif match["language"] in languages and path:
            found[path] = match["text"]
            path = ""
    return found


def block(text: str, language: str, containing: str) -> str:
    """The one block of a language that contains something."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (found,) = (each for each in blocks if containing in each)
    return str(found)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def run_tests(folder: Path, *words: str) -> str:
    done = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout


def test_the_page_on_a_network_os_makes_one(copy: Path) -> None:
    text = page("adding-a-network-os.md")
    made = files(text, {"python", "xml", "jinja"})
    registry = copy / "roceconf" / "nos" / "__init__.py"
    line = made.pop("roceconf/nos/__init__.py")
    registry.write_text(re.sub(r"^_FOLDERS.*?\}\n", line, registry.read_text("utf-8"), flags=re.M | re.S), "utf-8")
    assert len(made) == 11
    for path, content in made.items():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_text(content, "utf-8")
    (copy / "tests" / "nos" / "os10" / "__init__.py").write_text("")
    (copy / "leaf.cfg").write_text(block(text, "", "network-qos PCF"), "utf-8")

    done = run(copy, "-m", "roceconf.cli", "lint", "--format", "concise", "leaf.cfg")
    assert (done.returncode, done.stdout) == (1, block(text, "console", "leaf.cfg").partition("\n")[2])
    run_tests(copy, "tests/nos/os10", "tests/nos/test_registry.py", "tests/test_architecture.py", "--deselect",
           "tests/test_architecture.py::test_every_room_is_on_the_plan")  # fmt: skip
    (copy / "leaf.yaml").write_text(block(text, "yaml", "nos: os10"), "utf-8")
    rendered = run(copy, "-m", "roceconf.cli", "render", "leaf.yaml")
    assert rendered.returncode == 1, rendered.stderr
    shown = block(text, "console", "render leaf.yaml").partition("\n")[2]
    assert doctest.OutputChecker().check_output(shown, rendered.stdout + rendered.stderr, doctest.ELLIPSIS)


def test_the_page_on_a_rule_makes_one(copy: Path) -> None:
    text = page("adding-a-rule.md")
    module = copy / "roceconf" / "rules" / "mtu.py"
    imports = "from roceconf.switch import "
    whole = module.read_text("utf-8").replace(imports, imports + "Concern, ", 1)
    module.write_text(whole + "\n\n" + block(text, "python", "MTU103"), "utf-8")
    (copy / "tests" / "rules" / "cases" / "MTU103.toml").write_text(block(text, "toml", "[not_on]"), "utf-8")
    run_tests(copy, "tests/rules/test_cases.py", "-k", "MTU103")
    done = run(copy, "-m", "roceconf.cli", "rule", "MTU103")
    assert done.returncode == 0
    assert "MTU103 mtu-not-said (note, since 0.1)" in done.stdout


def test_the_page_on_a_platform_makes_one(copy: Path) -> None:
    text = page("adding-a-platform.md")
    data = copy / "roceconf" / "asic" / "data"
    box = "".join(block(text, "toml", part) for part in ('model = "X9000-64D"', "[hwskus]"))
    options = block(text, "toml", "sonic_platforms")
    line, _, tables = options.partition("\n")
    (data / "platforms" / "acme-x9000.toml").write_text(
        line + "\n" + box + "\n" + re.sub(r"\[eos_queue_keyword\].*", "", tables, flags=re.S), "utf-8"
    )
    table = block(text, "toml", "rows = [") + "\n" + block(text, "toml", "[suspect]")
    (data / "tables" / "th4-acme-x9000.toml").write_text(table, "utf-8")
    (data / "buffers" / "th4-acme-x9000-o64-t0.toml").write_text(block(text, "toml", "[pools]"), "utf-8")

    command = re.search(r"^\$ python -c '(.*)'$", text, re.MULTILINE)
    assert command is not None
    done = run(copy, "-c", command[1])
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("acme-x9000 Tomahawk 4 ")
    counted = copy / "tests" / "asic" / "test_published.py"
    raised = re.sub(
        r"^TABLE_COUNT = (\d+)",
        lambda found: f"TABLE_COUNT = {int(found[1]) + 1}",
        counted.read_text("utf-8"),
        flags=re.M,
    )
    counted.write_text(raised, "utf-8")
    run_tests(copy, "tests/asic", "-k", "not shared")
