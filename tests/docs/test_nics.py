"""docs/nics.md says what the data and the arithmetic say."""

import re

from roceconf.nic import nics
from roceconf.sizing import CnpClass, cnp_load
from tests.docs import nics_reference

TEXT = nics_reference.PAGE.read_text("utf-8")


def test_the_tables_are_what_the_data_says() -> None:
    assert nics_reference.page(TEXT) == TEXT, "write it anew: python -m tests.docs.nics_reference"


def test_every_nic_is_told() -> None:
    assert all(f"`{each.key}`" in TEXT for each in nics())


def test_the_loads_are_what_sizing_says() -> None:
    rows = re.findall(
        r"^\| (\d+) us \| ([\d.]+) Mb/s \| ([\d.]+) Gb/s \| ([\d.]+) Gb/s \| (\d+) \|$", TEXT, re.MULTILINE
    )
    assert len(rows) == 3
    for interval, one, eight, many, carried in rows:
        interval_ns = int(interval) * 1000

        def load(limiters: int, interval_ns: int = interval_ns) -> float:
            return cnp_load(limiters, interval_ns=interval_ns).bits_per_second / 1e9

        assert float(one) == round(load(1) * 1000, 2)
        assert float(eight) == round(load(8), 3)
        assert float(many) == round(load(64), 3)
        served = cnp_load(1, interval_ns=interval_ns, served=CnpClass(400_000, 1))
        assert int(carried) == served.limiters_carried


def test_a_cnp_adds_up_on_the_page() -> None:
    sizes = [int(size) for size in re.findall(r"^\| [^|]+ \| (\d+) B \|$", TEXT, re.MULTILINE)]
    assert sum(sizes) == cnp_load(1, interval_ns=1).frame_bytes == 98
    assert "**98 B**" in TEXT
