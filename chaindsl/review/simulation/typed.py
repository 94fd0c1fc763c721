"""Values that somebody types for a key: read by the type's canonical form, and made up where nothing is typed."""

import json
from typing import Any

from chaindsl.graph.typeform import Constrained, EnumForm, LiteralForm, LiteralValue, Named, TypeForm, UnionForm, labels

_BASES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "list": (list,),
    "dict": (dict,),
    "None": (type(None),),
}


class UnfitError(ValueError):
    """What was typed does not fit the type."""


def typed(text: str, form: TypeForm) -> Any:
    """Return what a text stands for: itself where text is wanted, one of the choices where there are some, else JSON.

    Raises UnfitError with what would fit.
    """
    choices = labels(form)
    if choices is not None:
        return _choice(text, choices)
    base = _base(form)
    if base == "str":
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        if base in _BASES:
            raise UnfitError(f"{base} is wanted, as JSON") from None
        return text
    expected = _BASES.get(base)
    if expected is not None and (not isinstance(value, expected) or (isinstance(value, bool) and base != "bool")):
        raise UnfitError(f"{base} is wanted, as JSON")
    return value


def stub(key: str, form: TypeForm) -> Any:
    """Return a value that fits a type, as far as one can be made up: the first choice, a text that names its key."""
    choices = labels(form)
    if choices:
        return choices[0].value
    if isinstance(form, UnionForm):
        return stub(key, form.members[0])
    made = {"str": f"<{key}>", "int": 1, "float": 1.0, "list": [f"<{key} 1>", f"<{key} 2>"], "dict": {}, "None": None}
    return made.get(_base(form), f"<{key}>")


def _choice(text: str, choices: tuple[LiteralValue, ...]) -> Any:
    for choice in choices:
        if text.strip().casefold() == choice.label.casefold():
            return choice.value
    raise UnfitError(f"one of {', '.join(choice.label for choice in choices)} is wanted")


def _base(form: TypeForm) -> str:
    match form:
        case Constrained(base):
            return _base(base)
        case Named(name):
            return name
        case LiteralForm() | EnumForm() | UnionForm():
            return ""
    return ""
