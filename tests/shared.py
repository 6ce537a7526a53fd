"""Where the reference material lies, if it lies beside this checkout; tests that need it skip otherwise."""

from pathlib import Path

import pytest

_HERE = Path(__file__).resolve()
_CANDIDATES = [parent / "shared" for parent in _HERE.parents]

SHARED: Path | None = next((path for path in _CANDIDATES if (path / "corpus").is_dir()), None)

needs_shared = pytest.mark.skipif(SHARED is None, reason="the reference material is not beside this checkout")


def corpus(*parts: str) -> Path:
    """The path of a corpus file or folder.

    Args:
        parts: names below ``corpus``.

    Returns:
        The path; it exists only where the reference material does.
    """
    root = SHARED if SHARED is not None else _HERE.parent / "absent"
    return root.joinpath("corpus", *parts)
