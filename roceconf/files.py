"""Files that a user names: opened without waiting, read up to a limit, and one wording for those that cannot be."""

import codecs
import errno
import os
import stat
from enum import StrEnum
from pathlib import Path

LARGEST_FILE_BYTES = 64 * 1024 * 1024
"""A choice: some fifty times the largest configuration of a switch with 1024 ports; a larger file is something else."""

_WIDE_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF32_LE, "UTF-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


class FileFault(StrEnum):
    """Why a file cannot be read: nothing is there, a folder, a pipe or device, too much, or the system refuses."""

    MISSING = "missing"
    FOLDER = "folder"
    SPECIAL = "special"
    TOO_LARGE = "too large"
    REFUSED = "refused"


class UnreadableFileError(Exception):
    """A file that cannot be read; the message completes "FILE: ..." and says what to do where that is the same for all.

    Attributes:
        fault: the kind of obstacle, for callers that know more to do about it.
    """

    def __init__(self, fault: FileFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


def read_file(path: str | Path, most_bytes: int = LARGEST_FILE_BYTES) -> bytes:
    """The content of a regular file; nothing else is opened, so that no pipe is waited for and no device set off.

    Args:
        path: the file; links are followed.
        most_bytes: a larger file is refused, and no more than this is read.

    Raises:
        UnreadableFileError: there is no such file, it is something else, too large, or the system refuses.
    """
    try:
        _must_be_regular(Path(path).stat())
        # What took its place since it was looked at does not hold the run up either.
        with open(path, "rb", opener=_open_without_waiting) as stream:
            _must_be_regular(os.fstat(stream.fileno()))
            content = stream.read(most_bytes + 1)
    except (OSError, ValueError) as error:
        raise refused(error, path) from None
    return within(content, most_bytes)


def within(content: bytes, most_bytes: int) -> bytes:
    """The content, if it is not larger than a limit.

    Raises:
        UnreadableFileError: it is.
    """
    if len(content) > most_bytes:
        raise UnreadableFileError(FileFault.TOO_LARGE, f"is larger than {most_bytes // (1024 * 1024)} MiB")
    return content


def refused(error: OSError | ValueError, path: str | Path) -> UnreadableFileError:
    """What an operating system's refusal to read means to the user.

    Args:
        error: the refusal; a ValueError is a name that no file can have.
        path: the file or folder it is about.
    """
    if isinstance(error, FileNotFoundError):
        if Path(path).is_symlink():
            what = "is a link to something that does not exist: mend or remove it"
            return UnreadableFileError(FileFault.MISSING, what)
        return UnreadableFileError(FileFault.MISSING, "does not exist: check the path")
    if isinstance(error, PermissionError):
        return UnreadableFileError(FileFault.REFUSED, "may not be read: check its permissions")
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return UnreadableFileError(FileFault.REFUSED, "is a link that leads back to itself: mend or remove it")
    reason = (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__
    return UnreadableFileError(FileFault.REFUSED, f"cannot be read: {reason}")


def text_by_mark(content: bytes) -> str | None:
    """The text of a file that begins with the byte order mark of UTF-16 or UTF-32; None where it does not.

    Raises:
        ValueError: it does, but goes on otherwise; the message completes "FILE: ...".
    """
    for mark, encoding in _WIDE_MARKS:
        if content.startswith(mark):
            try:
                return content.decode(encoding)
            except UnicodeDecodeError:
                raise ValueError(f"begins as {encoding} but is broken: save it as UTF-8") from None
    return None


def with_line_feeds(text: str) -> str:
    """The text, its lines ended by line feeds where all of them end with a bare carriage return, as old Macs had it."""
    return text if "\n" in text else text.replace("\r", "\n")


def _must_be_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise UnreadableFileError(FileFault.FOLDER, "is a folder: name a file")
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableFileError(FileFault.SPECIAL, "is a pipe or a device, not a file")


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
