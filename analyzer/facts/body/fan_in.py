"""Where results are collected in the order in which they are ready, which differs from run to run."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.body.after import names_bound, names_read, own_nodes
from analyzer.facts.body.visits import Entered, inside
from analyzer.source.arguments import called
from analyzer.source.contents import own_expressions
from analyzer.source.definition import Definition, Expr, Frame, Spread
from analyzer.source.module import Module
from analyzer.source.reader import Reader
from analyzer.source.tree import Comprehension, children

_DONE = frozenset({"asyncio.wait", "concurrent.futures.wait"})
"""These hand back two sets, of what is done and what is not."""
WORDS = ("as_completed", "imap_unordered", "wait")
"""Without one of these words nothing is collected as it is ready."""
_METHODS = frozenset({"imap_unordered", "as_completed"})
_WRAPPERS = frozenset({"tqdm", "track", "enumerate", "list", "iter", "tuple", "trange"})
_LISTING = frozenset({"append", "extend", "insert", "appendleft", "write", "put", "put_nowait"})
_UNORDERED = frozenset(
    f"builtins.{name}" for name in ("sorted", "sum", "min", "max", "any", "all", "set", "frozenset", "dict", "len")
) | frozenset({"collections.Counter"})


@dataclass(frozen=True, slots=True, eq=False)
class FanIn:
    """Something that is ready in any order, and what collects it: `how` is a list, a text, or what is yielded."""

    node: ast.expr
    frame: Frame
    how: str


def _speaks(module: Module) -> bool:
    """Whether a module speaks of what is ready in any order; its text is looked through once."""
    if "fan-in" not in module.kept:
        module.kept["fan-in"] = any(word in module.text for word in WORDS)
    found: bool = module.kept["fan-in"]
    return found


class FanIns:
    """Looks through one function, as seen from one reading."""

    def __init__(self, reader: Reader, entered: Entered) -> None:
        self._reader = reader
        self._entered = entered
        self._statements = list(entered.statements)

    def found(self) -> Iterator[FanIn]:
        """Yield everything that is collected as it is ready, and not put in order afterwards."""
        if not _speaks(self._entered.activation.scope.module):
            return
        for statement, frame in self._statements:
            if isinstance(statement, ast.For | ast.AsyncFor) and self._ready(statement.iter, frame):
                how = self._collects(statement, frame)
                if how:
                    yield FanIn(statement.iter, frame, how)
            inner = [
                one
                for expression in own_expressions(statement, nested=False)
                for one in self._in_expression(expression, frame)
            ]
            yield from inner if inner and not self._sorts(statement) else ()

    def _sorts(self, statement: ast.stmt) -> bool:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        return any(isinstance(target, ast.Name) and self._sorted_later(target.id) for target in targets)

    def _ready(self, node: ast.expr, frame: Frame, depth: int = 0) -> bool:
        """Whether an iterable gives results as they are ready."""
        found = self._reader.follow(Expr(node, frame))
        if not isinstance(found, Expr):
            return self._among_done(node, frame)
        call = called(self._reader, found)
        if call is None:
            return False
        func = found.node.func if isinstance(found.node, ast.Call) else None
        if isinstance(func, ast.Attribute | ast.Name) and call.name.endswith(".as_completed"):
            return True
        if not call.name and isinstance(func, ast.Attribute) and func.attr in _METHODS:
            return True
        last = call.name.rpartition(".")[2] or getattr(func, "attr", getattr(func, "id", ""))
        if last not in _WRAPPERS or depth > 5:
            return False
        return any(self._is_ready(item, depth + 1) for item in call.arguments.positional[:1])

    def _is_ready(self, item: Definition | Spread, depth: int) -> bool:
        return isinstance(item, Expr) and self._ready(item.node, item.frame, depth)

    def _among_done(self, node: ast.expr, frame: Frame) -> bool:
        """`done, pending = await asyncio.wait(...)`."""
        if not isinstance(node, ast.Name):
            return False
        for statement, at in self._statements:
            if not isinstance(statement, ast.Assign) or node.id not in names_bound(statement.targets[0]):
                continue
            value = statement.value.value if isinstance(statement.value, ast.Await) else statement.value
            call = called(self._reader, Expr(value, at)) if isinstance(value, ast.Call) else None
            if call is not None and call.name in _DONE and at.activation is frame.activation:
                return True
        return False

    def _collects(self, loop: ast.For | ast.AsyncFor, frame: Frame) -> str:
        """What a loop over results makes of them: empty if their order is not kept."""
        taken = names_bound(loop.target) | {
            name
            for statement in loop.body
            for name in names_bound(statement)
            if not isinstance(statement, ast.AugAssign)
        }
        for node in own_nodes(loop.body):
            match node:
                case ast.Yield():
                    return "a generator"
                case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=attr), args=args) if (
                    attr in _LISTING and any(names_read(arg) & taken for arg in args)
                ):
                    if not self._sorted_later(owner):
                        return f"`{owner}`"
                case ast.AugAssign(target=ast.Name(id=owner), op=ast.Add(), value=value) if names_read(value) & taken:
                    if isinstance(value, ast.List | ast.ListComp | ast.JoinedStr) and not self._sorted_later(owner):
                        return f"`{owner}`"
        return ""

    def _sorted_later(self, name: str) -> bool:
        """Whether what a name stands for is put in order somewhere in the function."""
        for statement, frame in self._statements:
            for node in own_expressions(statement):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="sort")) if owner == name:
                        return True
                    case ast.Call(func=func, args=[first, *_]) if name in names_read(first):
                        found = self._reader.follow(Expr(func, frame))
                        if getattr(found, "name", "") in _UNORDERED:
                            return True
        return False

    def _in_expression(self, expression: ast.AST, frame: Frame) -> Iterator[FanIn]:
        """`[f.result() for f in as_completed(fs)]` and `list(pool.imap_unordered(…))`."""
        harmless: set[ast.AST] = set()
        for node, at in inside(self._reader, expression, frame):
            if isinstance(node, ast.Call):
                found = getattr(self._reader.follow(Expr(node.func, at)), "name", "")
                if found in _UNORDERED:
                    harmless.update(child for child in children(node))
                elif found in ("builtins.list", "builtins.tuple") and node not in harmless:
                    yield from (FanIn(arg, at, "a list") for arg in node.args[:1] if self._ready(arg, at))
            elif isinstance(node, ast.ListComp | ast.GeneratorExp) and node not in harmless:
                first = node.generators[0].iter
                if self._ready(first, at):
                    yield FanIn(first, at, "a list")
            elif isinstance(node, Comprehension):
                harmless.add(node)
