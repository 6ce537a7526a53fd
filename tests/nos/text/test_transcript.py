import time
from pathlib import Path

import pytest

from roceconf.nos.text.transcript import LONGEST_LINE, Form, Line, unprompt
from tests.shared import corpus, needs_shared


def texts(text: str) -> list[str]:
    return [line.text for line in unprompt(text).lines]


def test_a_plain_configuration_keeps_indentation_and_numbers() -> None:
    transcript = unprompt("interface Ethernet1\n\n   mtu 9214  \n")
    assert transcript.form is Form.CONFIGURATION
    assert transcript.lines == (Line(1, 1, "interface Ethernet1"), Line(3, 1, "   mtu 9214"))


@pytest.mark.parametrize("text", ["", "\n \r\n\t\n", "\ufeff"])
def test_nothing_is_an_empty_text(text: str) -> None:
    transcript = unprompt(text)
    assert transcript.form is Form.EMPTY
    assert not transcript.is_configuration


def test_crlf_bom_and_trailing_blanks_are_no_text() -> None:
    assert unprompt("\ufeffqos rewrite dscp \t\r\nend\r\n").lines == (Line(1, 1, "qos rewrite dscp"), Line(2, 1, "end"))


def test_only_a_newline_splits() -> None:
    assert texts("description a\x0bb\x0cc\u2028d\x85e\nend") == ["description a\x0bb\x0cc\u2028d\x85e", "end"]


@pytest.mark.parametrize(
    ("line", "column", "command", "context"),
    [
        ("Leaf-1(config)# interface Ethernet1", 17, "interface Ethernet1", "config"),
        ("Leaf-1(config-if-Et1)#   mtu 9214", 26, "mtu 9214", "config-if-Et1"),
        ("   switch(config-if-Et21/1)#dcbx mode ieee", 29, "dcbx mode ieee", "config-if-Et21/1"),
        ("(config)#interface Ethernet1", 10, "interface Ethernet1", "config"),
        ("switch (config-if-et1) # **mtu 9214**", 28, "mtu 9214", "config-if-et1"),
        ("leaf1(config-s-change)# mtu 9214", 25, "mtu 9214", "config-s-change"),
        ("OS10(conf-if-eth1/1/1)# mtu 9216", 25, "mtu 9216", "conf-if-eth1/1/1"),
        ("[leaf1-HundredGigE1/0/1]qos trust dscp", 25, "qos trust dscp", "leaf1-HundredGigE1/0/1"),
    ],
)
def test_a_prompt_goes_and_columns_stay(line: str, column: int, command: str, context: str) -> None:
    transcript = unprompt(line)
    assert transcript.form is Form.TRANSCRIPT
    assert transcript.lines == (Line(1, column, command, context),)


@pytest.mark.parametrize(
    "line", ["description leaf1# spare", "username a secret 5 $1$x#y", "snmp-server location <dc1>", "leaf1>eth 3"]
)
def test_what_only_looks_like_a_prompt_stays(line: str) -> None:
    transcript = unprompt(line)
    assert transcript.form is Form.CONFIGURATION
    assert transcript.lines == (Line(1, 1, line),)


def test_a_prompt_inside_a_banner_makes_no_transcript() -> None:
    lines = ["hostname leaf1", *(f"vlan {vlan}" for vlan in range(2, 20)), "banner motd", "leaf1# show version", "EOF"]
    assert texts("\n".join(lines)) == lines


def test_show_running_config_prints_a_configuration_and_other_show_commands_do_not() -> None:
    text = (
        "leaf1#show version\nArista DCS-7060\nleaf1# show running-config\n"
        "interface Ethernet1\n   mtu 9214\nleaf1#show clock\nnoon\nleaf1#"
    )
    assert texts(text) == ["interface Ethernet1", "   mtu 9214"]


def test_answers_of_the_device_are_not_read() -> None:
    text = (
        "sw(config)# interface Et1\nsw(config-if-Et1)# priority-flow-control on\n% The hardware does not support it\n"
        "sw(config-if-Et1)# show dcbx\nEthernet1:\n  DCBX is off\n"
    )
    assert texts(text) == ["interface Et1", "priority-flow-control on"]


def test_only_show_output_is_no_configuration() -> None:
    transcript = unprompt("leaf1#show priority-flow-control\nThe hardware supports PFC on priorities 0 1 2 3\n")
    assert transcript.form is Form.OUTPUT
    assert not transcript.is_configuration


def test_help_is_no_configuration() -> None:
    transcript = unprompt("(config)#qos map dscp ?\n  <0-63>  DSCP value\n")
    assert transcript.form is Form.HELP
    assert not transcript.is_configuration


def test_prose_is_no_configuration() -> None:
    text = "1. Enter the interface (as administrator)\n2. priority-flow-control on\n3. Save it with wr.\n"
    assert unprompt(text).form is Form.PROSE


def test_a_diff_reads_what_comes_and_remembers_what_goes() -> None:
    text = "--- a/leaf1.cfg\n+++ b/leaf1.cfg\n@@ -1,3 +1,3 @@\n interface Ethernet1\n-   mtu 1500\n+   mtu 9214\n+!\n"
    transcript = unprompt(text)
    assert transcript.form is Form.DIFF
    assert transcript.lines == (Line(4, 2, "interface Ethernet1", "@@"), Line(6, 2, "   mtu 9214"), Line(7, 2, "!"))
    assert transcript.removed == (Line(5, 2, "   mtu 1500"),)


def test_added_lines_alone_are_a_diff() -> None:
    transcript = unprompt("+qos rewrite dscp\n+!\n")
    assert transcript.form is Form.DIFF
    assert transcript.lines[0] == Line(1, 2, "qos rewrite dscp")


@pytest.mark.parametrize(
    ("remains", "rest"),
    [
        (" --More-- \r          \r   mtu 9214", "   mtu 9214"),
        ("--More--\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\b   mtu 9214", "   mtu 9214"),
        ("\x1b[7m--More--\x1b[m\r\x1b[K   mtu 9214", "   mtu 9214"),
        ("  ---- More ----\x1b[42D                    \x1b[42D mtu 9214", " mtu 9214"),
    ],
)
def test_a_pager_leaves_no_trace(remains: str, rest: str) -> None:
    transcript = unprompt(f"interface Ethernet1\n{remains}\n --More-- \n")
    assert transcript.lines == (Line(1, 1, "interface Ethernet1"), Line(2, len(remains) - len(rest) + 1, rest))


def test_a_huge_line_is_refused_at_once_and_the_rest_is_read() -> None:
    text = "interface Ethernet1\n" + " " * 50_000_000 + "\n   mtu 9214\n"
    start = time.process_time()
    transcript = unprompt(text)
    assert time.process_time() - start < 2
    assert [line.number for line in transcript.lines] == [1, 3]
    (fault,) = transcript.faults
    assert fault.line == 2
    assert f"{LONGEST_LINE:,}" in fault.message


@pytest.mark.parametrize(
    "line",
    [
        "a" * LONGEST_LINE,
        "(" * LONGEST_LINE,
        "-- More --" * 1600,
        "\x1b[0m" * 4000,
        "[a" * 8000,
        "a. " * 5000,
        " " * 16000 + "--More",
    ],
)
def test_no_line_takes_long(line: str) -> None:
    start = time.process_time()
    unprompt("\n".join([line + "#"] * 20))
    assert time.process_time() - start < 2


@needs_shared
@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("avd-issue-4921-mmu-cli-help.cfg", Form.HELP),
        ("microsoft-converged-nic-7050s.cfg", Form.PROSE),
        ("avd-issue-6402-eos4.35.1F-session-diff.cfg", Form.DIFF),
        ("blog-eos436-roce-leaf.cfg", Form.TRANSCRIPT),
        ("intel-irdma-readme-arista.cfg", Form.TRANSCRIPT),
        ("intel-pmof-7060cx2.cfg", Form.TRANSCRIPT),
    ],
)
def test_published_texts_that_are_no_plain_configuration(name: str, form: Form) -> None:
    assert unprompt(corpus("eos", name).read_text("utf-8")).form is form


def _plain(path: Path) -> bool:
    return path.suffix in (".cfg", ".txt", ".conf")


@needs_shared
@pytest.mark.parametrize(
    "path",
    [
        path
        for os in ("nxos", "os10", "comware", "enterprise_sonic")
        for path in sorted(corpus(os).glob("*"))
        if _plain(path)
    ],
    ids=lambda path: path.name,
)
def test_configurations_of_other_clis_are_recognised(path: Path) -> None:
    assert unprompt(path.read_bytes().decode()).is_configuration or "json" in path.name
