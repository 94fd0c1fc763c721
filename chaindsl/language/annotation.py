"""The canonical form of a live annotation.

Whatever can't be evaluated or has no form is `Unknown`, never an exception: one bad annotation must not hide the rest.
"""

import types
import typing
from collections.abc import Callable
from enum import Enum
from inspect import unwrap
from typing import Any, get_args, get_origin, get_type_hints

from chaindsl.graph.known import KNOWN_NAMES
from chaindsl.graph.typeform import (
    ANY,
    NONE,
    EnumForm,
    LiteralValue,
    Named,
    TypeForm,
    constrained,
    literal,
    literal_value,
    union,
)
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.language.constraint import constraints_of

_WRAPPERS = ("Final", "ClassVar", "Required", "NotRequired", "ReadOnly")
_MODULES = {"_io": "io", "pathlib._local": "pathlib", "_decimal": "decimal", "_collections_abc": "collections.abc"}
_EMPTY_TUPLES = (tuple[()], typing.Tuple[()])  # noqa: UP006 - both spellings exist, and are not equal
_HIDDEN = (object, typing.Generic)


def evaluated(annotation: object, function: Callable[..., object]) -> object:
    """Return an annotation of a function with every string in it evaluated, or Unknown.

    Names are looked up where the function was defined: its module and the variables that it closes over.
    """
    inner = unwrap(function)
    holder = types.SimpleNamespace(__annotations__={"it": annotation})
    try:
        return get_type_hints(holder, getattr(inner, "__globals__", {}), _closure(inner), include_extras=True)["it"]
    except Exception as error:  # noqa: BLE001 - evaluating an annotation runs code that may raise anything
        return Unknown(Why.UNRESOLVED, f"{annotation}: {error}")


def _closure(function: Callable[..., object]) -> dict[str, object]:
    code = getattr(function, "__code__", None)
    cells = getattr(function, "__closure__", None) or ()
    found: dict[str, object] = {}
    for name, cell in zip(code.co_freevars if code else (), cells, strict=False):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue  # a variable that has no value yet
    return found


def type_form(annotation: object) -> TypeForm:
    """Return the canonical form of an evaluated annotation."""
    simple = _simple(annotation)
    if simple is not None:
        return simple
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is typing.Annotated:
        return constrained(type_form(args[0]), constraints_of(getattr(annotation, "__metadata__", ())))
    if origin is typing.Union or isinstance(annotation, types.UnionType):
        return union([type_form(arg) for arg in args])
    if origin is typing.Literal:
        return _literal(args)
    if origin is tuple and annotation in _EMPTY_TUPLES:
        return Named("tuple", (Named("()"),))
    if isinstance(origin, type):
        return _generic(origin, args)
    if origin is not None and getattr(origin, "_name", None) in _WRAPPERS:
        return type_form(args[0])
    return Unknown(Why.OPAQUE, repr(annotation))


def _simple(annotation: object) -> TypeForm | None:
    """The form of what has no arguments, or stands for something else."""
    if isinstance(annotation, Unknown):
        return annotation
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return NONE if annotation is type(None) else _class(annotation)
    if isinstance(annotation, typing.NewType):
        return type_form(annotation.__supertype__)
    if type(annotation).__name__ == "TypeAliasType":
        return _alias(annotation)
    if isinstance(annotation, typing.TypeVar | typing.ForwardRef | str):
        return Unknown(Why.UNRESOLVED, str(annotation))
    special = [(None, NONE), (Any, ANY), (Ellipsis, Named("...")), (typing.LiteralString, Named("str"))]
    return next((form for thing, form in special if annotation is thing), None)


def _alias(annotation: object) -> TypeForm:
    """Follow `type X = ...`, whose value is evaluated only now."""
    try:
        return type_form(getattr(annotation, "__value__", None))
    except (NameError, AttributeError, TypeError, RecursionError) as error:
        return Unknown(Why.UNRESOLVED, f"{annotation}: {error}")


def _literal(args: tuple[object, ...]) -> TypeForm:
    values = [enum_value(arg) if isinstance(arg, Enum) else literal_value(arg) for arg in args]
    if any(value is None for value in values):
        return Unknown(Why.OPAQUE, f"Literal{list(args)!r}")
    return literal([value for value in values if value is not None])


def _generic(origin: type, args: tuple[object, ...]) -> TypeForm:
    name = canonical_name(origin)
    if name == "Callable" and args:
        return Named(name, (_parameters(args[:-1]), type_form(args[-1])))
    return Named(name, tuple(type_form(arg) for arg in args), _bases(origin))


def _parameters(args: tuple[object, ...]) -> TypeForm:
    """What a callable takes: `typing` hands it over as a list or as `...`, `collections.abc` flat in some versions."""
    if args == (Ellipsis,):
        return Named("...")
    taken = args[0] if len(args) == 1 and isinstance(args[0], list) else args
    return Named("[]", tuple(type_form(arg) for arg in taken))


def _class(cls: type) -> TypeForm:
    made = _made_of(cls)
    if made is not None:
        return _generic(*made)
    if issubclass(cls, Enum) and len(cls) > 0:
        return EnumForm(cls.__qualname__, tuple(enum_value(member) for member in cls))
    return Named(canonical_name(cls), (), _bases(cls))


def _made_of(cls: type) -> tuple[type, tuple[object, ...]] | None:
    """Return what a class that pydantic made for `Model[int]` was made of: it has no origin that `typing` sees."""
    made = getattr(cls, "__pydantic_generic_metadata__", None)
    return (made["origin"], made["args"]) if made and made["origin"] is not None else None


def enum_value(member: Enum) -> LiteralValue:
    """Return a member of an enum as a literal value."""
    value = member.value
    plain = value if isinstance(value, str | int | float | bool) else None
    return LiteralValue("enum", plain, f"{type(member).__qualname__}.{member.name}")


def canonical_name(cls: type) -> str:
    """Return the name of a class in a graph: known ones by their table, all others by their qualified name."""
    module = _MODULES.get(cls.__module__, cls.__module__)
    if module.startswith("chaindsl.vocabulary"):
        return f"chaindsl.{cls.__qualname__}"
    return KNOWN_NAMES.get(f"{module}.{cls.__qualname__}", cls.__qualname__)


def _bases(cls: type) -> tuple[str, ...]:
    if f"{cls.__module__}.{cls.__qualname__}" in KNOWN_NAMES:
        return ()
    found = (canonical_name(base) for base in cls.__mro__[1:] if base not in _HIDDEN and _made_of(base) is None)
    return tuple(found)
