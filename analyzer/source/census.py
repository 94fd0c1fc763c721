"""Finds the flows of a module: every call of `chain` or `workflow`, each with the names it is bound to."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from analyzer.source.arguments import Arguments, Called, called
from analyzer.source.binding import Defined, Imported, Origin
from analyzer.source.contents import own_expressions
from analyzer.source.definition import Activation, Class, Expr, Frame, Function, Picked, last_frame
from analyzer.source.module import Module
from analyzer.source.names import bound
from analyzer.source.scope import Scope, ScopeKind
from analyzer.source.survey import Survey, is_flow
from analyzer.source.tree import Comprehension, children
from analyzer.source.vocabulary import CHAINDSL

_LEAVES = frozenset({ast.Name, ast.Constant})
_LEADING = frozenset({"getattr"})
Key = tuple[ast.AST, Activation]


@dataclass
class Found:
    """A flow's call, the names it is bound to, and the qualified name of the scope that these belong to."""

    call: Called
    scope: str
    symbols: dict[str, None] = field(default_factory=dict)


class Census:
    """The flows of one module."""

    def __init__(self, survey: Survey, module: Module) -> None:
        self.survey = survey
        self._interest = survey.interest(module)
        self.found: dict[Key, Found] = {}
        self._seen: set[Activation] = set()
        self._narrowed: set[Activation] = set()
        top = survey.module_frame(module).activation
        calls = [call for call in self._calls(top) if _may_build(survey, call)]
        for call in calls:
            self._direct(call)
        for call in calls:
            if _is_top(call.frame.activation):
                self._through_function(call)
        self._name()
        self._drop_unbound()

    def _calls(self, activation: Activation) -> Iterator[Expr]:
        """Yield every call in a scope and in all scopes inside it, as nobody in particular calls them.

        What nobody in particular calls is passed over where no flow can be in it.
        """
        everything = activation.caller is not None
        waiting = [activation]
        while waiting:
            current = waiting.pop()
            if current in self._seen:
                continue
            self._seen.add(current)
            if not everything:
                self._narrowed.add(current)
            if isinstance(current.scope.node, ast.Lambda):
                at = Frame(current, current.scope.contents.start)
                yield from (Expr(node, inner) for node, inner in _calls_in(self.survey, [current.scope.node.body], at))
            for statement, point in current.scope.contents.statements:
                if not (everything or self._interest.touches(statement)):
                    continue
                frame = Frame(current, point)
                if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                    waiting.append(self.survey.body_frame(Function(statement, frame)).activation)
                elif isinstance(statement, ast.ClassDef):
                    waiting.append(self.survey.body_frame(Class(statement, frame)).activation)
                for node, at in _calls_in(self.survey, own_expressions(statement, nested=False), frame):
                    yield Expr(node, at)

    def _direct(self, call: Expr) -> None:
        """A call of `chain` or `workflow` itself, among those that may have to do with chaindsl."""
        assert isinstance(call.node, ast.Call)
        self.survey.refuel()
        if not is_flow(_named(self.survey, call)):
            return
        made = called(self.survey, call)
        if made is not None and is_flow(made):
            self.found.setdefault((call.node, call.frame.activation), Found(made, call.frame.activation.scope.qualname))

    def _through_function(self, call: Expr) -> None:
        """A call of a function of the project: the flows it makes are read with what it was given."""
        self.survey.refuel()
        result = self.survey.follow(call)
        running = result.frame.activation if isinstance(result, Expr) and result.node is not call.node else None
        while running is not None and running.caller is not None:
            for inner in self._calls(running):
                if _may_build(self.survey, inner):
                    self._direct(inner)
            running = running.caller

    def _name(self) -> None:
        """Note which names the flows are bound to in the end; modules and classes win over functions."""
        for activation in sorted(self._seen if self.found else (), key=lambda seen: seen.scope.kind.value):
            stars = activation.scope.contents.stars
            for name, bindings in activation.scope.contents.bindings.items():
                if activation in self._narrowed and not self._interest.names(name):
                    continue
                if not stars and all(isinstance(binding.origin, Defined | Imported) for binding in bindings):
                    continue
                self.survey.refuel()
                for value in bound(self.survey, name, last_frame(activation), activation.scope.node).definitions:
                    if isinstance(value, Expr | Picked):
                        self._bind(name, value, activation)

    def _bind(self, name: str, value: Expr | Picked, activation: Activation) -> None:
        whole = value if isinstance(value, Expr) else value.whole
        made = self.survey.follow(value) if _may_build(self.survey, whole) else None
        if not isinstance(made, Expr):
            return
        found = self.found.get((made.node, made.frame.activation))
        if found is None:
            return
        scope = activation.scope.qualname
        if _is_top(activation):
            found.scope = found.scope if found.symbols else scope
            if found.scope == scope:
                found.symbols[name] = None
        elif found.scope == scope and activation is made.frame.activation:
            found.symbols[name] = None

    def _drop_unbound(self) -> None:
        """A factory's flow as nobody in particular calls it adds nothing where somebody does call it."""
        bound = {node for node, activation in self.found if activation.caller is not None}
        self.found = {
            key: found for key, found in self.found.items() if key[1].caller is not None or key[0] not in bound
        }


def _is_top(activation: Activation) -> bool:
    """Say whether a scope is run when its module is imported."""
    current: Activation | None = activation
    while current is not None:
        if current.scope.kind is ScopeKind.FUNCTION:
            return False
        current = current.outer.activation if current.outer is not None else None
    return True


def _may_build(survey: Survey, value: Expr) -> bool:
    """Say whether a value may have to do with chaindsl; no other module is parsed to find out."""
    node: ast.AST = value.node
    if isinstance(node, ast.Constant | ast.JoinedStr):
        return False
    while not isinstance(node, ast.Name):
        if not isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
            return True
        node = node.func if isinstance(node, ast.Call) else node.value
    scope: Scope | None = value.frame.activation.scope
    while scope is not None:
        bindings = scope.contents.bindings.get(node.id, ())
        origins = [*(binding.origin for binding in bindings), *_stars(scope, node.id)]
        if origins:
            return any(_may_lead(survey, origin, scope.module) for origin in origins)
        scope = scope.parent
    return node.id in _LEADING


def _stars(scope: Scope, name: str) -> list[Imported]:
    """The star imports that may bind a name; of outside packages only chaindsl is of interest."""
    return [origin for origin, _ in scope.contents.stars if origin.module != "chaindsl" or name in CHAINDSL]


def _may_lead(survey: Survey, origin: Origin, importer: Module) -> bool:
    if not isinstance(origin, Imported):
        return True
    if origin.node.name == "*":
        return survey.leads(origin.module, importer, origin.level)
    if origin.name is None:
        return survey.leads(origin.node.name, importer, 0)
    return survey.leads(origin.module, importer, origin.level, origin.name)


def _named(survey: Survey, call: Expr) -> Called | None:
    """Whom a call calls, its arguments unread: most calls are not of our concern."""
    assert isinstance(call.node, ast.Call)
    target = survey.follow(Expr(call.node.func, call.frame))
    return called(survey, call) if isinstance(target, Expr) else Called(target, Arguments(call))


def _calls_in(survey: Survey, nodes: Iterable[ast.AST], frame: Frame) -> Iterator[tuple[ast.Call, Frame]]:
    """Yield the calls in expressions, each in the lambda or comprehension around it."""
    stack: list[tuple[ast.AST, Frame]] = [(node, frame) for node in nodes]
    while stack:
        node, at = stack.pop()
        if isinstance(node, ast.Call):
            yield node, at
        elif isinstance(node, ast.Lambda):
            at = Frame(survey.body_frame(Function(node, at)).activation, at.activation.scope.inner(node).contents.start)
        elif isinstance(node, Comprehension):
            scope = at.activation.scope.inner(node)
            at = Frame(survey.local_activation(node, at), scope.contents.start)
        stack += [(child, at) for child in children(node) if type(child) not in _LEAVES]
