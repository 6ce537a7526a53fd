import pytest

import roceconf.nos


@pytest.fixture(autouse=True)
def _fake_os(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roceconf.nos, "_FOLDERS", {"fake": "tests.linting.fake_os"})
