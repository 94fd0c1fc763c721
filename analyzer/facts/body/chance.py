"""Where what a function hands back, or which way it goes, depends on what differs from run to run.

From every value that is handed back and every condition the code is followed backwards: through names, containers that
grow, and functions of the project. What is only logged does not count, and neither does what a module reads once, when
it is imported. The order of a set counts where it becomes visible: in a list, a text, a loop that appends.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from analyzer.facts.body.bound_names import bound_elsewhere
from analyzer.facts.body.chance_names import HASH, ORDER, SOURCES, Chance, chance_of_call, chance_of_name, seeds
from analyzer.facts.body.marks import key_in
from analyzer.facts.body.set_values import SetValues
from analyzer.facts.body.sizes import comprehension_frame
from analyzer.facts.body.visits import Given, bind, calls_in
from analyzer.source.arguments import Called, called
from analyzer.source.definition import Activation, Definition, Expr, Frame, Function, Items, Outside, Picked, Spread
from analyzer.source.names import lookup
from analyzer.source.reader import Reader
from analyzer.source.scope import ScopeKind
from analyzer.source.tree import Comprehension, children
from chaindsl.graph.typeform import ANY, Constrained, Named, TypeForm

_UNORDERED = frozenset(
    f"builtins.{name}" for name in ("sorted", "len", "set", "frozenset", "sum", "min", "max", "any", "all", "bool")
) | frozenset({"collections.Counter", "math.fsum", "statistics.mean", "statistics.median"})
"""Functions whose result is the same in whatever order they are given things."""
_ORDERING = frozenset(
    f"builtins.{name}" for name in ("list", "tuple", "enumerate", "iter", "zip", "map", "filter", "str", "repr", "next")
) | frozenset({"json.dumps", "itertools.islice", "itertools.chain", "collections.deque"})
_LISTING = frozenset({"append", "extend", "insert", "appendleft"})
_MOST = 5_000
CHANCING = SOURCES | {"hash", "set", "frozenset"}
"""Words without which nothing differs from run to run but a set that is written out, or that is under a key."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """One expression on which the outcome depends and which differs from run to run."""

    chance: Chance
    node: ast.AST
    frame: Frame


class Chances:
    """Looks through one body, as seen from one reading; `types` are those of the keys that it reads."""

    def __init__(self, reader: Reader, types: Mapping[str, TypeForm]) -> None:
        self._reader = reader
        self._types = types
        self._sets = SetValues(reader, frozenset(key for key, form in types.items() if is_set_of_texts(form)))
        self._found: dict[ast.AST, Found] = {}
        self._seen: set[tuple[object, Activation, bool]] = set()
        self._running: list[ast.AST] = []
        self._entered: list[Activation] = []

    def of(self, function: Function, given: Given) -> list[Found]:
        """Return what the outcome of a function depends on, in the order of the source."""
        self._enter(function, given, ordered=True)
        found = sorted(self._found.values(), key=lambda one: (one.frame.module.file, _position(one.node)))
        seedable = [one for one in found if one.chance.name.startswith(("random.", "numpy.random."))]
        if not seedable or not any(self._seeds(call, frame) for call, frame in self._calls()):
            return found
        return [one for one in found if one not in seedable]

    def _calls(self) -> Iterator[tuple[ast.Call, Frame]]:
        for activation in self._entered:
            yield from calls_in(self._reader, activation)

    def _enter(self, function: Function, given: Mapping[str, Definition], *, ordered: bool) -> None:
        node = function.node
        if node in self._running or len(self._running) > 25:
            return
        activation = self._reader.activation(function, given)
        self._running.append(node)
        self._entered.append(activation)
        if isinstance(node, ast.Lambda):
            self._look(node.body, Frame(activation, activation.scope.contents.start), ordered=ordered)
        for statement, point in activation.scope.contents.statements:
            frame = Frame(activation, point)
            self._shuffled(statement, frame)
            for value in _decisive(statement):
                self._look(value, frame, ordered=ordered and not isinstance(statement, ast.If | ast.While | ast.Assert))
        self._running.pop()

    def _shuffled(self, statement: ast.stmt, frame: Frame) -> None:
        """What is put in any order stays in it."""
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            found = called(self._reader, Expr(statement.value, frame))
            chance = None if found is None or not found.name.endswith(".shuffle") else chance_of_call(found)
            if chance is not None:
                self._note(chance, statement.value, frame)

    def _seeds(self, node: ast.Call, frame: Frame) -> bool:
        found = called(self._reader, Expr(node, frame))
        return found is not None and seeds(found)

    def _note(self, chance: Chance, node: ast.AST, frame: Frame) -> None:
        self._found.setdefault(node, Found(chance, node, frame))

    def _look(self, node: ast.AST, frame: Frame, *, ordered: bool) -> None:
        """Look at an expression; `ordered` says that the order of what it gives can be seen."""
        key = (node, frame.activation, ordered)
        if key in self._seen or len(self._seen) > _MOST or isinstance(node, ast.Constant):
            return
        self._seen.add(key)
        match node:
            case ast.Name():
                self._name(node, frame, ordered=ordered)
            case ast.Call():
                self._call(node, frame, ordered=ordered)
            case ast.Attribute() | ast.Subscript():
                self._part(node, frame, ordered=ordered)
            case ast.Compare() | ast.SetComp() | ast.Set():
                self._all(children(node), frame, ordered=False)
            case ast.JoinedStr() | ast.List() | ast.Tuple():
                self._display(node, frame, ordered=ordered)
            case ast.Lambda():
                pass
            case _ if isinstance(node, Comprehension):
                self._comprehension(node, frame, ordered=ordered)
            case _:
                self._all(children(node), frame, ordered=ordered)

    def _all(self, nodes: Iterable[ast.AST], frame: Frame, *, ordered: bool) -> None:
        for node in nodes:
            self._look(node, frame, ordered=ordered)

    def _name(self, node: ast.Name, frame: Frame, *, ordered: bool) -> None:
        for definition in lookup(self._reader, node, frame):
            self._definition(definition, ordered=ordered)
        for bound in bound_elsewhere(frame.activation, node.id):
            self._look(bound.value, bound.frame, ordered=ordered)
            for loop in bound.loop or ():
                self._loop(loop, bound.frame, ordered=ordered and bound.by in _LISTING)

    def _definition(self, definition: Definition, *, ordered: bool) -> None:
        match definition:
            case Expr(node, frame):
                if frame.activation.scope.kind is not ScopeKind.MODULE:
                    self._look(node, frame, ordered=ordered)
            case Picked(whole):
                self._definition(whole, ordered=ordered)
            case Items(items):
                for item in items:
                    if not isinstance(item, Spread):
                        self._definition(item, ordered=ordered)

    def _loop(self, iterable: ast.expr, frame: Frame, *, ordered: bool) -> None:
        if ordered:
            self._order(iterable, frame)
        self._look(iterable, frame, ordered=False)

    def _order(self, node: ast.AST, frame: Frame) -> None:
        """The order of a set becomes visible here."""
        if isinstance(node, ast.expr) and self._sets.is_set(node, frame):
            self._note(Chance(ORDER, frame.module.segment(node)), node, frame)

    def _display(self, node: ast.JoinedStr | ast.List | ast.Tuple, frame: Frame, *, ordered: bool) -> None:
        for part in node.values if isinstance(node, ast.JoinedStr) else node.elts:
            if ordered and isinstance(part, ast.FormattedValue | ast.Starred):
                self._order(part.value, frame)
            self._look(part, frame, ordered=ordered)

    def _comprehension(self, node: ast.expr, frame: Frame, *, ordered: bool) -> None:
        assert isinstance(node, Comprehension)
        inner = comprehension_frame(self._reader, node, frame)
        ordered = ordered and not isinstance(node, ast.SetComp)
        self._all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt], inner, ordered=ordered)
        for generator in node.generators:
            at = frame if generator is node.generators[0] else inner
            self._loop(generator.iter, at, ordered=ordered)
            self._all(generator.ifs, inner, ordered=False)

    def _part(self, node: ast.Attribute | ast.Subscript, frame: Frame, *, ordered: bool) -> None:
        found = self._reader.follow(Expr(node.value, frame))
        chance = chance_of_name(found.name) if isinstance(found, Outside) else None
        if chance is not None:
            self._note(chance, node, frame)
        else:
            self._all(children(node), frame, ordered=ordered)

    def _call(self, node: ast.Call, frame: Frame, *, ordered: bool) -> None:
        found = called(self._reader, Expr(node, frame))
        if found is None:
            return
        chance = chance_of_call(found) or self._hash(found, node)
        if chance is not None:
            self._note(chance, node, frame)
            return
        if isinstance(found.target, Function):
            given = bind(self._reader, found.target, found.arguments.positional, found.arguments.named)
            self._enter(found.target, given, ordered=ordered)
            return
        self._built(found, node, frame, ordered=ordered)

    def _built(self, found: Called, node: ast.Call, frame: Frame, *, ordered: bool) -> None:
        """What code that can't be read makes of its arguments depends on all of them, and on what it belongs to."""
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if ordered and (found.name in _ORDERING or (method == "join" and not found.name)):
            self._all_orders(node.args, frame)
        if ordered and method == "pop" and isinstance(node.func, ast.Attribute) and not node.args:
            self._order(node.func.value, frame)
        inner = ordered and found.name not in _UNORDERED
        if isinstance(node.func, ast.Attribute) and not found.name:
            self._look(node.func.value, frame, ordered=inner)
        self._all([*node.args, *(keyword.value for keyword in node.keywords)], frame, ordered=inner)
        for item in [*found.arguments.positional, *found.arguments.named.values()]:
            inside = None if isinstance(item, Spread) else self._reader.follow(item)
            if isinstance(inside, Function):
                self._enter(inside, bind(self._reader, inside, [], {}), ordered=inner)

    def _all_orders(self, nodes: Iterable[ast.expr], frame: Frame) -> None:
        for node in nodes:
            self._order(node, frame)

    def _hash(self, found: Called, node: ast.Call) -> Chance | None:
        """Texts have another hash in every process, numbers don't."""
        if found.name != "builtins.hash" or len(node.args) != 1 or isinstance(found.arguments.positional[0], Spread):
            return None
        key = key_in(self._reader.follow(found.arguments.positional[0]))
        text = isinstance(node.args[0], ast.JoinedStr) or (key is not None and _is_text(self._types.get(key.key, ANY)))
        return Chance(HASH, "hash") if text else None


def _decisive(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a statement hands back, or decides by."""
    match statement:
        case ast.Return(value=ast.expr() as value):
            yield value
        case ast.Expr(value=ast.Yield(value=ast.expr() as value) | ast.YieldFrom(value=value)):
            yield value
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
            yield test
        case ast.Match(subject=subject):
            yield subject


def _is_text(form: TypeForm) -> bool:
    base = form.base if isinstance(form, Constrained) else form
    return base in (Named("str"), Named("bytes"))


def is_set_of_texts(form: TypeForm) -> bool:
    """Say whether a type is certainly that of a set whose order differs from process to process."""
    base = form.base if isinstance(form, Constrained) else form
    return (
        isinstance(base, Named) and base.name in ("set", "frozenset") and len(base.args) == 1 and _is_text(base.args[0])
    )


def _position(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
