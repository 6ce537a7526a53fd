"""Files arrive whole and together, or not at all."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.cli.delivery import DeliveryError, differences, write_all
from roceconf.nos import OutputFile

TWO = (OutputFile("config_db.json", "{}\n"), OutputFile("pg_profile_lookup.ini", "# rows\n"))


def _held(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def test_files_are_written_into_a_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "leaf1"
    assert write_all(folder, TWO) == (folder / "config_db.json", folder / "pg_profile_lookup.ini")
    assert _held(folder) == {file.name: file.text for file in TWO}
    assert differences(folder, TWO) == ""


def test_what_stood_there_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    old = tmp_path / "config_db.json"
    old.write_text("old", "utf-8")
    old.chmod(0o640)
    write_all(tmp_path, TWO)
    assert old.read_text("utf-8") == "{}\n"
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_a_new_file_has_the_mode_the_user_gives_new_files(tmp_path: Path) -> None:
    (tmp_path / "reference").touch()
    write_all(tmp_path, TWO)
    assert (tmp_path / "config_db.json").stat().st_mode == (tmp_path / "reference").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "config_db.json"
    link.symlink_to(tmp_path / "real/db.json")
    write_all(tmp_path, TWO[:1])
    assert link.is_symlink()
    assert (tmp_path / "real/db.json").read_text("utf-8") == "{}\n"


@pytest.mark.parametrize("fails_at", [0, 1])
@pytest.mark.parametrize("operation", ["open", "fsync", "replace"])
def test_when_one_cannot_be_written_none_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operation: str, fails_at: int
) -> None:
    (tmp_path / "config_db.json").write_text("old", "utf-8")
    calls = 0
    owner: object = Path if operation == "replace" else os
    works = getattr(owner, operation)

    def fail_once(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == fails_at + 1:
            raise OSError(28, "No space left on device")
        return works(*arguments)

    monkeypatch.setattr(owner, operation, fail_once)
    with pytest.raises(DeliveryError, match=r"No space left on device; nothing was changed"):
        write_all(tmp_path, TWO)
    monkeypatch.undo()
    assert _held(tmp_path) == {"config_db.json": "old"}


def test_when_putting_back_fails_too_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    works = Path.replace

    def fail(path: Path, target: Path) -> Path:
        if target.name == "pg_profile_lookup.ini":
            raise OSError(5, "Input/output error")
        return works(path, target)

    def keep(path: Path, missing_ok: bool = False) -> None:
        if path.name == "config_db.json":
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "replace", fail)
    monkeypatch.setattr(Path, "unlink", keep)
    with pytest.raises(DeliveryError, match=r"ini: cannot be written: Input/output error; but other files .* new"):
        write_all(tmp_path, TWO)


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(DeliveryError, match="file"):
        write_all(blocked, TWO)
    with pytest.raises(DeliveryError, match=r"config_db\.json: cannot"):
        write_all(tmp_path, (OutputFile("file/config_db.json", ""),))


def test_differences_are_a_unified_diff(tmp_path: Path) -> None:
    write_all(tmp_path, (OutputFile("a.cfg", "one\ntwo"),))
    found = differences(tmp_path, (OutputFile("a.cfg", "one\nthree\n"), OutputFile("b.cfg", "new\n")))
    assert found == (
        f"--- {tmp_path}/a.cfg\n+++ {tmp_path}/a.cfg\n@@ -1,2 +1,2 @@\n"
        " one\n-two\n\\ No newline at end of file\n+three\n"
        f"--- {os.devnull}\n+++ {tmp_path}/b.cfg\n@@ -0,0 +1 @@\n+new\n"
    )


def test_a_missing_file_differs_from_an_empty_one(tmp_path: Path) -> None:
    empty = (OutputFile("a.cfg", ""),)
    assert differences(tmp_path, empty) != ""
    write_all(tmp_path, empty)
    assert differences(tmp_path, empty) == ""


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.cfg").mkdir()
    with pytest.raises(DeliveryError, match=r"a\.cfg: is a folder, not a file$"):
        differences(tmp_path, (OutputFile("a.cfg", ""),))


@given(before=st.text(), after=st.text())
def test_no_difference_exactly_where_the_bytes_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, before: str, after: str
) -> None:
    folder = tmp_path_factory.mktemp("folder")
    (folder / "a.cfg").write_bytes(before.encode())
    assert (differences(folder, (OutputFile("a.cfg", after),)) == "") == (before == after)


@pytest.mark.parametrize(
    ("kind", "why"),
    [("pipe", "is a pipe or a device"), ("folder", "is a folder"), ("endless", "is a pipe or a device")],
)
def test_only_regular_files_are_compared_and_written_over(tmp_path: Path, kind: str, why: str) -> None:
    special = tmp_path / "elsewhere"
    match kind:
        case "pipe":
            os.mkfifo(special)
        case "folder":
            special.mkdir()
        case _:
            special = Path("/dev/zero")
    (tmp_path / TWO[0].name).symlink_to(special)
    with pytest.raises(DeliveryError, match=rf"config_db\.json: {why}, not a file; nothing was changed"):
        write_all(tmp_path, TWO)
    assert not (tmp_path / TWO[1].name).exists()
    assert not special.is_file()
    with pytest.raises(DeliveryError, match=rf"config_db\.json: {why}, not a file$"):
        differences(tmp_path, TWO)


def test_a_link_that_leads_back_to_itself(tmp_path: Path) -> None:
    (tmp_path / TWO[0].name).symlink_to(TWO[0].name)
    with pytest.raises(DeliveryError, match="leads back to itself"):
        write_all(tmp_path, TWO)
    with pytest.raises(DeliveryError, match="leads back to itself"):
        differences(tmp_path, TWO)
    assert [path.name for path in tmp_path.iterdir()] == [TWO[0].name]


def test_the_file_the_user_knows_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = tmp_path / ".hidden.d"
    hidden.touch()
    with pytest.raises(DeliveryError, match=r"\.hidden\.d: is no folder"):
        write_all(hidden, TWO)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DeliveryError, match=r"/config_db\.json: cannot be written: No space left on device; nothing"):
        write_all(tmp_path, TWO)


END = """
import os, signal, sys
from pathlib import Path
import roceconf.cli.application
from roceconf.cli import delivery, main
from roceconf.nos import OutputFile

owner, name, number = (os, "fsync", int(sys.argv[3])) if sys.argv[2] == "write" else (Path, "replace", int(sys.argv[3]))
works = getattr(owner, name)

def end(*arguments):
    done = works(*arguments)
    os.kill(os.getpid(), number)
    return done

# A signal that the surroundings ignore, as nohup does, stays ignored in what they start: here it is to arrive.
signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
setattr(owner, name, end)
files = (OutputFile("config_db.json", "new"), OutputFile("pg_profile_lookup.ini", "new"))
roceconf.cli.application.run = lambda words: delivery.write_all(Path(sys.argv[1]), files)
main()
"""
"""Writes two files through the command's own entry, and is told to end in the midst of it."""


@pytest.mark.parametrize(("when", "held"), [("write", {"config_db.json": "old"}), ("place", None)])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_run_that_is_ended_leaves_nothing_half_done(
    tmp_path: Path, when: str, held: dict[str, str] | None, number: signal.Signals
) -> None:
    (tmp_path / "config_db.json").write_text("old", "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", END, str(tmp_path), when, str(int(number))], capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, b"", b"")
    assert _held(tmp_path) == (held or {"config_db.json": "new", "pg_profile_lookup.ini": "new"})
