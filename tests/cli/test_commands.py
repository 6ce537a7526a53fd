"""The commands that print what roceconf knows."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from roceconf import __version__
from roceconf.asic import asic_names, platform_names
from roceconf.rules import all_rules
from tests.bench import configurations
from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]


def test_version(capsys: Capsys) -> None:
    assert run(capsys, "--version") == (0, f"roceconf {__version__}\n", "")


def test_help_lists_every_command(capsys: Capsys) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    for command in ("lint", "render", "explain", "rule", "asic", "sku", "nic", "schema"):
        assert f"\n  {command} " in out


def test_an_unknown_command_is_a_usage_error(capsys: Capsys) -> None:
    code, out, err = run(capsys, "lnit")
    assert (code, out) == (2, "")
    assert "lint" in err


def test_every_asic_has_a_page_with_sources(capsys: Capsys) -> None:
    listed = run(capsys, "asic").out
    for name in asic_names():
        assert f"\n{name} " in listed
        code, page, _ = run(capsys, "asic", name)
        assert code == 0
        assert "source: " in page
        assert "(published)" in page


def test_an_asic_page_says_what_is_disputed_or_unknown(capsys: Capsys) -> None:
    page = run(capsys, "asic", "th6").out
    assert "pool holds headroom  not known" in page
    assert "note: Nexthop's memory configuration says yes" in page
    assert "267,196,860 B  (unverified)" in page


def test_a_name_that_is_not_known_names_the_nearest(capsys: Capsys) -> None:
    assert run(capsys, "asic", "th55").code == 2
    assert "did you mean th5" in run(capsys, "asic", "th55").err
    code, _, err = run(capsys, "sku", "dell-z9846f")
    assert code == 2
    assert "dell-z9864f" in err


def test_every_platform_has_a_page(capsys: Capsys) -> None:
    listed = run(capsys, "sku").out
    for name in platform_names():
        assert f"\n{name} " in listed
        assert f"({name})" in run(capsys, "sku", name).out


def test_a_hwsku_shows_its_rows_and_pools(capsys: Capsys) -> None:
    page = run(capsys, "sku", "Dell-Z9864f-O64").out
    row = next(line for line in page.splitlines() if line.split()[:2] == ["800G", "40m"])
    assert row.split()[2:4] == ["835,406", "18,796"]
    assert "ingress_lossless_pool  dynamic  162,539,680  xoff 33,374,584" in page
    assert "pg_profile_lookup.ini" in page


def test_a_hwsku_of_another_chip_is_refused(capsys: Capsys) -> None:
    code, _, err = run(capsys, "sku", "Arista-7050CX3-32S-C32")
    assert code == 2
    assert "trident3, no Tomahawk" in err


HEADROOM = ("explain", "headroom", "--speed", "400G", "--cable", "40m")


def test_headroom_is_explained(capsys: Capsys) -> None:
    code, page, err = run(capsys, *HEADROOM, "--asic", "th5")
    assert (code, err) == (0, "")
    for part in ("formula: ", "terms:", "taken for granted:", "published rows beside it", "IEEE 802.3"):
        assert part in page


def test_headroom_for_programs_says_the_same(capsys: Capsys) -> None:
    data = json.loads(run(capsys, *HEADROOM, "--asic", "th5", "--format", "json").out)
    page = run(capsys, *HEADROOM, "--asic", "th5").out
    assert data["asic"] == "th5"
    assert f"{data['worst_case']['headroom_bytes']:,} B" in page
    assert f"{data['floor']['headroom_bytes']:,} B" in page
    assert data["floor"]["headroom_bytes"] < data["full_size"]["headroom_bytes"] < data["worst_case"]["headroom_bytes"]
    assert all(term["source"] for term in data["worst_case"]["terms"])


def test_a_platform_brings_its_chip_and_its_own_row_first(capsys: Capsys) -> None:
    words = ("explain", "headroom", "--speed", "800G", "--cable", "40m", "--sku", "Dell-Z9864f-O64", "--format", "json")
    data = json.loads(run(capsys, *words).out)
    assert (data["asic"], data["published"][0]["own_platform"], data["published"][0]["xoff_bytes"]) == (
        "th5",
        True,
        835406,
    )


def test_small_packets_mtu_and_medium_change_the_result(capsys: Capsys) -> None:
    def sized(*words: str) -> dict[str, dict[str, int]]:
        data: dict[str, dict[str, int]] = json.loads(
            run(capsys, *HEADROOM, "--asic", "th5", "--format", "json", *words).out
        )
        return data

    plain = sized()
    mixed = sized("--small-packets", "50")["asked"]["headroom_bytes"]
    assert plain["full_size"]["headroom_bytes"] < mixed < plain["worst_case"]["headroom_bytes"]
    assert sized("--mtu", "1500")["floor"]["headroom_bytes"] < plain["floor"]["headroom_bytes"]
    assert sized("--mtu", "9194") == plain | {"asked": None}
    assert sized("--medium", "dac")["floor"]["headroom_bytes"] != plain["floor"]["headroom_bytes"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--asic", "th5", "--speed", "400", "--cable", "40m"), "write 400G"),
        (("--asic", "th5", "--speed", "400G", "--cable", "40"), "write 40m"),
        (("--asic", "th5", "--speed", "400G", "--cable", "0m"), "no cable"),
        (("--speed", "400G", "--cable", "40m"), "pass --asic"),
        (("--asic", "th4", "--sku", "dell-z9864f", "--speed", "400G", "--cable", "40m"), "has th5, not th4"),
        (("--asic", "th9", "--speed", "400G", "--cable", "40m"), "unknown ASIC"),
        (("--asic", "th5", "--speed", "400G"), "--cable"),
    ],
)
def test_what_cannot_be_explained_says_why(capsys: Capsys, words: tuple[str, ...], message: str) -> None:
    code, out, err = run(capsys, "explain", "headroom", *words)
    assert (code, out) == (2, "")
    assert message in err


def test_the_schema_is_one(capsys: Capsys) -> None:
    code, out, _ = run(capsys, "schema")
    assert code == 0
    schema = json.loads(out)
    jsonschema.Draft202012Validator.check_schema(schema)
    for example in schema["examples"]:
        jsonschema.validate(example, schema)


def test_every_rule_has_a_page(capsys: Capsys) -> None:
    listed = run(capsys, "rule").out
    whole = json.loads(run(capsys, "rule", "--format", "json").out)
    assert [each["id"] for each in whole] == [rule.id for rule in all_rules()]
    for rule in all_rules():
        assert f"{rule.id}  " in listed
        page = run(capsys, "rule", rule.name).out
        assert page.startswith(f"{rule.id} {rule.name} ({rule.severity}, since ")
        assert rule.page.splitlines()[0] in page
        assert all(source in page for source in rule.sources)
        assert json.loads(run(capsys, "rule", rule.id, "--format", "json").out)["sources"] == list(rule.sources)


def test_an_unknown_rule(capsys: Capsys) -> None:
    code, out, err = run(capsys, "rule", "XYZ999")
    assert (code, out) == (2, "")
    assert "unknown rule 'XYZ999'" in err


def test_without_docstrings_only_their_pages_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "config_db.json"
    path.write_text(configurations.sonic(), "utf-8")

    def stripped(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-OO", "-m", "roceconf.cli", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    lint = stripped("lint", str(path), "--format", "json")
    assert (lint.returncode, lint.stderr, len(json.loads(lint.stdout)["files"])) == (0, "", 1)
    page = stripped("rule", "PFC101")
    assert (page.returncode, page.stdout) == (2, "")
    assert (
        page.stderr
        == "error: pages of rules are docstrings, which python -OO strips: run without it and PYTHONOPTIMIZE\n"
    )


@pytest.mark.parametrize(
    ("terminal", "no_color", "painted"), [(True, "", True), (True, "1", False), (False, "", False)]
)
def test_the_demo_paints_terminals_only(terminal: bool, no_color: str, painted: bool) -> None:
    demo = Path(__file__).resolve().parents[2] / "samples" / "demo.sh"
    head = [line for line in demo.read_text("utf-8").splitlines() if line.startswith(("bold=", "[ ! -t", "title()"))]
    reading, writing = pty.openpty() if terminal else os.pipe()
    try:
        subprocess.run(
            ["sh", "-c", "\n".join([*head, "title Here"])],
            stdout=writing,
            env={**os.environ, "NO_COLOR": no_color, "TERM": "xterm"},
            check=True,
        )
        said = os.read(reading, 100)
    finally:
        os.close(reading)
        os.close(writing)
    assert b"# Here" in said
    assert (b"\x1b[1m# Here\x1b[0m" in said) == painted == (b"\x1b" in said)


def test_the_module_runs_like_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "roceconf.cli", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"roceconf {__version__}\n"
