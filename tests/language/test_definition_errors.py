"""Every problem of a definition, all together, each with its place."""

from typing import Any, Literal

import pytest

from chaindsl.errors import FlowError
from chaindsl.graph.budget import Budget
from chaindsl.language.blocks import branch, parallel, repeat
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.guarantees import at_most, decides, never, passes
from chaindsl.language.rename import renamed
from chaindsl.language.state import State
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.prompt import prompt
from tests.language.test_annotation import Colour


@step(writes="a")
def first(question: str) -> str:
    return question


@step(writes="b")
def second(a: str) -> str:
    return a


@step(writes="flag")
def flag(a: str) -> bool:
    return bool(a)


@transition(source="start", target="end", actor="deterministic")
def go(question: str) -> None: ...


@transition(source="start", target="end", actor="agent")
def ask(question: str) -> None: ...


def codes(make: Any) -> list[str]:
    """Assemble a flow that can't be, and return the codes of all its problems."""
    with pytest.raises(FlowError) as caught:
        make()
    for issue in caught.value.issues:
        assert issue.place is not None, issue
        assert issue.place.file == __file__
        assert str(issue) in str(caught.value)
    return sorted(issue.code for issue in caught.value.issues)


def a_chain(*parts: Any, **options: Any) -> Flow:
    return chain("c", *parts, **{"inputs": {"question": str, "items": list[str]}, **options})


def a_step(**options: Any) -> Any:
    @step(**{"writes": "x", **options})
    def made(question: str) -> str:
        return question

    return made


def a_transition(**options: Any) -> Any:
    @transition(**{"source": "start", "target": "end", **options})
    def made(question: str) -> str:
        return question

    return made


def a_workflow(*transitions: Any, **options: Any) -> Flow:
    defaults: dict[str, Any] = {"initial": "start", "final": ["end"], "inputs": {"question": str}}
    return workflow("w", *transitions, **{**defaults, **options})


STEP_OPTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"writes": ""}, ["bad-option"]),
    ({"writes": "not a key"}, ["bad-key"]),
    ({"write": "x"}, ["unknown-option"]),
    ({"name": 3}, ["bad-option"]),
    ({"max_attempts": 0}, ["bad-option"]),
    ({"max_attempts": True}, ["bad-option"]),
    ({"max_attempts": 1.5}, ["bad-option"]),
    ({"backoff": -1}, ["bad-option"]),
    ({"backoff": float("nan")}, ["bad-option"]),
    ({"timeout": 0}, ["bad-option"]),
    ({"timeout": float("inf")}, ["bad-option"]),
    ({"max_calls": -1}, ["bad-option"]),
    ({"limit": 3}, ["option-without-each"]),
    ({"workers": 3}, ["option-without-each"]),
    ({"each": "items", "limit": 0}, ["bad-option"]),
    ({"each": "items", "workers": "2"}, ["bad-option"]),
    ({"each": "items", "overflow": "drop"}, ["bad-option"]),
    ({"retry_on": "ValueError"}, ["bad-option"]),
    ({"retry_on": KeyboardInterrupt}, ["bad-option"]),
    ({"validate": lambda value: None}, ["lambda"]),
    ({"validate": "sound"}, ["bad-option"]),
    ({"prompt": "text"}, ["bad-option"]),
    ({"prompt": prompt("p", version="1")}, ["prompt-without-text"]),
    ({"prompt": prompt("p", version="1", text="x", file="x")}, ["prompt-without-text"]),
    ({"prompt": prompt("p", version="1", file="not-there.md")}, ["prompt-file"]),
    ({"prompt": prompt("p", version=1, text="")}, ["bad-prompt"]),  # type: ignore[arg-type]
    ({"prompt": prompt("", version="1", file=3)}, ["bad-prompt"]),  # type: ignore[arg-type]
    ({"idempotency_key": "k-{nothing}"}, ["idempotency-key"]),
    ({"idempotency_key": "k-{question}", "effect": False}, ["idempotency-key"]),
    ({"idempotency_key": "k-{question}-{other}", "each": "items"}, ["idempotency-key"]),
    ({"effect": 1}, ["bad-option"]),
]


@pytest.mark.parametrize(("options", "expected"), STEP_OPTIONS, ids=[str(index) for index in range(len(STEP_OPTIONS))])
def test_options_of_a_step(options: dict[str, Any], expected: list[str]) -> None:
    assert codes(lambda: a_chain(a_step(**options))) == expected


INNER = chain("i", first, inputs={"question": str})
TRANSITION_OPTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"target": "nowhere"}, ["unknown-state"]),
    ({"source": 3}, ["bad-option", "unknown-state"]),
    ({"actor": "robot"}, ["bad-option"]),
    ({"when": "question +"}, ["bad-guard"]),
    ({"when": "f(question)"}, ["bad-guard"]),
    ({"when": lambda question: True}, ["lambda"]),
    ({"on_failure": "nowhere"}, ["unknown-state"]),
    ({"limit": 0}, ["bad-option"]),
    ({"each": "items"}, ["unknown-option"]),
    ({"runs": "flow"}, ["bad-option"]),
    ({"runs": chain("i", first, inputs={"question": str, "more": str})}, ["missing-input"]),
    ({"runs": chain("i", second, inputs={"a": str})}, ["missing-input", "not-an-input"]),
    ({"runs": chain("i", first, inputs={"question": str}), "writes": "x"}, ["runs-writes"]),
    ({"runs": INNER, **dict.fromkeys(("timeout", "max_attempts", "max_calls"), 3)}, ["option-beside-runs"] * 3),
    ({"runs": INNER, "validate": second, "fallback": "x", "parse": str}, ["option-beside-runs"] * 3),
    ({"runs": workflow("i", ask, initial="start", final=["end"], inputs={"question": str})}, ["waiting-part"]),
]


@pytest.mark.parametrize(
    ("options", "expected"), TRANSITION_OPTIONS, ids=[str(i) for i in range(len(TRANSITION_OPTIONS))]
)
def test_options_of_a_transition(options: dict[str, Any], expected: list[str]) -> None:
    assert codes(lambda: a_workflow(a_transition(**options))) == expected


def _with_a_tool(question: str, *, tool: object, other: object = None) -> bool:
    return bool(tool or other or question)


def _open(*args: str) -> str:
    return ""


def _nothing() -> None: ...


CHAINS: list[tuple[Any, list[str]]] = [
    (a_chain, ["empty-flow"]),
    (lambda: a_chain(3), ["bad-part"]),
    (lambda: a_chain(_nothing), ["not-a-step"]),
    (lambda: a_chain(go), ["not-a-step"]),
    (lambda: a_chain(first, first), ["duplicate-name"]),
    (lambda: a_chain(first, a_step(name="first")), ["duplicate-name", "duplicate-name"]),
    (lambda: a_chain(step(writes="x")(_open_copy())), ["open-signature"]),
    (lambda: a_chain(a_step(validate=_nothing)), ["no-candidate"]),
    (lambda: a_chain(first, outputs=["b"]), ["unknown-key"]),
    (lambda: a_chain(first, outputs="a"), ["bad-option"]),
    (lambda: a_chain(first, budget=3), ["bad-option"]),
    (lambda: a_chain(first, budget=Budget(calls=-1, seconds=0)), ["bad-option", "bad-option"]),
    (lambda: a_chain(first, inputs=3), ["bad-inputs"]),
    (lambda: a_chain(first, inputs={"a b": str}), ["bad-key"]),
    (lambda: a_chain(first, inputs={"question": "str"}), ["bad-inputs"]),
    (lambda: a_chain(first, always=[passes("frist", before="first")]), ["unknown-name"]),
    (lambda: a_chain(first, always=[never("first", after="nothing")]), ["unknown-name"]),
    (lambda: a_chain(first, always=[at_most("first", -1)]), ["bad-option"]),
    (lambda: a_chain(first, always=[decides("robot", before="first")]), ["bad-option"]),  # type: ignore[arg-type]
    (lambda: a_chain(first, always=["first"]), ["bad-option"]),
    (lambda: a_chain(repeat(until="flag", limit=1)), ["empty-block"]),
    (lambda: a_chain(first, repeat(second, until="flag", limit=1)), ["unknown-key"]),
    (lambda: a_chain(first, repeat(flag, until="flag", limit=0)), ["bad-option"]),
    (lambda: a_chain(first, repeat(flag, until="flag", limit=1, exhausted="stop")), ["bad-option"]),  # type: ignore[arg-type]
    (lambda: a_chain(parallel(first)), ["empty-block"]),
    (lambda: a_chain(first, branch("a", {})), ["empty-block"]),
    (lambda: a_chain(first, branch("a", {1.5: second})), ["bad-label"]),  # type: ignore[type-var]
    (lambda: a_chain(first, branch("a", {"x": second, "y": [second, second]})), ["duplicate-name"]),
    (lambda: a_chain(first, branch("a", {"x": second}), second), ["duplicate-name"]),
    (lambda: a_chain(first, renamed(second, name="other", reads={"z": "a"})), ["unknown-key"]),
    (
        lambda: a_chain(first, renamed(second, name="", reads={"a": "b c"}, writes="d e")),
        ["bad-key"] * 2 + ["bad-option"],
    ),
    (lambda: a_chain(first, renamed(second, name="x", reads=["a"])), ["bad-option"]),  # type: ignore[arg-type]
    (lambda: a_chain(first, branch("a b", {"x": second})), ["bad-key"]),
    (lambda: a_chain(first, branch("a", ["x"])), ["bad-option", "empty-block"]),  # type: ignore[arg-type]
    (lambda: a_chain(a_step(validate=_with_a_tool)), ["tool-in-check"]),
    (lambda: chain("", first, inputs={"question": str}), ["bad-name"]),
]


def _open_copy() -> Any:
    def opened(*args: str) -> str:
        return _open(*args)

    return opened


@pytest.mark.parametrize(("make", "expected"), CHAINS, ids=[str(index) for index in range(len(CHAINS))])
def test_definitions_of_chains(make: Any, expected: list[str]) -> None:
    assert codes(make) == expected


WORKFLOWS: list[tuple[Any, list[str]]] = [
    (a_workflow, ["empty-flow", "unknown-state"]),
    (lambda: a_workflow(go, go), ["duplicate-name"]),
    (lambda: a_workflow(first), ["not-a-step", "unknown-state"]),
    (lambda: a_workflow(go, initial="begin"), ["unknown-state"]),
    (lambda: a_workflow(go, final="end"), ["bad-option", "unknown-state"]),
    (lambda: a_workflow(go, states=["start"]), ["bad-option"]),
    (lambda: a_workflow(go, states=[State("start"), State("start")]), ["duplicate-name"]),
    (lambda: a_workflow(go, states=[State("start", timeout=3)]), ["bad-option"]),
    (lambda: a_workflow(go, states=[State("start", timeout=3, on_timeout="x")]), ["unknown-state"]),
    (lambda: a_workflow(go, states=[State("start", goal="", final=1)]), ["bad-option"] * 2),  # type: ignore[arg-type]
    (lambda: a_workflow(go, states=[State("start", timeout=-1, on_timeout="end")]), ["bad-option"]),
    (lambda: a_workflow(go, max_chain_depth=0), ["bad-option"]),
    (lambda: a_workflow(a_transition(when=_with_a_tool)), ["tool-in-check"]),
    (lambda: a_workflow(_flow_that_chooses()), ["no-target", "tool-beside-runs"]),
    (lambda: a_workflow(_no_target()), ["no-target"]),
    (lambda: a_workflow(_menu_that_writes()), ["menu-writes"]),
    (lambda: a_workflow(_supplied_by_nobody()), ["actor-argument"]),
    (lambda: a_chain(workflow("w", ask, initial="start", final=["end"], inputs={"question": str})), ["waiting-part"]),
]


def _no_target() -> Any:
    @transition(source="start")
    def made(question: str) -> str:
        return question

    return made


def _menu_that_writes() -> Any:
    @transition(source="start", writes="x")
    def made(question: str) -> Literal["start", "end"]:
        return "end" if question else "start"

    return made


def _flow_that_chooses() -> Any:
    @transition(source="start", runs=INNER)
    def made(question: str, *, tool: object) -> Literal["start", "end"]:
        return "end"

    return made


def _supplied_by_nobody() -> Any:
    @transition(source="start", target="end", actor="deterministic")
    def made(why: FromActor[str]) -> None: ...

    return made


@pytest.mark.parametrize(("make", "expected"), WORKFLOWS, ids=[str(index) for index in range(len(WORKFLOWS))])
def test_definitions_of_workflows(make: Any, expected: list[str]) -> None:
    assert codes(make) == expected


def test_one_step_may_stand_in_several_routes() -> None:
    a_chain(first, branch("a", {"x": second, "y": second, "z": None}, otherwise=[second]))
    a_chain(first, branch("a", {Colour.RED: second, Colour.BLUE: None}))


def test_a_method_is_the_same_step_wherever_it_stands() -> None:
    class Desk:
        @step(writes="answer")
        def answer(self, question: str) -> str:
            return question

    desk = Desk()
    a_chain(first, branch("a", {"x": desk.answer, "y": desk.answer}))
    assert codes(lambda: a_chain(first, branch("a", {"x": desk.answer, "y": Desk().answer}))) == ["duplicate-name"]


def test_a_step_twice_under_two_names() -> None:
    flow = a_chain(first, second, renamed(second, name="third", reads={"a": "b"}, writes="c"))
    assert [part.name for part in flow.graph.body.parts] == ["first", "second", "third"]  # type: ignore[union-attr]


def test_declared_twice() -> None:
    with pytest.raises(FlowError) as caught:
        step(writes="x")(first)
    assert caught.value.code == "declared-twice"


def test_the_function_itself_is_returned() -> None:
    assert first("q") == "q"
    assert first.__name__ == "first"
