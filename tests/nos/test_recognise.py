"""A text is taken for the OS it is of, and for none where it is of another."""

from pathlib import Path

import pytest

from roceconf.nos import recognise
from tests.shared import SHARED, corpus, needs_shared

OTHERS = {
    "NX-OS": "hostname n1\nfeature lldp\nsystem qos\n  service-policy type network-qos NQ\ninterface Ethernet1/1\n",
    "NX-OS, a part": "interface Ethernet1/1\n  priority-flow-control mode on send-tlv\n",
    "Enterprise SONiC": "qos wred-policy ROCE\n green minimum-threshold 1024\ninterface Eth1/1\n",
    "Enterprise SONiC, typed": "sonic(config)# qos map dscp-tc R\nsonic(config)# priority-flow-control watchdog on\n",
    "OS10": "interface ethernet1/1/1\n priority-flow-control mode on\n!\ntrust dot1p-map T\n",
    "Junos": "set interfaces et-0/0/0 mtu 9216\nset class-of-service schedulers S buffer-size percent 10\n",
    "prose": "Interfaces of the switch are listed below.\n",
    "JSON of something else": '{"name": "x", "version": 1}',
    "empty": "",
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_systems_are_left_alone(name: str) -> None:
    assert recognise(OTHERS[name]) is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"PORT": {}, "CABLE_LENGTH": {}}', "sonic"),
        ("100000 5m 1248 2288 165568 0 2288\n", "sonic"),
        ("interface Ethernet1/1\n   priority-flow-control on\n", "eos"),
        ("hostname l1\n!\nqos profile ROCE\n   qos trust dscp\n", "eos"),
    ],
)
def test_a_text_is_taken_for_its_own(text: str, key: str) -> None:
    found = recognise(text)
    assert found is not None
    assert found.key == key


FOREIGN_FOLDERS = ("nxos", "enterprise_sonic", "os10", "comware", "junos", "cumulus", "srlinux", "fboss")


def foreign_files() -> list[Path]:
    if SHARED is None:
        return []
    return [
        path
        for folder in FOREIGN_FOLDERS
        for path in sorted(corpus(folder).rglob("*"))
        if path.is_file() and path.suffix != ".md"
    ]


@needs_shared
@pytest.mark.parametrize("path", foreign_files() or [Path("absent")], ids=lambda path: path.name)
def test_published_files_of_other_systems_are_left_alone(path: Path) -> None:
    if path.name.endswith(".json.txt"):  # the CONFIG_DB that Enterprise SONiC's commands make is CONFIG_DB
        return
    assert recognise(path.read_text("utf-8", errors="replace")) is None


def test_rows_of_a_headroom_table_may_be_indented() -> None:
    found = recognise(
        "# PG lossless profiles.\n# speed cable size xon xoff threshold\n  10000  5m  1248 2288 35776 0 2288\n"
    )
    assert found is not None
    assert found.key == "sonic"
