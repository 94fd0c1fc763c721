"""What a name or an expression stands for, as far as it is followed without running anything.

A frame says where an expression is evaluated: in which activation of its scope, and at which statement. Nobody changes
any of these; what is made by the thousand is not frozen all the same, since making that takes twice as long.
"""

import ast
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from analyzer.source.block import Point, end
from analyzer.source.module import Module
from analyzer.source.scope import Scope
from analyzer.source.tree import Callable_
from chaindsl.graph.unknown import Unknown, Why


@dataclass(frozen=True, slots=True, eq=False)
class Activation:
    """One evaluation of a scope: the frame that it was defined in, and what its parameters were given.

    `caller` is the activation that called it; none where nobody is known to.
    """

    scope: Scope
    outer: "Frame | None" = None
    given: "Mapping[str, Definition] | None" = None
    caller: "Activation | None" = None


@dataclass(slots=True, eq=False)
class Frame:
    """A point in an activation; with `late` any moment from that point on.

    With `text` the names stand in a string, or in annotations that are kept as strings. Whoever evaluates these sees
    the module's names for sure, and those of the functions around only with luck.
    """

    activation: Activation
    point: Point
    late: bool = False
    text: bool = False

    @property
    def module(self) -> Module:
        """The module that its text stands in."""
        return self.activation.scope.module

    def at(self, point: Point) -> "Frame":
        """Return the frame at another statement of the same activation."""
        return Frame(self.activation, point)

    def as_text(self) -> "Frame":
        """Return the frame for annotations in strings that stand here."""
        return Frame(self.activation, self.point, late=True, text=True)

    def later(self) -> "Frame":
        """Return the frame for something that is evaluated at an unknown time after this."""
        return Frame(self.activation, self.point, late=True)

    def unknown(self, why: Why, node: ast.AST, text: str | None = None) -> Unknown:
        """Return the hole that a node leaves."""
        return self.module.unknown(why, node, text)


def last_frame(activation: Activation) -> Frame:
    """Return the frame at the end of an activation."""
    return Frame(activation, end(activation.scope.contents.start.block))


@dataclass(slots=True, eq=False)
class Expr:
    """An expression that stands for itself: a literal, a call, a subscript."""

    node: ast.expr
    frame: Frame


@dataclass(frozen=True, slots=True, eq=False)
class Picked:
    """One item of an unpacked sequence."""

    whole: Expr
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function or lambda of the project, and where it was defined."""

    node: Callable_
    frame: Frame


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """A class of the project, and where it was defined."""

    node: ast.ClassDef
    frame: Frame

    @property
    def scope(self) -> Scope:
        """The scope of its body."""
        return self.frame.activation.scope.inner(self.node)

    @property
    def qualname(self) -> str:
        """Its qualified name without its module."""
        return self.scope.qualname


@dataclass(frozen=True, slots=True)
class ModuleRef:
    """A module of the project."""

    module: Module


@dataclass(frozen=True, slots=True, eq=False)
class Export:
    """A name of a module of the project, as someone imports it there."""

    module: Module
    name: str
    node: ast.AST
    frame: Frame


@dataclass(frozen=True, slots=True)
class Outside:
    """A name from outside the project, dotted and in its one spelling: `typing.Any`, `chaindsl.step`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """What a call put under `*parameter`."""

    items: tuple["Definition | Spread", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """What a call put under `**parameter`; `rest` is there if there may be more."""

    entries: Mapping[str, "Definition"]
    rest: Unknown | None = None


@dataclass(frozen=True, slots=True)
class Plain:
    """A plain value that no expression of the source shows by itself."""

    value: object


@dataclass(frozen=True, slots=True)
class Marked:
    """A value that is not known, with a mark by which whoever gave it recognises it again."""

    mark: object


@dataclass(frozen=True, slots=True)
class Spread:
    """Any number of items that can't be followed."""

    unknown: Unknown


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enum, called `Colour.RED`; `text` says that it is a `str` as well, `whole` that it is an `int`."""

    owner: ast.ClassDef
    name: str
    value: object = field(compare=False)
    text: bool = False
    whole: bool = False


Definition: TypeAlias = (
    Expr
    | Picked
    | Function
    | Class
    | ModuleRef
    | Export
    | Outside
    | Items
    | Entries
    | Plain
    | Marked
    | Member
    | Unknown
)


def identity(definition: Definition) -> Hashable | None:
    """Return what tells a definition that is to be followed from others, None for what stands for itself."""
    # This is asked more often than anything else, and telling by the type alone is thrice as fast as matching.
    if type(definition) is Expr:
        frame = definition.frame
        return (definition.node, frame.activation, frame.late, frame.text)
    if type(definition) is Export:
        return (definition.module, definition.name)
    if type(definition) is Picked:
        return (definition.whole.node, definition.whole.frame.activation, definition.path)
    return None


def same(one: Definition, other: Definition) -> bool:
    """Say whether two followed definitions are certainly the same thing."""
    match one:
        case Expr(node) | Function(node) | Class(node):
            if type(other) is not type(one):
                return False
            assert isinstance(other, Expr | Function | Class)
            alike = other.node is node and other.frame.activation is one.frame.activation
            return alike or _same_constant(node, other.node)
        case Outside() | Plain() | Marked() | Member() | ModuleRef():
            return one == other
    return one is other


def _same_constant(one: ast.AST, other: ast.AST) -> bool:
    if not (isinstance(one, ast.Constant) and isinstance(other, ast.Constant)):
        return False
    return type(one.value) is type(other.value) and one.value == other.value
