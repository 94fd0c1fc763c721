"""The canonical form of types: what both front ends turn an annotation into.

Aliases are resolved; builtins, typing forms and the known standard classes go by name; a class of the project goes
by its qualified name without its module, so that `__main__`, `qa` and `examples.qa` agree. Unions, literals and
constraints are sorted, because `typing` itself caches them without regard to order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Literal, TypeAlias

from chaindsl.graph.tag import tag
from chaindsl.graph.unknown import Unknown

Scalar: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Named:
    """A class or typing form by name, with its arguments: `str`, `list[str]`, `datetime.date`, `Page[Document]`.

    `bases` are the names of its known ancestors, nearest first. They inform rules and are no part of the type's
    identity, since one front end may see further than the other.
    """

    name: str
    args: tuple["TypeForm", ...] = ()
    bases: tuple[str, ...] = field(default=(), compare=False)
    kind: Literal["named"] = tag("named")


@dataclass(frozen=True, slots=True)
class LiteralValue:
    """One value of a `Literal` or one member of an enum; `type` keeps `1` and `True` apart.

    For members of enums `name` is `Colour.RED` and `value` its value, or None where that is no scalar.
    """

    type: str
    value: Scalar
    name: str | None = None

    @property
    def label(self) -> str:
        """The value as it is written in a route, a drawing or a message."""
        return str(self.value) if self.value is not None or self.name is None else self.name

    @property
    def text(self) -> str:
        """The value as Python writes it; bytes are kept as text."""
        return self.name or f"{'b' if self.type == 'bytes' else ''}{self.value!r}"


@dataclass(frozen=True, slots=True)
class LiteralForm:
    """`Literal[...]`, its values sorted by type and text."""

    values: tuple[LiteralValue, ...]
    kind: Literal["literal"] = tag("literal")


@dataclass(frozen=True, slots=True)
class EnumForm:
    """An enum class with its members in the order they are defined, aliases left out."""

    name: str
    members: tuple[LiteralValue, ...]
    kind: Literal["enum"] = tag("enum")


@dataclass(frozen=True, slots=True)
class UnionForm:
    """Two or more alternatives, flattened, without repeats, sorted by their text."""

    members: tuple["TypeForm", ...]
    kind: Literal["union"] = tag("union")


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint on a value, named as pydantic names it: `min_length`, `ge`, `pattern` and so on."""

    name: str
    value: Scalar


@dataclass(frozen=True, slots=True)
class Constrained:
    """`Annotated[base, ...]` with the known constraints sorted.

    `open` says that there may be more constraints than this front end could read; it is no part of the identity.
    """

    base: "TypeForm"
    constraints: tuple[Constraint, ...]
    open: bool = field(default=False, compare=False)
    kind: Literal["constrained"] = tag("constrained")


TypeForm: TypeAlias = Named | LiteralForm | EnumForm | UnionForm | Constrained | Unknown

ANY = Named("Any")
NONE = Named("None")
STR = Named("str")


def literal_value(value: object) -> LiteralValue | None:
    """Return the literal for a plain Python value, or None if it can't stand in a `Literal`."""
    match value:
        case None:
            return LiteralValue("None", None)
        case bool():
            return LiteralValue("bool", value)
        case int():
            return LiteralValue("int", int(value))
        case str():
            return LiteralValue("str", str(value))
        case bytes():
            return LiteralValue("bytes", value.decode("latin-1"))
    return None


def literal(values: Iterable[LiteralValue]) -> LiteralForm:
    """Return a literal of these values, sorted and without repeats."""
    return LiteralForm(tuple(sorted(set(values), key=lambda v: (v.type, str(v.value), v.name or "", repr(v.value)))))


def union(members: Iterable[TypeForm]) -> TypeForm:
    """Return the union of the members: flattened, sorted, without repeats; a lone member stands for itself."""
    flat: dict[TypeForm, None] = {}
    for member in members:
        for inner in member.members if isinstance(member, UnionForm) else (member,):
            flat[inner] = None
    ordered = sorted(flat, key=lambda form: (type_text(form), _exact(form)))
    return ordered[0] if len(ordered) == 1 else UnionForm(tuple(ordered))


def constrained(base: TypeForm, constraints: Iterable[Constraint], *, open_: bool = False) -> TypeForm:
    """Return `base` with these constraints added to those it has; without any it is `base` itself."""
    found = set(constraints)
    if isinstance(base, Constrained):
        found.update(base.constraints)
        open_ = open_ or base.open
        base = base.base
    if isinstance(base, Unknown) or not (found or open_):
        return base
    ordered = tuple(sorted(found, key=lambda c: (c.name, str(c.value), repr(c.value))))
    return Constrained(base, ordered, open_)


def _exact(value: object) -> str:
    """All that takes part in equality, as text: what orders two types that read alike."""
    if is_dataclass(value):
        inner = [_exact(getattr(value, part.name)) for part in fields(value) if part.compare]
        return f"{type(value).__name__}({', '.join(inner)})"
    return f"({', '.join(map(_exact, value))})" if isinstance(value, tuple) else repr(value)


def type_text(form: TypeForm) -> str:
    """Return the type as people write it; equal forms have equal text."""
    match form:
        case Named("[]", args):
            return f"[{', '.join(type_text(arg) for arg in args)}]"
        case Named(name, args):
            return f"{name}[{', '.join(type_text(arg) for arg in args)}]" if args else name
        case LiteralForm(values):
            return f"Literal[{', '.join(v.text for v in values)}]"
        case EnumForm(name):
            return name
        case UnionForm(members):
            return " | ".join(type_text(member) for member in members)
        case Constrained(base, constraints):
            inner = ", ".join(f"{c.name}={c.value!r}" for c in constraints)
            return f"Annotated[{type_text(base)}, {inner or '...'}]"
    return "?"


def walk(form: TypeForm) -> Iterator[TypeForm]:
    """Yield the form and every form inside it, outermost first."""
    yield form
    inner: tuple[TypeForm, ...] = ()
    match form:
        case Named():
            inner = form.args
        case UnionForm():
            inner = form.members
        case Constrained():
            inner = (form.base,)
    for part in inner:
        yield from walk(part)


def labels(form: TypeForm) -> tuple[LiteralValue, ...] | None:
    """Return every value a type can take where they can be counted (literals, enums, bool), else None."""
    match form:
        case LiteralForm(values):
            return values
        case EnumForm(_, members):
            return members
        case Named("bool"):
            return (LiteralValue("bool", False), LiteralValue("bool", True))
        case Named("None"):
            return (LiteralValue("None", None),)
        case Constrained(base):
            return labels(base)
        case UnionForm(members):
            found = [labels(member) for member in members]
            return None if any(f is None for f in found) else tuple(v for f in found if f for v in f)
    return None
