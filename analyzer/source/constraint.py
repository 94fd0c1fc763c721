"""Constraints among the metadata of `Annotated`, named as pydantic names them."""

from dataclasses import dataclass, field

from analyzer.source.arguments import Arguments, called
from analyzer.source.definition import Definition, Member, Spread
from analyzer.source.reader import Reader
from chaindsl.graph.typeform import Constraint
from chaindsl.graph.unknown import Unknown

_NUMBERS = ("gt", "ge", "lt", "le", "multiple_of")
_SIZES = ("min_length", "max_length")
_FIELD = (*_NUMBERS, *_SIZES, "pattern", "strict")
_STRING = (*_SIZES, "pattern", "strip_whitespace", "to_lower", "to_upper", "strict")
# For each class: its parameters by name, and those that may be positional, in their order.
_CLASSES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "chaindsl.Len": (_SIZES, _SIZES),
    "annotated_types.Len": (_SIZES, _SIZES),
    "annotated_types.MinLen": (("min_length",), ("min_length",)),
    "annotated_types.MaxLen": (("max_length",), ("max_length",)),
    "annotated_types.Gt": (("gt",), ("gt",)),
    "annotated_types.Ge": (("ge",), ("ge",)),
    "annotated_types.Lt": (("lt",), ("lt",)),
    "annotated_types.Le": (("le",), ("le",)),
    "annotated_types.MultipleOf": (("multiple_of",), ("multiple_of",)),
    "annotated_types.Interval": (("gt", "ge", "lt", "le"), ("gt", "ge", "lt", "le")),
    "pydantic.Field": (_FIELD, ()),
    "pydantic.StringConstraints": (_STRING, ()),
}
_VALIDATORS = {
    "pydantic.AfterValidator": "after",
    "pydantic.BeforeValidator": "before",
    "pydantic.WrapValidator": "wrap",
    "pydantic.PlainValidator": "plain",
}


@dataclass
class Metadata:
    """What metadata says; `open` if some of it could not be read."""

    constraints: list[Constraint] = field(default_factory=list)
    open: bool = False


def metadata(reader: Reader, items: list[Definition | Spread]) -> Metadata:
    """Read the metadata of `Annotated`."""
    found = Metadata()
    for item in items:
        if isinstance(item, Spread):
            found.open = True
        else:
            _add(reader, found, item)
    return found


def _add(reader: Reader, found: Metadata, item: Definition) -> None:
    call = called(reader, reader.follow(item))
    if call is None:
        value = reader.constant(item)
        found.open = found.open or isinstance(value, Unknown | Member)
    elif call.name in _VALIDATORS:
        found.constraints.append(Constraint("validator", _VALIDATORS[call.name]))
    elif call.name in _CLASSES:
        _read(reader, found, call.name, call.arguments)
    else:
        found.open = True


def _read(reader: Reader, found: Metadata, name: str, arguments: Arguments) -> None:
    parameters, positional = _CLASSES[name]
    for parameter in parameters:
        position = positional.index(parameter) if parameter in positional else None
        given = arguments.get(parameter, position)
        if given is None:
            continue
        value = reader.constant(given)
        if isinstance(value, str | int | float):
            if value is not False and not (parameter == "min_length" and value == 0):
                found.constraints.append(Constraint(parameter, value))
        elif value is not None:
            found.open = True
