"""A process may die at every write: whoever takes the run up again does nothing twice that was recorded."""

import json
from collections import Counter
from contextlib import suppress
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.language.flow import Flow
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.response import Response
from chaindsl.runtime.runner import Runner
from chaindsl.store.memory import MemoryStore
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.feedback import IdempotencyKey
from tests.runtime.dying import Death, Dying
from tests.runtime.flows import LIST, Flaky, definitions, side_by_side
from tests.runtime.world import World

VALUES = {"list": LIST, "text": "text"}
MANY = 500
WRITTEN = 11
"""How often a journey writes."""
PAID_TWICE = {(3, False)}
"""Where the process dies between an effect and its result."""


class Counting(Flaky):
    """A model whose answers depend on the prompt alone, and that counts them."""

    def __init__(self, failures: dict[str, int]) -> None:
        super().__init__(failures)
        self.answers = 0

    def __call__(self, prompt: str, /) -> str:
        super().__call__(prompt)
        self.answers += 1
        return f"{prompt}#{len(prompt) % 4 + 1}"


def runner(definition: Definition, model: Any, store: Any, world: World) -> Runner:
    return Runner(definition, {"complete": model}, environment=world.environment).configured(store=store)


def to_the_end(bound: Runner, run: str) -> Response:
    """Take a run up again and again until nothing is left to do."""
    found = bound.get(run)
    for _ in range(MANY):
        if found.status == "completed":
            return found
        found = bound.retry(run)
    raise AssertionError(f"{run} never ends")


def written(store: MemoryStore, run: str) -> Counter[tuple[str, str, int | None, str | None]]:
    """What was recorded as done, each with what it wrote."""
    rows = [(json.loads(kept.row.data), kept.row.value) for kept in store.rows(run) if kept.row.kind == "record"]
    return Counter((data["path"], data["step"], data.get("item"), value) for data, value in rows if data["ok"])


@given(definitions(), st.lists(st.tuples(st.integers(1, 30), st.booleans()), min_size=1, max_size=4))
def test_a_run_that_is_taken_up_ends_as_if_nothing_had_happened(
    drawn: tuple[Definition, dict[str, int], int], deaths: list[tuple[int, bool]]
) -> None:
    definition, failures, _ = drawn
    whole, calm = MemoryStore(), Counting(failures)
    first = runner(definition, calm, whole, World())
    expected = to_the_end(first, first.start(VALUES).run.id)

    store, model, world = MemoryStore(), Counting(failures), World()
    with suppress(Death):
        runner(definition, model, Dying(store, *deaths[0]), world).start(VALUES)
    if not store.heads():
        return
    run = store.heads()[0].id
    for death in deaths[1:]:
        with suppress(Death):
            to_the_end(runner(definition, model, Dying(store, *death), world), run)
    found = to_the_end(runner(definition, model, store, world), run)
    assert (found.status, found.outputs) == (expected.status, expected.outputs)
    recorded = written(store, run)
    assert recorded == written(whole, expected.run.id)
    assert set(recorded.values()) == {1}
    lost = model.answers - calm.answers
    assert 0 <= lost <= len(deaths) * (24 if side_by_side(definition) else 1)


def journey(done: list[str]) -> Flow:
    """A workflow with an effect, a failure that leads on, a menu and a decision."""

    @transition(source="a", target="b", actor="deterministic", writes="paid", idempotency_key="pay-{order}")
    def pay(order: str, *, key: IdempotencyKey) -> str:
        done.append(key)
        return order

    @transition(source="b", actor="deterministic")
    def weigh(paid: str) -> Literal["c", "x"]:
        return "c"

    @transition(source="c", target="x", actor="deterministic", on_failure="d", max_attempts=1)
    def send() -> None:
        raise OSError("no network")

    @transition(source="d", target="e", actor="agent", writes="why")
    def explain(reason: FromActor[str]) -> str:
        return reason

    return workflow("journey", pay, weigh, send, explain, initial="a", final=["e", "x"], inputs={"order": str})


def decided(bound: Runner, run: str) -> Response:
    """Bring a journey to its end, taking it up wherever it stands."""
    found = bound.get(run)
    for _ in range(MANY):
        if found.status == "completed":
            return found
        waiting = found.status == "waiting"
        found = bound.submit(run, "explain", {"reason": "x"}) if waiting else bound.retry(run)
    raise AssertionError(f"{run} never ends")


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("last", range(1, WRITTEN + 2))
def test_every_write_in_turn(last: int, after: bool) -> None:
    done: list[str] = []
    store, world = MemoryStore(), World()

    def bound(store: Any) -> Runner:
        return world.bind(journey(done)).configured(store=store)

    dying = Dying(store, last, after)
    with suppress(Death):
        decided(bound(dying), bound(dying).start({"order": "7"}).run.id)
    assert dying.dead == (last <= WRITTEN)
    if not store.heads():
        assert (last, after) == (1, False)
        return
    found = decided(bound(store), store.heads()[0].id)
    assert (found.run.state, found.outputs) == ("e", {"paid": "7", "why": "x"})
    assert set(written(store, found.run.id).values()) == {1}
    assert set(done) == {"pay-7"}
    assert len(done) == (2 if (last, after) in PAID_TWICE else 1)
