"""What of a graph changed since a run began, and whether the run has it behind it."""

from collections.abc import Callable

import pytest

from chaindsl import Flow, State, branch, chain, parallel, repeat, step, transition, workflow
from chaindsl.runtime.change import changed, document


def named(name: str, reads: str = "a", writes: str | None = None, attempts: int = 2) -> Callable[[str], str]:
    def body(value: str) -> str:
        return value

    body.__annotations__ = {reads: str, "return": str}
    source = f"def {name}({reads}: str) -> str: ..."
    space: dict[str, Callable[[str], str]] = {}
    exec(source, space)
    return step(writes=writes or f"k_{name}", max_attempts=attempts)(space[name])


def said(old: Flow, new: Flow, *done: str) -> tuple[list[str], bool]:
    found = changed("r1", document(old.graph), document(new.graph), frozenset(done))
    return [f"{issue.subject} {issue.message}" for issue in found.issues], found.behind


def line(*parts: object, **options: object) -> Flow:
    return chain("f", *parts, **{"inputs": {"a": str}, **options})  # type: ignore[arg-type]


ONE, TWO, THREE = named("one"), named("two"), named("three")


@pytest.mark.parametrize(
    ("new", "done", "issues", "behind"),
    [
        (line(ONE, TWO), ("one",), ["two is new"], False),
        (line(TWO), ("one",), ["one is gone", "two is new"], True),
        (line(named("one", attempts=3)), (), ["one is another"], False),
        (line(named("one", attempts=3)), ("one",), ["one is another"], True),
        (line(ONE, inputs={"a": str, "b": int}), (), ["inputs is another"], True),
        (line(ONE, outputs=["k_one"]), ("one",), ["outputs is another"], False),
        (line(ONE, parallel(TWO, THREE)), ("one",), ["parallel 2 is new"], False),
    ],
)
def test_a_chain(new: Flow, done: tuple[str, ...], issues: list[str], behind: bool) -> None:
    assert said(line(ONE), new, *done) == (issues, behind)


def test_another_order_is_behind_whatever_was_done() -> None:
    assert said(line(ONE, TWO), line(TWO, ONE)) == (["order differs"], True)


def test_nothing_that_can_be_named_is_an_order() -> None:
    assert said(line(ONE), line(ONE)) == (["order differs"], True)


@pytest.mark.parametrize("done", ["inner", "two"])
def test_a_step_inside_a_block_touches_the_block(done: str) -> None:
    def flow(attempts: int) -> Flow:
        return line(ONE, parallel(chain("inner", TWO, inputs={"a": str}), named("three", attempts=attempts)))

    assert said(flow(2), flow(3), "one") == (["parallel 2 is another"], False)
    assert said(flow(2), flow(3), "one", done) == (["parallel 2 is another"], True)


def test_what_a_workflow_inside_has_begun_is_behind() -> None:
    def flow(limit: int) -> Flow:
        @transition(source="a", target="z", actor="deterministic", limit=limit)
        def go() -> None: ...

        return line(ONE, workflow("inner", go, initial="a", final=["z"]))

    assert said(flow(2), flow(3), "f", "one") == (["inner is another"], False)
    assert said(flow(2), flow(3), "f", "one", "inner", "go") == (["inner is another"], True)


def test_a_nested_flow_goes_by_its_name() -> None:
    def flow(attempts: int) -> Flow:
        return line(chain("inner", named("two", attempts=attempts), inputs={"a": str}))

    assert said(flow(2), flow(3)) == (["inner is another"], False)


def test_branches_and_loops_go_by_their_place() -> None:
    @step(writes="kind")
    def sort(a: str) -> bool:
        return bool(a)

    @step(writes="enough")
    def again(a: str) -> bool:
        return bool(a)

    def flow(limit: int) -> Flow:
        return line(sort, branch("kind", {True: TWO, False: THREE}), repeat(again, until="enough", limit=limit))

    assert said(flow(2), flow(3), "sort", "two") == (["repeat 3 is another"], False)


def moves(when: str = "", guidance: str = "Decide.", depth: int = 50) -> Flow:
    guard: dict[str, str] = {"when": when} if when else {}

    @transition(source="a", target="z", actor="agent", **guard)  # type: ignore[call-overload,untyped-decorator]
    def go() -> None: ...

    @transition(source="a", target="y", actor="human")
    def leave() -> None: ...

    state = State("a", guidance=guidance)
    options = {"initial": "a", "final": ["y", "z"], "inputs": {"ok": bool}, "max_chain_depth": depth}
    return workflow("w", go, leave, states=[state], **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("new", "done", "issues", "behind"),
    [
        (moves(when="ok"), ("leave",), ["go is another"], False),
        (moves(when="ok"), ("go",), ["go is another"], True),
        (moves(guidance="Decide well."), ("go",), ["state a is another"], False),
        (moves(depth=9), ("go",), ["the workflow is another"], False),
    ],
)
def test_a_workflow(new: Flow, done: tuple[str, ...], issues: list[str], behind: bool) -> None:
    assert said(moves(), new, *done) == (issues, behind)


def test_the_error_says_what_to_do() -> None:
    ahead = changed("r1", document(line(ONE).graph), document(line(ONE, TWO).graph), frozenset({"one"}))
    assert str(ahead).startswith("the flow has changed since run r1 began: two is new [graph-changed]")
    assert "accept_change" in str(ahead)
    behind = changed("r1", document(line(ONE).graph), document(line(TWO).graph), frozenset({"one"}))
    assert "start a new run" in str(behind)
