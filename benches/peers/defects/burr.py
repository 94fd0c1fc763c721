"""The mistakes in Burr. Building is what happens before a run; what is handed back runs it. No parallel steps."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

from collections.abc import Callable, Iterator
from typing import Any

from burr.core import ApplicationBuilder, State, action, when
from burr.core.parallelism import MapStates

Run = Callable[[], object]


@action(reads=["text"], writes=["text"])
def same(state: State) -> State:
    return state.update(text=state["text"])


@action(reads=["missing"], writes=["text"])
def reads_missing(state: State) -> State:
    return state.update(text=state["missing"])


@action(reads=[], writes=["unused"])
def writes_unused(state: State) -> State:
    return state.update(unused="y")


@action(reads=["text"], writes=["text"])
def writes_undeclared(state: State) -> State:
    return state.update(text=state["text"], other="y")


@action(reads=[], writes=["kind"])
def decides(state: State) -> State:
    return state.update(kind="y")


@action(reads=[], writes=["number"])
def writes_text(state: State) -> State:
    return state.update(number="one")


@action(reads=["number"], writes=["number"])
def adds(state: State) -> State:
    return state.update(number=state["number"] + 1)


class Each(MapStates):
    """Does the same for every item, however many there are."""

    def action(self, state: State, inputs: dict[str, Any]) -> Any:
        return same

    def states(self, state: State, context: Any, inputs: dict[str, Any]) -> Iterator[State]:
        for item in state["items"]:
            yield state.update(text=item)

    def reduce(self, state: State, states: Iterator[State]) -> State:
        return state.update(done=[one["text"] for one in states])

    @property
    def reads(self) -> list[str]:
        return ["items"]

    @property
    def writes(self) -> list[str]:
        return ["done"]


def runs(actions: dict[str, Any], *transitions: tuple[Any, ...], until: str = "b") -> Run:
    application = (
        ApplicationBuilder()
        .with_actions(**actions)
        .with_transitions(*transitions)
        .with_state(text="x", items=["x"] * 3)
        .with_entrypoint("a")
        .build()
    )
    return lambda: application.run(halt_after=[until])


def unknown_target() -> Run:
    return runs({"a": same}, ("a", "nowhere"), until="a")


def unreachable_step() -> Run:
    return runs({"a": same, "b": same, "c": same}, ("a", "b"), ("c", "b"))


def unconditional_cycle() -> Run:
    return runs({"a": same, "b": same, "c": same}, ("a", "b"), ("b", "a"), until="c")


def read_never_written() -> Run:
    return runs({"a": same, "b": reads_missing}, ("a", "b"))


def written_never_read() -> Run:
    return runs({"a": writes_unused, "b": same}, ("a", "b"))


def undeclared_key() -> Run:
    return runs({"a": writes_undeclared, "b": same}, ("a", "b"))


def branch_without_target() -> Run:
    return runs({"a": decides, "b": same}, ("a", "b", when(kind="x")))


def types_differ() -> Run:
    return runs({"a": writes_text, "b": adds}, ("a", "b"))


def fan_out_of_unknown_size() -> Run:
    return runs({"a": same, "b": Each()}, ("a", "b"))
