"""Where the templates of this OS lie: in the package when installed from a wheel, beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]
_FOLDER = Path("vendor_templates", "sonic", "write")


def folder() -> Path:
    """The folder of the templates.

    Raises:
        FileNotFoundError: the installation lacks it.
    """
    for root in (_PACKAGE, _PACKAGE.parent):
        if (root / _FOLDER).is_dir():
            return root / _FOLDER
    raise FileNotFoundError(f"the installation lacks {_FOLDER}; install roceconf again")
