"""The picture of coverage says of each part how many paths take it."""

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.draw.model import Tone
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Route, Transition, Workflow
from chaindsl.graph.guard import Expression, parse_guard
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import LiteralValue
from chaindsl.review.simulation.coverage import counted, coverage_of, covered
from chaindsl.review.ways.flow_ways import ways_of


def noted(flow: Flow) -> tuple[dict[str, tuple[str, Tone | None]], tuple[int, int]]:
    coverage = coverage_of(flow, ways_of(FlowFacts(flow)).found)
    drawing = covered(flow, coverage)
    notes = {node.title: (node.notes[0], node.tone) for node in drawing.nodes if node.notes}
    return notes, counted(drawing, coverage)


def test_steps_of_a_chain() -> None:
    a, b, c = (Step(name, writes=name) for name in "abc")
    inner = Flow("in", Chain((c,)))
    routes = tuple(Route(LiteralValue("str", text), parts) for text, parts in (("x", (b,)), ("y", (Nested(inner),))))
    assert noted(Flow("f", Chain((a, Branch("a", routes))))) == (
        {
            "f": ("✓ every path", Tone.DONE),
            "a": ("✓ every path", Tone.DONE),
            "a?": ("✓ every path", Tone.DONE),
            "b": ("✓ 1 of 2 paths", Tone.DONE),
            "c": ("✓ 1 of 2 paths", Tone.DONE),
        },
        (3, 3),
    )


def test_states_and_transitions_that_no_run_comes_to() -> None:
    never = Expression(parse_guard("1 > 2"))
    moves = (
        Transition("on", ("a",), ("b",), Actor.DETERMINISTIC),
        Transition("off", ("a",), ("c",), Actor.DETERMINISTIC, guard=never),
    )
    assert noted(Flow("w", Workflow(moves, "a", ("b", "c")))) == (
        {
            "w": ("✓ every path", Tone.DONE),
            "a": ("✓ every path", Tone.DONE),
            "b": ("✓ every path", Tone.DONE),
            "c": ("✗ on no path", Tone.NEVER),
            "on": ("✓ every path", Tone.DONE),
            "off": ("✗ on no path", Tone.NEVER),
        },
        (3, 5),
    )
