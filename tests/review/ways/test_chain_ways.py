"""Every way through a chain, once; or, where there are too many, ways that take every route."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat, Route
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import LiteralValue
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.ways.flow_ways import ways_of
from chaindsl.review.ways.telling import told
from chaindsl.review.ways.way import Chosen, Rounds, walked
from tests.graph.generated import Graphs

A, B, C, D, OK = (Step(name, writes=name) for name in ("a", "b", "c", "d", "ok"))
HOLE = Unknown(Why.DYNAMIC)


def fork(*routes: tuple[Part, ...], otherwise: tuple[Part, ...] | None = None) -> Branch:
    labels = (LiteralValue("str", letter) for letter in "xyz")
    return Branch("k", tuple(Route(label, parts) for label, parts in zip(labels, routes, strict=False)), otherwise)


def ways(*parts: Part, most: int = 200) -> list[str]:
    found = ways_of(FlowFacts(Flow("f", Chain(parts))), most)
    return [told(way) + (f" ✗ {way.end}" if way.fails else "") for way in found.found]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((), ["nothing is done"]),
        ((A, B), ["a → b"]),
        ((A, fork((B,), (), otherwise=(C, D)), A), ["a → [x] b → a", "a → [y] a", "a → [otherwise] c → d → a"]),
        ((Parallel((A, B)), C), ["{a | b} → c"]),
        ((Nested(Flow("in", Chain((A, B)))), C), ["in(a → b) → c"]),
        ((A, Hole(HOLE), B), ["a → ? → b"]),
        ((Branch("k", HOLE), B), ["? → b"]),
        (
            (Repeat((A, OK, B), "ok", 4), C),
            [
                "a → ok → c",
                "a → ok → b → a → ok → c",
                "(a → ok → b) ×3 → a → ok → c",
                "(a → ok → b) ×4 ✗ a loop is used up",
            ],
        ),
        ((Repeat((OK,), "ok", 1, "continue"), C), ["ok → c", "ok → c"]),
        ((Repeat((A,), "ok", 3), C), ["(a) ×3 ✗ a loop is used up"]),
        ((Repeat((A, OK), "ok", HOLE), C), ["a → ok → c", "a → ok → a → ok → c"]),
        ((Repeat((Parallel((A, OK)), B), "ok", 1, "continue"),), ["{a | ok}", "{a | ok} → b"]),
        ((Repeat((Nested(Flow("in", Chain((A, OK)))), B), "ok", 1, "continue"),), ["in(a → ok)", "in(a → ok) → b"]),
        (
            (Repeat((Repeat((OK, A), "done", 1, "continue"), B), "ok", 1, "continue"),),
            ["ok", "ok → a → b"],
        ),
    ],
)
def test_ways(parts: tuple[Part, ...], expected: list[str]) -> None:
    assert ways(*parts) == expected


def test_too_many_ways_become_enough_of_them() -> None:
    forks = [fork((Step(f"x{n}", writes="x"),), (Step(f"y{n}", writes="x"),)) for n in range(20)]
    found = ways_of(FlowFacts(Flow("f", Chain(tuple(forks)))))
    assert (found.whole, len(found.found)) == (False, 2)
    assert [told(way)[:21] for way in found.found] == ["[x] x0 → [x] x1 → [x]", "[y] y0 → [y] y1 → [y]"]


def test_a_thousand_steps_are_one_way() -> None:
    found = ways_of(FlowFacts(Flow("f", Chain(tuple(Step(f"s{n}", writes=f"k{n}") for n in range(1_000))))))
    assert [len(way.stops) for way in found.found] == [1_000]


def chosen(parts: tuple[Part, ...]) -> set[tuple[int, str | None]]:
    """Every route of every branch that a run may come to."""
    found: set[tuple[int, str | None]] = set()
    for part in parts:
        match part:
            case Branch(_, tuple() as routes, otherwise):
                for route in routes:
                    label = "?" if isinstance(route.label, Unknown) else route.label.label
                    found |= {(id(part), label), *chosen(route.parts)}
                if otherwise is not None:
                    found |= {(id(part), None), *chosen(otherwise)}
            case Nested(Flow(body=Chain(inner))) | Repeat(parts=inner) | Parallel(parts=inner):
                found |= chosen(inner)
    return found


@given(Graphs(holes=False).chains(), st.sampled_from([1, 200]))
def test_every_route_is_on_a_way_unless_a_loop_that_can_not_be_left_is_before_it(body: Chain, most: int) -> None:
    facts = FlowFacts(Flow("f", body))
    if facts.flow.body is not body:
        return
    found = ways_of(facts, most)
    stops = [stop for way in found.found for stop in walked(way.stops)]
    seen = {(id(stop.branch), stop.label) for stop in stops if isinstance(stop, Chosen)}
    possible = chosen(body.parts)
    assert seen <= possible
    if not any(way.fails for way in found.found):
        assert seen == possible
    assert all(stop.times >= 1 for stop in stops if isinstance(stop, Rounds))
