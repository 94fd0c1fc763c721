"""Which lines of a module may have to do with flows: those that speak of names by which one may be reached.

Such a name is imported from where flows may come from, or bound by code that speaks of one. Values given to parameters
are no concern here: who gives one speaks of it.
"""

import ast
from bisect import bisect_left
from collections.abc import Callable, Iterator

from analyzer.source.contents import own_expressions
from analyzer.source.module import Module
from analyzer.source.vocabulary import CHAINDSL
from analyzer.source.words import Definition, Nest, first, words

_MAKERS = frozenset({"chain", "workflow"})
Leads = Callable[[str, int, str], bool]
"""Says whether a module (the number counts the dots before it), or a name of it, may hand on names of chaindsl."""
Region = tuple[int, int]
"""The first and the last line of where a name means what it was bound to."""


class Interest:
    """The lines of one module that may have to do with flows."""

    def __init__(self, module: Module, leads: Leads) -> None:
        self._module = module
        self._leads = leads
        self._words = words(module)
        self._whole = (1, module.text.count("\n") + 1)
        self._walrus = frozenset(module.walrus_lines)
        self._names: set[str] = set()
        self._known: set[tuple[str, Region]] = set()
        self._waiting: list[tuple[str, Region]] = []
        self._everything = False
        lines: set[int] = set()
        self._imports()
        while self._waiting and not self._everything:
            word, region = self._waiting.pop()
            for line in self._words.lines(word):
                if region[0] <= line <= region[1] and line not in lines:
                    lines.add(line)
                    self._bound_at(line)
        self._lines = sorted(lines)

    def touches(self, statement: ast.stmt) -> bool:
        """Say whether a statement, or one inside it, may have to do with flows."""
        if self._everything:
            return True
        start = first(statement)
        at = bisect_left(self._lines, start)
        return at < len(self._lines) and self._lines[at] <= (statement.end_lineno or start)

    def names(self, name: str) -> bool:
        """Say whether a flow may be reached by a name."""
        return self._everything or name in self._names

    def _imports(self) -> None:
        seen: set[ast.stmt] = set()
        for line in self._words.lines("import"):
            for statement, nest in self._words.statements(line):
                if isinstance(statement, ast.Import | ast.ImportFrom) and statement not in seen:
                    seen.add(statement)
                    for name in self._imported(statement):
                        self._add(name, nest)

    def _imported(self, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
        """The names that an import binds to what may lead to a flow."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                if self._leads(alias.name, 0, ""):
                    yield alias.asname or alias.name.partition(".")[0]
            return
        module = node.module or ""
        ours = not node.level and module.partition(".")[0] == "chaindsl"
        for alias in node.names:
            if alias.name == "*" and ours:
                yield from _MAKERS
            elif alias.name == "*":
                self._everything = self._everything or self._leads(module, node.level, "")
            elif _makes(alias.name) if ours else self._leads(module, node.level, alias.name):
                yield alias.asname or alias.name

    def _bound_at(self, line: int) -> None:
        """Whatever is bound by code on a line that speaks of such a name is such a name too."""
        for statement, nest in self._words.statements(line):
            for depth, definition in enumerate(nest):
                self._add(definition.name, nest[:depth])
            for name in _bound(statement, walrus=line in self._walrus):
                self._add(name, nest)

    def _add(self, name: str, nest: Nest) -> None:
        region = self._region(name, nest)
        if (name, region) not in self._known and (name, self._whole) not in self._known:
            self._known.add((name, region))
            self._names.add(name)
            self._waiting.append((name, region))

    def _region(self, name: str, nest: Nest) -> Region:
        """What a function binds means nothing outside of it; what a class binds may be reached from anywhere."""
        if not nest or isinstance(nest[-1], ast.ClassDef) or name in self._module.rebound:
            return self._whole
        return first(nest[-1]), nest[-1].end_lineno or nest[-1].lineno


def _makes(name: str) -> bool:
    """Whether a name of chaindsl makes flows, or is a module of it that may hold what does."""
    return name in _MAKERS or (name.islower() and name not in CHAINDSL)


def _bound(statement: ast.stmt, *, walrus: bool) -> Iterator[str]:
    """The names that a statement binds to something that can be followed; with `walrus` inside expressions too."""
    if isinstance(statement, Definition):
        yield statement.name
    targets: list[ast.AST] = []
    if isinstance(statement, ast.Assign):
        targets = list(statement.targets)
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    elif type(statement).__name__ == "TypeAlias":
        targets = [getattr(statement, "name")]  # noqa: B009 - a newer Python's node
    if walrus:
        targets += (node.target for node in own_expressions(statement) if isinstance(node, ast.NamedExpr))
    while targets:
        target = targets.pop()
        if isinstance(target, ast.Name):
            yield target.id
        elif isinstance(target, ast.Tuple | ast.List):
            targets += target.elts
        elif isinstance(target, ast.Starred):
            targets.append(target.value)
