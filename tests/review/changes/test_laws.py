"""What holds for any two flows: whatever differs is told, what does not is not, and every format can say it."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.step import Attempts, Check, Each, Effect, Prompt, Read, Step, Tool, ToolKind
from chaindsl.graph.typeform import STR, Named
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.changes.change import Aspect
from chaindsl.review.changes.element import kept_in_order
from chaindsl.review.changes.exact import same
from chaindsl.review.changes.flowwise import flow_changes
from chaindsl.review.changes.markdown import LONGEST, markdown
from chaindsl.review.changes.plain import text
from chaindsl.review.changes.record import json_text
from chaindsl.review.changes.stepwise import step_changes
from tests.graph.generated import Graphs
from tests.review.changes.made import compared, difference

FLOWS = Graphs().flows()
FEW = settings(max_examples=25)


@FEW
@given(FLOWS, FLOWS)
def test_something_is_said_if_and_only_if_something_differs(old: Flow, new: Flow) -> None:
    assert bool(flow_changes(old, new)) is not same(replace(old, name=new.name), new)
    assert flow_changes(old, old) == flow_changes(new, new) == []


@FEW
@given(FLOWS, FLOWS)
def test_every_format_says_any_difference(old: Flow, new: Flow) -> None:
    found = difference(replace(old, name="flow"), replace(new, name="flow"))
    assert text(found).endswith("\n")
    assert json.loads(json_text(found))["version"] == 1
    assert len(markdown(found)) <= LONGEST


@FEW
@given(FLOWS)
def test_one_difference_alone_is_told(flow: Flow) -> None:
    """Each property of a flow by itself."""
    for name, value in (("drop", not flow.drop), ("outputs", ("else",)), ("inputs", ()), ("guarantees", ())):
        new = replace(flow, **{name: value})  # type: ignore[arg-type]
        assert bool(flow_changes(flow, new)) is (not same(flow, new))


STEP = Step(
    "step",
    reads=(Read("a", STR), Read("b", STR, True)),
    tools=(Tool("complete", ToolKind.MODEL), Tool("search")),
    writes="c",
    type=STR,
    fallback='"x"',
    prompts=(Prompt("p", "1", "text"), Prompt("q", "1", "text")),
    validators=(Check("v"), Check("w")),
    each=Each("a", 3),
    max_calls=2,
    effect=Effect("k"),
)
NOT_KNOWN = Unknown(Why.DYNAMIC, "other()")
DIFFERENT: dict[str, tuple[object, Aspect]] = {
    "reads": ((Read("a", STR),), Aspect.KEY),
    "tools": ((Tool("complete", ToolKind.MODEL),), Aspect.TOOL),
    "writes": ("d", Aspect.KEY),
    "type": (Named("int"), Aspect.TYPE),
    "parsed": (True, Aspect.TYPE),
    "fallback": (None, Aspect.FALLBACK),
    "prompts": ((Prompt("p", "2", "text"), Prompt("q", "1", "text")), Aspect.PROMPT),
    "validators": ((Check("w"), Check("v")), Aspect.ORDER),
    "each": (Each("a", 4), Aspect.LIMIT),
    "attempts": (Attempts(3), Aspect.RETRY),
    "max_calls": (3, Aspect.LIMIT),
    "effect": (Effect("k2"), Aspect.EFFECT),
    "command": (True, Aspect.EFFECT),
}


def _read(name: str) -> Read:
    """The first read with something else in one field."""
    return replace(STEP.reads[0], **{name: "x"})  # type: ignore[arg-type]


def test_every_property_of_a_step_is_looked_at() -> None:
    assert {part.name for part in fields(Step) if part.compare} == {*DIFFERENT, "name"}


@pytest.mark.parametrize("name", DIFFERENT)
def test_each_property_of_a_step_is_told_as_what_it_is(name: str) -> None:
    value, aspect = DIFFERENT[name]
    new = replace(STEP, **{name: value})  # type: ignore[arg-type]
    assert [one.aspect for one in step_changes(STEP, new, "step")] == [aspect]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("each", replace(STEP.each, **{part.name: "x"}))  # type: ignore[type-var]
        for part in fields(Each)
    ]
    + [("attempts", replace(STEP.attempts, **{part.name: NOT_KNOWN})) for part in fields(Attempts)]
    + [("effect", Effect("k", automatic=True)), ("reads", (Read("b", STR, True), Read("a", STR)))]
    + [("reads", (_read(part.name), STEP.reads[1])) for part in fields(Read)]
    + [("prompts", NOT_KNOWN), ("validators", NOT_KNOWN), ("each", NOT_KNOWN), ("each", None), ("effect", None)],
)
def test_so_is_each_of_what_it_is_made_of(name: str, value: object) -> None:
    new = replace(STEP, **{name: value})  # type: ignore[arg-type]
    assert list(step_changes(STEP, new, "step")) != []


def test_what_can_t_be_followed_differs_by_its_text_and_not_by_its_layout() -> None:
    def unknown(said: str) -> Flow:
        return Flow("flow", Chain((replace(STEP, fallback=Unknown(Why.DYNAMIC, said)),)))

    assert compared(unknown("pick( 'a', 1 )"), unknown('pick("a", 1)')).verb == "same"
    assert compared(unknown("pick('\\d', 1)"), unknown('pick("\\d",1)')).verb == "same"
    (change,) = compared(unknown("pick(1)"), unknown("pick(2)")).changes
    assert (change.before, change.after) == ("? (pick(1))", "? (pick(2))")


@given(st.lists(st.integers(0, 30), max_size=8, unique=True))
def test_what_stays_in_order_is_as_much_as_can(positions: list[int]) -> None:
    kept = sorted(kept_in_order(positions))
    values = [positions[index] for index in kept]
    assert values == sorted(values)

    def longest(done: int, last: int) -> int:
        rest = range(done, len(positions))
        return max((1 + longest(index + 1, positions[index]) for index in rest if positions[index] > last), default=0)

    assert len(kept) == longest(0, -1)
