"""What runs after a statement of a function: the rest of its block, of the blocks around it, of loops."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.source.tree import children

Loop = ast.For | ast.AsyncFor | ast.While


@dataclass(frozen=True, slots=True)
class Home:
    """Where a statement stands: the list that it is in, at which index, and the statement around (None at the top)."""

    block: list[ast.stmt]
    index: int
    around: ast.stmt | None

    @property
    def rest(self) -> list[ast.stmt]:
        """The statements behind it in its list."""
        return self.block[self.index + 1 :]


class Order:
    """The statements of one function, each with its home."""

    def __init__(self, body: list[ast.stmt]) -> None:
        self.homes: dict[ast.stmt, Home] = {}
        waiting: list[tuple[list[ast.stmt], ast.stmt | None]] = [(body, None)]
        while waiting:
            block, around = waiting.pop()
            for index, statement in enumerate(block):
                self.homes[statement] = Home(block, index, around)
                waiting += [(inner, statement) for inner in blocks(statement)]

    def loop_around(self, statement: ast.stmt) -> Loop | None:
        """Return the innermost loop whose body holds a statement."""
        inside, home = statement, self.homes.get(statement)
        while home is not None and home.around is not None:
            if isinstance(home.around, Loop) and inside in home.around.body:
                return home.around
            inside, home = home.around, self.homes.get(home.around)
        return None

    def within(self, statement: ast.stmt, block: list[ast.stmt]) -> bool:
        """Say whether a statement stands in a list of statements, or in something that does."""
        current: ast.stmt | None = statement
        while current is not None:
            home = self.homes[current]
            if home.block is block:
                return True
            current = home.around
        return False

    def following(self, statement: ast.stmt, *, until: Loop | None = None) -> Iterator[ast.stmt]:
        """Yield what runs behind a statement, block by block outwards, up to the end of a loop or of the function."""
        current: ast.stmt | None = statement
        while current is not None and current is not until:
            home = self.homes[current]
            yield from home.rest
            if isinstance(home.around, ast.Try | ast.TryStar) and home.block is not home.around.finalbody:
                if home.block is home.around.body:
                    yield from home.around.orelse
                yield from home.around.finalbody
            current = home.around


def blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements inside a compound statement; bodies of functions and classes are not its own."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for name in ("body", "orelse", "finalbody"):
        inner = getattr(statement, name, None)
        if isinstance(inner, list) and inner:
            yield inner
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def own_nodes(nodes: list[ast.stmt] | ast.AST) -> Iterator[ast.AST]:
    """Yield nodes and all that is in them, bodies of nested functions and classes left out, those of lambdas not."""
    stack: list[ast.AST] = list(nodes) if isinstance(nodes, list) else [nodes]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            stack.extend(children(node))


def raises(nodes: list[ast.stmt] | ast.AST) -> bool:
    """Say whether statements may raise on purpose."""
    return any(isinstance(node, ast.Raise | ast.Assert) for node in own_nodes(nodes))


def names_bound(node: ast.AST) -> set[str]:
    """Return the names in the targets of a node."""
    return {one.id for one in own_nodes(node) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}


def names_read(nodes: list[ast.stmt] | ast.AST) -> set[str]:
    """Return the names that nodes read."""
    return {one.id for one in own_nodes(nodes) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
