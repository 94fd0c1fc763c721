"""CD004 on characters that hide or reorder, and on the writing systems and emoji that need some of them."""

from pathlib import Path

import pytest

from analyzer.check import check_reading
from analyzer.facts.hidden_text import hidden, hiding_encoding
from analyzer.source.project import Project

BAD = {
    "an override": ('x = "a\u202eb"', 7),
    "an isolate": ("x = 1  # a\u2066b", 11),
    "a popped embedding": ("\u202bx\u202c", 1),
    "zero width": ('x = "pass\u200bword"', 10),
    "a word joiner": ('x = "pass\u2060word"', 10),
    "a byte-order mark inside": ('x = "a\ufeffb"', 7),
    "tags": ('x = "hi\U000e0049\U000e0067"', 8),
    "more selectors": ('x = "hi\U000e0101"', 8),
    "a filler as a name": ("\u3164 = 1", 1),
    "a soft hyphen": ('x = "pass\u00adword"', 10),
    "a joiner between letters": ('x = "a\u200db"', 7),
    "a direction mark among Latin letters": ('x = "a\u200fb"', 7),
    "a selector behind a letter": ('x = "a\ufe0f"', 7),
    "a row of selectors": ('x = "😀\ufe0f\ufe0e"', 8),
}
GOOD = {
    "an emoji in parts": 'x = "👩\u200d🚀 and 👨\u200d👩\u200d👧"',
    "a heart": 'x = "❤\ufe0f"',
    "a keycap": 'x = "1\ufe0f\u20e3"',
    "the flag of Wales": 'x = "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"',
    "Persian": 'x = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"',
    "Hindi": 'x = "क्\u200dष"',
    "a mark beside Hebrew": 'x = "שלום\u200f!"',
    "an escape": 'x = "\\u202e"',
    "accents": 'x = "naïve café Ångström"',
    "Chinese": 'x = "你好"',
    "a byte-order mark at the start": '\ufeffx = "é"',
}


@pytest.mark.parametrize(("text", "column"), BAD.values(), ids=BAD)
def test_it_is_found(text: str, column: int) -> None:
    assert [(one.line, one.column) for one in hidden(f"# first\n{text}\n# é")] == [(2, column)]


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str) -> None:
    assert list(hidden(text)) == []


@pytest.mark.parametrize("name", ["utf-7", "unicode_escape", "raw_unicode_escape", "hz", "iso2022_jp", "cp037"])
def test_encodings_in_which_code_can_hide(name: str) -> None:
    assert hiding_encoding(f"# -*- coding: {name} -*-\nx = 1\n") == (1, name)
    assert hiding_encoding(f"#!/usr/bin/python\n# vim: set fileencoding={name} :\n") == (2, name)


@pytest.mark.parametrize(
    "name", ["utf-8", "UTF8", "ascii", "latin-1", "cp1252", "shift_jis", "gbk", "koi8-r", "nonsense"]
)
def test_encodings_in_which_it_can_t(name: str) -> None:
    assert hiding_encoding(f"# coding: {name}\n") is None


def test_a_declaration_counts_in_the_first_two_lines_only() -> None:
    assert hiding_encoding("\n\n# coding: utf-7\n") is None
    assert hiding_encoding("x = 1\n# coding: utf-7\n") is None


def test_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "flow.py"
    path.write_text('# coding: unicode_escape\nimport chaindsl\nx = "\\u202e"\n', encoding="utf-8")
    (found,) = check_reading(Project().read(path, shown="flow.py"), ["CD004"])[:1]
    assert (
        found.message
        == "in the encoding 'unicode_escape' plain text may mean something else, so that code can hide in it"
    )
    path.write_text('import chaindsl\nx = "a\u202eb\u200b"\n', encoding="utf-8")
    (found,) = check_reading(Project().read(path, shown="flow.py"), ["CD004"])
    assert found.message == (
        "this line has characters that change the order in which it is shown: "
        "U+202E right-to-left override, U+200B zero width space"
    )
    assert (found.place.line, found.place.column, found.place.end_column) == (2, 7, 8)


def test_a_file_that_can_t_be_read_has_nothing_to_show(tmp_path: Path) -> None:
    path = tmp_path / "flow.py"
    path.write_bytes(b"import chaindsl\nx = '\xff'\n")
    assert check_reading(Project().read(path), ["CD004"]) == []
