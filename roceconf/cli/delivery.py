"""Files to a folder, all of them or none, never half a one; and how a folder differs from what would be written."""

import os
import secrets
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from roceconf.nos import OutputFile


class DeliveryError(Exception):
    """Files could not be written; the message names the file, and nothing was changed unless it says so."""


class _Delivery(NamedTuple):
    """A file on its way: its text waits beside the target, ``before`` stands there until then, None for nothing."""

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
        folder.mkdir(parents=True, exist_ok=True)
        deliveries = [_delivery(folder / file.name, file.text.encode()) for file in files]
        for delivery in deliveries:
            _write_beside(delivery)
        _put_in_place(deliveries)
    except OSError as error:
        raise DeliveryError(f"{_where(error, folder)}: {_refusal(error)}; nothing was changed") from None
    finally:
        _discard(deliveries)
    return tuple(folder / file.name for file in files)


def differences(folder: Path, files: Sequence[OutputFile]) -> str:
    """What writing would change, as a unified diff; empty where the folder already holds exactly these files.

    Args:
        folder: where they would be written.
        files: what would be written.

    Raises:
        DeliveryError: a file is there but cannot be read.
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
    try:
        return path.read_bytes().decode("utf-8", "backslashreplace"), True
    except FileNotFoundError:
        return "", False
    except OSError as error:
        raise DeliveryError(f"{path}: cannot be read: {error.strerror}") from None


def _whole_line(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _delivery(path: Path, content: bytes) -> _Delivery:
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise DeliveryError(f"{path}: is no regular file, so it is not written over; nothing was changed")
    before = target.read_bytes() if target.exists() else None
    return _Delivery(content, target.with_name(f".{target.name}.{secrets.token_hex(4)}"), target, before)


def _write_beside(delivery: _Delivery) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with os.fdopen(os.open(delivery.waiting, flags, 0o666), "wb") as stream:
        stream.write(delivery.content)
        stream.flush()
        os.fsync(stream.fileno())
    if delivery.before is not None:
        delivery.waiting.chmod(stat.S_IMODE(delivery.target.stat().st_mode))


def _put_in_place(deliveries: Sequence[_Delivery]) -> None:
    placed: list[_Delivery] = []
    for delivery in deliveries:
        try:
            delivery.waiting.replace(delivery.target)
        except OSError as error:
            restored = [_restore(each) for each in placed]
            fate = "nothing was changed" if all(restored) else "but other files of the folder are already new"
            raise DeliveryError(f"{delivery.target}: {_refusal(error)}; {fate}") from None
        placed.append(delivery)


def _restore(delivery: _Delivery) -> bool:
    try:
        if delivery.before is None:
            delivery.target.unlink()
        else:
            former = delivery._replace(content=delivery.before)
            _write_beside(former)
            former.waiting.replace(former.target)
    except OSError:
        return False
    return True


def _discard(deliveries: Sequence[_Delivery]) -> None:
    """Remove what still waits, also after an interrupt; where even that is refused, nothing more can be done."""
    for delivery in deliveries:
        with suppress(OSError):
            delivery.waiting.unlink(missing_ok=True)


def _refusal(error: OSError) -> str:
    return f"cannot be written: {error.strerror}"


def _where(error: OSError, folder: Path) -> Path:
    """The file the user knows: not the one that waits beside it."""
    path = Path(error.filename) if isinstance(error.filename, str) else folder
    return path.with_name(path.stem[1:]) if path.name.startswith(".") else path
