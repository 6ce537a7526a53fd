import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from roceconf.nos.eos.modes import TABLE
from roceconf.nos.text import match as matching
from roceconf.nos.text.match import Record, match, match_scan
from roceconf.nos.text.scan import scan_lines
from roceconf.nos.text.templates import load_template
from roceconf.nos.text.transcript import unprompt
from tests.nos.eos.samples import LEAF


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The data of every TTP call; nothing is known from before."""
    made: list[str] = []
    parse = matching._parse

    def counted(source: str, data: str) -> dict[str, list[dict[str, str]]]:
        made.append(data)
        return parse(source, data)

    monkeypatch.setattr(matching, "_parse", counted)
    monkeypatch.setattr(matching, "_known", {})
    return made


def test_each_distinct_statement_is_matched_once(calls: list[str]) -> None:
    one = ("queue", "bandwidth percent 41")
    first = match("eos", [one, one])
    assert match("eos", [one])[one] is first[one] == Record("bandwidth_percent", {"percent": "41"})
    assert len(calls) == 1


def test_all_new_statements_of_a_mode_are_matched_in_one_call(calls: list[str]) -> None:
    scan = scan_lines(unprompt(LEAF).lines, TABLE)
    match_scan("eos", scan)
    assert len(calls) == len(set(calls)) <= len(TABLE.modes)
    calls.clear()
    match_scan("eos", scan)
    assert calls == []


def test_the_same_text_may_mean_two_things_in_two_modes() -> None:
    records = match("eos", [("queue", "shape rate 10 percent"), ("class", "match vlan 3"), ("queue", "match vlan 3")])
    assert records["queue", "match vlan 3"] is None
    assert records["class", "match vlan 3"] == Record("match", {"options": "vlan 3"})


def test_statements_that_no_pattern_can_take_reach_no_parser_and_no_memory(calls: list[str]) -> None:
    pairs = [("interface", f"ip helper-address 10.0.{n}.1") for n in range(100)] + [("nowhere", "priority strict")]
    assert set(match("eos", pairs).values()) == {None}
    assert calls == []
    assert matching._known == {}


def test_only_patterns_whose_head_occurs_are_compiled() -> None:
    template = load_template("eos", "queue")
    candidates = template.candidates("bandwidth guaranteed 100")
    assert [template.patterns[index].kind for index in candidates] == ["bandwidth_guaranteed"]
    assert template.candidates("bandwidth") == []


@pytest.mark.parametrize("text", ["random-detect ecn minimum-threshold " + "x" * 16_000, "qos trust " + "dscp " * 3000])
def test_long_statements_are_no_burden(text: str) -> None:
    match("eos", [("queue", text), ("interface", text)])


@pytest.mark.parametrize("text", ["hostname a\x00b", "hostname \ud800", "hostname <group>{{ x }}", "hostname a\r@7 b"])
def test_odd_characters_do_no_harm(text: str) -> None:
    record = match("eos", [("global", text)])["global", text]
    assert record is None or record.fields["hostname"] in text


def test_a_line_may_not_forge_another_statement() -> None:
    pairs = [("global", "hostname a"), ("global", "hostname x\n@0 hostname forged")]
    assert match("eos", pairs)["global", "hostname a"] == Record("hostname", {"hostname": "a"})


class _Poison:
    def __reduce__(self) -> tuple[object, ...]:
        return (os._exit, (17,))


def test_no_pickle_is_read_or_written(tmp_path: Path) -> None:
    cache = tmp_path / "ttp_dict_cache.pickle"
    cache.write_bytes(pickle.dumps(_Poison()))
    before = cache.read_bytes()
    code = (
        "import pickle\n"
        "def refuse(*a, **k): raise SystemExit('pickle was used')\n"
        "pickle.load = pickle.loads = pickle.dump = pickle.dumps = refuse\n"
        "from roceconf.nos.text.match import match\n"
        "print(match('eos', [('queue', 'bandwidth percent 5')]))\n"
    )
    environment = {**os.environ, "TTPCACHEFOLDER": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "bandwidth_percent" in run.stdout
    assert run.stderr == ""
    assert cache.read_bytes() == before
    assert list(tmp_path.iterdir()) == [cache]


def test_ttp_is_given_back_as_it_was() -> None:
    match("eos", [("queue", "bandwidth percent 77")])
    module = sys.modules["ttp.ttp"]
    assert module.lazy_import_functions.__module__ == "ttp.ttp"


def test_nothing_that_lint_may_not_load_is_loaded() -> None:
    code = (
        "import sys\n"
        "from roceconf.nos.eos.modes import TABLE\n"
        "from roceconf.nos.eos.syntax_faults import FAULTS\n"
        "from roceconf.nos.text.doubt import doubts\n"
        "from roceconf.nos.text.match import match_scan\n"
        "from roceconf.nos.text.scan import scan_lines\n"
        "from roceconf.nos.text.transcript import unprompt\n"
        "assert 'ttp' not in sys.modules\n"
        "scan = scan_lines(unprompt('interface Et1\\n   mtu 9214\\n   qos trust dscp\\n').lines, TABLE)\n"
        "list(doubts(TABLE, scan, match_scan('eos', scan), FAULTS))\n"
        "heavy = {'jinja2', 'pydantic', 'rich', 'ruamel', 'netaddr', 'tomllib'}\n"
        "heavy |= {'importlib.metadata', 'importlib.resources'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty_threads")
def test_threads_do_not_disturb_each_other() -> None:
    wrong: list[object] = []

    def work(seed: int) -> None:
        for turn in range(6):
            pairs = [("queue", f"bandwidth percent {seed * 1000 + turn * 100 + n}") for n in range(5)]
            pairs += [("global", f"qos map dscp {n} to traffic-class {seed}") for n in range(turn, turn + 5)]
            for (mode, text), record in match("eos", pairs).items():
                number = text.split()[-1]
                if record is None or record.fields["percent" if mode == "queue" else "traffic_class"] != number:
                    wrong.append((mode, text, record))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
