"""From an annotation to the canonical form of the type that it stands for."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from analyzer.source.arguments import called
from analyzer.source.classform import class_form, made_class
from analyzer.source.collection import spread
from analyzer.source.constraint import metadata
from analyzer.source.definition import Class, Definition, Expr, Outside, Plain, Spread
from analyzer.source.hole import hole
from analyzer.source.literal import literals
from analyzer.source.reader import Reader
from analyzer.source.tree import parse_expression
from analyzer.source.typevar import type_variables
from chaindsl.graph.known import KNOWN_NAMES
from chaindsl.graph.typeform import ANY, NONE, STR, Constraint, Named, TypeForm, constrained, union
from chaindsl.graph.unknown import Unknown, Why

_OWN = ("CommandResult", "Values", "Feedback", "IdempotencyKey", "Command", "Complete", "AsyncComplete")
_SIMPLE: dict[str, TypeForm] = {
    **{name: Named(canonical) for name, canonical in KNOWN_NAMES.items()},
    **{f"chaindsl.{name}": Named(f"chaindsl.{name}") for name in _OWN},
    "chaindsl.TypedComplete": Named("chaindsl.TypedComplete", bases=("chaindsl.Complete", "Protocol")),
    "chaindsl.AsyncTypedComplete": Named("chaindsl.AsyncTypedComplete", bases=("chaindsl.AsyncComplete", "Protocol")),
    "chaindsl.Completion": Named("chaindsl.Completion", bases=("str",)),
    "chaindsl.Text": constrained(STR, [Constraint("min_length", 1), Constraint("strip_whitespace", True)]),
    "types.NoneType": NONE,
    "typing.Any": ANY,
}
_UNWRAPPED = frozenset(f"typing.{name}" for name in ("Required", "NotRequired", "Final", "ClassVar", "ReadOnly"))
_CALLABLES = frozenset({"typing.Callable", "collections.abc.Callable"})
_ELLIPSIS = Named("...")


@dataclass(frozen=True, slots=True)
class Annotation:
    """The type that an annotation stands for; `actor` says that whoever decides supplies the value."""

    form: TypeForm
    actor: bool = False


Variables = Mapping[ast.AST, TypeForm]
"""What type variables stand for, by the call that makes each."""


def annotate(reader: Reader, definition: Definition, variables: Variables | None = None) -> Annotation:
    """Return what an annotation stands for. What can't be followed is unknown, with the annotation's own text."""
    return _Annotator(reader, variables or {}).read(definition)


class _Annotator:
    def __init__(self, reader: Reader, variables: Variables) -> None:
        self.reader = reader
        self.variables = variables

    def read(self, definition: Definition) -> Annotation:
        """Read one annotation, nested ones through `form`."""
        if not isinstance(definition, Expr):
            return self._followed(definition, None)
        if isinstance(definition.node, ast.Name):
            found = self.reader.follow(definition)
            if isinstance(found, Outside):
                return Annotation(self._outside(found.name, definition))
        key = ("annotation", definition.node, definition.frame.activation, definition.frame.late, definition.frame.text)
        if self.variables:
            key = (*key, tuple(self.variables.items()))  # type: ignore[assignment]
        return self.reader.once(
            key,
            lambda: self._expression(definition),
            lambda: Annotation(definition.frame.unknown(Why.DYNAMIC, definition.node)),
        )

    def form(self, definition: Definition) -> TypeForm:
        return self.read(definition).form

    def _expression(self, at: Expr) -> Annotation:
        if isinstance(at.node, ast.Constant) and isinstance(at.node.value, str):
            return self._text(at, at.node.value)
        return self._followed(self.reader.follow(at), at)

    def _text(self, at: Expr, text: str) -> Annotation:
        """An annotation in a string is evaluated later than it stands, when more names may be bound."""
        key = ("parsed", at.node)
        node = self.reader.once(key, lambda: parse_expression(text, at.node), lambda: None)
        if node is None:
            return Annotation(at.frame.unknown(Why.DYNAMIC, at.node))
        return self.read(Expr(node, at.frame.as_text()))

    def _followed(self, found: Definition, seen: Expr | None) -> Annotation:
        match found:
            case Outside(name):
                return Annotation(self._outside(name, seen))
            case Class():
                return Annotation(class_form(self.reader, found, ()))
            case Plain(value):
                return Annotation(NONE if value is None else Unknown(Why.DYNAMIC))
            case Expr():
                return self._standing(found, seen)
        return Annotation(hole(self.reader, found, seen))

    def _outside(self, name: str, seen: Expr | None) -> TypeForm:
        if name in _SIMPLE:
            return _SIMPLE[name]
        why = Why.OPAQUE if name.startswith("typing.") else Why.OUTSIDE
        return seen.frame.unknown(why, seen.node) if seen else Unknown(why, name)

    def _standing(self, found: Expr, seen: Expr | None) -> Annotation:
        """An expression that follows to itself."""
        match found.node:
            case ast.Constant(value=None):
                return Annotation(NONE)
            case ast.Constant(value=value) if value is ...:
                return Annotation(_ELLIPSIS)
            case ast.Constant(value=str()) if seen is None or seen.node is not found.node:
                return self.read(found)
            case ast.Subscript() as node:
                return self._subscript(node, found, seen)
            case ast.BinOp(op=ast.BitOr()) if seen is not None and seen.node is not found.node:
                # A name for a union may be used a thousand times: what it stands for is worked out once.
                return self.read(found)
            case ast.BinOp(op=ast.BitOr()):
                return Annotation(union(self.form(part) for part in _alternatives(found)))
            case ast.Call():
                return Annotation(self._call(found, seen))
        return Annotation(hole(self.reader, found, seen))

    def _call(self, found: Expr, seen: Expr | None) -> TypeForm:
        call = called(self.reader, found)
        made = made_class(self.reader, call) if call is not None else None
        if call is None or made is not None:
            return made or hole(self.reader, found, seen)
        at = seen or found
        if call.name == "typing.TypeVar":
            return self.variables.get(found.node) or at.frame.unknown(Why.UNRESOLVED, at.node)
        base = call.arguments.get("tp", 1) if call.name == "typing.NewType" else None
        return hole(self.reader, found, seen) if base is None else self.form(base)

    def _subscript(self, node: ast.Subscript, found: Expr, seen: Expr | None) -> Annotation:
        head = self.reader.follow(Expr(node.value, found.frame))
        given = spread(self.reader, node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice], found.frame)
        match head:
            case Outside("typing.Annotated") if given and not isinstance(given[0], Spread):
                return self._annotated(given[0], given[1:])
            case Outside(name) if (name in _UNWRAPPED or name == "chaindsl.FromActor") and len(given) == 1:
                inner = self._argument(given[0])
                return replace(inner, actor=inner.actor or name == "chaindsl.FromActor")
            case Outside("typing.Literal"):
                return Annotation(literals(self.reader, given, found))
            case Outside(name):
                return Annotation(self._applied(name, given, found, seen))
            case Class():
                return Annotation(class_form(self.reader, head, tuple(self._argument(item).form for item in given)))
            case Expr():
                return self._alias(head, given)
        return Annotation(hole(self.reader, head, seen or found))

    def _annotated(self, base: Definition, items: list[Definition | Spread]) -> Annotation:
        inner = self.read(base)
        said = metadata(self.reader, items)
        return replace(inner, form=constrained(inner.form, said.constraints, open_=said.open))

    def _argument(self, item: Definition | Spread) -> Annotation:
        return Annotation(item.unknown) if isinstance(item, Spread) else self.read(item)

    def _applied(self, name: str, given: list[Definition | Spread], found: Expr, seen: Expr | None) -> TypeForm:
        if name in _CALLABLES:
            return self._callable(given, found)
        if name == "typing.Optional":
            return union([*(self._argument(item).form for item in given), NONE])
        if name == "typing.Union":
            return union(self._argument(item).form for item in given)
        form = self._outside(name, seen or found)
        if not isinstance(form, Named) or form.args:
            return form
        arguments = tuple(self._argument(item).form for item in given)
        return replace(form, args=arguments or (Named("()"),))

    def _callable(self, given: list[Definition | Spread], found: Expr) -> TypeForm:
        if len(given) != 2:
            return found.frame.unknown(Why.OPAQUE, found.node)
        taken, result = given
        listed = self.reader.follow(taken) if not isinstance(taken, Spread) else taken
        if isinstance(listed, Expr) and isinstance(listed.node, ast.List):
            inner = spread(self.reader, listed.node.elts, listed.frame)
            form: TypeForm = Named("[]", tuple(self._argument(item).form for item in inner))
        else:
            form = self._argument(taken).form
        return Named("Callable", (form, self._argument(result).form))

    def _alias(self, head: Expr, given: list[Definition | Spread]) -> Annotation:
        """A generic alias: its type variables stand for the arguments, in the order in which they appear."""
        names = type_variables(self.reader, head)
        if len(names) != len(given):
            return Annotation(head.frame.unknown(Why.OPAQUE, head.node))
        bound = {name: self._argument(item).form for name, item in zip(names, given, strict=True)}
        return _Annotator(self.reader, {**self.variables, **bound}).read(head)


def _alternatives(found: Expr) -> Iterator[Expr]:
    """Yield the sides of `a | b | c`, however many there are."""
    sides: list[ast.expr] = []
    node: ast.expr = found.node
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides.append(node.right)
        node = node.left
    for side in (node, *reversed(sides)):
        yield Expr(side, found.frame)
