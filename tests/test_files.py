"""Files that a user names: read whole, or refused with a reason, and never waited for."""

import os
import socket
from pathlib import Path

import pytest

from roceconf.files import FileFault, UnreadableFileError, read_file, text_by_mark, with_line_feeds


def _refusal(path: str | Path, most_bytes: int = 10) -> tuple[FileFault, str]:
    with pytest.raises(UnreadableFileError) as caught:
        read_file(path, most_bytes)
    return caught.value.fault, str(caught.value)


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    (tmp_path / "link").symlink_to(path)
    assert read_file(path, 10) == read_file(str(tmp_path / "link"), 10) == b"x" * 10
    assert _refusal(path, 9)[0] is FileFault.TOO_LARGE


def test_what_is_no_file_is_neither_read_nor_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "zero").symlink_to("/dev/zero")
    for special in (pipe, tmp_path / "zero"):
        assert _refusal(special) == (FileFault.SPECIAL, "is a pipe or a device, not a file")
    assert _refusal(tmp_path) == (FileFault.FOLDER, "is a folder: name a file")


def test_a_socket_is_not_connected_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # its name has to be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("s")
        assert _refusal("s")[0] is FileFault.SPECIAL


def test_a_pipe_that_takes_a_files_place_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").touch()
    before = (tmp_path / "a").stat()
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr("roceconf.files.Path.stat", lambda path: before)
    assert _refusal(tmp_path / "pipe")[0] is FileFault.SPECIAL


def test_what_the_system_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dead").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "a").touch()
    assert _refusal(tmp_path / "gone") == (FileFault.MISSING, "does not exist: check the path")
    assert _refusal(tmp_path / "dead")[0] is FileFault.MISSING
    assert "link to something that does not exist" in _refusal(tmp_path / "dead")[1]
    assert "leads back to itself" in _refusal(tmp_path / "loop")[1]
    assert _refusal(tmp_path / "a/b") == (FileFault.REFUSED, "cannot be read: Not a directory")
    assert _refusal("a\0b")[0] is FileFault.REFUSED

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("roceconf.files.os.open", refuse)
    assert _refusal(tmp_path / "a") == (FileFault.REFUSED, "may not be read: check its permissions")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_text_by_its_mark(encoding: str) -> None:
    content = "a: é\n".encode(encoding)
    assert text_by_mark(content) == "a: é\n"
    assert text_by_mark(b"a: 1") is None
    with pytest.raises(ValueError, match="is broken: save it as UTF-8"):
        text_by_mark(content[:-1])


def test_bare_carriage_returns_end_lines_where_nothing_else_does() -> None:
    assert with_line_feeds("a\rb\r") == "a\nb\n"
    assert with_line_feeds("a\rb\r\n") == "a\rb\r\n"
