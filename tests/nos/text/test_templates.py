from pathlib import Path

import pytest

from roceconf.nos.text import templates
from roceconf.nos.text.templates import Pattern, load_template


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    read = tmp_path / "read"
    read.mkdir()
    monkeypatch.setattr(templates, "template_folder", lambda os: tmp_path)
    load_template.cache_clear()
    return read


def test_a_file_is_groups_of_one_line(folder: Path) -> None:
    (folder / "a.ttp").write_text(
        '<!-- about -->\n<vars>\nX = "a|b"\n</vars>\n<group name="one">\nfoo bar\n</group>\n'
        '<group name="two">\nfoo {{ x | re("X") }} baz\n</group>\n'
    )
    template = load_template("test", "a")
    assert template.patterns == (
        Pattern("one", "foo bar", "foo bar"),
        Pattern("two", 'foo {{ x | re("X") }} baz', "foo "),
    )
    assert template.variables == ('X = "a|b"\n',)
    assert template.candidates("foo bar") == [0, 1]
    assert template.candidates("foo b") == [1]
    assert template.candidates("bar") == []


def test_a_file_may_extend_another(folder: Path) -> None:
    (folder / "base.ttp").write_text('<group name="one">\nfoo\n</group>\n')
    (folder / "a.ttp").write_text('<extend template="base.ttp"/>\n<group name="two">\nbar\n</group>\n')
    assert [pattern.kind for pattern in load_template("test", "a").patterns] == ["one", "two"]


def test_a_mode_without_a_file_has_no_patterns(folder: Path) -> None:
    assert load_template("test", "nothing").patterns == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<group name="one">\nfoo\nbar\n</group>\n', "one line"),
        ('<group name="a.b">\nfoo\n</group>\n', "cannot read"),
        ("foo\n", "cannot read 'foo'"),
        ('<group name="one">\n{{ x }} foo\n</group>\n', "literal head"),
    ],
)
def test_a_malformed_file_is_named(folder: Path, text: str, message: str) -> None:
    (folder / "a.ttp").write_text(text)
    with pytest.raises(ValueError, match=rf"a\.ttp: .*{message}"):
        load_template("test", "a")
