"""What known types derive from.

A name that is not here is a class of the project or of a package, whose ancestors are only as well known as `bases`.
"""

from functools import lru_cache

from chaindsl.graph.typeform import Named

PARENTS: dict[str, tuple[str, ...]] = {
    "bool": ("int",),
    "int": ("float",),
    "float": ("complex",),
    "str": ("Sequence",),
    "bytes": ("Sequence",),
    "list": ("MutableSequence",),
    "tuple": ("Sequence",),
    "range": ("Sequence",),
    "collections.deque": ("MutableSequence",),
    "MutableSequence": ("Sequence",),
    "Sequence": ("Collection", "Reversible"),
    "set": ("MutableSet",),
    "frozenset": ("Set",),
    "MutableSet": ("Set",),
    "Set": ("Collection",),
    "dict": ("MutableMapping",),
    "collections.OrderedDict": ("dict",),
    "collections.defaultdict": ("dict",),
    "collections.Counter": ("dict",),
    "MutableMapping": ("Mapping",),
    "Mapping": ("Collection",),
    "Collection": ("Sized", "Iterable", "Container"),
    "Reversible": ("Iterable",),
    "Generator": ("Iterator",),
    "Iterator": ("Iterable",),
    "datetime.datetime": ("datetime.date",),
    "pathlib.Path": ("pathlib.PurePath",),
    "chaindsl.Completion": ("str",),
    "TypedDict": ("dict",),
    "NamedTuple": ("tuple",),
}
"""Nearest ancestors. An `int` may stand where a `float` is asked for, as type checkers have it."""

ITEMS = frozenset(
    [
        "list",
        "set",
        "frozenset",
        "Sequence",
        "MutableSequence",
        "Set",
        "MutableSet",
        "Collection",
        "Iterable",
        "Iterator",
        "Reversible",
        "Container",
        "collections.deque",
        "range",
    ]
)
"""Types with one argument, the type of their items."""

PAIRS = frozenset(["dict", "Mapping", "MutableMapping", "collections.OrderedDict", "collections.defaultdict"])
"""Types with two arguments, keys and values."""

SCALARS = frozenset(["None", "bool", "int", "float", "complex", "str", "bytes"])

_OTHERS = "decimal.Decimal fractions.Fraction uuid.UUID datetime.date datetime.time datetime.timedelta"
KNOWN = frozenset(PARENTS) | ITEMS | PAIRS | SCALARS | frozenset((*_OTHERS.split(), "chaindsl.CommandResult"))
"""The types of which all ancestors are in `PARENTS`."""

STRUCTURAL = frozenset(
    [
        "Sized",
        "Iterable",
        "Iterator",
        "Container",
        "Collection",
        "Reversible",
        "Sequence",
        "Mapping",
        "Set",
        "Generator",
    ]
)
"""Types that a class of the project may be without deriving from them."""

_HARMLESS = frozenset(["BaseModel", "RootModel", "ABC", "Generic", "object", "Exception"])
"""Bases that make nothing a string, a number or a container."""


def ancestors(form: Named) -> frozenset[str]:
    """Return the names of all known ancestors of a type, its own included."""
    return _ancestors(form.name, form.bases)


@lru_cache(maxsize=1_000)
def _ancestors(name: str, bases: tuple[str, ...]) -> frozenset[str]:
    found: set[str] = set()
    waiting = [name, *bases]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(PARENTS.get(name, ()))
    return frozenset(found)


def unrelated(writer: Named, reader: Named) -> bool:
    """Say whether it is certain that no instance of `writer` is one of `reader`, which is no ancestor of it."""
    if {"Protocol", "?"} & set(reader.bases) or {writer.name, reader.name} & {"type", "Callable", "Hashable"}:
        return False
    if writer.name in KNOWN:
        if reader.name in KNOWN:
            return True
        return not ancestors(writer) & ancestors(reader)
    if reader.name in KNOWN:
        return reader.name not in STRUCTURAL and set(writer.bases) <= _HARMLESS
    return "." not in reader.name and "." not in writer.name
