"""Whether what a writer writes is what a reader expects.

Base types and shapes are compared; a literal or a constraint on one side only never decides, and two decide only
where they exclude each other: whoever wrote `str` may be read as `Text`. Containers are compared item by item,
without regard to variance, since values are passed on as they are.
"""

from analyzer.facts.lineage import ITEMS, KNOWN, PAIRS, SCALARS, ancestors, unrelated
from analyzer.facts.verdict import Verdict, every, some
from chaindsl.graph.typeform import ANY, Constrained, Constraint, EnumForm, LiteralForm, Named, TypeForm, UnionForm
from chaindsl.graph.unknown import Unknown, Why

_NO_ITEMS = Unknown(Why.OPAQUE, "the items of a type that is not known")


def fits(writer: TypeForm, reader: TypeForm) -> Verdict:
    """Say whether every value of the writer's type is one of the reader's."""
    if isinstance(writer, Unknown) or isinstance(reader, Unknown):
        return Verdict.UNKNOWN
    if isinstance(writer, Constrained) or isinstance(reader, Constrained):
        return _constrained(writer, reader)
    if _anything(writer) or _anything(reader):
        return Verdict.YES
    if isinstance(writer, UnionForm):
        # What both name fits, and unions of hundreds of members are most often the same on both sides.
        both = set(filter(_itself, reader.members)) if isinstance(reader, UnionForm) else set()
        return every(fits(member, reader) for member in writer.members if not _itself(member) or member not in both)
    if isinstance(reader, UnionForm):
        return some(fits(writer, member) for member in reader.members)
    if isinstance(writer, LiteralForm):
        return _literal(writer, reader)
    if isinstance(writer, EnumForm):
        return _enum(writer, reader)
    return _named(writer, reader)


def never_fits(writer: TypeForm, reader: TypeForm) -> bool:
    """Say whether it is certain that no value of the writer's type is one of the reader's."""
    if isinstance(writer, UnionForm):
        return all(never_fits(member, reader) for member in writer.members)
    return fits(writer, reader) is Verdict.NO


def items_of(form: TypeForm) -> TypeForm | None:
    """Return the type of the items of a list-like type; None where it certainly is not one."""
    if isinstance(form, Constrained):
        return items_of(form.base)
    if isinstance(form, LiteralForm | EnumForm):
        return None
    if isinstance(form, Named):
        if form == ANY or (form.name in ITEMS and not form.args):
            return ANY
        if form.name == "tuple":
            return form.args[0] if form.args[1:] == (Named("..."),) else _NO_ITEMS
        if form.name in ITEMS:
            return form.args[0]
        if form.name in SCALARS:
            return None
    return _NO_ITEMS


def _itself(form: TypeForm) -> bool:
    """Whether a type certainly fits itself, whatever it may stand for."""
    return isinstance(form, Named) and not form.args


def _anything(form: TypeForm) -> bool:
    return isinstance(form, Named) and form.name in ("Any", "object")


def _constrained(writer: TypeForm, reader: TypeForm) -> Verdict:
    has = [form.constraints if isinstance(form, Constrained) else () for form in (writer, reader)]
    if all(has) and _excluded((*has[0], *has[1])):
        return Verdict.NO
    bare = [form.base if isinstance(form, Constrained) else form for form in (writer, reader)]
    return fits(bare[0], bare[1])


def _excluded(constraints: tuple[Constraint, ...]) -> bool:
    """Say whether no value can meet all these constraints; only lengths and bounds are looked at."""
    found: dict[str, list[float]] = {}
    for part in constraints:
        if isinstance(part.value, int | float):
            found.setdefault(part.name, []).append(part.value)
    if max(found.get("min_length", [0])) > min(found.get("max_length", [float("inf")])):
        return True
    least = max(found.get("ge", []) + found.get("gt", []), default=float("-inf"))
    most = min(found.get("le", []) + found.get("lt", []), default=float("inf"))
    strict = least in found.get("gt", []) or most in found.get("lt", [])
    return least > most or (least == most and strict)


def _literal(writer: LiteralForm, reader: TypeForm) -> Verdict:
    if isinstance(reader, LiteralForm | EnumForm):
        choices = reader.values if isinstance(reader, LiteralForm) else reader.members
        common = set(writer.values) & set(choices)
        return Verdict.NO if not common else Verdict.YES if len(common) == len(writer.values) else Verdict.UNKNOWN
    types = {value.type for value in writer.values}
    return Verdict.UNKNOWN if "enum" in types else every(fits(Named(name), reader) for name in types)


def _enum(writer: EnumForm, reader: TypeForm) -> Verdict:
    """Compare an enum; whether it derives from `str` or `int` as well can't be seen."""
    if isinstance(reader, EnumForm):
        return Verdict.YES if writer.name == reader.name else Verdict.NO
    if isinstance(reader, LiteralForm):
        return Verdict.UNKNOWN if set(writer.members) & set(reader.values) else Verdict.NO
    never = isinstance(reader, Named) and reader.name in KNOWN - {"str", "int", "float", "complex", "bytes"} - ITEMS
    return Verdict.NO if never else Verdict.UNKNOWN


def _named(writer: Named, reader: TypeForm) -> Verdict:
    if isinstance(reader, LiteralForm):
        types = {value.type for value in reader.values}
        apart = writer.name in SCALARS and not any(_kin(writer.name, name) for name in types)
        return Verdict.NO if apart else Verdict.UNKNOWN
    if isinstance(reader, EnumForm):
        return Verdict.NO if writer.name in KNOWN else Verdict.UNKNOWN
    if not isinstance(reader, Named):
        return Verdict.UNKNOWN
    if writer.name == reader.name or reader.name in ancestors(writer):
        return _arguments(writer, reader)
    return Verdict.NO if unrelated(writer, reader) else Verdict.UNKNOWN


def _kin(one: str, other: str) -> bool:
    return one in ancestors(Named(other)) or other in ancestors(Named(one))


def _arguments(writer: Named, reader: Named) -> Verdict:
    """Compare what two related types hold; a bare type holds anything."""
    if not reader.args or not writer.args:
        return Verdict.YES
    if writer.name == reader.name == "tuple":
        return _tuples(writer, reader)
    if reader.name in ITEMS:
        items = _tuple_members(writer) if writer.name == "tuple" else writer.args[:1]
        return every(fits(item, reader.args[0]) for item in items)
    alike = writer.name == reader.name or (writer.name in PAIRS and reader.name in PAIRS)
    if alike and len(writer.args) == len(reader.args):
        return every(fits(one, other) for one, other in zip(writer.args, reader.args, strict=True))
    return Verdict.UNKNOWN


def _tuple_members(form: Named) -> tuple[TypeForm, ...]:
    return tuple(arg for arg in form.args if arg not in (Named("..."), Named("()")))


def _tuples(writer: Named, reader: Named) -> Verdict:
    ones, others = _tuple_members(writer), _tuple_members(reader)
    open_one, open_other = (Named("...") in form.args for form in (writer, reader))
    if open_other:
        return every(fits(one, others[0]) for one in ones)
    if open_one:
        return Verdict.UNKNOWN
    if len(ones) != len(others):
        return Verdict.NO
    return every(fits(one, other) for one, other in zip(ones, others, strict=True))
