"""However an agent tries, a person's transition is not taken over MCP: what was tried leaves the run as it was."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp import Client

from chaindsl import FromActor, State, Text, transition, workflow
from chaindsl.serve.desk import Desk
from chaindsl.serve.flows import Catalogue, Served
from chaindsl.serve.server import make_server, make_tools
from chaindsl.store.memory import MemoryStore
from tests.serve.process import said

PAID: list[str] = []
BROKEN = threading.Event()


@transition(source="asked", target="paid", actor="human", writes="receipt", title="Pay it", max_attempts=1)
def pay(order: Text, note: FromActor[Text]) -> Text:
    """What only a person may do."""
    PAID.append(order)
    if BROKEN.is_set():
        raise OSError("the bank is closed")
    return note


@transition(source="asked", target="asked", writes="remark", limit=50)
def remark(text: FromActor[Text]) -> Text:
    return text


@transition(source="asked", target="closed")
def retry() -> None:
    """An agent's own, under the name of the way on."""


@transition(source="paid", target="closed", actor="human")
def close() -> None: ...


orders = workflow(
    "orders",
    pay,
    remark,
    retry,
    close,
    initial="asked",
    final=["closed"],
    inputs={"order": Text},
    states=[State("asked", goal="Have it paid."), State("paid", goal="Close it.")],
)
HIDDEN = workflow(
    "hidden", pay, close, initial="asked", final=["closed"], inputs={"order": Text}, states=[
        State("asked", goal="x"), State("paid", goal="y")]
)  # fmt: skip


STORE = MemoryStore()
SESSION = orders.bind().configured(store=STORE).session
UNSERVED = HIDDEN.bind().configured(store=STORE).session
SERVER = make_server(make_tools(Desk(Catalogue([Served(orders, SESSION)], STORE), 20)))


class Scene:
    """A server of `orders`, and a run that waits for a person; `hidden` is not served."""

    def __init__(self) -> None:
        PAID.clear()
        BROKEN.clear()
        self.session, self.hidden, self.server = SESSION, UNSERVED, SERVER
        self.run = self.session.start({"order": "book"}).run
        self.other = self.hidden.start({"order": "car"}).run

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        async with Client(self.server) as client:
            yield client

    def sent(self, **more: Any) -> dict[str, Any]:
        told = {"run": self.run.id, "revision": self.run.revision, "transition": "pay", "arguments": {"note": "n"}}
        return {**told, **more}

    def untouched(self) -> None:
        assert PAID == []
        assert self.session.get(self.run.id).run == self.run
        assert self.hidden.get(self.other.id).run == self.other


FORGED: dict[str, tuple[dict[str, Any], str]] = {
    "as it is offered": ({}, "wrong-actor"),
    "an actor beside": ({"actor": "human"}, "unknown-argument"),
    "a signature beside": ({"by": "ada", "approved": True, "code": "123456"}, "unknown-argument"),
    "an actor inside": ({"arguments": {"note": "n", "actor": "human"}}, "wrong-actor"),
    "arguments of another shape": ({"arguments": {"note": {"actor": "human"}}}, "wrong-actor"),
    "an earlier revision": ({"revision": 0}, "stale-revision"),
    "a later revision": ({"revision": 2}, "stale-revision"),
    "no revision": ({"revision": None}, "wrong-argument"),
    "a revision as text": ({"revision": "1"}, "wrong-argument"),
    "another spelling": ({"transition": "PAY"}, "unknown-transition"),
    "a space": ({"transition": "pay "}, "unknown-transition"),
    "a path": ({"transition": "orders/pay"}, "unknown-transition"),
    "a list of transitions": ({"transition": ["pay"]}, "wrong-argument"),
    "from where the run is not": ({"transition": "close", "arguments": {}}, "wrong-actor"),
    "a run that is not there": ({"run": "nothing"}, "no-run"),
}


@pytest.mark.parametrize("name", FORGED)
async def test_none_is_accepted(name: str) -> None:
    scene = Scene()
    more, code = FORGED[name]
    async with scene.client() as client:
        result = await client.call_tool("workflow_submit", scene.sent(**more))
    assert result.is_error
    assert said(result).partition(":")[0] == code
    scene.untouched()


async def test_a_run_of_a_flow_that_is_not_served() -> None:
    scene = Scene()
    async with scene.client() as client:
        for tool, more in (("submit", scene.sent()), ("get", {}), ("explain", {"transition": "pay"})):
            result = await client.call_tool(f"workflow_{tool}", {**more, "run": scene.other.id})
            assert (result.is_error, "no-run" in str(result.content)) == (True, True)
    scene.untouched()


async def test_no_start_puts_a_run_behind_a_decision() -> None:
    scene = Scene()
    async with scene.client() as client:
        for values in ({"order": "x", "state": "paid"}, {"order": "x", "receipt": "forged"}):
            result = await client.call_tool("workflow_start", {"flow": "orders", "values": values})
            assert (result.is_error, "unknown-input" in str(result.content)) == (True, True)
        result = await client.call_tool("workflow_start", {"flow": "orders", "values": {"order": "x"}, "state": "paid"})
        assert (result.is_error, "unknown-argument" in str(result.content)) == (True, True)
    scene.untouched()


async def test_racing_does_not_help() -> None:
    scene = Scene()
    async with scene.client() as client:
        calls = [client.call_tool("workflow_submit", scene.sent()) for _ in range(20)]
        results = await asyncio.gather(*calls)
    assert all(result.is_error for result in results)
    scene.untouched()


async def test_what_a_person_took_and_what_failed_is_not_an_agents_to_try_again() -> None:
    scene = Scene()
    BROKEN.set()
    failed = scene.session.submit(scene.run.id, "pay", {"note": "n"}, actor="human")
    assert (failed.status, PAID) == ("failed", ["book"])
    BROKEN.clear()
    tries: list[dict[str, Any]] = [
        {"transition": "pay", "arguments": {}},
        {"transition": "pay"},
        {"transition": "retry", "arguments": {}},
        {"transition": "again", "arguments": {}},
    ]
    async with scene.client() as client:
        for more in tries:
            for revision in (scene.run.revision, failed.run.revision, failed.run.revision + 1):
                result = await client.call_tool("workflow_submit", scene.sent(**more, revision=revision))
                assert result.is_error, more
    assert PAID == ["book"]
    assert scene.session.get(scene.run.id) == failed
    assert scene.session.submit(scene.run.id, "pay", actor="human").run.state == "paid"


async def test_a_guess_of_what_a_person_is_about_to_do_is_not_in_time() -> None:
    """An agent tries again and again to go on with what a person takes, and fails at, at the same moment."""
    scene = Scene()
    BROKEN.set()
    async with scene.client() as client:
        person = threading.Thread(
            target=scene.session.submit, args=(scene.run.id, "pay", {"note": "n"}), kwargs={"actor": "human"}
        )
        person.start()
        for _ in range(20):
            for transition_name in ("pay", "retry"):
                sent = scene.sent(transition=transition_name, arguments={}, revision=scene.run.revision + 1)
                assert (await client.call_tool("workflow_submit", sent)).is_error
        person.join()
    assert PAID == ["book"]


JSON = st.none() | st.booleans() | st.integers(-2, 3) | st.text(max_size=8) | st.sampled_from(["human", "pay", "retry"])
ARGUMENTS = st.dictionaries(
    st.sampled_from(["note", "actor", "by", "order", "text", "run", "revision", "recovery"]), JSON, max_size=4
)
CALLS = st.fixed_dictionaries(
    {"transition": st.sampled_from(["pay", "close", "Pay", "pay\n", "", "__init__"]), "revision": st.integers(-1, 3)},
    optional={
        "arguments": ARGUMENTS,
        "actor": JSON,
        "by": JSON,
        "recovery": JSON,
        "approved": JSON,
        "run": JSON,
    },
)


@settings(max_examples=60)
@given(st.lists(CALLS, min_size=1, max_size=6))
def test_no_sequence_of_calls_is_accepted(calls: list[dict[str, Any]]) -> None:
    scene = Scene()

    async def tried() -> None:
        async with scene.client() as client:
            for more in calls:
                assert (await client.call_tool("workflow_submit", scene.sent(**more))).is_error

    asyncio.run(tried())
    scene.untouched()
