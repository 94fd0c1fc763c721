"""The decision procedure for guards against evaluating them on many values."""

import itertools
import math
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.facts.guards import Way, choose, never_true, possible
from analyzer.facts.verdict import Verdict, opposite
from chaindsl.graph.guard import AnyOf, Condition, Expression, Not, Predicate, evaluate, guard_text, parse_guard
from chaindsl.graph.step import Check, Read
from chaindsl.graph.typeform import ANY, Constrained, Constraint, EnumForm, LiteralValue, Named, TypeForm, union
from chaindsl.graph.unknown import Unknown, Why
from tests.analyzer.building import lit, named

YES, NO, UNKNOWN = Verdict.YES, Verdict.NO, Verdict.UNKNOWN
INT, FLOAT, STR, BOOL = named("int"), named("float"), named("str"), named("bool")
OUTSIDE = Unknown(Why.OUTSIDE)


def one(text: str) -> Condition:
    return parse_guard(text)


TYPES: dict[str, tuple[TypeForm, list[object]]] = {
    "n": (INT, [-2, -1, 0, 1, 2, 3, 4, 9]),
    "x": (FLOAT, [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 7.25, math.nan, math.inf, -math.inf]),
    "s": (STR, ["", "a", "b", "ab", "c", "aa", "\0", "zz", "abc", "\0\0"]),
    "b": (BOOL, [True, False]),
    "c": (lit("a", "b", None), ["a", "b", None]),
    "o": (union([INT, Named("None")]), [None, 0, 1, 2, 5]),
}
NUMBERS = ["0", "1", "2", "1.5", "-1"]
TEXTS = ["'a'", "'b'", "''"]
compare = st.one_of(
    st.tuples(
        st.sampled_from(["n", "x"]), st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), st.sampled_from(NUMBERS)
    ),
    st.tuples(st.just("s"), st.sampled_from(["==", "!=", "<", ">="]), st.sampled_from(TEXTS)),
    st.tuples(st.just("c"), st.sampled_from(["==", "!="]), st.sampled_from([*TEXTS, "None"])),
    st.tuples(st.just("o"), st.sampled_from(["==", "is", "is not"]), st.just("None")),
    st.tuples(st.just("len(s)"), st.sampled_from(["==", "<", ">"]), st.sampled_from(["0", "1", "2"])),
).map(" ".join)
member = st.tuples(st.sampled_from(["n", "s", "c"]), st.sampled_from(["in", "not in"])).flatmap(
    lambda head: st.lists(st.sampled_from([*NUMBERS, *TEXTS]), min_size=1, max_size=2).map(
        lambda items: f"{head[0]} {head[1]} [{', '.join(items)}]"
    )
)
atoms = st.one_of(compare, member, st.sampled_from(["b", "n", "s", "c", "o", "n < x", "True"]))
texts = st.recursive(
    atoms,
    lambda inner: st.one_of(
        inner.map(lambda text: f"not ({text})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: " and ".join(f"({part})" for part in parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: " or ".join(f"({part})" for part in parts)),
    ),
    max_leaves=5,
)
FORMS = {key: form for key, (form, _) in TYPES.items()}


def worlds(*conditions: Condition) -> Iterator[dict[str, object]]:
    text = " ".join(map(guard_text, conditions))
    used = [key for key in TYPES if key in text]
    for values in itertools.islice(itertools.product(*(TYPES[key][1] for key in used)), 20_000):
        yield dict(zip(used, values, strict=True))


def outcomes(condition: Condition) -> set[bool]:
    found = set()
    for world in worlds(condition):
        try:
            found.add(evaluate(condition, world))
        except TypeError:
            continue
    return found


@given(texts)
@settings(max_examples=300)
def test_what_is_said_never_to_hold_never_holds(text: str) -> None:
    condition = one(text)
    seen = outcomes(condition)
    if True in seen:
        assert never_true(condition, FORMS) is not YES
    if False in seen:
        assert never_true(Not(condition), FORMS) is not YES


@given(texts)
@settings(max_examples=300)
def test_what_is_said_to_be_possible_is(text: str) -> None:
    condition = one(text)
    # The values tried here stand for every way in which these constants compare, so nothing is missed.
    assert possible([condition], FORMS) is not YES or True in outcomes(condition)


@given(st.lists(texts, min_size=1, max_size=3))
@settings(max_examples=200)
def test_the_first_that_holds_is_taken(found: list[str]) -> None:
    conditions = [one(text) for text in found]
    choice = choose([Way(Expression(condition)) for condition in conditions], types=FORMS)
    taken: set[int | None] = set()
    for world in worlds(*conditions):
        try:
            taken.add(next((n for n, condition in enumerate(conditions) if evaluate(condition, world)), None))
        except TypeError:
            continue
    for number in range(len(conditions)):
        assert choice.taken[number] is not NO or number not in taken
        assert choice.taken[number] is not YES or number in taken
    assert choice.gap is not NO or None not in taken
    assert choice.gap is not YES or None in taken


@pytest.mark.parametrize(
    ("first", "second", "form", "verdict"),
    [
        ("x < 5", "x > 7", INT, YES),
        ("x < 5", "x > 4", INT, YES),
        ("x < 5", "x > 4", FLOAT, NO),
        ("x < 5", "x >= 5", FLOAT, YES),
        ("x == 'a'", "x == 'b'", STR, YES),
        ("x", "not x", ANY, YES),
        ("x < 5", "x > 7", OUTSIDE, YES),
        ("x < 7", "x > 5", OUTSIDE, UNKNOWN),
        ("x in ['a', 'b']", "x == 'b'", STR, NO),
        ("len(x) > 3", "len(x) < 2", named("list[str]"), YES),
        ("x < y", "x > y", INT, UNKNOWN),
    ],
)
def test_two_that_never_hold_together(first: str, second: str, form: TypeForm, verdict: Verdict) -> None:
    assert opposite(possible([one(first), one(second)], {"x": form, "y": form})) is verdict


@pytest.mark.parametrize(
    ("guards", "form", "verdict"),
    [
        (["x < 5", "x >= 5"], INT, YES),
        (["x < 5", "x > 5"], INT, NO),
        (["x < 5", "x >= 5"], FLOAT, UNKNOWN),
        (["x < 5", "not x < 5"], FLOAT, YES),
        (["x == 'a'", "x == 'b'"], lit("a", "b"), YES),
        (["x == 'a'", "x == 'b'"], STR, NO),
        (["x == 'a'", "x == 'b'"], OUTSIDE, UNKNOWN),
        (["x == 'a'", "x == 'b'"], ANY, NO),
        (["x == True", "x == False"], ANY, UNKNOWN),
        (["x is None", "x > 2", "x <= 2"], union([INT, Named("None")]), YES),
        (["x > 0.5"], Constrained(FLOAT, (Constraint("gt", 0.5),)), YES),
        (["x >= 0", "x < 0"], Constrained(FLOAT, (Constraint("ge", -1), Constraint("le", 1))), YES),
        (["x"], Constrained(STR, (Constraint("min_length", 1),)), YES),
        (["len(x) >= 1"], Constrained(named("list[str]"), (Constraint("min_length", 1),)), YES),
        (["len(x) >= 2"], Constrained(named("list[str]"), (Constraint("min_length", 1),)), NO),
        (["x"], BOOL, NO),
    ],
)
def test_some_that_leave_nothing_out(guards: list[str], form: TypeForm, verdict: Verdict) -> None:
    assert never_true(Not(AnyOf(tuple(map(one, guards)))), {"x": form}) is verdict


def test_enums_compare_with_their_members_only_where_that_can_be_told() -> None:
    colour = EnumForm(
        "Colour", (LiteralValue("enum", "red", "Colour.RED"), LiteralValue("enum", "blue", "Colour.BLUE"))
    )
    assert never_true(one("x == 'green'"), {"x": colour}) is YES
    assert never_true(one("x == 'red'"), {"x": colour}) is UNKNOWN
    assert never_true(one("x is None"), {"x": colour}) is YES
    assert never_true(Not(one("x")), {"x": colour}) is YES


def test_one_that_holds_wherever_another_does() -> None:
    assert possible([one("x > 7"), Not(one("x > 5"))], {"x": INT}) is NO
    assert possible([one("x > 5"), Not(one("x > 7"))], {"x": INT}) is YES


def test_predicates_answer_either_way_each_time() -> None:
    ready = Predicate(Check("ready", (Read("x"),)))
    choice = choose([Way(ready), Way(ready)])
    assert choice.taken == (YES, YES)
    assert choice.gap is YES


def test_an_unguarded_way_hides_what_follows_unless_it_is_used_up() -> None:
    assert choose([Way(None), Way(None)]).taken == (YES, NO)
    assert choose([Way(None)]).gap is NO
    assert choose([Way(None, lasting=False), Way(None)]).taken == (YES, YES)
    assert choose([Way(None)], [Way(None)]).offered == (NO,)
    assert choose([Way(Unknown(Why.DYNAMIC))], [Way(None)]).offered == (UNKNOWN,)


def test_offers_are_judged_where_nothing_is_taken() -> None:
    choice = choose([Way(Expression(one("x < 5")))], [Way(Expression(one("x < 3"))), Way(None)], {"x": INT})
    assert choice.offered == (NO, YES)


def test_a_gap_says_for_which_values() -> None:
    choice = choose([Way(Expression(one("x < 5"))), Way(Expression(one("x > 5")))], types={"x": INT})
    assert choice.gap is YES
    assert str(choice.when) == "x is 5"


def test_too_many_keys_are_not_decided() -> None:
    text = " or ".join(f"k{number} == {number}" for number in range(30))
    assert choose([Way(Expression(one(text)))]).gap is UNKNOWN
