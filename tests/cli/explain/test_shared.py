"""The buffer that bounds a number, for everything the catalogue knows."""

import pytest

from roceconf.asic import platform, platform_names
from roceconf.cli.explain.chip import asked_about
from roceconf.cli.explain.shared import buffer_of

NAMES = [*platform_names(), *(hwsku.name for key in platform_names() for hwsku in platform(key).hwskus)]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_known_or_said_to_be_missing(name: str) -> None:
    held = buffer_of(asked_about(name, ""), "", "", None, 2)
    assert (held.shared_bytes is None) == ("pass --shared" in held.sources[1])
    assert (held.alpha is None) == ("pass --alpha" in held.sources[0])
    if held.shared_bytes is not None:
        assert held.shared_bytes > 1_000_000
