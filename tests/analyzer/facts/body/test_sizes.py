"""The most items of an iterable, one form of code at a time: a model is asked once for each."""

import pytest

from tests.analyzer.facts.body.counting import count

BOUNDED: list[tuple[str, int]] = [
    ("{'a': 1, **{'b': 2, 'c': 3}}", 3),
    ("([1] if q else [1, 2])", 2),
    ("(q[:3] or [1])", 3),
    ("[1, *q[:2]]", 3),
    ("[x + y for x in q[:2] for y in 'ab']", 4),
    ("q[-3:]", 3),
    ("q[2:5]", 3),
    ("q[-4:-1]", 3),
    ("[1, 2, 3][1:]", 3),
    ("q[:3] + ['x']", 4),
    ("set(q[:3]) - {1}", 3),
    ("set(q[:3]) & set(q)", 3),
    ("[1, 2] * 3", 6),
    ("2 * q[:2]", 4),
    ("['x'] * -1", 0),
    ("range(-4)", 0),
    ("range(2, 10, 3)", 3),
    ("range(min(3, len(q)))", 3),
    ("range(0, len(q[:4]))", 4),
    ("itertools.product([1, 2], 'abc')", 6),
    ("itertools.batched(q[:5], 2)", 3),
    ("itertools.batched([1, 2, 3], q)", 3),
    ("itertools.islice(q, 1, 4)", 4),
    ("itertools.chain(q[:2], 'ab')", 4),
    ("itertools.pairwise(q[:3])", 3),
    ("itertools.takewhile(str, q[:3])", 3),
    ("itertools.repeat('x', 3)", 3),
    ("random.sample(q, 2)", 2),
    ("zip(q, [1, 2], q)", 2),
    ("map(str, q, 'abc')", 3),
    ("filter(None, 'abc')", 3),
    ("sorted(q[:2])", 2),
    ("list()", 0),
    ("dict([(1, 2)], a=1)", 2),
    ("{'a': 1}.items()", 1),
    ("Colour", 2),
]

UNBOUNDED: list[str] = [
    "q",
    "q[1:]",
    "q[2:-1]",
    "Plain",
    "q * 2",
    "q * q",
    "q % 2",
    "range(2, q)",
    "range(1, 5, 0)",
    "range(max(3, len(q)))",
    "range(len(q))",
    "itertools.count()",
    "itertools.islice(q)",
    "itertools.islice(q, 1, None)",
    "itertools.repeat('x')",
    "zip(q, q)",
    "q.pages()",
]

BEFORE = """
import enum, itertools, random
class Colour(enum.Enum):
    RED = 1
    BLUE = 2
class Plain:
    RED = 1
"""


def asked_for_each(items: str) -> str:
    return f"{BEFORE}\ndef step(q, *, c):\n    for item in {items}:\n        c(item)\n"


@pytest.mark.parametrize(("items", "most"), BOUNDED)
def test_as_many_as_there_can_be(items: str, most: int) -> None:
    found = count(asked_for_each(items))
    assert found.finite
    assert found.number == most


@pytest.mark.parametrize("items", UNBOUNDED)
def test_without_a_bound_the_loop_says_where(items: str) -> None:
    found = count(asked_for_each(items))
    assert not found.finite
    assert found.reason is not None
    assert found.reason.place is not None
    assert found.reason.place.line == asked_for_each(items).splitlines().index(f"    for item in {items}:") + 1


def test_what_a_helper_is_handed_is_counted() -> None:
    assert count("def h(m, *xs):\n for x in xs: m(x)\ndef step(q, *, c):\n h(c, 1, 2, 3)").number == 3
    assert not count("def h(m, *xs):\n for x in xs: m(x)\ndef step(q, *, c):\n h(c, *q)").finite


def test_a_list_that_is_made_of_itself_has_no_bound() -> None:
    assert not count("def step(q, *, c):\n x = [1]\n while q: x = x + [1]\n for y in x: c(y)").finite
