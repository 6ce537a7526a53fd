"""``roceconf render``: what goes where, and which exit code follows. Planning and syntax are tested in their rooms."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from roceconf.asic import asic
from roceconf.findings import Severity
from roceconf.intent import Intent
from roceconf.nos import Change, Fitted, NetworkOs, NotFittingError, OutputFile, network_os
from roceconf.plan import Plan
from roceconf.plan.hardware import Hardware
from roceconf.plan.hosts import Hosts
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Rule
from roceconf.switch import Difference, Hints, NotReadableError, PlaceTable, Reading, Switch
from tests.cli.run import Ran, run

Capsys = pytest.CaptureFixture[str]

INTENT = """\
switch: leaf1
nos: sonic
sku: dell-z9864f
ports:
  - {ports: "Ethernet[0-504:8]", speed: 800G, cable: 40m}
"""


class FakeOs:
    """A network OS that writes what the test wants."""

    def __init__(self) -> None:
        self.files: tuple[OutputFile, ...] = (OutputFile("config_db.json", '{"a": 1}\n'),)
        self.changes: tuple[Change, ...] = ()
        self.can_merge = True

    def fit(self, switch: Switch, hints: Hints) -> Fitted:
        assert hints.sku == "dell-z9864f"
        return Fitted(switch, self.changes)

    def write(self, switch: Switch, hints: Hints) -> tuple[OutputFile, ...]:
        del switch, hints
        return self.files

    def merge(self, text: str, switch: Switch, hints: Hints) -> OutputFile:
        del switch, hints
        if text == "broken":
            raise NotReadableError("is no JSON: mend it", 1, 1)
        if text == "prose":
            raise NotReadableError("reads like prose")
        return OutputFile("config_db.json", text + self.files[0].text, ("qos reload is needed",))

    def as_network_os(self) -> NetworkOs:
        merge = self.merge if self.can_merge else None
        habits = network_os("sonic").habits
        return NetworkOs("sonic", "SONiC", lambda text: 0.0, self._read, self.fit, self.write, habits, merge)

    def _read(self, text: str, hints: Hints) -> Reading:
        assert self.can_merge, "only a merged file is read again"
        del hints
        return Reading("sonic", Switch(name="leaf1"), PlaceTable({}), line_count=text.count("\n"))


def _planned(intent: Intent, name: str) -> Plan:
    del name
    reading = Reading("intent", Switch(name=intent.switch), PlaceTable({}))
    hints, hardware = Hints(sku=intent.sku or ""), Hardware(asic("th5"))
    return Plan(reading, hints, (26,), (48,), 8, 8, (), intent, hardware, Hosts(), ())


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> FakeOs:
    fake = FakeOs()
    monkeypatch.setattr("roceconf.cli.planning.plan", _planned)
    monkeypatch.setattr("roceconf.cli.planning.network_os", lambda key: fake.as_network_os())
    monkeypatch.setattr("roceconf.cli.planning.all_rules", lambda: ())
    return fake


@pytest.fixture
def intent(tmp_path: Path) -> str:
    path = tmp_path / "leaf1.yaml"
    path.write_text(INTENT, "utf-8")
    return str(path)


def test_a_single_file_goes_to_standard_output(capsys: Capsys, system: FakeOs, intent: str) -> None:
    assert run(capsys, "render", intent) == Ran(0, '{"a": 1}\n', "")


def test_several_files_are_told_apart(capsys: Capsys, system: FakeOs, intent: str) -> None:
    system.files += (OutputFile("pg_profile_lookup.ini", "rows\n", ("copy it too",)),)
    code, out, err = run(capsys, "render", intent)
    assert (code, err) == (0, "note: pg_profile_lookup.ini: copy it too\n")
    assert out == '==> config_db.json <==\n{"a": 1}\n==> pg_profile_lookup.ini <==\nrows\n'


def test_what_fit_changed_is_listed_on_standard_error(capsys: Capsys, system: FakeOs, intent: str) -> None:
    ports = tuple(f"Ethernet{8 * n}" for n in range(64))
    system.changes = (Change(Difference("cable_m", 40, None, ports), "EOS has no cable length"),)
    _, out, err = run(capsys, "render", intent)
    assert err == "left out: cable length in m on Ethernet0-504 (64 ports): EOS has no cable length\n"
    assert out == '{"a": 1}\n'


def test_output_is_written_and_then_no_longer_differs(
    capsys: Capsys, system: FakeOs, intent: str, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    check = ("render", intent, "-o", str(folder), "--check")
    before = run(capsys, *check)
    assert before.code == 1
    assert before.out.endswith('@@ -0,0 +1 @@\n+{"a": 1}\n')
    assert not folder.exists()
    written = run(capsys, "render", intent, "-o", str(folder))
    assert written == Ran(0, "", f"wrote {folder / 'config_db.json'}\n")
    assert (folder / "config_db.json").read_text("utf-8") == '{"a": 1}\n'
    assert run(capsys, *check) == Ran(0, "", "")


def test_a_comparison_plays_no_tricks_on_a_terminal(
    capsys: Capsys, system: FakeOs, intent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config_db.json").write_text("a\x1b[31m\n", "utf-8")
    check = ("render", intent, "-o", str(tmp_path), "--check")
    assert "\n-a\x1b[31m\n" in run(capsys, *check).out
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda stream: True)
    assert "\n-a\\x1b[31m\n+{" in run(capsys, *check).out


def test_check_needs_a_folder(capsys: Capsys, system: FakeOs, intent: str) -> None:
    code, _, err = run(capsys, "render", intent, "--check")
    assert code == 2
    assert "pass their folder with -o" in err


def test_a_base_is_merged_into(capsys: Capsys, system: FakeOs, intent: str, tmp_path: Path) -> None:
    base = tmp_path / "base.json"
    base.write_text("before\n", "utf-8")
    merged = run(capsys, "render", intent, "--base", str(base))
    assert merged == Ran(0, 'before\n{"a": 1}\n', "note: config_db.json: qos reload is needed\n")


def test_faults_that_a_base_brings_along_are_told_and_stop_nothing(
    capsys: Capsys, system: FakeOs, intent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(reading: Reading, context: Context) -> Iterator[Fault]:
        if reading.line_count:
            yield Fault("a leftover of the base", "take it out")

    rules = (Rule("FAK102", "leftover", Severity.ERROR, "0.1", ("this test",), Reading, "A page.", check),)
    monkeypatch.setattr("roceconf.cli.planning.all_rules", lambda: rules)
    base = tmp_path / "base.json"
    base.write_text("before\n", "utf-8")
    merged = run(capsys, "render", intent, "--base", str(base))
    assert (merged.code, merged.out) == (0, 'before\n{"a": 1}\n')
    assert "config_db.json: error FAK102 leftover: a leftover of the base\n  help: take it out\n" in merged.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"broken", "base.json:1:1: is no JSON"),
        (b"prose", "base.json: reads like prose"),
        (b"", "base.json: is empty"),
        (b"\0", "is binary"),
        (None, "does not exist: check the path"),
        ("folder", "is a folder: name a file"),
        ("pipe", "is a pipe or a device, not a file"),
    ],
)
def test_a_base_that_cannot_be_read(
    capsys: Capsys, system: FakeOs, intent: str, tmp_path: Path, content: bytes | str | None, message: str
) -> None:
    base = tmp_path / "base.json"
    match content:
        case bytes():
            base.write_bytes(content)
        case "folder":
            base.mkdir()
        case "pipe":
            os.mkfifo(base)
    code, out, err = run(capsys, "render", intent, "--base", str(base))
    assert (code, out) == (2, "")
    assert message in err
    # What only lint has is not advised.
    assert "--" not in err


def test_an_os_that_cannot_merge_says_so(capsys: Capsys, system: FakeOs, intent: str, tmp_path: Path) -> None:
    system.can_merge = False
    code, _, err = run(capsys, "render", intent, "--base", intent)
    assert code == 2
    assert "stands alone" in err


def test_what_an_os_cannot_do_is_refused(
    capsys: Capsys, system: FakeOs, intent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Fitted:
        raise NotFittingError("9 lossless classes, 8 priority groups")

    monkeypatch.setattr(system, "fit", refuse)
    code, out, err = run(capsys, "render", intent)
    assert (code, out) == (2, "")
    assert "9 lossless classes" in err


@pytest.mark.parametrize(("severity", "code"), [(Severity.ERROR, 1), (Severity.WARNING, 0)])
def test_what_the_rules_say_of_the_plan_is_shown(
    capsys: Capsys, system: FakeOs, intent: str, monkeypatch: pytest.MonkeyPatch, severity: Severity, code: int
) -> None:
    def check(switch: Switch, context: Context) -> Iterator[Fault]:
        assert switch.name == "leaf1"
        assert context.known_asic is not None
        yield Fault("headroom is too small", "leave headroom out")

    rules = (Rule("FAK101", "fake", severity, "0.1", ("this test",), Switch, "A page.", check),)
    monkeypatch.setattr("roceconf.cli.planning.all_rules", lambda: rules)
    ran = run(capsys, "render", intent)
    assert ran.code == code
    assert ran.err.startswith(f"{intent}: {severity} FAK101 fake: headroom is too small\n  help: leave headroom out\n")
    # What a rule calls an error is not delivered.
    assert (ran.out == "") == ("nothing is written" in ran.err) == (severity is Severity.ERROR)


def test_every_error_of_an_intent_is_told_by_place(capsys: Capsys, system: FakeOs, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(INTENT.replace("800G", "800").replace("40m", "40"), "utf-8")
    code, out, err = run(capsys, "render", str(path))
    assert (code, out) == (2, "")
    assert f"error: {path}:5:" in err
    assert "write 800G" in err
    assert "write 40m" in err


@pytest.mark.parametrize("kind", ["gone", "folder", "pipe"])
def test_an_intent_that_is_no_file(capsys: Capsys, system: FakeOs, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.yaml"
    why = "does not exist: check the path"
    if kind == "folder":
        path.mkdir()
        why = "is a folder: name a file"
    if kind == "pipe":
        os.mkfifo(path)
        why = "is a pipe or a device, not a file"
    assert run(capsys, "render", str(path)) == Ran(2, "", f"error: {path}: {why}\n")
