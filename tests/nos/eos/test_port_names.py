"""Names of ports are told in short, and never as a run across kinds."""

import pytest

from roceconf.nos.eos.port_names import in_short


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Ethernet1/1"], "Ethernet1/1"),
        (["Ethernet1/1", "Ethernet2/1", "Ethernet3/1"], "Ethernet1/1 to Ethernet3/1"),
        (["Ethernet1", "Ethernet2", "Port-Channel3"], "Ethernet1 to Ethernet2, Port-Channel3"),
        (["Ethernet1", "Ethernet2/1"], "Ethernet1, Ethernet2/1"),
        (
            ["Ethernet1", "Ethernet3", "Ethernet5", "Ethernet7", "Ethernet9"],
            "Ethernet1, Ethernet3, Ethernet5 and 2 more",
        ),
    ],
)
def test_runs_are_of_one_kind(names: list[str], short: str) -> None:
    assert in_short(names) == short


def test_a_number_too_long_for_a_port_follows_none() -> None:
    assert in_short(["Ethernet1", "Ethernet1234567890123456789"]) == "Ethernet1, Ethernet1234567890123456789"
