"""Files to a folder, all of them or none, never half a one; and how a folder differs from what would be written."""

import os
import secrets
import signal
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from roceconf.files import FileFault, UnreadableFileError, read_file
from roceconf.nos import OutputFile


class DeliveryError(Exception):
    """Files could not be written; the message names the file, and nothing was changed unless it says so."""


class _Delivery(NamedTuple):
    """A file on its way: its text waits beside the target, ``before`` stands there until then, None for nothing."""

    path: Path
    content: bytes
    waiting: Path
    target: Path
    before: bytes | None


def write_all(folder: Path, files: Sequence[OutputFile]) -> tuple[Path, ...]:
    """Write files so that a reader sees each either as it was or as it is to be.

    Every file is first written beside its target and then put in its place in one step; when one cannot be, those
    already in place are put back as they were. A target that is a link keeps being one.

    Args:
        folder: made where it does not exist.
        files: what to write.

    Returns:
        The paths written.

    Raises:
        DeliveryError: something could not be written.
    """
    deliveries: list[_Delivery] = []
    try:
        _make(folder)
        deliveries = [_delivery(folder / file.name, file.text.encode()) for file in files]
        for delivery in deliveries:
            _write_beside(delivery)
        with _undisturbed():
            _put_in_place(deliveries)
    finally:
        with _undisturbed():
            _discard(deliveries)
    return tuple(folder / file.name for file in files)


def differences(folder: Path, files: Sequence[OutputFile]) -> str:
    """What writing would change, as a unified diff; empty where the folder already holds exactly these files.

    Args:
        folder: where they would be written.
        files: what would be written.

    Raises:
        DeliveryError: something is there but cannot be read, or is no file.
    """
    from difflib import unified_diff

    parts: list[str] = []
    for file in files:
        path = folder / file.name
        before, exists = _content(path)
        if exists and before == file.text:
            continue
        old_name = str(path) if exists else os.devnull
        old, new = before.splitlines(keepends=True), file.text.splitlines(keepends=True)
        parts += [_whole_line(line) for line in unified_diff(old, new, old_name, str(path))]
        if not old and not new:
            parts.append(f"--- {old_name}\n+++ {path}\n")
    return "".join(parts)


def _content(path: Path) -> tuple[str, bool]:
    before = _standing(path)
    return ("", False) if before is None else (before.decode("utf-8", "backslashreplace"), True)


def _standing(path: Path, fate: str = "") -> bytes | None:
    """What a file holds; None where there is none, or a link to none."""
    try:
        return read_file(path)
    except UnreadableFileError as error:
        if error.fault is FileFault.MISSING:
            return None
        what = "is a folder, not a file" if error.fault is FileFault.FOLDER else str(error)
        raise DeliveryError(f"{path}: {what}{fate}") from None


@contextmanager
def _undisturbed() -> Iterator[None]:
    """For the few steps that must not be left half done: an interrupt or the end of the session waits for them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise DeliveryError(f"{folder}: is no folder, so nothing is written into it; nothing was changed") from None
    except OSError as error:
        raise _unwritable(folder, error) from None


def _whole_line(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _delivery(path: Path, content: bytes) -> _Delivery:
    before = _standing(path, "; nothing was changed")
    target = Path(os.path.realpath(path))
    return _Delivery(path, content, target.with_name(f".{target.name}.{secrets.token_hex(4)}"), target, before)


def _write_beside(delivery: _Delivery) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        with os.fdopen(os.open(delivery.waiting, flags, 0o666), "wb") as stream:
            stream.write(delivery.content)
            stream.flush()
            os.fsync(stream.fileno())
        if delivery.before is not None:
            delivery.waiting.chmod(stat.S_IMODE(delivery.target.stat().st_mode))
    except OSError as error:
        raise _unwritable(delivery.path, error) from None


def _put_in_place(deliveries: Sequence[_Delivery]) -> None:
    placed: list[_Delivery] = []
    for delivery in deliveries:
        try:
            delivery.waiting.replace(delivery.target)
        except OSError as error:
            restored = [_restore(each) for each in placed]
            fate = "nothing was changed" if all(restored) else "but other files of the folder are already new"
            raise _unwritable(delivery.path, error, fate) from None
        placed.append(delivery)


def _restore(delivery: _Delivery) -> bool:
    try:
        if delivery.before is None:
            delivery.target.unlink()
        else:
            former = delivery._replace(content=delivery.before)
            _write_beside(former)
            former.waiting.replace(former.target)
    except (OSError, DeliveryError):
        return False
    return True


def _discard(deliveries: Sequence[_Delivery]) -> None:
    """Remove what still waits, also after an interrupt; where even that is refused, nothing more can be done."""
    for delivery in deliveries:
        with suppress(OSError):
            delivery.waiting.unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError, fate: str = "nothing was changed") -> DeliveryError:
    return DeliveryError(f"{path}: cannot be written: {error.strerror}; {fate}")
