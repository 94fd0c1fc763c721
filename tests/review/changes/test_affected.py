"""Which files a change may matter to, found by words: none too few, and not every file that says `steps`."""

import pytest

from chaindsl.review.changes.affected import affected, differing
from chaindsl.review.changes.repository import LINK, SUBMODULE, Entry

FILES = {
    "pyproject.toml": "",
    "a/__init__.py": "",
    "a/steps.py": "",
    "a/near.py": "from .steps import x",
    "a/script.py": "import steps",
    "b/__init__.py": "",
    "b/steps.py": "",
    "b/near.py": "from .others import x; steps = 1",
    "far.py": "from a.steps import x",
    "farther.py": "import far",
    "dotted.py": "import a\na.steps.x",
    "other.py": "from b.steps import x",
    "loose/steps.py": "",
    "loose/deep/user.py": "import steps",
    "texts/ask.md": "",
    "asking.py": 'prompt(file="texts/ask.md")',
    "plain.py": "steps = 'steps'",
}


def found(*changed: str) -> list[str]:
    entries = {path: Entry("100644", path) for path in FILES}

    def speaking(words: list[str]) -> list[str]:
        return [path for path, text in FILES.items() if path.endswith(".py") and any(word in text for word in words)]

    return affected(changed, entries, entries, speaking, lambda path: FILES[path].encode())


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("a/steps.py", ["a/near.py", "a/script.py", "a/steps.py", "dotted.py", "far.py", "farther.py"]),
        ("b/steps.py", ["b/near.py", "b/steps.py", "other.py"]),
        ("loose/steps.py", ["a/near.py", "a/script.py", "dotted.py", "far.py", "farther.py", "loose/deep/user.py",
                            "loose/steps.py", "other.py"]),
        ("texts/ask.md", ["asking.py"]),
        ("farther.py", ["farther.py"]),
    ],
)  # fmt: skip
def test_those_that_import_or_name_what_changed(changed: str, expected: list[str]) -> None:
    assert set(expected) <= set(found(changed))
    assert "plain.py" not in found(changed)


def test_a_module_of_the_same_name_elsewhere_is_another_one() -> None:
    assert "other.py" not in found("a/steps.py")
    assert "far.py" not in found("b/steps.py")


def test_what_differs_is_what_holds_something_else() -> None:
    old = {"a": Entry("100644", "1"), "b": Entry("100644", "1"), "c": Entry("100644", "1"), "s": Entry(SUBMODULE, "1")}
    new = {"a": Entry("100755", "1"), "b": Entry("100644", "2"), "c": Entry(LINK, "1"), "s": Entry(SUBMODULE, "2")}
    assert differing(old, {**new, "d": Entry("100644", "1")}) == ["b", "c", "d", "s"]
