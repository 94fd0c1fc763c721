"""One question of where a value comes from, or what decides its size, followed through the code.

Every expression is looked at once, so loops in the code, and names that lead to each other, cost no more than their
size. Who asks the questions and remembers the answers is `origins`.
"""

import ast
from collections.abc import Callable, Iterable, Mapping

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
Key = tuple[ast.expr, Activation]
Values = Callable[[ast.expr, Frame], Origins]
_MOST_STEPS = 20_000
"""How many expressions one question may lead to; what lies behind them is not found."""
_ENDING = "len int float bool isinstance hash ord abs round callable type id any all"
_ENDED = frozenset(f"builtins.{name}" for name in _ENDING.split())
_KEEPING = "list tuple set frozenset sorted reversed enumerate iter zip"
_SAME_SIZE = frozenset(f"builtins.{name}" for name in _KEEPING.split())
_VIEWS = frozenset({"items", "keys", "values", "copy"})
_ENUMS = frozenset({"enum.Enum", "enum.StrEnum", "enum.IntEnum"})


class Query:
    """One question: the expressions that are still to be looked at, and the marks that were found.

    With `values`, which tells where values come from, it is asked what decides a size. `known` are earlier answers.
    """

    def __init__(self, reader: Reader, known: Mapping[Key, Origins], values: Values | None) -> None:
        self._reader = reader
        self._known = known
        self._values = values
        self._sizes = values is not None
        self._marks: set[Mark] = set()
        self._waiting: list[tuple[ast.expr, Frame]] = []
        self._seen: set[Key] = set()

    def answer(self) -> Origins:
        """Look at everything that the question leads to."""
        while self._waiting and len(self._seen) < _MOST_STEPS:
            node, frame = self._waiting.pop()
            key = (node, frame.activation)
            if key in self._seen or isinstance(node, ast.Constant | ast.Compare | ast.Lambda):
                continue
            self._seen.add(key)
            known = self._known.get(key)
            if known is not None:
                self._marks |= known
            else:
                self._look(node, frame)
        return frozenset(self._marks)

    def add(self, node: ast.expr | None, frame: Frame) -> None:
        """Note an expression that is to be looked at."""
        if node is not None:
            self._waiting.append((node, frame))

    def _add_all(self, nodes: Iterable[ast.expr], frame: Frame) -> None:
        for node in nodes:
            self.add(node, frame)

    def _values_of(self, node: ast.expr, frame: Frame) -> None:
        """What decides the value decides the size as well."""
        if self._values is not None:
            self._marks |= self._values(node, frame)
        else:
            self.add(node, frame)

    def enter(self, function: Function, given: Mapping[str, Definition], caller: Activation | None) -> None:
        """Note everything that a function hands back; in a recursion, what it is given."""
        if caller is not None and runs(caller, function):
            found = (mark_in(self._reader.follow(value)) for value in given.values())
            self._marks |= {mark for mark in found if mark is not None}
            return
        activation = self._reader.activation(function, given, caller)
        contents = activation.scope.contents
        if isinstance(function.node, ast.Lambda):
            self.add(function.node.body, Frame(activation, contents.start))
        for statement, point in contents.statements:
            self._add_all(_handed_back(statement), Frame(activation, point))

    def _look(self, node: ast.expr, frame: Frame) -> None:
        match node:
            case ast.Name():
                self._name(node, frame)
            case ast.Call():
                self._call(node, frame)
            case ast.IfExp(body=body, orelse=orelse):
                self._add_all([orelse] if _only_lists(node) else [body, orelse], frame)
            case ast.Subscript(value=value):
                self._item(node, value, frame)
            case ast.UnaryOp(op=ast.Not()):
                pass
            case _ if isinstance(node, Comprehension):
                self._comprehension(node, frame)
            case ast.List() | ast.Tuple() | ast.Set() | ast.Dict() if self._sizes:
                self._add_all((part.value for part in children(node) if isinstance(part, ast.Starred)), frame)
            case _:
                self._add_all((part for part in children(node) if isinstance(part, ast.expr)), frame)

    def _name(self, node: ast.Name, frame: Frame) -> None:
        for definition in lookup(self._reader, node, frame):
            self.definition(definition)
        for bound in bound_elsewhere(frame.activation, node.id):
            self._elsewhere(bound)

    def _elsewhere(self, bound: Bound) -> None:
        """A loop's variable comes from what the loop goes over; a list that grows, from what is put in."""
        if self._sizes and bound.loop is not None:
            self._add_all(bound.loop, bound.frame)
        elif bound.grows:
            self.add(bound.value, bound.frame)
        else:
            self._values_of(bound.value, bound.frame)

    def definition(self, definition: Definition) -> None:
        """Note what a definition stands for."""
        match definition:
            case Expr(node, at):
                self.add(node, at)
            case Items(items):
                for item in () if self._sizes else items:
                    if not isinstance(item, Spread):
                        self.definition(item)
            case Picked(whole):
                followed = self._reader.follow(definition)
                self.definition(followed if isinstance(followed, Expr) else whole)
            case Marked():
                mark = mark_in(definition)
                self._marks |= set() if mark is None else {mark}
            case _:
                followed = self._reader.follow(definition)
                if isinstance(followed, Expr | Marked):
                    self.definition(followed)

    def _item(self, node: ast.Subscript, value: ast.expr, frame: Frame) -> None:
        upper = node.slice.upper if self._sizes and isinstance(node.slice, ast.Slice) else None
        if upper is not None and not isinstance(self._reader.constant(Expr(upper, frame)), Unknown):
            return
        picked = self._picked(value, node.slice, frame)
        if picked is None:
            self.add(value, frame)
        else:
            self._marks.add(picked)

    def _picked(self, owner: ast.expr, key: ast.expr, frame: Frame) -> Keyed | None:
        """One of all values is the value of its key."""
        if not isinstance(mark_in(self._reader.follow(Expr(owner, frame))), Everything):
            return None
        name = self._reader.constant(Expr(key, frame))
        return Keyed(name) if isinstance(name, str) else None

    def _comprehension(self, node: Comprehension, frame: Frame) -> None:
        inner = comprehension_frame(self._reader, node, frame)
        if self._sizes:
            for loop in node.generators:
                self.add(loop.iter, frame if loop is node.generators[0] else inner)
        else:
            self._add_all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], inner)

    def _call(self, node: ast.Call, frame: Frame) -> None:
        called = self._reader.follow(Expr(node.func, frame))
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        mark = mark_in(called) or (mark_in(self._reader.follow(Expr(owner, frame))) if owner is not None else None)
        if isinstance(mark, Model | Given):
            self._marks.add(mark)
        elif isinstance(mark, Everything) and owner is not None and node.args:
            self._marks.add(self._picked(owner, node.args[0], frame) or mark)
        elif isinstance(called, Function):
            given = arguments(self._reader, called, node, frame)
            if isinstance(given, Unknown):
                self._built(node, called, owner, frame)
            else:
                settled = {name: self._settled(value) for name, value in given.items()}
                self.enter(called, settled, frame.activation)
        elif not self._ends(called):
            self._built(node, called, owner, frame)

    def _ends(self, called: Definition) -> bool:
        """Whether a call hands on nothing of what it is given: a number, a length, a member of an enum."""
        if isinstance(called, Class):
            bases = (self._reader.follow(Expr(base, called.frame)) for base in called.node.bases)
            return any(isinstance(base, Outside) and base.name in _ENUMS for base in bases)
        return isinstance(called, Outside) and called.name in _ENDED

    def _settled(self, value: Definition) -> Definition:
        followed = self._reader.follow(value)
        return followed if isinstance(followed, Marked) else value

    def _built(self, node: ast.Call, called: Definition, owner: ast.expr | None, frame: Frame) -> None:
        """What code that can't be read makes of its arguments comes from all of them, and from what they make."""
        parts = [*node.args, *(keyword.value for keyword in node.keywords)]
        name = called.name if isinstance(called, Outside) else ""
        if self._sizes and name in _SAME_SIZE:
            self._add_all(node.args, frame)
        elif self._sizes and name in ("builtins.map", "builtins.filter"):
            self._add_all(node.args[1:], frame)
        elif self._sizes and isinstance(node.func, ast.Attribute) and owner is not None and node.func.attr in _VIEWS:
            self.add(owner, frame)
        elif not (self._sizes and name == "itertools.islice"):
            around = [] if owner is None or isinstance(called, Outside) else [owner]
            for part in [*around, *parts]:
                self._values_of(part, frame)
                handed = self._reader.follow(Expr(part, frame))
                if isinstance(handed, Function) and not self._sizes:
                    self.enter(handed, {}, frame.activation)


def runs(activation: Activation, function: Function) -> bool:
    """Say whether a function is at work around an activation."""
    running: Activation | None = activation
    while running is not None:
        if running.scope.node is function.node:
            return True
        running = running.caller or (running.outer.activation if running.outer is not None else None)
    return False


def _only_lists(node: ast.IfExp) -> bool:
    """`x if x in (…) else …` hands on only what is listed."""
    match node.test:
        case ast.Compare(left=ast.Name(id=name), ops=[ast.In()]):
            return isinstance(node.body, ast.Name) and node.body.id == name
    return False


def _handed_back(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.Return) and statement.value is not None:
        return [statement.value]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield | ast.YieldFrom):
        return [statement.value.value] if statement.value.value is not None else []
    return []
