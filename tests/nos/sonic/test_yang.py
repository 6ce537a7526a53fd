"""What we write is valid under SONiC's own YANG models."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, reject, settings

from roceconf.nos import NotFittingError
from roceconf.nos.sonic import OS
from roceconf.switch import Hints, Switch
from tests.nos.sonic.sample import full_switch
from tests.nos.sonic.test_properties import SKUS
from tests.nos.sonic.yang import FOLDER, needs_yang, verdict
from tests.shared import corpus, needs_shared
from tests.strategies import SONIC_PORTS, lossless_switches, switches

pytestmark = needs_yang


def _on_a_switch(text: str) -> str:
    """The text as it is once loaded: the ports have their lanes and a speed, the pools are the platform's."""
    tables = json.loads(text)
    for number, row in enumerate(tables.get("PORT", {}).values()):
        row.setdefault("lanes", str(number))
        row.setdefault("speed", "100000")
    for profile in tables.get("BUFFER_PROFILE", {}).values():
        pool = {"type": "ingress", "mode": "dynamic", "size": "1"}
        tables.setdefault("BUFFER_POOL", {}).setdefault(profile["pool"], pool)
    return json.dumps(tables)


def test_a_switch_that_says_everything_is_valid() -> None:
    assert verdict(_on_a_switch(OS.write(OS.fit(full_switch(), Hints()).switch, Hints())[0].text)) == ""


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(switches(SONIC_PORTS, SKUS) | lossless_switches(SONIC_PORTS, SKUS))
def test_whatever_fits_is_valid(switch: Switch) -> None:
    try:
        fitted = OS.fit(switch, Hints(version="master")).switch
    except NotFittingError:
        reject()
    assert verdict(_on_a_switch(OS.write(fitted, Hints(version="master"))[0].text)) == ""


@needs_shared
@pytest.mark.parametrize(
    ("name", "valid"),
    [
        ("th.Arista-7060CX-32S-C32.t1.running.json", True),
        ("th2.Arista-7260CX3-C64.t1.running.json", True),
        ("th4.DellEMC-Z9664f-O64.t1.running.json", False),
        ("th5.Dell-Z9864f-O64.t1.running.json", False),
        ("th5.M2-W6940-64OC.t1.running.json", True),
    ],
)
def test_the_judge_agrees_with_libyang_on_vendor_renders(name: str, valid: bool) -> None:
    """The oracle itself: libyang 2.1.30 gave these verdicts; the invalid ones have references in brackets."""
    assert (verdict(corpus("sonic", name).read_text("utf-8")) == "") == valid


@needs_shared
def test_a_vendor_render_written_anew_is_valid() -> None:
    text = corpus("sonic", "th5.M2-W6940-64OC.t1.running.json").read_text("utf-8")
    fitted = OS.fit(OS.read(text, Hints()).switch, Hints()).switch
    assert verdict(_on_a_switch(OS.write(fitted, Hints())[0].text)) == ""
    assert OS.merge is not None
    assert verdict(OS.merge(text, fitted, Hints()).text) == ""


def test_the_fields_we_know_are_those_of_the_models() -> None:
    """Else a field that SONiC has would be called unknown."""
    from roceconf.nos.sonic.remarks import leaves

    schema = json.loads((Path(leaves.__file__).parent.parent / "data" / "leaves.json").read_text("utf-8"))
    for table, held in schema["tables"].items():
        text = (Path(FOLDER) / f"{held['module']}.yang").read_text("utf-8")
        modelled = set(re.findall(r"leaf(?:-list)?\s+([\w-]+)\s*\{", text))
        keys = {key for names in re.findall(r'key\s+"([^"]+)"', text) for key in names.split()}
        assert modelled - keys == set(held["fields"]) - keys, table
