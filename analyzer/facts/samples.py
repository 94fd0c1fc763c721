"""Sample values of a type: at least one for every way in which comparisons with given constants can turn out.

With one sample between every two neighbouring constants, one beyond each end and each constant itself, whatever no
sample does no value does. A sample is `sure` where the type certainly admits it, so that what it does can happen.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from analyzer.facts.lineage import ITEMS, PAIRS
from chaindsl.graph.typeform import (
    Constrained,
    Constraint,
    EnumForm,
    LiteralForm,
    LiteralValue,
    Named,
    Scalar,
    TypeForm,
    UnionForm,
)
from chaindsl.graph.unknown import Unknown

NUMBER, TEXT, BOOL, NONE, MEMBER, ITEMS_OF, THING = "number", "text", "bool", "None", "member", "items", "thing"


@dataclass(frozen=True, slots=True)
class Sample:
    """One value: a scalar; a member of an enum with its name; a container, full or empty; or some other thing."""

    kind: str
    value: Scalar = None
    name: str = ""
    sure: bool = True

    def __str__(self) -> str:
        if self.kind == ITEMS_OF:
            return "not empty" if self.value else "empty"
        return self.name or repr(self.value)


_OTHER_THINGS = (Sample(THING, True, "anything else", False), Sample(THING, False, "anything else", False))


def samples(form: TypeForm, constants: Iterable[Scalar]) -> tuple[Sample, ...]:
    """Return samples of a type that tell all comparisons with these constants apart."""
    return tuple(dict.fromkeys(_samples(form, tuple(constants))))


def _samples(form: TypeForm, constants: tuple[Scalar, ...]) -> Iterator[Sample]:
    match form:
        case Unknown():
            yield from (replace(found, sure=False) for found in _anything(constants))
        case Constrained():
            yield from _constrained(form, constants)
        case UnionForm(members):
            for member in members:
                yield from _samples(member, constants)
        case LiteralForm(values):
            yield from map(of_literal, values)
        case EnumForm(_, members):
            yield from map(of_literal, members)
        case Named():
            yield from _named(form, constants)


def of_literal(value: LiteralValue) -> Sample:
    """Return the sample for one value of a literal or one member of an enum."""
    if value.type == "enum":
        return Sample(MEMBER, value.value, value.name or "")
    if value.type == "bytes":
        return Sample(THING, True, repr(value.value), False)
    return of_scalar(value.value)


def of_scalar(value: Scalar) -> Sample:
    """Return the sample for a plain value."""
    if value is None:
        return Sample(NONE, None)
    if isinstance(value, bool):
        return Sample(BOOL, value)
    return Sample(TEXT, value) if isinstance(value, str) else Sample(NUMBER, value)


def _named(form: Named, constants: tuple[Scalar, ...]) -> Iterator[Sample]:
    match form.name:
        case "bool":
            yield from (Sample(BOOL, False), Sample(BOOL, True))
        case "None":
            yield Sample(NONE, None)
        case "int":
            yield from (Sample(NUMBER, number) for number in _integers(constants))
        case "float":
            yield from (Sample(NUMBER, number) for number in _reals(constants))
            yield Sample(NUMBER, math.nan, sure=False)
        case "str":
            yield from (Sample(TEXT, text) for text in _texts(constants))
        case "Any":
            yield from _plausible(constants)
        case name if name in ITEMS or name in PAIRS or name == "tuple":
            yield from (Sample(ITEMS_OF, False), Sample(ITEMS_OF, True))
        case _:
            yield from (replace(found, sure=False) for found in _anything(constants))


def _anything(constants: tuple[Scalar, ...]) -> Iterator[Sample]:
    """Samples of all kinds: the type says nothing."""
    for name in ("bool", "None", "float", "str", "list"):
        yield from _named(Named(name), constants)
    yield from _OTHER_THINGS


def _plausible(constants: tuple[Scalar, ...]) -> Iterator[Sample]:
    """Without an annotation, values like those it is compared with are sure to be meant; others may be."""
    kinds = {of_scalar(constant).kind for constant in constants if constant is not None}
    for found in _anything(constants):
        sure = found.kind in kinds or (found.kind == NONE and None in constants) or (not kinds and found.kind == BOOL)
        yield replace(found, sure=sure and found.sure)


def _numbers(constants: Iterable[Scalar]) -> list[float]:
    found = (constant for constant in constants if isinstance(constant, int | float))
    return sorted({0, *(number for number in found if abs(number) < math.inf)})


def _integers(constants: Iterable[Scalar]) -> Iterator[int]:
    for number in _numbers(constants):
        low = math.floor(number)
        yield from (low - 1, low, low + 1)


def _reals(constants: tuple[Scalar, ...]) -> Iterator[float]:
    """The constants, and for each the nearest numbers on both sides, beginning with ones that read well."""
    numbers = _numbers(constants)
    for number, following in zip(numbers, [*numbers[1:], None], strict=True):
        yield number
        if following is None or following - number > 1:
            yield number + 1
    yield numbers[0] - 1
    for number in numbers:
        if abs(number) < _MOST:
            yield from (math.nextafter(number, -math.inf), math.nextafter(number, math.inf))
    yield from (constant for constant in constants if isinstance(constant, float) and math.isinf(constant))


_MOST = 1e308
"""Beyond this there are no neighbours to speak of."""


def _texts(constants: Iterable[Scalar]) -> Iterator[str]:
    """Texts around the constants: nothing stands between `t` and `t` with a null character behind it."""
    found = sorted({constant for constant in constants if isinstance(constant, str)})
    yield from ("other" if "other" not in found else max(found, key=len) + "~", "", "\0")
    for text in found:
        yield from (text, text + "~", text + "\0")


def _constrained(form: Constrained, constants: tuple[Scalar, ...]) -> Iterator[Sample]:
    limits = [part.value for part in form.constraints if part.name in _BOUNDS]
    for found in _samples(form.base, (*constants, *limits)):
        judged = [_meets(found, part) for part in form.constraints]
        # A text that stands for its neighbours stays, since they may meet what it does not.
        if False not in judged or (found.kind == TEXT and found.value and found.value not in constants):
            yield replace(found, sure=found.sure and set(judged) <= {True} and not form.open)


_BOUNDS = ("ge", "gt", "le", "lt")
_HARMLESS = ("strict",)


def _meets(sample: Sample, part: Constraint) -> bool | None:
    """Say whether a sample meets a constraint; None where that can't be told."""
    value, limit = sample.value, part.value
    if sample.kind == NUMBER and isinstance(value, int | float) and isinstance(limit, int | float):
        found = {"ge": value >= limit, "gt": value > limit, "le": value <= limit, "lt": value < limit}.get(part.name)
        return found if found is not None else part.name in _HARMLESS or None
    if sample.kind == TEXT and isinstance(value, str):
        return _text_meets(value, part)
    if sample.kind == ITEMS_OF and part.name in ("min_length", "max_length"):
        full = bool(value)
        impossible = (not full and limit and part.name == "min_length") or (full and limit == 0)
        return not impossible
    return part.name in _HARMLESS or sample.kind == NONE or None


def _text_meets(value: str, part: Constraint) -> bool | None:
    if isinstance(part.value, int) and part.name == "min_length":
        return len(value) >= part.value
    if isinstance(part.value, int) and part.name == "max_length":
        return len(value) <= part.value
    if part.name == "strip_whitespace":
        return True if value == value.strip() else None
    return part.name in _HARMLESS or None


def lengths(form: TypeForm, constants: Sequence[Scalar]) -> tuple[Sample, ...]:
    """Return samples of the length of a value of this type."""
    base = form.base if isinstance(form, Constrained) else form
    sized = isinstance(base, Named) and (base.name in ITEMS or base.name in PAIRS or base.name == "str")
    bounds = {part.name: part.value for part in form.constraints} if isinstance(form, Constrained) else {}
    low, high = bounds.get("min_length"), bounds.get("max_length")
    least, most = max(0, low if isinstance(low, int) else 0), high if isinstance(high, int) else math.inf
    numbers = dict.fromkeys(_integers((*constants, low, high)))
    return tuple(Sample(NUMBER, number, sure=sized) for number in numbers if least <= number <= most)
