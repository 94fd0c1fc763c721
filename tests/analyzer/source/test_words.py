"""Where a module speaks of a word, and that this is enough to know what it changes."""

import ast
from pathlib import Path

import pytest

from analyzer.source.module import Module
from analyzer.source.mutation import Changes, _changes, _note
from analyzer.source.tree import Callable_, children
from analyzer.source.words import Words, words
from tests.analyzer.source.alone import module_of

ROOT = Path(__file__).parents[3]
SOURCES = [*sorted((ROOT / "examples").glob("*.py")), *sorted((ROOT / "tests" / "clean").glob("*.py"))]

TEXT = '''\
import a
@a.b(
    c
)
def d(e):
    """About a."""
    if a: f = 1
    else:
        f = ab
    class G: h = a

try:
    a()
except a.Error as i: j = a
finally:
    a = 3
match a:
    case 1: k = a
with a as m:
    n = o(
        a,
    )
'''


def statements(of: Words, line: int) -> list[str]:
    found = []
    for statement, nest in of.statements(line):
        around = "".join(f"{definition.name}." for definition in nest)
        found.append(f"{around}{type(statement).__name__} {statement.lineno}")
    return sorted(found)


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("a", [1, 2, 6, 7, 10, 13, 14, 16, 17, 18, 19, 21]),
        ("ab", [9]),
        ("c", [3]),
        ("Error", [14]),
        ("h", [10]),
        ("absent", []),
    ],
)
def test_the_lines_of_a_word(word: str, lines: list[int]) -> None:
    assert list(words(module_of(TEXT)).lines(word)) == lines


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (1, ["Import 1"]),
        (3, ["FunctionDef 5"]),
        (6, ["FunctionDef 5", "d.Expr 6"]),
        (7, ["d.Assign 7", "d.If 7"]),
        (8, ["d.If 7"]),
        (9, ["d.Assign 9", "d.If 7"]),
        (10, ["FunctionDef 5", "d.ClassDef 10", "d.G.Assign 10"]),
        (11, []),
        (14, ["Assign 14", "Try 12"]),
        (18, ["Assign 18", "Match 17"]),
        (21, ["Assign 20"]),
    ],
)
def test_the_statements_of_a_line(line: int, expected: list[str]) -> None:
    assert statements(words(module_of(TEXT)), line) == expected


def test_letters_that_count_as_others_may_spell_any_word() -> None:
    assert list(words(module_of("x = 1\n\uff41 = 2\n")).lines("a")) == [1, 2, 3]
    assert list(words(module_of("x = 1\nnai\u0308ve = 2\n")).lines("na\u00efve")) == [1, 2, 3]
    assert list(words(module_of("# caf\u00e9 \u2026\na = 2\n")).lines("a")) == [2]


def everything(module: Module) -> Changes:
    """What a walk over the whole module finds."""
    found = Changes()
    stack: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(module.tree, ())]
    while stack:
        node, nest = stack.pop()
        _note(found, node, nest)
        inner = (*nest, node) if isinstance(node, Callable_ | ast.ClassDef) else nest
        stack.extend((child, inner) for child in children(node))
    return found


def about(changes: Changes, word: str) -> tuple[object, ...]:
    """What is known of one word, in any order."""
    several = (changes.names, changes.aliases, changes.returned, changes.handed)
    listed = [sorted(map(repr, found.get(word, ()))) for found in several]
    return *listed, word in changes.augmented, word in changes.attributes


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_what_a_name_changes_is_found_where_it_is_spoken_of(path: Path) -> None:
    module = module_of(path.read_text(encoding="utf-8"))
    whole = everything(module)
    spoken = {node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
    spoken |= {node.attr for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)}
    assert [word for word in sorted(spoken) if about(_changes(module, word), word) != about(whole, word)] == []
