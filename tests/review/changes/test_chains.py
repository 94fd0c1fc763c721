"""What a diff says of two chains, change by change."""

from dataclasses import replace

import pytest

from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat, Route
from chaindsl.graph.step import Check, Prompt, Step, Tool
from chaindsl.graph.typeform import LiteralValue
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.changes.saying import change_line
from tests.review.changes.made import compared

UNKNOWN, OTHER = Unknown(Why.DYNAMIC, "f()"), Unknown(Why.DYNAMIC, "g()")
A, B, C = Step("a"), Step("b"), Step("c")


def said(old: tuple[Part, ...], new: tuple[Part, ...]) -> list[str]:
    """The lines of the diff of two chains of these parts."""
    found = compared(Flow("flow", Chain(old)), Flow("flow", Chain(new)))
    return [f"{one.verb}: {change_line(one)}" for one in found.changes]


def route(label: str, *parts: Part) -> Route:
    return Route(LiteralValue("str", label), parts)


def prompt(name: str, version: str = "1", text: str = "Say it.") -> Prompt:
    return Prompt(name, version, text)


CASES: dict[str, tuple[Part, Part, list[str]]] = {
    "another key chooses": (
        Branch("kind", (route("x", A),)),
        Branch("sort", (route("x", A),)),
        ["changed: `branch on sort`, chosen by: kind → sort"],
    ),
    "a route came": (
        Branch("kind", (route("x", A),)),
        Branch("kind", (route("x", A), route("y"))),
        ["added: `branch on kind`, route y: added, nothing"],
    ),
    "a route went": (
        Branch("kind", (route("x", A), route("y", B))),
        Branch("kind", (route("x", A),)),
        [
            "removed: `branch on kind`, route y: removed, b",
            "removed: `b`: removed, first in the branch on kind, route y",
        ],
    ),
    "routes can't be followed any more": (
        Branch("kind", (route("x", A),)),
        Branch("kind", UNKNOWN),
        [
            "changed: `branch on kind`, routes: x → ? (f())",
            "removed: `a`: removed, first in the branch on kind, route x",
        ],
    ),
    "routes are others that can't be followed": (
        Branch("kind", UNKNOWN),
        Branch("kind", OTHER),
        ["changed: `branch on kind`, routes: ? (f()) → ? (g())"],
    ),
    "a loop": (
        Repeat((A,), "ok", 3),
        Repeat((A,), "good", 4, "continue"),
        [
            "changed: `loop until good`, until: ok → good",
            "changed: `loop until good`, most rounds: 3 → 4",
            "changed: `loop until good`, when the rounds are used up: fail → continue",
        ],
    ),
    "a hole": (Hole(UNKNOWN), Hole(OTHER), ["added: `? (g())`: added, first", "removed: `? (f())`: removed, first"]),
    "a step leaves its block": (Parallel((A, B)), Parallel((A,)), ["removed: `b`: removed, side by side with others"]),
    "tools": (
        replace(A, tools=(Tool("complete"),)),
        replace(A, tools=(Tool("complete", required=False), Tool("clock"))),
        ["changed: `a`, tool: complete → complete?", "added: `a`, tool: added, clock"],
    ),
    "validators look in another order": (
        replace(A, validators=(Check("one"), Check("two"))),
        replace(A, validators=(Check("two"), Check("one"))),
        ["changed: `a`, order (validators): one, two → two, one"],
    ),
    "validators can't be followed": (
        replace(A, validators=UNKNOWN),
        replace(A, validators=()),
        ["removed: `a`, validator: removed, ? (f())"],
    ),
    "a prompt in the place of another": (
        replace(A, prompts=(prompt("p"),)),
        replace(A, prompts=(prompt("q", "2", "Say it well."),)),
        ["changed: `a`, prompt q: p, version 1 → q, version 2"],
    ),
    "prompts come": (
        replace(A, prompts=()),
        replace(A, prompts=(prompt("p"), prompt("q"))),
        ["added: `a`, prompt p: added, version 1", "added: `a`, prompt q: added, version 1"],
    ),
    "prompts go": (
        replace(A, prompts=(prompt("p"), prompt("q"))),
        replace(A, prompts=()),
        ["removed: `a`, prompt p: removed, version 1", "removed: `a`, prompt q: removed, version 1"],
    ),
    "prompts in another order": (
        replace(A, prompts=(prompt("p"), prompt("q"))),
        replace(A, prompts=(prompt("q"), prompt("p"))),
        ["changed: `a`, order (prompts): p, q → q, p"],
    ),
    "prompts can't be followed": (
        replace(A, prompts=(prompt("p"),)),
        replace(A, prompts=UNKNOWN),
        ["changed: `a`, prompt: p → ? (f())"],
    ),
    "the text of a prompt can't be followed": (
        replace(A, prompts=(prompt("p"),)),
        replace(A, prompts=(replace(prompt("p"), text=UNKNOWN),)),
        ["changed: `a`, prompt p: version 1, the text differs"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_part_that_stayed(name: str) -> None:
    old, new, lines = CASES[name]
    assert said((old, C), (new, C)) == lines


def test_a_flow_inside_is_told_of_itself() -> None:
    one, other = (Nested(Flow("inner", Chain(parts))) for parts in ((A,), (A, B)))
    assert said((one,), (other,)) == ["added: `inner` → `b`: added, after a"]


def test_blocks_come_and_go_with_what_they_hold() -> None:
    blocks: tuple[Part, ...] = (Repeat((A,), "ok", 3), Branch("kind", UNKNOWN), Branch("kind", ()), Parallel((B, C)))
    assert said((), blocks) == [
        "added: `loop until ok`: added, around a, at most 3 rounds, then fails, first",
        "added: `a`: added, first in the loop until ok",
        "added: `branch on kind`: added, routes ? (f()), after loop until ok",
        "added: `branch on kind`: added, without routes, after branch on kind",
        "added: `side by side: b, c`: added, side by side: b, c, after branch on kind",
        "added: `b`: added, side by side with others",
        "added: `c`: added, side by side with others",
    ]
    assert said(blocks, ()) == [
        "removed: `loop until ok`: removed, around a, at most 3 rounds, then fails, first",
        "removed: `a`: removed, first in the loop until ok",
        "removed: `branch on kind`: removed, routes ? (f()), after loop until ok",
        "removed: `branch on kind`: removed, without routes, after branch on kind",
        "removed: `side by side: b, c`: removed, side by side: b, c, after branch on kind",
        "removed: `b`: removed, side by side with others",
        "removed: `c`: removed, side by side with others",
    ]


def test_steps_move_within_and_between_blocks() -> None:
    assert said((A, B, C), (C, A, B)) == ["changed: `c`, order: after b → first"]
    assert said((A, Repeat((B,), "ok", 2)), (Repeat((B, A), "ok", 2),)) == [
        "changed: `a`, order: first → after b in the loop until ok"
    ]
    assert said((Parallel((A, B)), C), (Parallel((B, A)), C)) == [
        "changed: the flow, order (the same things are listed in another order): changed"
    ]
    assert said(
        (A, Branch("k", (route("x", B), route("y", C)))), (Branch("k", (route("x", B, C), route("y", A))),)
    ) == [
        "changed: `c`, order: first in the branch on k, route y → after b in the branch on k, route x",
        "changed: `a`, order: first → first in the branch on k, route y",
    ]
