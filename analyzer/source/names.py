"""From a name and a point in the code to what may be bound to it there."""

import ast
import builtins

from analyzer.source.binding import Assigned, Augmented, Binding, Defined, Deleted, Imported, Parameter
from analyzer.source.block import Point
from analyzer.source.definition import (
    Activation,
    Class,
    Definition,
    Export,
    Expr,
    Frame,
    Function,
    ModuleRef,
    Outside,
    Picked,
)
from analyzer.source.module import Module
from analyzer.source.reaching import Reaching, is_static, reaching, sure
from analyzer.source.reader import Reader
from analyzer.source.scope import Scope, ScopeKind
from analyzer.source.vocabulary import SURE_MODULES, canonical, star_binds
from chaindsl.graph.unknown import Unknown, Why

_BUILTINS = frozenset(dir(builtins))
_PARTIAL = {"overload", "setter", "getter", "deleter"}
"""Decorators of definitions that are only a part of the one that follows."""


def lookup(reader: Reader, node: ast.Name, frame: Frame) -> list[Definition]:
    """Return everything that a name may stand for at a point: one definition where the code leaves no doubt.

    In text a name that a function binds may mean what the module binds it to as well.
    """
    found: list[Definition] = []
    name = node.id
    at: Frame | None = frame
    inner = True
    while at is not None:
        scope = at.activation.scope
        kind = scope.kind
        if inner or kind is not ScopeKind.CLASS:
            # Most scopes that are asked bind no such name.
            if name in scope.contents.bindings or scope.contents.stars:
                here = bound(reader, name, at, node)
                found += here.definitions
                if here.closed and not (frame.text and kind is not ScopeKind.MODULE):
                    return found or [frame.unknown(Why.UNRESOLVED, node)]
            inner = inner and kind is ScopeKind.LOCAL
        at = _around(at)
    if name in _BUILTINS:
        found.append(Outside(f"builtins.{name}"))
    return found or [frame.unknown(Why.UNRESOLVED, node)]


def _around(frame: Frame) -> Frame | None:
    """The frame around one: what runs later sees everything around it as it is then, the class it is in included."""
    outer = frame.activation.outer
    return outer.later() if outer is not None and frame.late and not outer.late else outer


def member(reader: Reader, export: Export) -> list[Definition]:
    """Return everything that a name of an imported module may be, once the module has been run."""
    module = export.module
    frame = reader.module_frame(module)
    found = bound(reader, export.name, frame, module.tree).definitions
    if not found and module.package:
        inner = reader.module(f"{module.name}.{export.name}" if module.name else export.name, module, 0)
        found = [ModuleRef(inner)] if inner is not None else []
    if found:
        return found
    why = Why.DYNAMIC if "__getattr__" in frame.activation.scope.contents.bindings else Why.UNRESOLVED
    return [export.frame.unknown(why, export.node, export.name)]


class Bound:
    """What one scope binds a name to; `closed` says that no outer scope is asked."""

    __slots__ = ("closed", "definitions")

    def __init__(self, definitions: list[Definition], closed: bool) -> None:
        self.definitions = definitions
        self.closed = closed


def bound(reader: Reader, name: str, frame: Frame, node: ast.AST) -> Bound:
    """Return what a scope may bind a name to at a point."""
    scope = frame.activation.scope
    bindings = scope.contents.bindings.get(name, [])
    stars = _stars(reader, name, scope) if scope.contents.stars else []
    if not bindings and not stars:
        return Bound([], closed=False)
    if name in scope.module.rebound:
        return Bound([frame.unknown(Why.DYNAMIC, node, name)], closed=True)
    if len(bindings) == 1 and not stars and sure(bindings[0], frame.point):
        live = not isinstance(bindings[0].origin, Deleted)
        closed = live or scope.kind is ScopeKind.FUNCTION
        return Bound(_definitions(reader, bindings[0], frame.activation), closed)
    found = _reaching(reader, bindings, stars, frame)
    alive = [b for b in found.bindings if not isinstance(b.origin, Deleted)]
    definitions = [definition for b in alive for definition in _definitions(reader, b, frame.activation)]
    function = scope.kind is ScopeKind.FUNCTION
    return Bound(definitions, closed=bool(bindings) if function else found.certain and bool(alive))


def _reaching(reader: Reader, bindings: list[Binding], stars: list[Binding], frame: Frame) -> Reaching:
    candidates = [b for b in bindings if not _is_partial(b)] if len(bindings) > 1 else bindings
    if stars:
        candidates = sorted([*candidates, *stars], key=lambda b: b.point.order)

    def truth(test: ast.expr, point: Point) -> bool | None:
        return reader.truth(Expr(test, frame.at(point))) if is_static(test) else None

    return reaching(candidates, frame.point, frame.late, truth)


def _is_partial(binding: Binding) -> bool:
    if not isinstance(binding.origin, Defined):
        return False
    names = (getattr(d, "attr", getattr(d, "id", "")) for d in binding.origin.node.decorator_list)
    return not _PARTIAL.isdisjoint(names)


def _definitions(reader: Reader, binding: Binding, activation: Activation) -> list[Definition]:
    frame = Frame(activation, binding.point)
    match binding.origin:
        case Assigned(value, path):
            whole = Expr(value, frame)
            return [Picked(whole, path) if path else whole]
        case Augmented(value):
            return [Expr(value, frame)]
        case Defined(node):
            return [Class(node, frame) if isinstance(node, ast.ClassDef) else Function(node, frame)]
        case Imported() as origin:
            return [imported(reader, origin, frame)]
        case Parameter(name):
            given = activation.given or {}
            return [given.get(name) or frame.unknown(Why.DYNAMIC, activation.scope.node, name)]
        case Deleted():
            return []
        case opaque:
            why = Why.UNRESOLVED if opaque.variable else Why.DYNAMIC
            return [frame.unknown(why, opaque.node, binding.name)]


def imported(reader: Reader, origin: Imported, frame: Frame) -> Definition:
    """Return what an import binds: a module, a name of one, or a name from outside the project."""
    dotted = f"{origin.module}.{origin.name}" if origin.name else origin.module
    top = origin.module.partition(".")[0]
    if not origin.level and top in SURE_MODULES:
        return Outside(canonical(dotted))
    module = reader.module(origin.module, frame.module, origin.level)
    if module is not None:
        return Export(module, origin.name, origin.node, frame) if origin.name else ModuleRef(module)
    if origin.level or reader.module(top, frame.module, 0) is not None:
        return frame.unknown(Why.UNRESOLVED, origin.node, "." * origin.level + dotted)
    return Outside(canonical(dotted))


def _stars(reader: Reader, name: str, scope: Scope) -> list[Binding]:
    """The star imports that bind a name, or may bind it."""
    found = []
    for origin, point in scope.contents.stars:
        if _exported(reader, origin, scope.module, name, set()) is not False:
            found.append(Binding(name, point, Imported(origin.node, origin.module, origin.level, name)))
    return found


def _exported(reader: Reader, origin: Imported, importer: Module, name: str, seen: set[Module]) -> bool | None:
    """Say whether a star import binds a name; None where it may."""
    module = reader.module(origin.module, importer, origin.level)
    if module is None:
        return star_binds(origin.module, name) if not origin.level else False
    if module in seen:
        return False
    seen.add(module)
    contents = reader.module_frame(module).activation.scope.contents
    if "__all__" in contents.bindings:
        listed = _listed(reader, module)
        return None if listed is None else name in listed
    if name.startswith("_"):
        return False
    if name in contents.bindings:
        return True
    answers = [_exported(reader, star, module, name, seen) for star, _ in contents.stars]
    return True if True in answers else None if None in answers else False


def _listed(reader: Reader, module: Module) -> frozenset[object] | None:
    node = ast.Name("__all__", ast.Load())
    value = reader.constant(Expr(node, reader.module_frame(module)))
    if isinstance(value, Unknown) or not isinstance(value, list | tuple):
        return None
    return frozenset(item for item in value if isinstance(item, str))
