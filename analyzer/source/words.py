"""Where the text of a module speaks of a word: the lines, and the statements that stand on them.

It tells without looking into expressions, so that these are looked into only where they matter. A word in a comment or
in a text counts as well: what is looked into in vain costs a little, what is missed would be lost.
"""

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from unicodedata import combining, normalize

from analyzer.source.module import Module

Nest = tuple[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, ...]
"""The definitions that something stands in, outermost first."""
_Bodies = tuple[list[ast.stmt], ...]


class Words:
    """The words of one module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._known: dict[str, Sequence[int]] = {}

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line starts in the text."""
        lengths = map(len, self._module.lines[:-1])
        return list(accumulate(lengths, lambda start, length: start + length + 1, initial=0))

    @cached_property
    def _disguised(self) -> bool:
        """Whether some name may be spelt in letters that Python takes for others; then any line may speak of any."""
        text = self._module.text
        return not text.isascii() and any(map(_disguises, set(text)))

    def lines(self, word: str) -> Sequence[int]:
        """Return the lines that speak of a word, in order."""
        if word not in self._known:
            self._known[word] = range(1, len(self._starts) + 1) if self._disguised else self._found(word)
        return self._known[word]

    def _found(self, word: str) -> list[int]:
        text, starts = self._module.text, self._starts
        found: list[int] = []
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            if not (_in_word(text[at - 1 : at]) or _in_word(text[end : end + 1])):
                line = bisect_right(starts, at)
                found.append(line)
                end = starts[line] if line < len(starts) else len(text)
            at = text.find(word, end)
        return found

    def statements(self, line: int) -> Iterator[tuple[ast.stmt, Nest]]:
        """Yield every statement that a line is a part of, what is nested in it apart, with the definitions around."""
        stack: list[tuple[list[ast.stmt], Nest]] = [(self._module.tree.body, ())]
        while stack:
            body, nest = stack.pop()
            for number in range(bisect_left(body, line, key=_last), len(body)):
                statement = body[number]
                if first(statement) > line:
                    break
                bodies = _bodies(statement)
                if not any(_covers(inner, line) for inner in bodies):
                    yield statement, nest
                within = (*nest, statement) if isinstance(statement, Definition) else nest
                stack.extend((inner, within) for inner in bodies if inner)


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _disguises(letter: str) -> bool:
    """Whether Python takes a letter of a name for another one, or for a part of one."""
    if letter.isascii():
        return False
    other = normalize("NFKC", letter) != letter or combining(letter)
    return bool(other) and f"a{letter}".isidentifier()


def _in_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def first(statement: ast.stmt) -> int:
    """Return the line that a statement starts on, its decorators included."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return decorators[0].lineno if decorators else statement.lineno


def _last(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _bodies(statement: ast.stmt) -> _Bodies:
    """The statements inside a compound one."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.With() | ast.AsyncWith():
            return (statement.body,)
        case ast.If() | ast.For() | ast.AsyncFor() | ast.While():
            return statement.body, statement.orelse
        case ast.Try() | ast.TryStar():
            handlers = (handler.body for handler in statement.handlers)
            return statement.body, *handlers, statement.orelse, statement.finalbody
        case ast.Match():
            return tuple(case.body for case in statement.cases)
    return ()


def _covers(body: list[ast.stmt], line: int) -> bool:
    """Whether a line belongs to nested statements alone; on their first and last one their owner may speak as well."""
    return bool(body) and first(body[0]) < line < _last(body[-1])


def words(module: Module) -> Words:
    """Return the words of a module, the same ones each time."""
    if "words" not in module.kept:
        module.kept["words"] = Words(module)
    found: Words = module.kept["words"]
    return found
