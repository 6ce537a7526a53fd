"""Where the vendor templates lie: inside the package when installed from a wheel, beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CANDIDATES = (_PACKAGE / "vendor_templates", _PACKAGE.parent / "vendor_templates")


def template_folder(os: str) -> Path:
    """The folder of one network OS's templates.

    Args:
        os: the short name of the network OS, as the folder is called: ``eos``.

    Returns:
        The folder; its ``read`` holds the syntax that is read, its ``write`` the syntax that is written.

    Raises:
        FileNotFoundError: where no such folder is installed; the message names the places that were tried.
    """
    for root in _CANDIDATES:
        folder = root / os
        if folder.is_dir():
            return folder
    tried = ", ".join(str(root / os) for root in _CANDIDATES)
    raise FileNotFoundError(f"no vendor templates for {os!r}; looked for {tried}. Reinstall roceconf.")
