"""A network OS is one folder, one folder of templates and one line: nothing else in the shared code knows its name."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import roceconf
from roceconf import nos
from roceconf.intent import Intent, IntentErrors, load, schema
from roceconf.nos import Habits, NetworkOs, UnknownNosError, keys, network_os
from roceconf.plan import plan
from roceconf.vendor import template_folder

PACKAGE = Path(roceconf.__file__).resolve().parent
EXAMPLES = {"intent/schema.py"}
"""Shared modules that name an OS in an example for readers."""


@pytest.mark.parametrize("key", keys())
def test_a_registered_os_has_its_folders_and_says_what_a_plan_needs(key: str) -> None:
    system = network_os(key)
    assert system.key == key
    assert (PACKAGE / "nos" / key / "read.py").is_file()
    assert list(template_folder(key).rglob("write*"))
    assert 1280 <= system.habits.usual_mtu_bytes <= 9216
    assert 0 <= system.habits.best_effort_class <= 7


@pytest.mark.parametrize("key", keys())
def test_recognising_an_os_loads_neither_its_reader_nor_its_writer(key: str) -> None:
    """Every lint asks every OS whether a text is its own."""
    ask = f"import sys, roceconf.nos as n; n.network_os({key!r}).recognise('interface Ethernet1'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix(f"roceconf.nos.{key}.") for name in done.stdout.split()}
    assert loaded & {"read", "fit", "write", "merge", "ttp", "jinja2"} == set()


def test_an_unknown_os_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownNosError, match=f"unknown network OS 'ios': roceconf knows {', '.join(keys())}"):
        network_os("ios")


def named(path: Path) -> Iterator[tuple[int, str]]:
    """The keys of OSes that a module has as texts of its own, in a comparison, a table or a type."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and node.value in keys():
            yield node.lineno, str(node.value)


def test_no_shared_module_asks_which_os_it_is() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).as_posix()
        if not module.startswith("nos/") and module not in EXAMPLES:
            assert list(named(path)) == [], (
                f"{module} names a network OS: what it knows of it belongs to the OS's folder"
            )


ELSEWHERE = "switch: leaf1\nnos: {nos}\nsku: dell-z9864f\nports: [{{ports: Ethernet0, speed: 800G, cable: 40m}}]\n"


@pytest.fixture
def third_os(monkeypatch: pytest.MonkeyPatch) -> str:
    """One more line in the registry, for an OS whose habits are like nobody else's."""
    eos = network_os("eos")
    system = NetworkOs("third", "A third OS", lambda _: 0.0, eos.read, eos.fit, eos.write, Habits(4242, 5))
    monkeypatch.setitem(sys.modules, "tests.nos.third", SimpleNamespace(OS=system))
    monkeypatch.setattr(nos, "_FOLDERS", {**nos._FOLDERS, "third": "tests.nos.third"})
    return "third"


def loaded(text: str) -> Intent:
    return load(text, name="leaf1.yaml")


def test_one_line_makes_an_os_known_to_intents_and_plans(third_os: str) -> None:
    made = plan(loaded(ELSEWHERE.format(nos=third_os)), "leaf1.yaml")
    (group,) = made.reading.switch.groups
    assert made.reading.nos == third_os
    assert group.mtu_bytes == 4242
    assert group.dscp_to_tc is not None
    assert group.dscp_to_tc.get(0) == 5
    assert (made.reading.switch.sku, made.reading.switch.pools) == ("", ())


def test_an_os_that_nobody_registered_is_refused_at_its_place() -> None:
    with pytest.raises(IntentErrors) as caught:
        loaded(ELSEWHERE.format(nos="third"))
    assert [str(error) for error in caught.value.errors] == [
        f"leaf1.yaml:2:6: nos: 'third' is not known here; known: {', '.join(keys())}"
    ]


def test_the_schema_offers_the_registered_ones() -> None:
    properties = schema()["properties"]
    assert isinstance(properties, dict)
    assert properties["nos"]["enum"] == list(keys())
