"""Asking ``roceconf explain`` in a test: what it finds, and what it refuses."""

import json
from typing import Any

import pytest

from roceconf.asic import platform, platform_names
from tests.cli.run import run

Capsys = pytest.CaptureFixture[str]

NAMES = [*platform_names(), *(hwsku.name for key in platform_names() for hwsku in platform(key).hwskus)]
"""Every platform and HWSKU of the catalogue."""
DELL = ("--sku", "Dell-Z9864f-O64")


def asked(capsys: Capsys, subject: str, *words: str) -> dict[str, Any]:
    """What a subject finds, as JSON."""
    code, out, err = run(capsys, "explain", subject, *words, "--format", "json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def refused(capsys: Capsys, subject: str, *words: str) -> str:
    """What is said where nothing is found."""
    code, out, err = run(capsys, "explain", subject, *words)
    assert (code, out) == (2, "")
    return err


def symbol_of(derivation: dict[str, Any], symbol: str) -> int:
    """A term of a derivation."""
    (term,) = [each for each in derivation["terms"] if each["symbol"] == symbol]
    return int(term["value"])
