from pathlib import Path

import pytest

from roceconf import vendor


def test_the_templates_of_a_checkout_are_found() -> None:
    assert (vendor.template_folder("eos") / "read" / "global.ttp").is_file()


def test_the_package_goes_before_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, beside = tmp_path / "package", tmp_path / "checkout"
    (beside / "eos").mkdir(parents=True)
    monkeypatch.setattr(vendor, "_CANDIDATES", (inside, beside))
    assert vendor.template_folder("eos") == beside / "eos"
    (inside / "eos").mkdir(parents=True)
    assert vendor.template_folder("eos") == inside / "eos"


def test_a_missing_folder_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="no vendor templates for 'unheard-of'"):
        vendor.template_folder("unheard-of")
