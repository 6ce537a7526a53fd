"""Every HWSKU whose pools are published is planned, with one lossless class and with two: nothing speaks against it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from roceconf.asic import find_hwsku, find_platform, platform_names, speed_name
from roceconf.cli.planning import prepare
from roceconf.findings import Severity

PRESETS = ("", "preset: sonic-microsoft\n")


def published() -> Iterator[tuple[str, str]]:
    """HWSKU and role, each set of pools of a HWSKU once."""
    for name in platform_names():
        platform = find_platform(name)
        for hwsku in () if platform is None else platform.hwskus:
            seen = set()
            for role in hwsku.topologies:
                held = hwsku.buffers(role)
                if held is None or held.suspect or held.pool("ingress_lossless_pool") is None or held.id in seen:
                    continue
                seen.add(held.id)
                yield hwsku.name, role


@pytest.mark.parametrize(("hwsku", "role"), sorted(set(published())))
def test_published_pools_carry_what_is_planned_for_them(hwsku: str, role: str, tmp_path: Path) -> None:
    found = find_hwsku(hwsku)
    assert found is not None
    table = found[0].table_for(hwsku)
    rows = [] if table is None else [row for row in table.rows if not row.suspect]
    row = max(rows, key=lambda each: (each.speed_mbps, -each.cable_m), default=None)
    speed, cable_m = ("100G", 40) if row is None else (speed_name(row.speed_mbps), row.cable_m)
    for preset in PRESETS:
        intent = tmp_path / "intent.yaml"
        intent.write_text(
            f"switch: leaf1\nnos: sonic\nsku: {hwsku}\ntopology: {role}\nfan_in: 2\n{preset}ports:\n"
            f'  - {{ports: "Ethernet[0-120:8]", speed: {speed}, cable: {cable_m}m}}\n'
        )
        findings = prepare(intent).findings
        assert [str(each.message) for each in findings if each.severity is not Severity.NOTE] == []
