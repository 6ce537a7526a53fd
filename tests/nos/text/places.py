"""What every scan must keep: each statement is where it says it is."""

from roceconf.nos.text.scan import Scan
from roceconf.nos.text.transcript import Transcript


def assert_places(text: str, transcript: Transcript, scan: Scan) -> None:
    """Assert that all lines, headers and statements point at their own text and that no line is said twice."""
    original = text.removeprefix("\ufeff").split("\n")
    for line in (*transcript.lines, *transcript.removed):
        assert original[line.number - 1][line.column - 1 :].startswith(line.text)
    said: list[int] = []
    for section in scan.sections:
        assert -1 <= section.parent < section.ordinal or section.ordinal == 0
        assert section.parent >= 0 or section.ordinal == 0
        for statement in section.statements:
            assert statement.section == section.ordinal
            assert statement.text.strip() == statement.text != ""
            assert original[statement.line - 1][statement.column - 1 :].startswith(statement.text)
            said.append(statement.line)
        if section.line:
            assert original[section.line - 1][section.column - 1 :].startswith(section.header)
            if section.mode != "unknown":  # the head of an unknown block is a statement of the mode around it
                said.append(section.line)
    assert len(said) == len(set(said))
