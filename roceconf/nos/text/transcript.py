"""The first step of reading a CLI text: take away what a terminal, a pager or a diff put around it.

Line numbers and columns stay those of the text as it was given (a byte order mark is no column), because every finding
points there.
"""

import re
from enum import StrEnum
from functools import cache
from typing import NamedTuple

LONGEST_LINE = 16_384
"""Characters of a line that are read. No CLI takes a line a tenth as long; the cap keeps a hostile file from eating
memory and time."""


class Form(StrEnum):
    """What a text turned out to be."""

    CONFIGURATION = "configuration"
    TRANSCRIPT = "transcript"
    DIFF = "diff"
    HELP = "help text"
    OUTPUT = "output of show commands"
    PROSE = "prose"
    EMPTY = "empty text"


class Line(NamedTuple):
    """A line of configuration.

    Attributes:
        number: line in the given text, from 1.
        column: column in the given text of the first character of ``text``, from 1.
        text: the line with its indentation, without trailing blanks and without what stood before it.
        context: what the prompt said in its parentheses (``config-if-Et1``); a hunk's ``@@`` on the first line of a
            diff's hunk; None for a line without either.
    """

    number: int
    column: int
    text: str
    context: str | None = None


class TextFault(NamedTuple):
    """A place where the text itself is at fault, before any meaning.

    Attributes:
        line: line in the given text, from 1.
        column: column, from 1.
        message: what is wrong and what to do.
    """

    line: int
    column: int
    message: str


class Transcript(NamedTuple):
    """A text without what a terminal, a pager or a diff put around it.

    Attributes:
        form: what the text is.
        lines: the lines to read; blank ones are left out.
        removed: the lines that a diff takes away; they are not read.
        faults: lines that were refused.
    """

    form: Form
    lines: tuple[Line, ...]
    removed: tuple[Line, ...] = ()
    faults: tuple[TextFault, ...] = ()

    @property
    def is_configuration(self) -> bool:
        """Whether there is configuration to read: not help, show output, prose or nothing at all."""
        return self.form in (Form.CONFIGURATION, Form.TRANSCRIPT, Form.DIFF)


# `leaf1(config-if-Et1)# cmd`, `(config)#cmd`, `switch (config-if-et1) # cmd`: the parentheses make it sure.
# `leaf1# show run`, `leaf1>`, `<leaf1>`: nothing but a name, so only before nothing or a word of the exec mode.
# `[leaf1-HundredGigE1/0/1] cmd`: Comware's configuration prompt.
_EXEC_WORD = (
    r"(?=\s*$|\s*(?:en|ena|enable|conf\w*|sh|sho|show|term\w*|wr|write|copy|exit|bash|ping|dir|more|reload|clear|quit"
    r"|end|logout|do|disp\w*|sys\w*|save)\b)"
)
_PROMPT = (
    r"^\s*(?:"
    r"(?:[\w.:@/-]{1,64}\s?)?\((?P<context>(?:conf|queue-profile)[^()]{0,200})\)\s?#"
    r"|\[[~*]?(?P<brackets>[\w./:-]{1,100})\](?=\s*[a-z])"
    r"|(?:[\w.:@/-]{1,64}[#>]|<[\w./:-]{1,100}>)" + _EXEC_WORD + r")"
)
# A pager's remains: the word, and the blanks, backspaces, returns and escapes that overwrote it.
_ESCAPE = r"\x1b\[[0-9;?]{0,8}[A-Za-z]"
_PAGER = rf"^(?:{_ESCAPE}|\s){{0,200}}-{{2,4}} ?[Mm]ore ?-{{2,4}}(?:(?:[\r\b ]|{_ESCAPE})*(?:[\r\b]|{_ESCAPE}))?"
_SHOW_CONFIGURATION = (
    r"(?:do\s+)?(?:sho?w?\s+(?:run|start|act|conf|session-config|platform-config)|more\s|disp\w*\s+cur)"
)
_SHOW = r"(?:do\s+)?(?:sho?w?|disp\w*|ping|dir|more|bash|watch)\b"
_EXEC = (
    r"(?:en(?:able)?|conf\w*(?:\s+t\w*)?|sys(?:tem-view)?|wr(?:ite)?(?:\s+mem\w*)?|copy\s.*|save\b.*|term\w*\s.*"
    r"|logout|clear\s.*|reload.*)$"
)
_PLACEHOLDER = r"<[^<>]{1,60}>"
_NOISE = ("%", "^", "*", "- ", "-\t")
_LIST_ITEM = r"\s*(?:[0-9]{1,3}[.)]\s|[*•]\s|-\s|#{1,6}\s|\|)"
_LIST_MARKS = frozenset("0123456789-*•#|")
_SENTENCE = r"\s*(?:\S+\s+){4,}\S*[a-z)][.:?!]$"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled at first use: most texts are plain, and need none of these."""
    return re.compile(pattern)


def unprompt(text: str) -> Transcript:
    r"""Take away prompts, pager remains and diff marks.

    Args:
        text: a file or paste as it came; lines end with ``\n`` or ``\r\n``.

    Returns:
        The lines to read with their places, and what the text is. Never raises.
    """
    lines, faults = _split(text.removeprefix("\ufeff"))
    if "--" in text:
        lines = [line for line in map(_unpaged, lines) if line.text]
    if not lines:
        return Transcript(Form.EMPTY, (), faults=faults)
    if _is_diff(lines):
        added, removed = _undiffed(lines)
        return Transcript(Form.DIFF, added, removed, faults)
    if _is_transcript(lines):
        form, spoken = _unprompted(lines)
        return Transcript(form, spoken, faults=faults)
    return Transcript(Form.PROSE if _is_prose(lines) else Form.CONFIGURATION, tuple(lines), faults=faults)


def _may_hold_prompt(text: str) -> bool:
    return "#" in text or ">" in text or "]" in text


def _is_transcript(lines: list[Line]) -> bool:
    """Whether the text begins with a prompt or has prompts on a good part of its lines.

    One line that looks like a prompt proves nothing: a banner may hold it, and all before it would be lost.
    """
    prompts = [line for line in lines if _may_hold_prompt(line.text) and _compiled(_PROMPT).match(line.text)]
    if not prompts:
        return False
    first = next((line for line in lines if line.text.lstrip()[0] not in "!#"), lines[0])
    return prompts[0] == first or len(prompts) * 5 >= len(lines)


def _split(text: str) -> tuple[list[Line], tuple[TextFault, ...]]:
    r"""Lines by ``\n`` alone, without trailing blanks; one that is too long is measured, never copied."""
    lines: list[Line] = []
    faults: list[TextFault] = []
    start, number, size = 0, 0, len(text)
    find, append, new = text.find, lines.append, tuple.__new__
    while start < size:
        number += 1
        end = find("\n", start)
        if end < 0:
            end = size
        if end - start > LONGEST_LINE:
            faults.append(TextFault(number, 1, _too_long(end - start)))
        else:
            # NamedTuple's own constructor costs three times as much, and this runs for every line of every file.
            line = text[start:end].rstrip()
            if line:
                append(new(Line, (number, 1, line, None)))
        start = end + 1
    return lines, tuple(faults)


def _too_long(size: int) -> str:
    return f"line of {size:,} characters is not read, the longest is {LONGEST_LINE:,}; is this a configuration?"


def _unpaged(line: Line) -> Line:
    """The line without a pager's remains."""
    if "ore" not in line.text:
        return line
    found = _compiled(_PAGER).match(line.text)
    return _after(line, found.end()) if found else line


def _after(line: Line, size: int, context: str | None = None) -> Line:
    """The rest of a line behind its first ``size`` characters."""
    return Line(line.number, line.column + size, line.text[size:], context)


def _is_diff(lines: list[Line]) -> bool:
    """Whether every line bears a diff's mark and at least one is added, or a hunk header says so."""
    first = {line.text[0] for line in lines}
    if "+" not in first and "@" not in first:
        return False
    return first <= {"+", "-", " ", "@", "\\", "!"} or any(_is_hunk(line.text) for line in lines)


def _is_hunk(text: str) -> bool:
    return text.startswith("@@ ") and text.find(" @@", 3) > 0


def _undiffed(lines: list[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines that stay or come, and those that go."""
    kept: list[Line] = []
    removed: list[Line] = []
    hunk: str | None = None
    for line in lines:
        mark = line.text[0]
        if _is_hunk(line.text):
            hunk = "@@"
        elif line.text.startswith(("--- ", "+++ ", "diff ", "index ", "\\ ")):
            continue
        elif mark == "-":
            removed.append(_after(line, 1))
        else:
            rest = _after(line, 1 if mark in "+ " else 0, hunk)
            if rest.text:
                kept.append(rest)
                hunk = None
    return tuple(kept), tuple(line for line in removed if line.text.strip())


def _unprompted(lines: list[Line]) -> tuple[Form, tuple[Line, ...]]:
    """What was typed behind prompts, and the configurations that show commands printed."""
    spoken: list[Line] = []
    asked_help = False
    listening = False  # whether lines without a prompt are configuration; before the first prompt stands prose
    for line in lines:
        found = _compiled(_PROMPT).match(line.text) if _may_hold_prompt(line.text) else None
        if found is None:
            if listening and not line.text.lstrip().startswith(_NOISE):
                spoken.append(line)
            continue
        context = found["context"] or found["brackets"]
        command = _command(line, found.end(), context)
        word = command.text
        is_help = word.endswith("?") or bool(_compiled(_PLACEHOLDER).search(word))
        asked_help = asked_help or is_help
        listening = bool(_compiled(_SHOW_CONFIGURATION).match(word)) or (
            context is not None and not is_help and not _compiled(_SHOW).match(word)
        )
        if (
            word
            and context is not None
            and listening
            and not _compiled(_SHOW).match(word)
            and not _compiled(_EXEC).match(word)
        ):
            spoken.append(command)
    if spoken:
        return Form.TRANSCRIPT, tuple(spoken)
    return (Form.HELP if asked_help else Form.OUTPUT), ()


def _command(line: Line, size: int, context: str | None) -> Line:
    """What stands behind a prompt, without blanks and without the emphasis that documents print."""
    rest = line.text[size:]
    size += len(rest) - len(rest.lstrip())
    rest = rest.strip()
    if rest.startswith("**") and rest.endswith("**") and len(rest) > 4:
        size += 2
        rest = rest[2:-2].rstrip()
    return Line(line.number, line.column + size, rest, context)


def _is_prose(lines: list[Line]) -> bool:
    """Whether most lines are list items, headings, table rows or sentences."""
    written = 0
    for line in lines:
        text = line.text
        if text[-1] in ".:?!":
            written += bool(_compiled(_SENTENCE).match(text) or _compiled(_LIST_ITEM).match(text))
        elif text[0] in _LIST_MARKS or (text[0].isspace() and text.lstrip()[0] in _LIST_MARKS):
            written += bool(_compiled(_LIST_ITEM).match(text))
    return written * 2 > len(lines)
