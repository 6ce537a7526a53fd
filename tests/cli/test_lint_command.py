"""``roceconf lint`` as a user meets it: options, streams, exit codes."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from roceconf.linting.judging import judge_text
from tests.bench import configurations
from tests.cli.run import run
from tests.shared import corpus, needs_shared

Capsys = pytest.CaptureFixture[str]

DEAD_ECN = configurations.sonic().replace('"wred_green_enable": "true"', '"wred_green_enable": "false"')
"""ECN is configured and certainly dead: an error, and warnings besides."""


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "dead_ecn.json"
    path.write_text(DEAD_ECN, "utf-8")
    return str(path)


@pytest.fixture
def sonic(tmp_path: Path) -> str:
    path = tmp_path / "config_db.json"
    path.write_text(configurations.sonic(), "utf-8")
    return str(path)


def test_a_good_configuration_is_clean(capsys: Capsys, sonic: str) -> None:
    code, out, err = run(capsys, "lint", sonic, "--roce-dscp", "26", "--cnp-dscp", "48")
    assert (code, err) == (0, "")
    assert out.startswith("no findings in 1 file (sonic, Dell-Z9864f-O64, th5)\n")


def test_an_error_is_shown_at_its_line(capsys: Capsys, bad: str) -> None:
    code, out, err = run(capsys, "lint", bad)
    assert (code, err) == (1, "")
    line, text = next((n, text) for n, text in enumerate(DEAD_ECN.splitlines(), 1) if "wred_green_enable" in text)
    first = next(text for text in out.splitlines() if " error " in text)
    assert first.startswith(f"{bad}:{line}:")
    assert f"{line:>6} | {text.strip()}" in out


@pytest.mark.parametrize("output_format", ["text", "concise", "json"])
def test_the_format_never_changes_the_code(
    capsys: Capsys, bad: str, sonic: str, tmp_path: Path, output_format: str
) -> None:
    gone = str(tmp_path / "gone.cfg")
    for paths, code in (((sonic,), 0), ((bad, sonic), 1), ((bad, gone), 2)):
        assert run(capsys, "lint", *paths, "--format", output_format).code == code


def test_the_threshold_decides(capsys: Capsys, bad: str) -> None:
    document = json.loads(run(capsys, "lint", bad, "--format", "json").out)
    severities = {finding["severity"] for finding in document["findings"]}
    for threshold, reached in (("error", {"error"}), ("warning", {"error", "warning"}), ("note", severities)):
        code = run(capsys, "lint", bad, "--fail-on", threshold).code
        assert code == (1 if severities & reached else 0)
    assert run(capsys, "lint", bad, "--exit-zero").code == 0


def test_exit_zero_does_not_hide_what_could_not_run(capsys: Capsys, tmp_path: Path) -> None:
    assert run(capsys, "lint", str(tmp_path / "gone"), "--exit-zero").code == 2


def test_json_is_json_whatever_else_is_said(capsys: Capsys, bad: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello", "utf-8")
    code, out, err = run(capsys, "lint", str(tmp_path), str(tmp_path / "gone"), "--format", "json", "-v")
    document = json.loads(out)
    assert code == 2
    assert [file["path"] for file in document["files"]] == [bad]
    assert document["findings"]
    assert "notes.txt: skipped: " in err
    assert f"error: {tmp_path / 'gone'}: does not exist" in err


def test_skipped_files_are_counted_or_named(capsys: Capsys, sonic: str, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("hello", "utf-8")
    assert (
        run(capsys, "lint", str(tmp_path)).err == "note: 2 files skipped as no switch configuration (-v names them)\n"
    )
    named = run(capsys, "lint", str(tmp_path), "-v").err
    assert f"note: {tmp_path / 'a.txt'}: skipped: " in named
    assert f"note: {sonic}: SONiC, " in named
    assert run(capsys, "lint", str(tmp_path), "-q").err == ""


def test_rules_are_selected_and_ignored(capsys: Capsys, bad: str) -> None:
    def rules(*words: str) -> set[str]:
        document = json.loads(run(capsys, "lint", bad, "--format", "json", *words).out)
        return {finding["rule"] for finding in document["findings"]}

    everything = rules()
    chosen = min(everything)
    assert rules("--select", chosen) == {chosen}
    assert rules("--ignore", chosen) == everything - {chosen}
    assert rules("--ignore", ",".join(everything)) == set()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--select", "PFC1O1"), "did you mean PFC1"),
        (("--ignore", "no-such-rule-at-all"), "unknown rule"),
        (("--select", "PFC", "--ignore", "PFC"), "no rule is left"),
        (("--sku", "dell-z9846f"), "dell-z9864f"),
        (("--sku", "Arista-7050CX3-32S-C32"), "no Tomahawk"),
        (("--asic", "th55"), "th5"),
        (("--nos", "junos"), "sonic, eos"),
        (("--cable", "40"), "write 40m"),
        (("--cable", "fourty"), "is no cable length"),
        (("--roce-dscp", "64"), "0 to 63"),
        (("--cnp-dscp", "48,ef"), "'ef' is no DSCP"),
        (("--fail-on", "never"), "error"),
        (("--format", "xml"), "json"),
        (("--no-such-option",), "no-such-option"),
        (("--fan-in", "0"), "not in the range"),
        (("--fan-out", "0"), "not in the range"),
        (("--select", " , "), "names nothing"),
        (("--ignore", ","), "names nothing"),
        (("--roce-dscp", ","), "names nothing"),
    ],
)
def test_what_the_user_got_wrong_is_said(capsys: Capsys, sonic: str, words: tuple[str, ...], message: str) -> None:
    code, out, err = run(capsys, "lint", sonic, *words)
    assert (code, out) == (2, "")
    assert message in err


def test_no_path_is_a_usage_error(capsys: Capsys) -> None:
    assert run(capsys, "lint").code == 2


def test_what_is_supplied_is_no_longer_asked_for(capsys: Capsys, tmp_path: Path) -> None:
    tables = json.loads(configurations.sonic())
    del tables["DEVICE_METADATA"], tables["CABLE_LENGTH"]
    tables["BUFFER_POOL"] = {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "162539680"}}
    profile = {"pool": "ingress_lossless_pool", "xoff": "835406", "xon": "0", "size": "18796", "dynamic_th": "0"}
    tables["BUFFER_PROFILE"] = {"lossless": profile}
    tables["BUFFER_PG"] = {f"{port}|3": {"profile": "lossless"} for port in tables["PORT"]}
    path = tmp_path / "anonymous.json"
    path.write_text(json.dumps(tables), "utf-8")
    out = run(capsys, "lint", str(path)).out
    for asked in ("the ASIC: pass --sku or --asic", "cable length: pass --cable", "--roce-dscp", "--cnp-dscp"):
        assert asked in out
    for words in (("--asic", "TH5"), ("--sku", "dell-z9864f")):
        out = run(capsys, "lint", str(path), *words, "--cable", "40m", "--roce-dscp", "26", "--cnp-dscp", "48").out
        assert "pass --" not in out
        assert "th5)\n" in out


def test_fan_in_and_fan_out_are_supplied(capsys: Capsys, sonic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def spy(path, text, network_os, supplied, rules):  # type: ignore[no-untyped-def]
        seen.append((supplied.fan_in, supplied.fan_out))
        return judge_text(path, text, network_os, supplied, rules)

    monkeypatch.setattr("roceconf.linting.run.judge_text", spy)
    run(capsys, "lint", sonic)
    run(capsys, "lint", sonic, "--fan-in", "32", "--fan-out", "16")
    assert seen == [(8, None), (32, 16)]


def test_half_metres_are_rounded_up(capsys: Capsys, sonic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def spy(path, text, network_os, supplied, rules):  # type: ignore[no-untyped-def]
        seen.append(supplied.cable_m)
        return judge_text(path, text, network_os, supplied, rules)

    monkeypatch.setattr("roceconf.linting.run.judge_text", spy)
    for said in ("2.5m", "3m", "1km"):
        run(capsys, "lint", sonic, "--cable", said)
    assert seen == [3, 3, 1000]


def test_the_standard_input_has_the_name_it_is_given(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DEAD_ECN.encode())))
    code, out, _ = run(capsys, "lint", "-", "--stdin-filename", "leaf2.json", "--format", "concise")
    assert code == 1
    assert all(line.startswith("leaf2.json:") for line in out.splitlines())


def test_colour_only_on_a_terminal(capsys: Capsys, bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b" not in run(capsys, "lint", bad).out
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda stream: True)
    assert "\x1b[" in run(capsys, "lint", bad).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run(capsys, "lint", bad).out


def _start(*words: str, stdin: int | None = None, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "roceconf.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=stdin,
        env=env,
    )


def test_a_reader_that_leaves_is_no_error(bad: str) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with subprocess.Popen(
        [sys.executable, "-m", "roceconf.cli", "lint", bad], stdout=write_end, stderr=subprocess.PIPE
    ) as process:
        os.close(write_end)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (141, b"")


def test_an_interrupt_is_quiet() -> None:
    with _start("lint", "-", stdin=subprocess.PIPE) as process:
        time.sleep(1.0)  # until it waits for its input
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_a_terminal_without_the_characters_shows_their_escapes(tmp_path: Path) -> None:
    path = tmp_path / "Zürich–1.json"
    path.write_text(DEAD_ECN, "utf-8")
    with _start("lint", str(path), env={**os.environ, "PYTHONIOENCODING": "ascii"}) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, b"")
    assert b"Z\\xfcrich\\u20131.json:" in out


def test_a_fault_of_ours_is_reported_without_traceback(
    capsys: Capsys, sonic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> object:
        raise KeyError("xoff")

    monkeypatch.setattr("roceconf.cli.lint.lint_paths", fail)
    code, out, err = run(capsys, "lint", sonic)
    assert (code, out) == (2, "")
    assert "fault of roceconf" in err
    assert "KeyError" in err
    assert "Traceback" not in err


@needs_shared
@pytest.mark.parametrize("folder", ["sonic", "eos"])
def test_published_configurations_are_linted_whole(capsys: Capsys, folder: str) -> None:
    code, out, err = run(capsys, "lint", str(corpus(folder)), "--format", "json", "-v")
    document = json.loads(out)
    assert "fault of roceconf" not in err
    assert code in (0, 1), err
    assert {file["nos"] for file in document["files"]} <= {"sonic", "eos"}
    lines = {file["path"]: file["lines"] for file in document["files"]}
    assert all(0 <= finding["line"] <= lines[finding["path"]] for finding in document["findings"])
