"""What type a key has, whoever wrote it, and how many items the list under it may hold."""

from collections.abc import Iterable, Sequence

from analyzer.facts.contract import Write
from chaindsl.graph.typeform import NONE, Constrained, Named, TypeForm, UnionForm, union
from chaindsl.graph.unknown import Unknown, Why

NOT_KNOWN = Unknown(Why.OPAQUE, "a key that a part which can't be followed may write")


def key_types(writes: Iterable[Write], *, closed: bool) -> dict[str, TypeForm]:
    """Return each key's type: the union of what all its writers write.

    Without `closed` there may be writers that are not known, so no type is.
    """
    found: dict[str, list[TypeForm]] = {}
    for write in writes:
        found.setdefault(write.key, []).append(write.type)
    return {key: _united(types) if closed else NOT_KNOWN for key, types in found.items()}


def _united(types: Sequence[TypeForm]) -> TypeForm:
    unknown = next((form for form in types if isinstance(form, Unknown)), None)
    return unknown or (types[0] if len(types) == 1 else union(types))


def longest(form: TypeForm) -> int | None:
    """Return the most items that a value of a list type may hold; None where nothing says so."""
    if isinstance(form, Constrained):
        caps = [part.value for part in form.constraints if part.name == "max_length" and isinstance(part.value, int)]
        inner = longest(form.base)
        return min(caps if inner is None else [*caps, inner], default=None)
    if isinstance(form, UnionForm):
        found = [longest(member) for member in form.members if member != NONE]
        return None if None in found else max(cap for cap in found if cap is not None)
    if isinstance(form, Named) and form.name == "tuple" and form.args and form.args[-1] != Named("..."):
        return len(form.args) if form.args != (Named("()"),) else 0
    return None


def capped(form: TypeForm) -> bool | None:
    """Say whether a list type says how many items it may hold; None where that can't be told."""
    if longest(form) is not None:
        return True
    parts = form.members if isinstance(form, UnionForm) else (form,)
    unsure = any(isinstance(part, Unknown) or (isinstance(part, Constrained) and part.open) for part in parts)
    return None if unsure else False
