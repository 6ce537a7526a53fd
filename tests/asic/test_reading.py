"""The loader reads only what is asked for, and loads nothing heavy."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

ONE_LOOKUP = """
import sys, tomllib
parsed = []
load = tomllib.load
def counted(stream):
    parsed.append(stream.name)
    return load(stream)
tomllib.load = counted
from roceconf.asic import find_hwsku
box, hwsku = find_hwsku("Dell-Z9864f-O64")
hwsku.table(); hwsku.buffers("t1"); box.asic
find_hwsku("Dell-Z9864f-O64")
print(len(parsed), *sorted(name for name in sys.modules if name.split(".")[0] in HEAVY))
"""


def test_a_hwsku_lookup_parses_four_files_and_loads_no_third_party_package() -> None:
    heavy = {"jinja2", "pydantic", "rich", "ruamel", "netaddr", "typer", "difflib", "importlib.resources"}
    script = ONE_LOOKUP.replace("HEAVY", repr(heavy))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["4"]
