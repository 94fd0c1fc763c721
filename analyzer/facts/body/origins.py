"""Where a value inside a body comes from: a model, a key, an actor, a tool; and what decides its size.

A value comes from whatever it is built of. Conditions do not count, and neither does what only picks from a constant
table. Numbers read from a text, lengths, comparisons and members of enums carry nothing on. Where a name may have
several values all of them count, so that no origin is missed for want of a path.
"""

import ast
from collections.abc import Iterable, Mapping

from analyzer.facts.body.bound_names import Bound, bound_elsewhere
from analyzer.facts.body.marks import Everything, Given, Keyed, Mark, Model, mark_in
from analyzer.facts.body.sizes import comprehension_frame
from analyzer.source.call import arguments
from analyzer.source.definition import (
    Activation,
    Class,
    Definition,
    Expr,
    Frame,
    Function,
    Items,
    Marked,
    Outside,
    Picked,
    Spread,
)
from analyzer.source.names import lookup
from analyzer.source.reader import Reader
from analyzer.source.tree import Comprehension, children
from chaindsl.graph.unknown import Unknown

Origins = frozenset[Mark]
NOWHERE: Origins = frozenset()
_MOST_DEPTH = 60
_MOST_STEPS = 20_000
"""How many expressions one question may lead to; what lies behind them is not found."""
_ENDING = "len int float bool isinstance hash ord abs round callable type id any all"
_ENDED = frozenset(f"builtins.{name}" for name in _ENDING.split())
_KEEPING = "list tuple set frozenset sorted reversed enumerate iter zip"
_SAME_SIZE = frozenset(f"builtins.{name}" for name in _KEEPING.split())
_VIEWS = frozenset({"items", "keys", "values", "copy"})
_ENUMS = frozenset({"enum.Enum", "enum.StrEnum", "enum.IntEnum"})


class Tracer:
    """Traces values, or with `sizes` the numbers of their items, as seen from one reading."""

    def __init__(self, reader: Reader, *, sizes: bool = False) -> None:
        self._reader = reader
        self._sizes = sizes
        self._values = Tracer(reader) if sizes else self
        self._busy: list[object] = []
        self._known: dict[object, Origins] = {}
        self._steps = 0
        self._cut = False
        self._running: list[ast.AST] = []

    def returned(self, function: Function, given: Mapping[str, Definition]) -> Origins:
        """Return the origins of what a function hands back when its parameters are given these."""
        node = function.node
        if node in self._running or len(self._running) > _MOST_DEPTH:
            return self._marks(given.values())
        scope = function.frame.activation.scope.inner(node)
        activation = Activation(scope, function.frame.later(), given)
        self._running.append(node)
        try:
            if isinstance(node, ast.Lambda):
                return self.of(node.body, Frame(activation, scope.contents.start))
            found = [
                self.of(value, Frame(activation, point))
                for statement, point in scope.contents.statements
                for value in _handed_back(statement)
            ]
            return union(found)
        finally:
            self._running.pop()

    def _marks(self, given: Iterable[Definition]) -> Origins:
        return frozenset(mark for value in given if (mark := mark_in(self._reader.follow(value))) is not None)

    def of(self, node: ast.expr | None, frame: Frame) -> Origins:
        """Return the origins of an expression."""
        if node is None or isinstance(node, ast.Constant | ast.Compare | ast.Lambda):
            return NOWHERE
        key = (node, frame.activation)
        if key in self._known:
            return self._known[key]
        if not self._busy:
            self._steps = 0
        self._steps += 1
        if key in self._busy or len(self._busy) > _MOST_DEPTH or self._steps > _MOST_STEPS:
            self._cut = True
            return NOWHERE
        outer, self._cut = self._cut, False
        self._busy.append(key)
        try:
            found = self._of(node, frame)
        finally:
            self._busy.pop()
        if not self._cut:
            self._known[key] = found
        self._cut = bool(self._busy) and (self._cut or outer)
        return found

    def at(self, definition: Definition) -> Origins:
        """Return the origins of something that was followed, or is still to be followed."""
        return (
            self.of(definition.node, definition.frame) if isinstance(definition, Expr) else self._definition(definition)
        )

    def _of(self, node: ast.expr, frame: Frame) -> Origins:
        match node:
            case ast.Name():
                return self._name(node, frame)
            case ast.Call():
                return self._call(node, frame)
            case ast.IfExp(body=body, orelse=orelse):
                return self._chosen(node, body, frame) | self.of(orelse, frame)
            case ast.Subscript(value=value):
                return self._item(node, value, frame)
            case ast.UnaryOp(op=ast.Not()):
                return NOWHERE
        if isinstance(node, Comprehension):
            return self._comprehension(node, frame)
        if self._sizes and isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            return union(self.of(part.value, frame) for part in children(node) if isinstance(part, ast.Starred))
        return union(self.of(part, frame) for part in _expressions(node))

    def _name(self, node: ast.Name, frame: Frame) -> Origins:
        found = [self._definition(definition) for definition in lookup(self._reader, node, frame)]
        elsewhere = bound_elsewhere(frame.activation, node.id)
        return union([*found, *(self._elsewhere(bound) for bound in elsewhere)])

    def _elsewhere(self, bound: Bound) -> Origins:
        """A loop's variable comes from what the loop goes over; a list that grows, from what is put in."""
        if self._sizes and bound.loop is not None:
            return union(self.of(loop, bound.frame) for loop in bound.loop)
        return (
            self._values.of(bound.value, bound.frame)
            if self._sizes and not bound.grows
            else self.of(bound.value, bound.frame)
        )

    def _definition(self, definition: Definition) -> Origins:
        match definition:
            case Expr(node, at):
                return self.of(node, at)
            case Items(items):
                parts = [item for item in items if not isinstance(item, Spread)]
                return NOWHERE if self._sizes else union(self._definition(part) for part in parts)
            case Picked(whole):
                followed = self._reader.follow(definition)
                exact = followed if isinstance(followed, Expr) else whole
                return self.of(exact.node, exact.frame)
            case Marked():
                mark = mark_in(definition)
                return NOWHERE if mark is None else frozenset((mark,))
        followed = self._reader.follow(definition)
        return self.of(followed.node, followed.frame) if isinstance(followed, Expr) else NOWHERE

    def _chosen(self, node: ast.IfExp, body: ast.expr, frame: Frame) -> Origins:
        """`x if x in (…) else …` hands on only what is listed."""
        match node.test:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.In()]) if isinstance(body, ast.Name) and body.id == name:
                return NOWHERE
        return self.of(body, frame)

    def _item(self, node: ast.Subscript, value: ast.expr, frame: Frame) -> Origins:
        if self._sizes and isinstance(node.slice, ast.Slice):
            upper = node.slice.upper
            if upper is not None and not isinstance(self._reader.constant(Expr(upper, frame)), Unknown):
                return NOWHERE
        return self._picked(value, node.slice, frame) or self.of(value, frame)

    def _picked(self, owner: ast.expr, key: ast.expr, frame: Frame) -> Origins:
        """One of all values is the value of its key."""
        if not isinstance(mark_in(self._reader.follow(Expr(owner, frame))), Everything):
            return NOWHERE
        name = self._reader.constant(Expr(key, frame))
        return frozenset((Keyed(name),)) if isinstance(name, str) else NOWHERE

    def _comprehension(self, node: Comprehension, frame: Frame) -> Origins:
        inner = comprehension_frame(node, frame)
        if self._sizes:
            loops = node.generators
            return union(self.of(loop.iter, frame if loop is loops[0] else inner) for loop in loops)
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        return union(self.of(part, inner) for part in made)

    def _call(self, node: ast.Call, frame: Frame) -> Origins:
        called = self._reader.follow(Expr(node.func, frame))
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        mark = mark_in(called) or (mark_in(self._reader.follow(Expr(owner, frame))) if owner is not None else None)
        if isinstance(mark, Model | Given):
            return frozenset((mark,))
        if isinstance(called, Outside) and called.name in _ENDED:
            return NOWHERE
        if isinstance(mark, Everything) and owner is not None and node.args:
            return self._picked(owner, node.args[0], frame) or frozenset((mark,))
        if isinstance(called, Class) and self._is_enum(called):
            return NOWHERE
        if isinstance(called, Function):
            given = arguments(self._reader, called, node, frame)
            if not isinstance(given, Unknown):
                return self.returned(called, {name: self._settled(value) for name, value in given.items()})
        return self._built(node, called, owner, frame)

    def _settled(self, value: Definition) -> Definition:
        followed = self._reader.follow(value)
        return followed if isinstance(followed, Marked) else value

    def _built(self, node: ast.Call, called: Definition, owner: ast.expr | None, frame: Frame) -> Origins:
        """What code that can't be read makes of its arguments comes from all of them."""
        parts = [*node.args, *(keyword.value for keyword in node.keywords)]
        name = called.name if isinstance(called, Outside) else ""
        if self._sizes:
            if name in _SAME_SIZE:
                return union(self.of(part, frame) for part in node.args)
            if name in ("builtins.map", "builtins.filter"):
                return union(self.of(part, frame) for part in node.args[1:])
            if name == "itertools.islice":
                return NOWHERE
            if owner is not None and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS:
                return self.of(owner, frame)
        around = [] if owner is None or isinstance(called, Outside) else [owner]
        return union(self._values.of(part, frame) for part in [*around, *parts])

    def _is_enum(self, called: Class) -> bool:
        bases = (self._reader.follow(Expr(base, called.frame)) for base in called.node.bases)
        return any(isinstance(base, Outside) and base.name in _ENUMS for base in bases)


def union(parts: Iterable[Origins]) -> Origins:
    """Return the origins of all parts."""
    return frozenset().union(*parts)


def _handed_back(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.Return) and statement.value is not None:
        return [statement.value]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield | ast.YieldFrom):
        return [statement.value.value] if statement.value.value is not None else []
    return []


def _expressions(node: ast.expr) -> list[ast.expr]:
    return [part for part in children(node) if isinstance(part, ast.expr)]
