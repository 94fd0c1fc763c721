"""Everything that one call of a function evaluates: its own calls and those of the functions that it enters.

Each function is entered with what it is given, so that marks are recognised inside. Functions that are handed to code
that can't be read are entered too: somebody is going to call them.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from analyzer.facts.body.sizes import comprehension_frame
from analyzer.source.arguments import Called, called
from analyzer.source.block import Point
from analyzer.source.contents import own_expressions
from analyzer.source.definition import Activation, Definition, Expr, Frame, Function, Items, Marked, Spread
from analyzer.source.reader import Reader
from analyzer.source.scope import Scope
from analyzer.source.tree import Callable_, Comprehension, children
from chaindsl.graph.place import Place

_MOST_ENTERED = 100
"""How many functions one body enters; what lies deeper is not looked at."""
_MOST_WAYS = 4
"""How many ways to one call are told apart: it enters the function anew for each, with what it is given there."""
_FOLLOWED = (ast.Name, ast.Attribute, ast.Call, ast.Lambda, ast.IfExp, ast.NamedExpr, ast.Subscript)
"""Expressions that may stand for something else than themselves; no others are functions."""
Given = Mapping[str, Definition]
Around = tuple[Comprehension, ...]
"""The comprehensions around an expression in one statement, the outermost first."""
OwnCall = tuple[ast.Call, Point, Around]
"""A call that a scope evaluates itself: where its statement stands, and the comprehensions around it there."""


@dataclass(frozen=True, slots=True, eq=False)
class Entered:
    """A function at work: its activation, and the calls that led there, the first one first."""

    function: Function
    activation: Activation
    through: tuple["Visit", ...] = ()

    @property
    def statements(self) -> Iterator[tuple[ast.stmt, Frame]]:
        """Its statements in order, those of nested blocks included, each with its frame."""
        for statement, point in self.activation.scope.contents.statements:
            yield statement, Frame(self.activation, point)


@dataclass(frozen=True, slots=True, eq=False)
class Visit:
    """One call: whom it calls with what, followed through `functools.partial`, and in which function it stands."""

    node: ast.Call
    frame: Frame
    called: Called
    entered: Entered

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.frame.module.place(self.node)


@dataclass(frozen=True, slots=True)
class Visits:
    """What one call of a function evaluates."""

    entered: tuple[Entered, ...]
    calls: tuple[Visit, ...]


def visits(reader: Reader, function: Function, given: Given) -> Visits:
    """Return what a function evaluates when its parameters are given these; a recursion is entered once."""
    waiting = [Entered(function, reader.activation(function, given))]
    entered: list[Entered] = []
    calls: list[Visit] = []
    ways: Counter[ast.AST] = Counter()
    while waiting and len(entered) < _MOST_ENTERED:
        current = waiting.pop(0)
        entered.append(current)
        for node, frame in calls_in(reader, current.activation):
            found = called(reader, Expr(node, frame))
            if found is None:
                continue
            visit = Visit(node, frame, found, current)
            calls.append(visit)
            ways[node] += 1
            if ways[node] <= _MOST_WAYS:
                entering = _entering(reader, visit)
                waiting += [inner for inner in entering if not _runs(current.activation, inner.function)]
    return Visits(tuple(entered), tuple(calls))


def visited(reader: Reader, function: Function, given: Given, calls: Iterable[OwnCall]) -> Iterator[Visit]:
    """Yield some of a function's own calls as `visits` does, which looks at all, and into what they enter."""
    entered = Entered(function, reader.activation(function, given))
    for node, point, around in calls:
        frame = _within(reader, around, Frame(entered.activation, point))
        found = called(reader, Expr(node, frame))
        if found is not None:
            yield Visit(node, frame, found, entered)


def calls_in(reader: Reader, activation: Activation) -> Iterator[tuple[ast.Call, Frame]]:
    """Yield the calls that an activation evaluates itself, those in comprehensions included, in order."""
    for node, point, around in own_calls(activation.scope):
        yield node, _within(reader, around, Frame(activation, point))


def own_calls(scope: Scope) -> list[OwnCall]:
    """Return the calls in a scope, whoever evaluates them, looked for once: an outer one before those inside it."""
    kept: dict[Scope, list[OwnCall]] = scope.module.kept.setdefault("calls", {})
    if scope not in kept:
        kept[scope] = [
            (node, point, around)
            for expression, point in _own(scope)
            for node, around in _parts_of(expression)
            if isinstance(node, ast.Call)
        ]
    return kept[scope]


def expressions_in(reader: Reader, activation: Activation) -> Iterator[tuple[ast.AST, Frame]]:
    """Yield every expression that an activation evaluates itself, outermost first; lambdas have their own."""
    for expression, point in _own(activation.scope):
        yield from inside(reader, expression, Frame(activation, point))


def inside(reader: Reader, node: ast.AST, frame: Frame) -> Iterator[tuple[ast.AST, Frame]]:
    """Yield a node and the expressions in it, each with the frame that it is evaluated in."""
    for current, around in _parts_of(node):
        yield current, _within(reader, around, frame)


def _within(reader: Reader, around: Around, frame: Frame) -> Frame:
    for node in around:
        frame = comprehension_frame(reader, node, frame)
    return frame


def _own(scope: Scope) -> Iterator[tuple[ast.AST, Point]]:
    """The expressions that whoever evaluates a scope evaluates itself, each with its point."""
    contents = scope.contents
    if isinstance(scope.node, ast.Lambda):
        yield scope.node.body, contents.start
    for statement, point in contents.statements:
        for expression in own_expressions(statement, nested=False):
            yield expression, point


def _parts_of(node: ast.AST) -> Iterator[tuple[ast.AST, Around]]:
    """A node and the expressions in it, each with the comprehensions around it, the outermost first."""
    stack: list[tuple[ast.AST, Around]] = [(node, ())]
    while stack:
        current, around = stack.pop()
        yield current, around
        if isinstance(current, Comprehension):
            first = current.generators[0].iter
            inner = [part for part in _parts(current) if part is not first]
            stack += [(part, (*around, current)) for part in reversed(inner)]
            stack.append((first, around))
        elif not isinstance(current, ast.Lambda):
            stack += [(child, around) for child in reversed(children(current))]


def _parts(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for child in children(node):
        found += [child.iter, *child.ifs] if isinstance(child, ast.comprehension) else [child]
    return found


def _entering(reader: Reader, visit: Visit) -> Iterator[Entered]:
    """The functions that a call enters: the one that it calls, else those that it hands over."""
    through = (*visit.entered.through, visit)
    target, arguments = visit.called.target, visit.called.arguments
    if isinstance(target, Function):
        given = bind(reader, target, arguments.positional, arguments.named)
        yield Entered(target, reader.activation(target, given, visit.frame.activation), through)
        return
    for index, item in enumerate(arguments.positional):
        if not isinstance(item, Spread):
            yield from _handed(reader, item, arguments.positional[index + 1 :], through)
    for item in arguments.named.values():
        yield from _handed(reader, item, arguments.positional, through)


def _handed(
    reader: Reader, item: Definition, rest: list[Definition | Spread], through: tuple[Visit, ...]
) -> Iterator[Entered]:
    """A function that is handed over is most often called with what follows it: `submit(f, x)`, `map(f, items)`."""
    if isinstance(item, Expr) and not isinstance(item.node, _FOLLOWED):
        return
    caller = through[-1].frame.activation
    found = reader.follow(item)
    if isinstance(found, Function):
        yield Entered(found, reader.activation(found, bind(reader, found, rest, {}), caller), through)
        return
    partial = called(reader, found)
    if partial is not None and partial.name == "functools.partial" and partial.arguments.positional:
        first, *others = partial.arguments.positional
        inner = first if isinstance(first, Spread) else reader.follow(first)
        if isinstance(inner, Function):
            given = bind(reader, inner, [*others, *rest], partial.arguments.named)
            yield Entered(inner, reader.activation(inner, given, caller), through)


def bind(
    reader: Reader, function: Function, positional: list[Definition | Spread], named: Mapping[str, Definition]
) -> dict[str, Definition]:
    """Return what a call gives to each parameter as far as that can be told, defaults included."""
    spec = function.node.args
    names = [p.arg for p in (*spec.posonlyargs, *spec.args)]
    given = _defaults(function)
    for index, item in enumerate(positional):
        if isinstance(item, Spread):
            break
        if index < len(names):
            given[names[index]] = settled(reader, item)
    if spec.vararg is not None:
        given[spec.vararg.arg] = Items(tuple(positional[len(names) :]))
    own = {*names, *(p.arg for p in spec.kwonlyargs)}
    given |= {name: settled(reader, value) for name, value in named.items() if name in own}
    return given


def settled(reader: Reader, value: Definition) -> Definition:
    """Return an argument as it is where the call stands: a marked value keeps its mark inside."""
    followed = reader.follow(value)
    return followed if isinstance(followed, Marked) else value


def _defaults(function: Function) -> dict[str, Definition]:
    spec = function.node.args
    names = [p.arg for p in (*spec.posonlyargs, *spec.args)]
    pairs = [*zip(names[len(names) - len(spec.defaults) :], spec.defaults, strict=True)]
    pairs += [(p.arg, value) for p, value in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if value is not None]
    return {name: Expr(value, function.frame) for name, value in pairs}


def _runs(activation: Activation, function: Function) -> bool:
    running: Activation | None = activation
    while running is not None:
        if running.scope.node is function.node and isinstance(function.node, Callable_):
            return True
        running = running.caller
    return False
