"""A run over files: what is judged, what is passed over, what is a problem, and which exit code follows."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from roceconf.findings import Severity
from roceconf.linting import NoteKind, Outcome, Settings, exit_code, lint
from roceconf.nos import UnknownNosError
from roceconf.rules.context import Supplied
from tests.linting.fake_os import FIRST_LINE, RULES

SETTINGS = Settings(RULES)
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def to(name: str, *lines: str, content: bytes | None = None) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("\n".join((FIRST_LINE, *lines)).encode() if content is None else content)
        return str(path)

    return to


def _names(outcome: Outcome) -> list[str]:
    return [Path(file.path).name for file in outcome.files]


def _only_problem(outcome: Outcome) -> str:
    (problem,) = outcome.problems
    return problem.message


def test_a_clean_file(write: Write) -> None:
    path = write("a.cfg", "sku dell-z9864f")
    outcome = lint([path], SETTINGS)
    (file,) = outcome.files
    assert (file.path, file.nos, file.sku, file.asic, file.line_count) == (path, "fake", "dell-z9864f", "th5", 2)
    assert (outcome.findings, outcome.problems) == ((), ())
    assert exit_code(outcome, Severity.NOTE) == 0


def test_findings_carry_their_lines_and_the_code_follows_the_threshold(write: Write) -> None:
    outcome = lint([write("a.cfg", "", "warning", "note")], SETTINGS)
    assert [(f.line, f.severity) for f in outcome.findings] == [(3, "warning"), (4, "note")]
    assert outcome.files[0].quoted_lines == {3: "warning", 4: "note"}
    assert [exit_code(outcome, threshold) for threshold in (Severity.ERROR, Severity.WARNING, Severity.NOTE)] == [
        0,
        1,
        1,
    ]


def test_what_the_user_supplies_reaches_the_rules(write: Write) -> None:
    path = write("a.cfg")
    assert lint([path], SETTINGS).files[0].skipped_rules == (("FAK103", "ASIC"),)
    supplied = lint([path], SETTINGS._replace(supplied=Supplied(asic="th5"))).files[0]
    assert (supplied.asic, supplied.skipped_rules) == ("th5", ())


def test_a_platform_with_another_chip_is_told(write: Write) -> None:
    (file,) = lint([write("a.cfg", "sku Arista-7050CX3-32S-C32")], SETTINGS).files
    assert (file.asic, file.other_chip) == ("", "trident3")


def test_a_folder_is_walked_in_order_without_hidden_places(write: Write, tmp_path: Path) -> None:
    for name in ("b/2.cfg", "b/1.cfg", "a.cfg", ".git/config", "c/.hidden.cfg", "__pycache__/x.cfg", "z/deep/er/1.cfg"):
        write(name)
    outcome = lint([str(tmp_path)], SETTINGS)
    found = [str(Path(file.path).relative_to(tmp_path)).replace(os.sep, "/") for file in outcome.files]
    assert found == ["a.cfg", "b/1.cfg", "b/2.cfg", "z/deep/er/1.cfg"]


def test_a_hidden_file_that_is_named_is_linted(write: Write) -> None:
    assert _names(lint([write(".hidden.cfg")], SETTINGS)) == [".hidden.cfg"]


def test_a_file_is_linted_once(write: Write, tmp_path: Path) -> None:
    path = write("a.cfg")
    assert _names(lint([path, str(tmp_path), path], SETTINGS)) == ["a.cfg"]


def test_in_a_folder_what_is_no_configuration_is_passed_over(write: Write, tmp_path: Path) -> None:
    write("a.cfg")
    write("README.md", content=b"# hello")
    write("empty", content=b"")
    write("image.png", content=b"\x89PNG\0\0")
    outcome = lint([str(tmp_path)], SETTINGS)
    assert _names(outcome) == ["a.cfg"]
    assert outcome.problems == ()
    skipped = [Path(note.path).name for note in outcome.notes if note.kind is NoteKind.SKIPPED]
    assert skipped == ["README.md", "empty", "image.png"]


def test_several_named_files_may_hold_others(write: Write) -> None:
    outcome = lint([write("a.cfg"), write("setup.cfg", content=b"[metadata]")], SETTINGS)
    assert (_names(outcome), outcome.problems) == (["a.cfg"], ())


def test_a_single_file_that_is_not_recognised_says_what_to_do(write: Write) -> None:
    outcome = lint([write("setup.cfg", content=b"[metadata]")], SETTINGS)
    assert "--nos fake" in _only_problem(outcome)
    assert outcome.notes == ()
    assert exit_code(outcome, Severity.ERROR) == 2


def test_the_user_may_say_what_a_file_is(write: Write) -> None:
    outcome = lint([write("x.cfg", content=b"error")], SETTINGS._replace(nos="fake"))
    assert [finding.line for finding in outcome.findings] == [1]
    with pytest.raises(UnknownNosError, match="junos"):
        lint([], SETTINGS._replace(nos="junos"))


def test_a_hook_passes_over_what_is_no_configuration(write: Write) -> None:
    hook = SETTINGS._replace(skip_unrecognised=True)
    others = [write("setup.cfg", content=b"[metadata]"), write("empty.cfg", content=b""), write("b.cfg", content=b"\0")]
    assert exit_code(lint(others, hook), Severity.ERROR) == 0
    assert exit_code(lint([*others, write("a.cfg", "error")], hook), Severity.ERROR) == 1


@pytest.mark.parametrize("names", [[], ["README.md"], ["README.md", "b.txt"]])
def test_a_folder_without_configurations_is_a_problem(write: Write, tmp_path: Path, names: list[str]) -> None:
    for name in names:
        write(name, content=b"hello")
    outcome = lint([str(tmp_path)], SETTINGS)
    assert "no switch configuration found" in _only_problem(outcome)
    assert exit_code(outcome, Severity.ERROR) == 2


def test_the_standard_input_is_no_file_of_its_name(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("-", "error")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FIRST_LINE.encode())))
    assert _names(lint(["-", "./-"], SETTINGS)) == ["<stdin>", "-"]


def test_nothing_there(tmp_path: Path) -> None:
    assert "does not exist" in _only_problem(lint([str(tmp_path / "gone.cfg")], SETTINGS))
    assert "cannot be read" in _only_problem(lint(["bad\0name"], SETTINGS))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \r\n\t\n", "is empty"),
        (b"! fake os\0\0", "is binary"),
        (b"\xff\xfe!", "begins as UTF-16 but is broken"),
    ],
)
def test_a_named_file_without_text_is_a_problem(write: Write, content: bytes, message: str) -> None:
    outcome = lint([write("a.cfg", content=content), write("b.cfg", "error")], SETTINGS)
    assert message in _only_problem(outcome)
    assert _names(outcome) == ["b.cfg"]
    assert exit_code(outcome, Severity.ERROR) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encodings_by_their_mark(write: Write, encoding: str) -> None:
    outcome = lint([write("a.cfg", content=f"{FIRST_LINE}\nerror\n! Zürich".encode(encoding))], SETTINGS)
    assert [finding.line for finding in outcome.findings] == [2]
    assert [note for note in outcome.notes if note.kind is NoteKind.RESERVATION] == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_lines_that_end_as_on_old_macs(write: Write, encoding: str) -> None:
    outcome = lint([write("a.cfg", content=f"{FIRST_LINE}\rerror\r! Zürich\r".encode(encoding))], SETTINGS)
    assert [finding.line for finding in outcome.findings] == [2]
    assert outcome.files[0].quoted_lines == {2: "error"}
    broken = lint([write("b.cfg", content=f"{FIRST_LINE}\r! Zürich\rerror".encode("latin-1"))], SETTINGS)
    assert [finding.line for finding in broken.findings] == [3]
    assert any("not UTF-8 from line 2" in note.message for note in broken.notes)


@pytest.mark.parametrize("end", ["\v", "\f", "\x85", "\u2028"])
def test_lines_that_end_as_no_switch_ends_them(write: Write, end: str) -> None:
    others = write("a.cfg", content=f"hostname a{end}interface Ethernet1{end}".encode())
    assert "save it with ordinary line ends" in _only_problem(lint([others], SETTINGS))
    assert lint([others], SETTINGS._replace(skip_unrecognised=True)).problems == ()
    inside = write("b.cfg", content=f"{FIRST_LINE}\n! a{end}b\nerror".encode())
    assert [finding.line for finding in lint([inside], SETTINGS).findings] == [3]


def test_latin_1_is_read_with_a_reservation(write: Write) -> None:
    outcome = lint([write("a.cfg", content=f"{FIRST_LINE}\n! Zürich\nerror".encode("latin-1"))], SETTINGS)
    assert [finding.line for finding in outcome.findings] == [3]
    (note,) = [note for note in outcome.notes if note.kind is NoteKind.RESERVATION]
    assert "not UTF-8 from line 2" in note.message


def test_too_large_a_file(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roceconf.linting.run.LARGEST_FILE_BYTES", 1024 * 1024)
    path = write("a.cfg", content=b"x" * (1024 * 1024 + 1))
    assert "larger than 1 MiB" in _only_problem(lint([path], SETTINGS))


def test_links(write: Write, tmp_path: Path) -> None:
    real = Path(write("real/a.cfg"))
    (tmp_path / "real/loop").symlink_to(tmp_path)
    (tmp_path / "real/b.cfg").symlink_to(real)
    assert _names(lint([str(tmp_path)], SETTINGS)) == ["a.cfg", "b.cfg"]
    (tmp_path / "real/broken.cfg").symlink_to(tmp_path / "nowhere")
    outcome = lint([str(tmp_path)], SETTINGS)
    assert _names(outcome) == ["a.cfg", "b.cfg"]
    assert "link to something that does not exist" in _only_problem(outcome)


def test_pipes_and_devices_hold_nobody_up(write: Write, tmp_path: Path) -> None:
    write("a.cfg")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert _names(lint([str(tmp_path)], SETTINGS)) == ["a.cfg"]
    assert "pipe or a device" in _only_problem(lint([str(pipe)], SETTINGS))
    assert "--stdin-filename" in _only_problem(lint([str(pipe)], SETTINGS))
    assert "pipe or a device" in _only_problem(lint([os.devnull], SETTINGS))


def test_what_may_not_be_read(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a.cfg")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("roceconf.files.os.open", refuse)
    assert "check its permissions" in _only_problem(lint([path], SETTINGS))


def test_a_file_that_vanishes(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = write("a.cfg"), write("b.cfg", "error")
    opened = os.open

    def vanish(path: str, *rest: int) -> int:
        if path == first:
            Path(first).unlink()
        return opened(path, *rest)

    monkeypatch.setattr("roceconf.files.os.open", vanish)
    outcome = lint([first, second], SETTINGS)
    assert "does not exist" in _only_problem(outcome)
    assert _names(outcome) == ["b.cfg"]


def test_a_folder_that_may_not_be_read(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.cfg")
    write("closed/b.cfg")
    scan = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    outcome = lint([str(tmp_path)], SETTINGS)
    assert _names(outcome) == ["a.cfg"]
    assert outcome.problems[0].path.endswith("closed")


def test_an_unreadable_text_is_told_by_place(write: Write) -> None:
    outcome = lint([write("a.cfg", "", "unreadable"), write("b.cfg")], SETTINGS)
    (problem,) = outcome.problems
    assert (problem.line, problem.column, problem.message) == (3, 3, "is not a statement: remove it")
    assert _names(outcome) == ["b.cfg"]


def test_a_text_that_is_no_configuration_as_a_whole_is_passed_over_where_nobody_named_it(
    write: Write, tmp_path: Path
) -> None:
    prose = write("a.cfg", "prose")
    write("b.cfg")
    assert "reads like prose" in _only_problem(lint([prose], SETTINGS))
    outcome = lint([str(tmp_path)], SETTINGS)
    assert (outcome.problems, _names(outcome)) == ((), ["b.cfg"])
    assert [note.path for note in outcome.notes if note.kind is NoteKind.SKIPPED] == [prose]
    assert lint([prose], SETTINGS._replace(skip_unrecognised=True)).problems == ()


def test_a_failing_reader_is_our_fault_and_stops_no_other_file(write: Write) -> None:
    outcome = lint([write("a.cfg", "reader fails"), write("b.cfg")], SETTINGS)
    message = _only_problem(outcome)
    assert "fault of roceconf" in message
    assert "KeyError" in message
    assert _names(outcome) == ["b.cfg"]
    assert exit_code(outcome, Severity.ERROR) == 2


def test_a_failing_rule_is_named_and_the_others_speak(write: Write) -> None:
    outcome = lint([write("a.cfg", "rule fails", "error")], SETTINGS)
    message = _only_problem(outcome)
    assert "FAK102" in message
    assert "--ignore FAK102" in message
    assert "ZeroDivisionError" in message
    assert [finding.rule for finding in outcome.findings] == ["FAK101"]
    assert exit_code(outcome, Severity.ERROR) == 2


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{FIRST_LINE}\nerror".encode())))
    outcome = lint(["-"], SETTINGS._replace(stdin_name="leaf1.cfg"))
    assert [(finding.path, finding.line) for finding in outcome.findings] == [("leaf1.cfg", 2)]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{FIRST_LINE}\nerror".encode())))
    twice = lint(["-", "-"], SETTINGS)
    assert (twice.problems, len(twice.files)) == ((), 1)
    monkeypatch.setattr(sys, "stdin", None)
    assert "standard input is closed" in _only_problem(lint(["-"], SETTINGS))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"hello")))
    assert "--nos" in _only_problem(lint(["-"], SETTINGS))
