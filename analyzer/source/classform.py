"""The canonical form of the project's classes: enums, classes made by a call, and all others by name."""

from analyzer.source.arguments import Called
from analyzer.source.classes import NOT_KNOWN, ancestors, known_bases
from analyzer.source.collection import elements
from analyzer.source.definition import Class, Definition, Spread
from analyzer.source.enums import is_enum, may_be_enum, members
from analyzer.source.literal import member_value
from analyzer.source.reader import Reader
from chaindsl.graph.typeform import EnumForm, LiteralValue, Named, TypeForm
from chaindsl.graph.unknown import Unknown, Why

_MADE_FROM = {
    "collections.namedtuple": ("tuple",),
    "typing.NamedTuple": ("tuple",),
    "typing.TypedDict": ("dict",),
    "dataclasses.make_dataclass": (),
}
_ENUMS = frozenset({"enum.Enum", "enum.StrEnum", "enum.IntEnum"})


def class_form(reader: Reader, owner: Class, arguments: tuple[TypeForm, ...]) -> TypeForm:
    """Return the form of a class of the project."""
    if any(is_enum(base) for base in ancestors(reader, owner)):
        found = members(reader, owner)
        if isinstance(found, Unknown):
            return found
        if found:
            return EnumForm(owner.qualname, tuple(dict.fromkeys(member_value(member) for member in found.values())))
    elif may_be_enum(reader, owner):
        return owner.frame.unknown(Why.OUTSIDE, owner.node, owner.qualname)
    return Named(owner.qualname, arguments, known_bases(reader, owner))


def made_class(reader: Reader, call: Called) -> TypeForm | None:
    """Return the form of a class that a call makes, as `NamedTuple("Page", ...)` does; None for any other call."""
    if call.name not in _MADE_FROM.keys() | _ENUMS and not (
        call.name == "builtins.type" and len(call.arguments.positional) > 1
    ):
        return None
    first = call.arguments.get("value" if call.name in _ENUMS else "typename", 0)
    name = reader.constant(first) if first is not None else None
    if not isinstance(name, str):
        return call.arguments.call.frame.unknown(Why.DYNAMIC, call.arguments.call.node)
    if call.name not in _ENUMS:
        return Named(name, bases=_MADE_FROM.get(call.name, (NOT_KNOWN,)))
    return _made_enum(reader, call, name)


def _made_enum(reader: Reader, call: Called, name: str) -> TypeForm:
    """`Enum("Colour", "RED GREEN")` or with a list of names: the values are counted, or the names in lower case."""
    unknown = call.arguments.call.frame.unknown(Why.DYNAMIC, call.arguments.call.node)
    given = call.arguments.get("names", 1)
    if (
        given is None
        or isinstance(given, Unknown)
        or len(call.arguments.named.keys() - {"value", "names", "module"}) > 0
    ):
        return unknown
    names = _names(reader, given)
    if names is None:
        return unknown
    lower = call.name == "enum.StrEnum"
    values = [(label, label.lower() if lower else index) for index, label in enumerate(names, 1)]
    return EnumForm(name, tuple(LiteralValue("enum", value, f"{name}.{label}") for label, value in values))


def _names(reader: Reader, given: Definition) -> list[str] | None:
    text = reader.constant(given)
    if isinstance(text, str):
        return text.replace(",", " ").split()
    items = elements(reader, given)
    if isinstance(items, Unknown):
        return None
    names = [None if isinstance(item, Spread) else reader.constant(item) for item in items]
    found = [name for name in names if isinstance(name, str)]
    return found if len(found) == len(names) else None
