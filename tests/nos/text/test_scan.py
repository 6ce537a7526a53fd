from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roceconf.nos.eos.modes import TABLE
from roceconf.nos.text.modes import Block, Header, Mode, ModeTable
from roceconf.nos.text.scan import Scan, scan_lines
from roceconf.nos.text.transcript import unprompt
from tests.nos.eos.samples import LEAF
from tests.nos.text.places import assert_places
from tests.shared import corpus, needs_shared

Said = list[tuple[str, str, str]]

FLAT = ModeTable(
    os="flat",
    top="global",
    separator="#",
    comments=("#",),
    leave=("quit",),
    to_top=("return",),
    negations=("undo",),
    modes={
        "global": Mode(headers=(Header(r"interface ", "interface"), Header(r"qos map ", "map")), heads=("qos map",)),
        "interface": Mode(heads=("qos trust",)),
        "map": Mode(heads=("import",), closed=True),
    },
    blocks=(Block(r"header motd (?P<mark>\S)"), Block(r"certificate\b", "quit")),
)
"""A table of a CLI that never indents."""


def scan(text: str, table: ModeTable = TABLE) -> Scan:
    return scan_lines(unprompt(text).lines, table)


def said(found: Scan) -> Said:
    """Mode, header and text of every statement and header, by line."""
    rows = [(s.line, s.column, (s_.mode, s_.header, s.text)) for s_ in found.sections for s in s_.statements]
    rows += [(s.line, s.column, (s.mode, s.header, "")) for s in found.sections[1:] if s.mode != "unknown"]
    return [row for _, _, row in sorted(rows)]


def test_sections_know_their_mode_header_place_and_parent() -> None:
    found = scan("qos profile P\n   qos trust dscp\n   !\n   uc-tx-queue 3\n      no priority\n!\nend\n")
    top, profile, queue = found.sections
    assert (top.mode, top.parent, top.statements) == ("global", -1, ())
    assert (profile.mode, profile.header, profile.line, profile.column) == ("profile", "qos profile P", 1, 1)
    assert (queue.mode, queue.header, queue.line, queue.column, queue.parent) == ("queue", "uc-tx-queue 3", 4, 4, 1)
    (statement,) = queue.statements
    assert (statement.text, statement.line, statement.column, statement.section) == ("no priority", 5, 7, 2)
    assert found.parent(queue) == profile
    assert list(found.inside(profile)) == [queue]
    assert found.parent(top) is None
    assert [(mode, section.header) for mode, section in found.headers()] == [
        ("global", "qos profile P"),
        ("profile", "uc-tx-queue 3"),
    ]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "a dedent ends a queue without a separator",
            "interface Et1\n   tx-queue 7\n      priority strict\n   default sflow enable\n",
            [("queue", "priority strict"), ("interface", "default sflow enable")],
        ),
        (
            "a queue body may stand at its header's indent",
            "interface Et1\n    uc-tx-queue 5\n    random-detect ecn count\n    description x\n",
            [("queue", "random-detect ecn count"), ("interface", "description x")],
        ),
        (
            "four blanks here and three there",
            "platform trident mmu queue profile P\n    ingress threshold 1\n!\ninterface Et1\n   mtu 9214\n",
            [("mmu", "ingress threshold 1"), ("interface", "mtu 9214")],
        ),
        (
            "a header followed by a shallower line is empty",
            "interface Et1\n   tx-queue 3\nqos rewrite dscp\n",
            [("global", "qos rewrite dscp")],
        ),
        (
            "an empty interface does not take what follows the separator",
            "interface Et1\n!\nip routing\n",
            [("global", "ip routing")],
        ),
        (
            "a separator at the left edge does not close an indented section",
            "interface Et1\n   mtu 9214\n!\n   qos trust dscp\n",
            [("interface", "mtu 9214"), ("interface", "qos trust dscp")],
        ),
        (
            "without indentation an outer mode that knows the line better takes it",
            "interface Et1\ndcbx mode ieee\npriority-flow-control on\npriority-flow-control all off\ndcbx ets x\n",
            [
                ("interface", "dcbx mode ieee"),
                ("interface", "priority-flow-control on"),
                ("global", "priority-flow-control all off"),
                ("global", "dcbx ets x"),
            ],
        ),
        (
            "without indentation a separator ends what could end",
            "interface Et1\nmtu 9214\n!\nip routing\n",
            [("interface", "mtu 9214"), ("global", "ip routing")],
        ),
        (
            "without indentation a misspelt line stays in its closed mode",
            "interface Et1\ntx-queue 3\nbandwith percent 5\nno priority\n",
            [("queue", "bandwith percent 5"), ("queue", "no priority")],
        ),
        (
            "a nested block that nobody knows keeps its lines",
            "interface Et1\n   mtu 9214\n   evpn ethernet-segment\n      priority-flow-control on\n   qos trust dscp\n",
            [
                ("interface", "mtu 9214"),
                ("interface", "evpn ethernet-segment"),
                ("unknown", "priority-flow-control on"),
                ("interface", "qos trust dscp"),
            ],
        ),
        (
            "a known statement opens no block: the indentation is only sloppy",
            "interface Et1\n   qos trust dscp\n    priority-flow-control on\n",
            [("interface", "qos trust dscp"), ("interface", "priority-flow-control on")],
        ),
        (
            "a line that the mode knows and an outer one opens is decided by the separator",
            "interface Et1\nmtu 9000\nplatform trident mmu queue profile P\n!\n"
            "platform trident mmu queue profile P\ningress resume 1\n",
            [
                ("interface", "mtu 9000"),
                ("interface", "platform trident mmu queue profile P"),
                ("mmu", "ingress resume 1"),
            ],
        ),
        (
            "interface defaults and interface profiles are no ports",
            "interface defaults\n   mtu 9214\ninterface profile P\n   command mtu 9214\n",
            [
                ("global", "interface defaults"),
                ("unknown", "mtu 9214"),
                ("global", "interface profile P"),
                ("unknown", "command mtu 9214"),
            ],
        ),
        (
            "exit leaves one mode, end all",
            "interface Et1\ntx-queue 3\nno priority\nexit\nqos dscp 3\nend\nqos rewrite cos\n",
            [("queue", "no priority"), ("interface", "qos dscp 3"), ("global", "qos rewrite cos")],
        ),
        (
            "exit under the body and exit under the header leave the same mode",
            "interface Et1\n  tx-queue 3\n    no priority\n    exit\n  qos dscp 3\n"
            "  tx-queue 4\n    no priority\n  exit\n  qos cos 1\nexit\nip routing\n",
            [
                ("queue", "no priority"),
                ("interface", "qos dscp 3"),
                ("queue", "no priority"),
                ("interface", "qos cos 1"),
                ("global", "ip routing"),
            ],
        ),
        (
            "comments say nothing",
            "! a\n!! b\n!!! interface Et9\n# c\ninterface Et1\n   !! mtu 1500\n   mtu 9214\n",
            [("interface", "mtu 9214")],
        ),
        (
            "a banner is nobody's configuration",
            "banner motd\ninterface Et1\n   mtu 1500\nEOF\n"
            "interface Et2\n   comment\n   mtu 1500\n   EOF\n   mtu 9214\n",
            [("interface", "mtu 9214")],
        ),
        (
            "tabs count to the next eighth column",
            "interface Et1\n\ttx-queue 3\n\t\tno priority\n        qos dscp 3\n",
            [("queue", "no priority"), ("interface", "qos dscp 3")],
        ),
        (
            "a whole text may stand one blank in",
            " interface Et1\n  mtu 9214\n !\n qos rewrite dscp\n",
            [("interface", "mtu 9214"), ("global", "qos rewrite dscp")],
        ),
        (
            "a show command's line is no header",
            "interface Ethernet1 is up, line protocol is up\n   mtu 9214\n",
            [("global", "interface Ethernet1 is up, line protocol is up"), ("unknown", "mtu 9214")],
        ),
    ],
)
def test_where_a_line_belongs(name: str, text: str, expected: list[tuple[str, str]]) -> None:
    found = scan(text)
    rows = sorted((s.line, section.mode, s.text) for section in found.sections for s in section.statements)
    assert [(mode, statement) for _, mode, statement in rows] == expected, name


def test_prompts_say_where_a_line_stands() -> None:
    text = (
        "sw(config)# interface Et1\nsw(config-if-Et1)# tx-queue 3\nsw(config-if-Et1-txq-3)# no priority\n"
        "sw(config-if-Et1)# shape rate 10 percent\nsw(config)# hostname x\n"
    )
    assert said(scan(text)) == [
        ("interface", "interface Et1", ""),
        ("queue", "tx-queue 3", ""),
        ("queue", "tx-queue 3", "no priority"),
        ("interface", "interface Et1", "shape rate 10 percent"),
        ("global", "", "hostname x"),
    ]


def test_a_hunk_that_begins_inside_a_section_is_not_global() -> None:
    text = (
        "@@ -1 +1 @@\n    mtu 9214\n+   priority-flow-control on\n"
        " interface Et2\n+   mtu 9000\n@@ -9 +9 @@\n qos rewrite dscp\n"
    )
    assert said(scan(text)) == [
        ("unknown", "", "mtu 9214"),
        ("unknown", "", "priority-flow-control on"),
        ("interface", "interface Et2", ""),
        ("interface", "interface Et2", "mtu 9000"),
        ("global", "", "qos rewrite dscp"),
    ]


def test_a_banner_without_end_is_a_fault_and_hides_nothing() -> None:
    found = scan("hostname x\nbanner motd\ninterface Et1\n   mtu 9214\n")
    assert ("interface", "interface Et1", "mtu 9214") in said(found)
    (fault,) = found.faults
    assert (fault.line, fault.column) == (2, 1)
    assert "EOF" in fault.message


def test_a_separator_that_closes() -> None:
    text = "qos map dot1p\nimport 3\n#\nimport 4\n"
    assert said(scan(text, FLAT._replace(separator_closes=True)))[-1] == ("global", "", "import 4")
    assert said(scan(text, FLAT))[-1] == ("map", "qos map dot1p", "import 4")


def test_many_banners_without_end_cost_one_search() -> None:
    found = scan("banner motd\n" * 20_000)
    assert len(found.faults) == 20_000


def test_a_cli_that_never_indents() -> None:
    text = (
        "header motd %\ninterface 1\n%\nheader motd %one line%\ncertificate\nabcd\nquit\n#\n"
        "interface 1\nfoo\nqos trust dscp\n#\n"
        "qos map dot1p\nimport 3\n#\nundo import 4\nsomething\nreturn\ninterface 2\nquit\nbar\n"
    )
    assert said(scan(text, FLAT)) == [
        ("interface", "interface 1", ""),
        ("interface", "interface 1", "foo"),
        ("interface", "interface 1", "qos trust dscp"),
        ("map", "qos map dot1p", ""),
        ("map", "qos map dot1p", "import 3"),
        ("map", "qos map dot1p", "undo import 4"),
        ("global", "", "something"),
        ("interface", "interface 2", ""),
        ("global", "", "bar"),
    ]


_LINES = st.sampled_from(
    [*LEAF.splitlines(), "", "!", "exit", "end", "EOF", "banner motd", "comment", "\t x", "tx-queue 3", "no priority"]
)
_MARKS = st.sampled_from(
    ["", " ", "   ", "      ", "+", "-", "@@ -1 +1 @@", "sw(config)# ", "sw(config-if)#", "sw#", "--More--\r", "\ufeff"]
)
_TEXTS = st.lists(st.tuples(_MARKS, _LINES, st.sampled_from(["\n", "\r\n", " \n"]))).map(
    lambda rows: "".join("".join(row) for row in rows)
)


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(), _TEXTS, st.text(alphabet="! \n\r\t+-@#>()[]<>abinterface 1\x08\x1b\x00\ufeff")))
@example(text="exit\nexit\n  exit\nend")
@example(text="\ufeff!\n   exit\n\ttx-queue 1")
def test_any_text_is_scanned_and_every_place_is_true(text: str) -> None:
    transcript = unprompt(text)
    for table in (TABLE, FLAT):
        assert_places(text, transcript, scan_lines(transcript.lines, table))


_QUEUE_LINES = [
    "no priority",
    "priority strict",
    "bandwidth percent 5",
    "random-detect ecn count",
    "shape rate 3 percent",
]
_PORT_LINES = ["qos trust dscp", "priority-flow-control on", "priority-flow-control priority 3 no-drop", "qos cos 0"]
_INTERFACE_LINES = [*_PORT_LINES, "mtu 9214", "description to gpu", "service-profile P", "ip address 10.0.0.1/31"]
_GLOBAL_LINES = [
    "qos rewrite dscp",
    "qos map dscp 26 to traffic-class 3",
    "priority-flow-control all off",
    "dcbx application iscsi priority 4",
]

Tree = list[tuple[str, list[str], list[tuple[str, list[str]]]]]
_QUEUES = st.lists(
    st.tuples(
        st.sampled_from(["tx-queue 3", "uc-tx-queue 1", "mc-tx-queue 7"]),
        st.lists(st.sampled_from(_QUEUE_LINES), min_size=1),
    ),
    max_size=3,
)


def _section(
    headers: list[str], lines: list[str]
) -> st.SearchStrategy[tuple[str, list[str], list[tuple[str, list[str]]]]]:
    return st.tuples(st.sampled_from(headers), st.lists(st.sampled_from(lines), min_size=1), _QUEUES)


_TREES = st.lists(
    st.one_of(
        _section(["interface Ethernet1/1", "interface Ethernet2-5", "int Et7/1"], _INTERFACE_LINES),
        _section(["qos profile P", "qos profile Q"], _PORT_LINES),
        st.tuples(
            st.just("platform trident mmu queue profile M"),
            st.lists(st.sampled_from(["ingress threshold 1/8", "egress unicast queue 3 threshold 8"]), min_size=1),
            st.just(list[tuple[str, list[str]]]()),
        ),
        st.tuples(
            st.just(""), st.lists(st.sampled_from(_GLOBAL_LINES), min_size=1), st.just(list[tuple[str, list[str]]]())
        ),
    ),
    min_size=1,
)


def _rendered(tree: Tree, indent: int) -> str:
    """A running-config; without indentation the separator stands between outer sections only."""
    one, two = " " * indent, " " * indent * 2
    rows = []
    for header, lines, queues in tree:
        rows += [header] if header else []
        rows += [(one if header else "") + line for line in lines]
        for queue, body in queues:
            rows += [*([f"{one}!"] if indent else []), one + queue, *(two + line for line in body)]
        rows.append("!")
    return "\n".join(rows) + "\n"


def _prompted(tree: Tree) -> str:
    """The same, typed at a prompt."""
    rows = []
    for header, lines, queues in tree:
        rows += [f"sw(config)# {header}"] if header else []
        inner = f"config-{header.split()[-1]}" if header else "config"
        rows += [f"sw({inner})# {line}" for line in lines]
        for queue, body in queues:
            rows += [f"sw({inner})# {queue}", *(f"sw({inner}-txq)# {line}" for line in body)]
    return "\n".join(rows) + "\n"


def _expected(tree: Tree) -> Said:
    modes = {"interface": "interface", "int": "interface", "qos": "profile", "platform": "mmu", "": "global"}
    rows: Said = []
    for header, lines, queues in tree:
        mode = modes[header.partition(" ")[0]]
        rows += [(mode, header, "")] if header else []
        rows += [(mode, header, line) for line in lines]
        for queue, body in queues:
            rows += [("queue", queue, ""), *(("queue", queue, line) for line in body)]
    return rows


@settings(deadline=None)
@given(_TREES, st.integers(0, 4), st.sampled_from(["\n", "\r\n", "  \n", "\t\r\n"]))
def test_the_layout_changes_nothing(tree: Tree, indent: int, ending: str) -> None:
    assert said(scan(_rendered(tree, indent).replace("\n", ending))) == _expected(tree)


@settings(deadline=None)
@given(_TREES)
def test_prompts_and_marks_change_nothing(tree: Tree) -> None:
    assert said(scan(_prompted(tree))) == _expected(tree)
    added = "".join(f"+{line}\n" for line in _rendered(tree, 3).splitlines())
    assert said(scan(added)) == _expected(tree)


@needs_shared
@pytest.mark.parametrize("path", sorted(corpus("eos").glob("*.cfg")), ids=lambda path: path.name)
def test_published_files_keep_their_places(path: Path) -> None:
    text = path.read_bytes().decode()
    transcript = unprompt(text)
    found = scan_lines(transcript.lines, TABLE)
    assert_places(text, transcript, found)
    assert not found.faults
    assert not transcript.faults


@needs_shared
@pytest.mark.parametrize(
    "name",
    [
        "batfish-7260cx-64-eos4.19.1F-run-all.cfg",
        "batfish-7260cx3-64-eos4.21.7M-run-all.cfg",
        "avd-5x-molecule-qos.cfg",
    ],
)
@pytest.mark.parametrize("indent", [1, 2, 4])
def test_reindented_published_files_say_the_same(name: str, indent: int) -> None:
    text = corpus("eos", name).read_text("utf-8")
    lines = [
        (" " * (indent * ((len(line) - len(line.lstrip(" "))) // 3))) + line.lstrip(" ") for line in text.split("\n")
    ]
    assert said(scan("\r\n".join(lines))) == said(scan(text))
