"""A batch that nobody asks for more results: what is under way ends, and what was recorded is not done again."""

import signal
import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from chaindsl.graph.budget import Budget
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.models.http import AsyncOpenAICompatible, OpenAICompatible
from chaindsl.runtime.batch import Result
from chaindsl.runtime.interruption import GivenUp, Interruption
from chaindsl.store.memory import MemoryStore
from chaindsl.vocabulary.command import Command, cli
from chaindsl.vocabulary.model import AsyncComplete, Complete
from tests.models.server import Server, echo, serving

ENOUGH = 30.0
"""Seconds that no call here may wait for."""
KINDS = ("plain", "async")


@pytest.fixture
def server() -> Generator[Server, None, None]:
    with serving() as made:
        made.replies = [echo]
        yield made


def two_steps(body: str = "plain") -> Flow:
    if body == "async":

        @step(writes="a", max_attempts=1)
        async def first(n: int, *, complete: AsyncComplete) -> str:
            return await complete(f"first {n}")

        @step(writes="b", max_attempts=1)
        async def second(a: str, n: int, *, complete: AsyncComplete) -> str:
            return await complete(f"second {n}")

        return chain("two_steps", first, second, inputs={"n": int}, outputs=["b"], budget=Budget(calls=2))

    @step(writes="a", max_attempts=1)
    def one(n: int, *, complete: Complete) -> str:
        return complete(f"first {n}")

    @step(writes="b", max_attempts=1, timeout=ENOUGH * 2)
    def two(a: str, n: int, *, complete: Complete) -> str:
        return complete(f"second {n}")

    return chain("two_steps", one, two, inputs={"n": int}, outputs=["b"], budget=Budget(calls=2))


def client(server: Server, kind: str) -> Any:
    return (OpenAICompatible if kind == "plain" else AsyncOpenAICompatible)(server.url, "tiny", timeout=ENOUGH * 2)


@pytest.mark.parametrize("model", KINDS)
@pytest.mark.parametrize("body", KINDS)
def test_calls_under_way_end_and_are_made_when_it_goes_on(server: Server, body: str, model: str) -> None:
    store = MemoryStore()
    runner = two_steps(body).bind(complete=client(server, model)).configured(store=store)
    server.hanging = ["second 2", "second 3"]
    began = time.monotonic()
    inputs = [{"n": n} for n in range(9)]

    def consume() -> None:
        for result in runner.map(inputs, workers=2):
            assert result.outputs == {"b": f"second {result.index}"}
            if result.index == 1:
                assert server.waits(2)
                raise KeyError("of the consumer")

    with pytest.raises(KeyError, match="of the consumer"):
        consume()
    assert time.monotonic() - began < ENOUGH
    assert server.waits(0)
    assert [(head.status, head.owner) for head in store.heads()][:2] == [("interrupted", None)] * 2
    server.hanging = []
    again = list(runner.map(inputs, workers=2))
    assert [one.outputs for one in again] == [{"b": f"second {n}"} for n in range(9)]
    twice = {prompt: count for prompt, count in server.asked().items() if count > 1}
    assert twice == {"second 2": 2, "second 3": 2}


def test_commands_pauses_and_what_runs_beside_end_too(tmp_path: Path) -> None:
    @step(writes="slept", max_attempts=1)
    def command(n: int) -> Command[str]:
        return cli("sh", "-c", f"echo $$ > {tmp_path}/command; sleep {ENOUGH * 2}").text()

    @step(writes="tried", max_attempts=2, backoff=ENOUGH * 2)
    def pause(n: int) -> str:
        (tmp_path / "pause").touch()
        raise OSError("busy")

    @step(writes="items", each="numbers", workers=3, max_attempts=1)
    def beside(number: int, *, complete: Complete) -> str:
        return complete(f"item {number}")

    flows = [chain(each.__name__, each, inputs={"n": int}) for each in (command, pause)]
    flows.append(chain("beside", beside, inputs={"numbers": list[int]}))
    began = time.monotonic()
    for flow, mark in zip(flows[:2], ("command", "pause"), strict=True):
        results = flow.bind().map(waiting_for(tmp_path / mark), workers=2)
        with pytest.raises(KeyError):
            next(results)
    with serving() as server:
        server.replies, server.hanging = [echo], ["item"]

        def inputs() -> Generator[dict[str, Any], None, None]:
            yield {"numbers": list(range(9))}
            assert server.waits(3)
            raise KeyError("of the inputs")

        with pytest.raises(KeyError):
            next(flows[2].bind(complete=client(server, "plain")).map(inputs(), workers=2))
        assert server.waits(0)
        assert server.asked().total() == 3
    assert time.monotonic() - began < ENOUGH
    assert not (Path("/proc") / (tmp_path / "command").read_text(encoding="utf-8").strip()).exists()


@pytest.mark.parametrize("way", ["run", "iter"])
def test_calls_beside_each_other_end_with_a_run_that_nobody_waits_for(server: Server, way: str) -> None:
    @step(writes="items", each="numbers", workers=3, max_attempts=1)
    def beside(number: int, *, complete: Complete) -> str:
        return complete(f"item {number}")

    server.hanging = ["item"]
    runner = chain("beside", beside, inputs={"numbers": list[int]}).bind(complete=client(server, "plain"))
    given = {"numbers": list(range(9))}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.get_ident()

    def press() -> None:
        server.waits(3)
        signal.pthread_kill(main, signal.SIGINT)

    presses = threading.Thread(target=press)
    presses.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            runner.run(given) if way == "run" else list(runner.iter(given))
    finally:
        presses.join()
        signal.signal(signal.SIGINT, before)
    assert server.waits(0)
    assert server.asked().total() == 3


def waiting_for(mark: Path) -> Generator[dict[str, Any], None, None]:
    yield {"n": 1}
    ends = time.monotonic() + ENOUGH
    while not mark.exists() or (mark.name == "command" and not mark.stat().st_size):
        assert time.monotonic() < ends
        time.sleep(0.005)
    raise KeyError("of the inputs")


def test_a_body_that_waits_for_something_else_is_left_behind() -> None:
    begun, release, ended = threading.Event(), threading.Event(), threading.Event()
    later: list[int] = []

    @step(writes="a", max_attempts=1)
    def stuck(n: int) -> int:
        begun.set()
        release.wait(ENOUGH)
        ended.set()
        return n

    @step(writes="b")
    def after(a: int) -> int:
        later.append(a)
        return a

    def inputs() -> Generator[dict[str, Any], None, None]:
        yield {"n": 1}
        assert begun.wait(ENOUGH)
        raise KeyError("of the inputs")

    results: Generator[Result, None, None] = chain("stuck", stuck, after, inputs={"n": int}).bind().map(inputs())
    with pytest.raises(KeyError):
        next(results)
    assert not ended.is_set()
    release.set()
    assert ended.wait(ENOUGH)
    time.sleep(0.02)
    assert later == []


def test_what_is_held_is_cancelled_once_and_at_once_when_it_has_ended() -> None:
    interruption, told = Interruption(), []

    def broken() -> None:
        told.append("broken")
        raise OSError("no")

    kept, released = (lambda: told.append("kept")), (lambda: told.append("released"))
    for cancel in (kept, released, broken):
        interruption.hold(cancel)
    interruption.release(released)
    interruption.release(released)
    interruption.check()
    with pytest.raises(OSError, match="no"):
        interruption.end()
    assert (sorted(told), interruption.ended) == (["broken", "kept"], True)
    interruption.hold(released)
    interruption.end()
    assert told[2:] == ["released"]
    for late in (interruption.check, lambda: interruption.sleep(ENOUGH)):
        with pytest.raises(GivenUp):
            late()
