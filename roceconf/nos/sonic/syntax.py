"""What to say about a text that is no JSON."""

import json
import re

_NEAR = 24


def advice(text: str, error: json.JSONDecodeError) -> str:
    """What is wrong at the place where reading stopped, and what to write there.

    Args:
        text: the whole text.
        error: what the JSON reader said.

    Returns:
        One sentence.
    """
    before = text[: error.pos].rstrip()
    after = text[error.pos :].lstrip()
    if not text.strip():
        return "the file is empty"
    if not after:
        return "the text ends in the middle: a closing brace, bracket or quotation mark is missing"
    if before.endswith(",") and after[0] in "}]":
        return f"not valid JSON: the comma before this '{after[0]}' is one too many"
    if after[0] in "}]" and text[error.pos - 1 : error.pos] == ",":
        return f"not valid JSON: the comma before this '{after[0]}' is one too many"
    if after[0] == ",":
        follows = after[1:].lstrip()[:1]
        if follows in ("}", "]"):
            return f"not valid JSON: this comma before '{follows}' is one too many"
        return "not valid JSON: a comma stands where a value or a key belongs"
    if after.startswith(("//", "/*", "#")):
        return "not valid JSON: JSON has no comments; take this one out"
    if after[0] == "'":
        return "not valid JSON: strings take double quotation marks"
    if error.msg.startswith("Expecting ',' delimiter"):
        return f"not valid JSON: a comma is missing before {_quote(after)}"
    if error.msg.startswith("Expecting ':' delimiter"):
        return f"not valid JSON: a colon is missing before {_quote(after)}"
    if error.msg.startswith(("Invalid control character", "Unterminated string")):
        return "not valid JSON: a string is not closed on its line; its second quotation mark is missing"
    if error.msg.startswith("Extra data"):
        return f"not valid JSON: the configuration is closed already, and {_quote(after)} follows"
    if re.match(r"(True|False|None)\b", after):
        return f"not valid JSON: {_quote(after)} is Python, JSON writes true, false and null in small letters"
    return f"not valid JSON: {_quote(after)} stands where a value or a key in quotation marks belongs"


def _quote(text: str) -> str:
    line = text.split("\n", 1)[0].rstrip()
    return f"`{line[:_NEAR]}{'...' if len(line) > _NEAR else ''}`"
