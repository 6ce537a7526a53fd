"""The vendor syntax that is read: ``vendor_templates/<os>/read/<mode>.ttp``.

A file holds groups of one line each, the line as the vendor writes it; the group's name is the kind of record that the
line makes. Two groups may bear one name where a thing can be said in two ways. ``<vars>`` name regular expressions for
``{{ x | re("NAME") }}``, ``<extend template="port.ttp"/>`` takes in the groups of another file of the folder. Here the
files are only taken apart; what a line means to TTP, TTP decides.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from roceconf.vendor import template_folder

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_VARS = re.compile(r"<vars>\n(.*?)</vars>", re.DOTALL)
_EXTEND = re.compile(r'<extend template="([\w-]+\.ttp)"/>')
_GROUP = re.compile(r'<group name="(\w+)">\n([^\n]+)\n</group>')


class Pattern(NamedTuple):
    """One line of vendor syntax.

    Attributes:
        kind: kind of record that it makes.
        line: the line in TTP's notation.
        head: the literal text before its first variable.
    """

    kind: str
    line: str
    head: str

    @property
    def is_literal(self) -> bool:
        """Whether the line has no variable at all."""
        return self.head == self.line


class Template(NamedTuple):
    """The syntax of one mode.

    Attributes:
        patterns: the lines, in the order of the file.
        variables: the bodies of its ``<vars>``, each once.
        by_word: indexes of the patterns by the first word of their heads.
    """

    patterns: tuple[Pattern, ...]
    variables: tuple[str, ...]
    by_word: dict[str, tuple[int, ...]]

    def candidates(self, text: str) -> list[int]:
        """The patterns whose literal head a statement begins with, by index.

        Args:
            text: the statement, with single blanks between its words.

        Returns:
            Indexes in the order of the file.
        """
        found = []
        for index in self.by_word.get(text.partition(" ")[0], ()):
            pattern = self.patterns[index]
            if text == pattern.head or (not pattern.is_literal and text.startswith(pattern.head)):
                found.append(index)
        return found


@cache
def load_template(os: str, mode: str) -> Template:
    """The syntax of one mode.

    Args:
        os: short name of the network OS.
        mode: name of the mode; a mode without a file has no patterns.

    Returns:
        Its patterns and variables.

    Raises:
        FileNotFoundError: where the network OS has no templates at all.
        ValueError: where a file is not of the form that this module describes; the message names file and text.
    """
    patterns, variables = _read(template_folder(os) / "read" / f"{mode}.ttp", required=False)
    by_word: dict[str, list[int]] = {}
    for index, pattern in enumerate(patterns):
        by_word.setdefault(pattern.head.partition(" ")[0], []).append(index)
    return Template(
        tuple(patterns), tuple(dict.fromkeys(variables)), {word: tuple(found) for word, found in by_word.items()}
    )


def _read(path: Path, *, required: bool) -> tuple[list[Pattern], list[str]]:
    """The patterns and variables of a file and of those that it extends."""
    if not required and not path.is_file():
        return [], []
    text = _COMMENT.sub("", path.read_text("utf-8"))
    patterns: list[Pattern] = []
    variables = _VARS.findall(text)
    for name in _EXTEND.findall(text):
        more_patterns, more_variables = _read(path.parent / name, required=True)
        patterns += more_patterns
        variables += more_variables
    for kind, line in _GROUP.findall(text):
        head = line.partition("{{")[0]
        if not head.strip():
            raise ValueError(f"{path.name}: the line {line!r} begins with a variable; give it a literal head")
        patterns.append(Pattern(kind, line, head))
    rest = _GROUP.sub("", _EXTEND.sub("", _VARS.sub("", text))).strip()
    if rest:
        raise ValueError(f"{path.name}: cannot read {rest.splitlines()[0]!r}; a group is one line of syntax")
    return patterns, variables
