"""`Literal[...]`: its values, those of nested literals and of members of enums included."""

import ast

from analyzer.source.collection import elements
from analyzer.source.definition import Definition, Expr, Items, Member, Outside, Spread
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from chaindsl.graph.typeform import LiteralValue, Scalar, TypeForm, literal, literal_value
from chaindsl.graph.unknown import Unknown, Why

_MOST_DEPTH = 20


def literals(reader: Reader, given: list[Definition | Spread], seen: Expr) -> TypeForm:
    """Return the literal of these values; one that can't be told makes the whole unknown."""
    found: list[LiteralValue] = []
    unknown = _gather(reader, given, found, 0)
    return literal(found) if unknown is None else seen.frame.unknown(unknown.why, seen.node)


def _gather(reader: Reader, given: list[Definition | Spread], found: list[LiteralValue], depth: int) -> Unknown | None:
    for item in given:
        if isinstance(item, Spread) or depth > _MOST_DEPTH:
            return item.unknown if isinstance(item, Spread) else Unknown(Why.DYNAMIC)
        value = reader.follow(item)
        inner = _inner(reader, value)
        if inner is not None:
            unknown = inner if isinstance(inner, Unknown) else _gather(reader, inner, found, depth + 1)
            if unknown is not None:
                return unknown
            continue
        one = label(reader, value)
        if isinstance(one, Unknown):
            return one
        found.append(one)
    return None


def _inner(reader: Reader, value: Definition) -> list[Definition | Spread] | Unknown | None:
    """The values of a nested literal, or of a tuple that stands for several."""
    match value:
        case Items() | Expr(node=ast.Tuple()):
            return elements(reader, value)
        case Expr(ast.Subscript(value=head, slice=inner), frame):
            if reader.follow(Expr(head, frame)) == Outside("typing.Literal"):
                return [Expr(inner, frame)]
    return None


def label(reader: Reader, definition: Definition) -> LiteralValue | Unknown:
    """Return the value of a literal or of a branch's route."""
    value = reader.constant(definition)
    if isinstance(value, Member):
        return member_value(value)
    made = None if isinstance(value, Unknown) else literal_value(value)
    return made or (value if isinstance(value, Unknown) else hole(reader, reader.follow(definition)))


def member_value(member: Member) -> LiteralValue:
    """Return a member of an enum as a literal's value."""
    value: Scalar = member.value if isinstance(member.value, str | int | float | bool) else None
    return LiteralValue("enum", value, member.name)
