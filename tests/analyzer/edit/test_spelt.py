"""Names in string literals: corrected where one string says just that."""

import pytest

from analyzer.edit.spelt import respelt, reworded
from tests.analyzer.edit.written import after, site


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("f('old')\n", "f('new')\n"),
        ('f(["a", "old"], {"x": 1})\n', 'f(["a", "new"], {"x": 1})\n'),
        ('f("""old""")\n', 'f("""new""")\n'),
        ("f('old', 'old')\n", None),
        ("f('o' 'ld')\n", None),
        ("f(r'old')\n", None),
        ("f(old)\n", None),
    ],
)
def test_the_only_string_is_respelt(text: str, result: str | None) -> None:
    found = site(text)
    assert after(text, respelt(found.module, found.node, "old", "new")) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('f("old > 1 and not old_er")\n', 'f("new > 1 and not old_er")\n'),
        ("f(\"kind == 'x' and old\")\n", "f(\"kind == 'x' and new\")\n"),
        ("f(\"kind == 'old' and old\")\n", None),
        ("f('older > 1')\n", None),
        ("f('old > 1 ' 'and x')\n", None),
        ("f(old)\n", None),
    ],
)
def test_a_word_of_a_guard_is_replaced(text: str, result: str | None) -> None:
    found = site(text)
    assert after(text, reworded(found.module, found.node.args[0], "old", "new")) == result


def test_what_is_no_name_is_written_nowhere() -> None:
    found = site("f('old')\n")
    assert respelt(found.module, found.node, "old", "a-b") == ()
