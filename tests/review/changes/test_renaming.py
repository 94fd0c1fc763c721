"""Other names for steps, states and transitions: everywhere they are said, and nowhere else."""

from hypothesis import given
from hypothesis import strategies as st

from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat, Route, Transition, Workflow
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import LiteralValue, literal
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.changes.renaming import renamed

UNKNOWN = Unknown(Why.DYNAMIC, "f()")
GUARANTEES: tuple[Guarantee, ...] = (
    Passes("a", before="b"),
    Decides("human", before="b"),
    AtMost("a", 2),
    Never("a", after="b"),
    AtMost(UNKNOWN, 1),
)


def route(label: str, *parts: Part) -> Route:
    return Route(LiteralValue("str", label), parts)


def test_a_chain_says_its_steps_in_parts_and_guarantees() -> None:
    inner = Flow("inner", Chain((Step("a"),)))
    parts: tuple[Part, ...] = (
        Step("a"),
        Branch("kind", (route("a", Step("a")), route("b")), (Step("b"),)),
        Branch("kind", UNKNOWN),
        Repeat((Step("a"), Parallel((Step("b"), Step("c")))), "a", 3),
        Nested(inner),
        Hole(UNKNOWN),
        Step(UNKNOWN),
    )
    found = renamed(Flow("flow", Chain(parts), guarantees=GUARANTEES), {"a": "x", "b": "y"}, {}, {})
    assert found.body == Chain(
        (
            Step("x"),
            Branch("kind", (route("a", Step("x")), route("b")), (Step("y"),)),
            Branch("kind", UNKNOWN),
            Repeat((Step("x"), Parallel((Step("y"), Step("c")))), "a", 3),
            Nested(inner),
            Hole(UNKNOWN),
            Step(UNKNOWN),
        )
    )
    assert found.guarantees == (
        Passes("x", before="y"),
        Decides("human", before="y"),
        AtMost("x", 2),
        Never("x", after="y"),
        AtMost(UNKNOWN, 1),
    )


def menu(*states: str) -> Step:
    return Step("pick", type=literal(LiteralValue("str", state) for state in states))


def test_a_workflow_says_its_states_and_transitions() -> None:
    body = Workflow(
        (
            Transition("go", ("new", "old"), ("done",), Actor.HUMAN, work=Step("go"), on_failure="new"),
            Transition("pick", ("new",), ("done", "old"), menu=True, work=menu("done", "old")),
            Transition("any", UNKNOWN, UNKNOWN, menu=True, work=Step("any")),
        ),
        "new",
        ("done",),
        (State("new", on_timeout="old"), State("old")),
    )
    found = renamed(Flow("flow", body), {}, {"new": "fresh", "old": "a"}, {"go": "leave", "pick": "choose"})
    choose = menu("a", "done")
    assert found.body == Workflow(
        (
            Transition("leave", ("fresh", "a"), ("done",), Actor.HUMAN, work=Step("leave"), on_failure="fresh"),
            Transition("choose", ("fresh",), ("a", "done"), menu=True, work=Step("choose", type=choose.type)),
            Transition("any", UNKNOWN, UNKNOWN, menu=True, work=Step("any")),
        ),
        "fresh",
        ("done",),
        (State("fresh", on_timeout="a"), State("a")),
    )


def test_what_is_not_known_stays_so() -> None:
    flow = Flow("flow", Workflow((), UNKNOWN, UNKNOWN, UNKNOWN), guarantees=UNKNOWN)
    assert renamed(flow, {"a": "b"}, {"a": "b"}, {"a": "b"}) == flow


def chains() -> st.SearchStrategy[tuple[Part, ...]]:
    steps = st.sampled_from("abc").map(Step)
    return st.recursive(
        st.lists(steps, max_size=3).map(tuple),
        lambda inner: st.lists(
            st.one_of(
                inner.map(lambda parts: Repeat(parts, "k", 2)),
                inner.map(Parallel),
                st.tuples(inner, inner).map(lambda both: Branch("k", (route("l", *both[0]),), both[1])),
            ),
            max_size=3,
        ).map(tuple),
        max_leaves=6,
    )


@given(chains(), st.permutations("xyz"))
def test_names_given_and_taken_back_leave_the_flow(parts: tuple[Part, ...], names: list[str]) -> None:
    flow = Flow("flow", Chain(parts), guarantees=GUARANTEES)
    there = dict(zip("abc", names, strict=True))
    back = {new: old for old, new in there.items()}
    assert renamed(renamed(flow, there, {}, {}), back, {}, {}) == flow
