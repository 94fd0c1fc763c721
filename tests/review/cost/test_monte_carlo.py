"""What the arithmetic says is what comes out when runs are thrown with dice, and no run is outside of its bounds."""

import random
from dataclasses import replace

import pytest

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat, Route, Transition, Workflow
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Attempts, Each, Step, Tool, ToolKind
from chaindsl.graph.typeform import Constraint, LiteralValue, Named, constrained
from chaindsl.review.cost.bill import Bill
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.spread import Spread
from chaindsl.review.cost.table import Table
from tests.review.cost.dice import Failed, Thrown, World, thrown, walked

RUNS = 6_000
MODEL = (Tool("complete", ToolKind.MODEL),)
SEARCH = (Tool("search", ToolKind.TOOL),)
LIST = constrained(Named("list", (Named("str"),)), [Constraint("min_length", 3), Constraint("max_length", 3)])


def asks(name: str, most: int = 2, **more: object) -> Step:
    return replace(Step(name, tools=MODEL, writes=name, attempts=Attempts(most, 0.5)), **more)  # type: ignore[arg-type]


LABEL = [LiteralValue("str", text) for text in "xy"]
FLOWS: dict[str, tuple[Part, ...]] = {
    "six in a row": tuple(asks(name) for name in "abcdef"),
    "one attempt each": tuple(asks(name, 1) for name in "abc"),
    "a fallback": (asks("a", fallback='"x"'), asks("b", 3)),
    "a branch": (asks("k"), Branch("k", (Route(LABEL[0], (asks("a"), asks("b"))), Route(LABEL[1], ())), (asks("c"),))),
    "a loop that fails": (asks("a"), Repeat((asks("b"), asks("ok"), asks("c")), "ok", 3), asks("d")),
    "a loop that goes on": (Repeat((asks("ok"), asks("c")), "ok", 4, "continue"), asks("d")),
    "side by side": (Parallel((asks("a"), asks("b"))), asks("c")),
    "a chain inside": (Nested(Flow("inner", Chain((asks("a"), asks("b"))), outputs=("b",))), asks("c")),
    "items in turn": (Step("l", tools=SEARCH, writes="l", type=LIST), asks("a", each=Each("l", 3, "fail"))),
    "items at once": (
        Step("l", tools=SEARCH, writes="l", type=LIST),
        asks("a", 3, each=Each("l", 3, "fail", workers=3)),
    ),
}


def bill_of(parts: tuple[Part, ...], success: float, noticed: float = 1.0) -> Bill:
    defaults = {"success": success, "noticed": noticed, "seconds": Spread.of(1.0)}
    return FlowCost(FlowFacts(Flow("f", Chain(parts))), Rates(Table(defaults=defaults))).bill


@pytest.mark.parametrize("noticed", [1.0, 0.7])
@pytest.mark.parametrize("name", FLOWS)
def test_means_agree(name: str, noticed: float) -> None:
    bill = bill_of(FLOWS[name], 0.8, noticed)
    means = thrown(FLOWS[name], World(random.Random(7), 0.8, noticed), RUNS)
    # Three times the standard error of a share in so many runs is below 0.02; calls vary a few times as much.
    assert means.completes == pytest.approx(bill.completes, abs=0.02)
    assert means.right == pytest.approx(bill.right, abs=0.02)
    if name.startswith("items") or name == "side by side":
        # The dice stop at the first item that fails for good, the arithmetic lets all be asked.
        return
    assert bill.calls.likely is not None
    assert means.calls == pytest.approx(bill.calls.likely, rel=0.02)


@pytest.mark.parametrize("name", sorted(set(FLOWS) - {"side by side"}))
def test_seconds_agree_where_nothing_fails_for_good(name: str) -> None:
    parts = tuple(never_failing(part) for part in FLOWS[name])
    if name == "a loop that fails":
        parts = tuple(replace(part, exhausted="continue") if isinstance(part, Repeat) else part for part in parts)
    bill = bill_of(parts, 0.7)
    means = thrown(parts, World(random.Random(11), 0.7), RUNS)
    assert (means.completes, bill.completes) == (1.0, 1.0)
    assert bill.seconds.likely is not None
    assert means.seconds == pytest.approx(bill.seconds.likely, rel=0.02)


def never_failing(part: Part) -> Part:
    match part:
        case Step():
            return replace(part, fallback='"x"')
        case Repeat() | Parallel():
            return replace(part, parts=tuple(map(never_failing, part.parts)))
        case Branch(_, routes, otherwise):
            assert isinstance(routes, tuple)
            ways = tuple(Route(route.label, tuple(map(never_failing, route.parts))) for route in routes)
            return replace(part, routes=ways, otherwise=tuple(map(never_failing, otherwise or ())))
        case Nested(flow):
            assert isinstance(flow.body, Chain)
            return Nested(replace(flow, body=Chain(tuple(map(never_failing, flow.body.parts)))))
    raise AssertionError(part)


@pytest.mark.parametrize("name", FLOWS)
def test_no_run_is_outside_of_its_bounds(name: str) -> None:
    bill, world = bill_of(FLOWS[name], 0.6), World(random.Random(3), 0.6)
    assert bill.calls.least is not None
    assert bill.calls.most is not None
    found = set()
    for _ in range(3_000):
        run = Thrown(world)
        try:
            run.parts(FLOWS[name])
        except Failed:
            assert run.calls <= bill.calls.most
            continue
        assert bill.calls.least <= run.calls <= bill.calls.most
        found.add(run.calls)
    assert min(found) == bill.calls.least


MACHINE = Workflow(
    (
        Transition("try", ("a",), ("b",), Actor.AGENT, work=asks("try", 1)),
        Transition("skip", ("a",), ("done",), Actor.AGENT),
        Transition("again", ("b",), ("a", "b"), Actor.HUMAN, menu=True),
        Transition("end", ("b",), ("done",), Actor.HUMAN, work=asks("end", 1), on_failure="a"),
    ),
    "a",
    ("done",),
)


def test_a_walk_with_dice_is_the_mean_of_the_machine() -> None:
    cost = FlowCost(FlowFacts(Flow("w", MACHINE)), Rates(Table(defaults={"success": 0.8})))
    assert cost.machine is not None
    moves, ended = walked(MACHINE, World(random.Random(5), 0.8), 8_000)
    taken = [cost.machine.taken(actor).likely for actor in Actor]
    assert None not in taken
    assert ended == pytest.approx(cost.bill.completes, abs=0.02)
    assert moves == pytest.approx(sum(number or 0 for number in taken), rel=0.03)
