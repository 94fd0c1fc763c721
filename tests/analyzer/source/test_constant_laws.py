"""A law: what an expression is said to be is what Python makes of it, where Python makes anything of it."""

import warnings

from hypothesis import example, given, reject
from hypothesis import strategies as st

from chaindsl.graph.unknown import Unknown
from tests.analyzer.source.test_constant import result

ATOMS = st.sampled_from(
    ["0", "1", "2", "-3", "2.5", "True", "False", "None", "'a'", "'ab'", "''", "(1, 'a')", "()", "['a', 2]", "[]"]
)
BINARY = ("+", "-", "*", "/", "//", "%", "**", "<<", ">>", "|", "&", "^")
COMPARING = ("==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in")
FOLLOWED = frozenset({"+", "-", "*", "/", "//", "%"})


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, st.sampled_from(BINARY), inner).map(lambda it: f"({it[0]} {it[1]} {it[2]})"),
        st.tuples(st.sampled_from(["-", "+", "not ", "~"]), inner).map(lambda it: f"({it[0]}{it[1]})"),
        st.tuples(inner, inner, st.sampled_from(COMPARING), inner, inner).map(
            lambda it: f"({it[0]} if {it[1]} {it[2]} {it[3]} else {it[4]})"
        ),
        st.tuples(inner, inner, st.sampled_from(["and", "or"]), inner, inner).map(
            lambda it: f"({it[0]} if ({it[1]} {it[2]} {it[3]}) else {it[4]})"
        ),
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(inner, max_size=3).map(lambda items: "(" + "".join(f"{one}, " for one in items) + ")"),
        st.lists(st.tuples(ATOMS, inner), max_size=3).map(
            lambda pairs: "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"
        ),
        st.tuples(inner, inner).map(lambda it: f"[*{it[0]}, {it[1]}]"),
        st.tuples(inner, ATOMS).map(lambda it: f"{it[0]}[{it[1]}]"),
    )


EXPRESSIONS = st.recursive(ATOMS, larger, max_leaves=8)


def python_s_own(text: str) -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return eval(text, {})


def shape(value: object) -> object:
    """The value with the types of all that is in it: True is not 1."""
    match value:
        case list() | tuple():
            return type(value), [shape(one) for one in value]
        case dict():
            return dict, [(shape(key), shape(one)) for key, one in value.items()]
    return type(value), repr(value)


@given(EXPRESSIONS)
@example("(1 if 1 < 2.5 else 0)")
@example("{1: 'a', True: 'b'}")
@example("['a', 2][True]")
@example("(0 if ['a', 2] in {} else 0)")
def test_what_is_said_is_so(text: str) -> None:
    found = result(f"RESULT = {text}")
    if isinstance(found, Unknown):
        return
    try:
        own = python_s_own(text)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return  # a module that says this can't be loaded: only what is looked at is worked out
    assert shape(found) == shape(own)


@given(
    st.recursive(
        st.sampled_from(["0", "1", "2", "3", "2.5", "-7"]),
        lambda inner: st.tuples(inner, st.sampled_from(sorted(FOLLOWED)), inner).map(
            lambda it: f"({it[0]} {it[1]} {it[2]})"
        ),
        max_leaves=6,
    )
)
def test_sums_are_said(text: str) -> None:
    try:
        own = python_s_own(text)
    except ArithmeticError:
        reject()
    assert shape(result(f"RESULT = {text}")) == shape(own)
