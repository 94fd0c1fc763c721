"""What a guard says about sample values, world by world. A world gives each key a sample."""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from analyzer.facts.samples import BOOL, ITEMS_OF, MEMBER, NONE, NUMBER, TEXT, THING, Sample, lengths, samples
from chaindsl.graph.guard import All, AnyOf, Compare, Condition, Constant, Key, Length, Member, Not, Operand
from chaindsl.graph.typeform import ANY, Scalar, TypeForm

MOST_WORLDS = 10_000
"""More combinations of samples than this are not tried; nothing is then said."""

MOST_WORK = 200_000
"""Nor are more evaluations of conditions than this."""

UNSURE = None
"""What a guard says where that can't be told: not even for these values."""

Variable = tuple[str, bool]
"""A key, or with True the length of what is under it."""


class ImpossibleError(Exception):
    """In this world the guard raises, which fails the run: nothing is decided in it."""


@dataclass(frozen=True, slots=True)
class World:
    """One sample for each variable."""

    values: Mapping[Variable, Sample]

    @property
    def sure(self) -> bool:
        """Whether this world can certainly come about."""
        if any(is_length and (key, False) in self.values for key, is_length in self.values):
            return False  # a value and its length are chosen apart, but go together
        return all(sample.sure for sample in self.values.values())

    def __str__(self) -> str:
        return ", ".join(
            f"{f'len({key})' if is_length else key} is {sample}" for (key, is_length), sample in self.values.items()
        )


def worlds(
    conditions: Sequence[Condition],
    types: Mapping[str, TypeForm],
    fixed: Mapping[Variable, Sample] | None = None,
    work: int = MOST_WORK,
) -> Iterator[World] | None:
    """Yield every world that these conditions can tell apart; None where there are too many.

    `types` gives the keys' types, `fixed` samples that are settled already, `work` how many evaluations there may be.
    """
    constants = variables(conditions)
    found: dict[Variable, Sequence[Sample]] = {}
    count, most = 1, min(MOST_WORLDS, work // (len(conditions) + 1))
    for variable, known in constants.items():
        key, is_length = variable
        if fixed is not None and variable in fixed:
            found[variable] = (fixed[variable],)
            continue
        make = lengths if is_length else samples
        found[variable] = make(types.get(key, ANY), tuple(known))
        count *= len(found[variable])
        if count > most:
            return None
    return (World(dict(zip(found, values, strict=True))) for values in product(*found.values()))


def variables(conditions: Iterable[Condition]) -> dict[Variable, dict[Scalar, None]]:
    """Return the variables of conditions, each with the constants that it is compared with."""
    found: dict[Variable, dict[Scalar, None]] = {}
    for condition in conditions:
        for operand, constants in _atoms(condition):
            if not isinstance(operand, Constant):
                known = found.setdefault((operand.name, isinstance(operand, Length)), {})
                known.update(dict.fromkeys(constant.value for constant in constants if constant.type != "enum"))
    return found


def _atoms(condition: Condition) -> Iterator[tuple[Operand, tuple[Constant, ...]]]:
    match condition:
        case Compare(_, left, right):
            yield left, (right,) if isinstance(right, Constant) else ()
            yield right, (left,) if isinstance(left, Constant) else ()
        case Member(item, choices):
            yield item, choices
        case Not(part):
            yield from _atoms(part)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from _atoms(part)
        case Key() | Length() | Constant():
            yield condition, ()


def holds(condition: Condition, world: World) -> bool | None:
    """Say whether a condition holds in a world, or UNSURE. Raises ImpossibleError where it can't be evaluated."""
    match condition:
        case Compare(op, left, right):
            return _compare(op, left, right, world)
        case Member(item, choices, negated):
            found = _any(_compare("==", item, choice, world) for choice in choices)
            return found if found is UNSURE else found is not negated
        case Not(part):
            inner = holds(part, world)
            return inner if inner is UNSURE else not inner
        case All(parts):
            return _all(holds(part, world) for part in parts)
        case AnyOf(parts):
            return _any(holds(part, world) for part in parts)
    return _truth(_sample(condition, world))


def _all(found: Iterable[bool | None]) -> bool | None:
    """`and`, which stops at the first False; behind an UNSURE nothing is evaluated for sure, so errors count less."""
    inverted = _any(answer if answer is UNSURE else not answer for answer in found)
    return inverted if inverted is UNSURE else not inverted


def _any(found: Iterable[bool | None]) -> bool | None:
    unsure = False
    try:
        for answer in found:
            if answer:
                return True
            unsure = unsure or answer is UNSURE
    except ImpossibleError:
        if not unsure:
            raise
        return UNSURE
    return UNSURE if unsure else False


def _sample(operand: Operand, world: World) -> Sample | Constant:
    return operand if isinstance(operand, Constant) else world.values[operand.name, isinstance(operand, Length)]


def _truth(found: Sample | Constant) -> bool | None:
    if isinstance(found, Constant):
        return bool(found.value)
    if found.kind == MEMBER:
        return True if found.value else UNSURE
    return bool(found.value)


def _compare(op: str, left: Operand, right: Operand, world: World) -> bool | None:
    one, other = _sample(left, world), _sample(right, world)
    if isinstance(one, Sample) and isinstance(other, Sample):
        return UNSURE
    if op in ("is", "is not"):
        none = one.value is None if isinstance(one, Constant) else one.kind == NONE
        return none is (op == "is")
    if op in ("==", "!="):
        same = _same(one, other)
        return same if same is UNSURE else same is (op == "==")
    return _ordered(op, one, other)


def _same(one: Sample | Constant, other: Sample | Constant) -> bool | None:
    if isinstance(one, Constant) and isinstance(other, Constant):
        return one.value == other.value
    if isinstance(one, Constant):
        one, other = other, one
    return _equals(one, other) if isinstance(one, Sample) and isinstance(other, Constant) else UNSURE


def _equals(sample: Sample, constant: Constant) -> bool | None:
    if constant.type == "enum":
        return sample.name == constant.value if sample.kind == MEMBER else UNSURE
    if sample.kind == MEMBER:
        hidden = sample.value is None and constant.value is not None
        return UNSURE if hidden or (sample.value == constant.value and constant.value is not None) else False
    if sample.kind == THING:
        return False  # what equals a constant is one of the other samples, or like one
    return sample.value == constant.value and _comparable(sample, constant)


def _comparable(sample: Sample, constant: Constant) -> bool:
    scalar = isinstance(constant.value, bool | int | float)
    return sample.kind in (NUMBER, BOOL) if scalar else sample.kind == (TEXT if constant.type == "str" else NONE)


def _ordered(op: str, one: Sample | Constant, other: Sample | Constant) -> bool | None:
    kinds = {side.kind for side in (one, other) if isinstance(side, Sample)}
    if MEMBER in kinds:
        return UNSURE
    if kinds & {ITEMS_OF, THING}:
        raise ImpossibleError
    left, right = one.value, other.value
    texts = isinstance(left, str) and isinstance(right, str)
    numbers = isinstance(left, int | float) and isinstance(right, int | float)
    if not texts and not numbers:
        raise ImpossibleError
    return bool(_ORDER[op](left, right))


_ORDER: dict[str, Callable[[Any, Any], object]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
