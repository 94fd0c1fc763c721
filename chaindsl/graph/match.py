"""Matching: whether two graphs say the same where neither has a hole.

This is the law of parity between the two front ends. An `Unknown` matches anything, a hole for many parts matches
any number of them, and open constraints match any that are added. Places and documentation take no part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from chaindsl.graph.flow import Hole, Transition, Workflow
from chaindsl.graph.typeform import Constrained, UnionForm
from chaindsl.graph.unknown import Unknown


def matches(left: object, right: object) -> bool:
    """Say whether two pieces of graph match."""
    return next(differences(left, right), None) is None


def differences(left: object, right: object, at: str = "") -> Iterator[str]:
    """Yield one line for each place where two pieces of graph don't match."""
    if _wild(left) or _wild(right):
        return
    if isinstance(left, Constrained) or isinstance(right, Constrained):
        yield from _constrained(left, right, at)
    elif isinstance(left, UnionForm) or isinstance(right, UnionForm):
        yield from _union(left, right, at)
    elif isinstance(left, tuple) and isinstance(right, tuple):
        yield from _sequence(left, right, at)
    elif isinstance(left, Workflow) and isinstance(right, Workflow) and (left.open or right.open):
        yield from _fields(left, right, at, but=("transitions", "open"))
        yield from _open_transitions(left, right, at)
    elif is_dataclass(left) and type(left) is type(right):
        yield from _fields(left, right, at)
    elif type(left) is not type(right) or left != right:
        yield f"{at or 'graph'}: {left!r} is not {right!r}"


def _wild(value: object) -> bool:
    return isinstance(value, Unknown) or (isinstance(value, Hole) and not value.many)


def _fields(left: object, right: object, at: str, but: tuple[str, ...] = ()) -> Iterator[str]:
    if not is_dataclass(left):
        return
    for part in fields(left):
        if part.compare and part.name not in but:
            inner = f"{at}.{part.name}" if at else part.name
            yield from differences(getattr(left, part.name), getattr(right, part.name), inner)


def _sequence(left: tuple[object, ...], right: tuple[object, ...], at: str) -> Iterator[str]:
    if any(isinstance(part, Hole) and part.many for part in (*left, *right)):
        if not _runs(left, right):
            yield f"{at}: the parts can't be the same ones"
    elif len(left) != len(right):
        yield f"{at}: {len(left)} here and {len(right)} there"
    else:
        for index, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from differences(one, other, f"{at}[{index}]")


def _runs(left: Sequence[object], right: Sequence[object]) -> bool:
    """Match two sequences in which holes stand for runs of any length, as a table filled from the back."""
    table = [[False] * (len(right) + 1) for _ in range(len(left) + 1)]
    table[len(left)][len(right)] = True
    for i in range(len(left), -1, -1):
        for j in range(len(right), -1, -1):
            if i < len(left) and isinstance(part := left[i], Hole) and part.many:
                table[i][j] = table[i + 1][j] or (j < len(right) and table[i][j + 1])
            elif j < len(right) and isinstance(other := right[j], Hole) and other.many:
                table[i][j] = table[i][j + 1] or (i < len(left) and table[i + 1][j])
            elif i < len(left) and j < len(right):
                table[i][j] = table[i + 1][j + 1] and matches(left[i], right[j])
    return table[0][0]


def _constrained(left: object, right: object, at: str) -> Iterator[str]:
    one, one_has, one_open = _split(left)
    other, other_has, other_open = _split(right)
    yield from differences(one, other, at)
    if (one_has - other_has and not other_open) or (other_has - one_has and not one_open):
        yield f"{at}: constraints {_names(one_has)} and {_names(other_has)}"


def _split(form: object) -> tuple[object, frozenset[object], bool]:
    if isinstance(form, Constrained):
        return form.base, frozenset(form.constraints), form.open
    return form, frozenset(), False


def _names(constraints: frozenset[object]) -> str:
    return "{" + ", ".join(sorted(map(str, constraints))) + "}"


def _union(left: object, right: object, at: str) -> Iterator[str]:
    """Every known member must stand on the other side, unless an unknown member there may be it."""
    ones = left.members if isinstance(left, UnionForm) else (left,)
    others = right.members if isinstance(right, UnionForm) else (right,)
    for mine, theirs in ((ones, others), (others, ones)):
        if not any(_wild(form) for form in theirs):
            lost = [form for form in mine if not any(matches(form, other) for other in theirs)]
            yield from (f"{at}: {form!r} is in one union only" for form in lost)


def _open_transitions(left: Workflow, right: Workflow, at: str) -> Iterator[str]:
    """The transitions that an open side has must stand on the other side in the same order."""
    for mine, theirs in ((left, right), (right, left)):
        if theirs.open is None and not _subsequence(mine.transitions, theirs.transitions):
            yield f"{at}.transitions: not among the other's, or not in its order"


def _subsequence(some: tuple[Transition, ...], whole: tuple[Transition, ...]) -> bool:
    rest = iter(whole)
    return all(any(matches(one, other) for other in rest) for one in some)
