"""Types as Python spells them, with the names that have to be imported for them."""

from collections.abc import Iterable
from dataclasses import dataclass

from chaindsl.yamlform.node import Value


@dataclass(frozen=True, slots=True)
class Type:
    """An annotation: its text, the names in it that have to be imported, and the plain type under its constraints."""

    text: str
    names: frozenset[str] = frozenset()
    base: str = ""
    inner: "Type | None" = None

    @property
    def plain(self) -> str:
        """The type without constraints: `str`, `int`, `float`, `bool`, `list`, `dict`, `None`, or `Any`."""
        return self.base or self.text

    @property
    def bare(self) -> "Type":
        """The type as a reader needs it: constraints are for writers."""
        return self.inner or self


STR, INT, FLOAT, BOOL, NONE = (Type(name) for name in ("str", "int", "float", "bool", "None"))
ANY = Type("Any", frozenset({"Any"}))
RESULT = Type("CommandResult", frozenset({"CommandResult"}))
LIST = Type("list[Any]", frozenset({"Any"}), "list")
DICT = Type("dict[str, Any]", frozenset({"Any"}), "dict")


def type_of(value: Value) -> Type:
    """Return the type of a value that is written out."""
    match value:
        case None:
            return NONE
        case bool():
            return BOOL
        case int():
            return INT
        case float():
            return FLOAT
        case str():
            return STR
        case list():
            return LIST
    return DICT


def union(types: Iterable[Type]) -> Type:
    """Return what may be any of these; `Any` where one of them may be anything, and where there is none."""
    found = list(dict.fromkeys(types))
    if any(one.text.endswith(" | None") for one in found):
        found = [one for one in found if one != NONE]
    if not found or ANY in found:
        return ANY
    if len(found) == 1:
        return found[0]
    ordered = sorted(found, key=lambda one: (one == NONE, found.index(one)))
    bases = {one.plain for one in ordered if one != NONE}
    bases = {"float"} if bases == {"int", "float"} else bases
    base = bases.pop() if len(bases) == 1 and NONE not in found else "Any"
    return Type(" | ".join(one.text for one in ordered), frozenset[str]().union(*(one.names for one in ordered)), base)
