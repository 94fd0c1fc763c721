"""Both drivers: one trace from either, threads and loops where they belong, timeouts, cancellation, context."""

import asyncio
import contextvars
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from chaindsl.graph.budget import Budget
from chaindsl.language.blocks import branch, parallel, repeat
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import InputError, Refused, StepFailed
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status, Stopped
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.command import Command, CommandResult, cli
from chaindsl.vocabulary.model import AsyncComplete, Complete, Completion, Usage
from tests.runtime.world import BOTH, World, both, lines


def traced(flow: Flow, values: dict[str, Any], tools: Callable[[], dict[str, Any]] = dict) -> list[str]:
    """The trace, sorted, which must be the same from both drivers."""
    one, other = both(flow, values, tools)
    assert dict(one.values) == dict(other.values)
    first, second = ([_timeless(record.to_data()) for record in run.trace] for run in (one, other))
    assert sorted(first, key=_place) == sorted(second, key=_place)
    return sorted(lines(one.trace))


def _timeless(data: dict[str, Any]) -> dict[str, Any]:
    calls = [{**call, "seconds": 0} for call in data["calls"]]
    return {**data, "started": 0, "seconds": 0, "calls": calls}


def _place(data: dict[str, Any]) -> tuple[str, int, int]:
    return data["path"], -1 if data["item"] is None else data["item"], data["attempt"]


@step(writes="words")
async def split(text: str) -> list[str]:
    await asyncio.sleep(0)
    return text.split()


@step(writes="loud", each="words", workers=3)
def shout(word: str, *, complete: Complete) -> str:
    return complete(word)


@step(writes="quiet", each="words", workers=2)
async def whisper(word: str, *, complete: AsyncComplete) -> str:
    return await complete(word)


@step(writes="enough")
async def enough(loud: list[str]) -> bool:
    return len(loud) > 2


@step(writes="count")
def count(words: list[str], quiet: list[str]) -> int:
    return len(words) + len(quiet)


@step(writes="few")
def few(words: list[str]) -> bool:
    return len(words) < 3


MIXED = chain(
    "mixed",
    split,
    parallel(shout, whisper),
    repeat(enough, count, until="enough", limit=2, exhausted="continue"),
    branch("enough", {True: few, False: ()}),
    inputs={"text": str},
    budget=Budget(calls=20),
)


def test_async_and_plain_functions_in_one_flow_give_the_same_trace() -> None:
    async def model(prompt: str) -> str:
        await asyncio.sleep(0)
        return prompt.upper()

    assert traced(MIXED, {"text": "a b c"}, lambda: {"complete": model}) == [
        "mixed/few 1 ok",
        "mixed/round 1/enough 1 ok",
        "mixed/shout 1 ok",
        "mixed/shout[0] 1 ok",
        "mixed/shout[1] 1 ok",
        "mixed/shout[2] 1 ok",
        "mixed/split 1 ok",
        "mixed/whisper 1 ok",
        "mixed/whisper[0] 1 ok",
        "mixed/whisper[1] 1 ok",
        "mixed/whisper[2] 1 ok",
    ]


def test_a_plain_model_serves_an_asynchronous_body_and_the_reverse() -> None:
    async def awaited(prompt: str) -> str:
        await asyncio.sleep(0)
        return f"{prompt}!"

    def plain(prompt: str) -> str:
        return f"{prompt}!"

    for model in (awaited, plain):
        run, other = both(MIXED, {"text": "x y z"}, lambda model=model: {"complete": model})  # type: ignore[misc]
        assert run["loud"] == run["quiet"] == other["loud"] == other["quiet"] == ["x!", "y!", "z!"]


def test_asynchronous_steps_of_a_plain_run_share_one_loop_even_inside_a_running_one() -> None:
    loops: set[int] = set()

    @step(writes="n", each="words", workers=2)
    async def where(word: str) -> int:
        loops.add(id(asyncio.get_running_loop()))
        return len(word)

    flow = chain("loops", where, inputs={"words": list[str]})

    async def inside() -> None:
        assert World().bind(flow).run({"words": ["a", "b"]})["n"] == [1, 1]
        assert id(asyncio.get_running_loop()) not in loops

    asyncio.run(inside())
    assert len(loops) == 1


def test_plain_steps_run_in_this_thread_or_beside_the_loop() -> None:
    threads: list[str] = []

    @step(writes="n")
    def where() -> int:
        threads.append(threading.current_thread().name)
        return 1

    both(chain("threads", where), {})
    assert threads == ["MainThread", "chaindsl"]


NAME: contextvars.ContextVar[str] = contextvars.ContextVar("NAME", default="nobody")


def test_context_reaches_every_step() -> None:
    seen: list[str] = []

    @step(writes="a")
    def plain() -> str:
        seen.append(NAME.get())
        return "a"

    @step(writes="b")
    async def awaited() -> str:
        seen.append(NAME.get())
        return "b"

    @step(writes="c", timeout=30)
    def timed() -> str:
        seen.append(NAME.get())
        return "c"

    token = NAME.set("somebody")
    try:
        both(chain("context", plain, awaited, timed), {})
    finally:
        NAME.reset(token)
    assert seen == ["somebody"] * 6


@pytest.mark.parametrize("asynchronous", [True, False])
def test_a_step_that_takes_too_long_is_an_attempt_that_failed(asynchronous: bool) -> None:
    release = threading.Event()
    cancelled: list[str] = []

    @step(writes="x", timeout=0.02, max_attempts=2, backoff=0)
    async def slow_async() -> str:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.append("yes")
            raise
        return "late"

    @step(writes="x", timeout=0.02, max_attempts=2, backoff=0)
    def slow_plain() -> str:
        release.wait(30)
        return "late"

    flow = chain("slow", slow_async if asynchronous else slow_plain)
    name = "slow_async" if asynchronous else "slow_plain"
    for start in BOTH:
        with pytest.raises(StepFailed) as caught:
            start(Runner(flow.definition, {}), {})
        assert isinstance(caught.value.__cause__, TimeoutError)
        assert lines(caught.value.trace) == [
            f"slow/{name} {n} failed: TimeoutError: {name} took longer than its 0.02 s" for n in (1, 2)
        ]
        assert "x" not in caught.value.run
    release.set()
    assert len(cancelled) == (4 if asynchronous else 0)


def test_a_timeout_that_the_body_raises_is_its_own() -> None:
    @step(writes="x", timeout=30, max_attempts=1)
    def own() -> str:
        raise TimeoutError("mine")

    @step(writes="x", timeout=30, max_attempts=1)
    async def awaited_own() -> str:
        raise TimeoutError("mine")

    for part in (own, awaited_own):
        for start in BOTH:
            with pytest.raises(StepFailed, match="TimeoutError: mine"):
                start(World().bind(chain("own", part)), {})


def test_an_abandoned_body_can_make_no_more_calls() -> None:
    release, ended = threading.Event(), threading.Event()
    made: list[str] = []
    refused: list[str] = []

    @step(writes="x", timeout=0.02, max_attempts=1, max_calls=5)
    def slow(*, complete: Complete) -> str:
        complete("one")
        release.wait(30)
        try:
            complete("two")
        except Exception as error:  # noqa: BLE001
            refused.append(type(error).__name__)
        ended.set()
        return "late"

    def model(prompt: str) -> str:
        made.append(prompt)
        return prompt

    with pytest.raises(StepFailed) as caught:
        Runner(chain("slow", slow).definition, {"complete": model}).run({})
    release.set()
    assert ended.wait(30)
    assert (made, refused) == (["one"], ["Abandoned"])
    assert caught.value.run.spent.calls == 1


def test_what_an_abandoned_call_answers_is_not_written_into_the_trace() -> None:
    release, ended = threading.Event(), threading.Event()

    @step(writes="x", timeout=0.02, max_attempts=1)
    def slow(*, complete: Complete) -> str:
        try:
            return complete("one")
        finally:
            ended.set()

    def model(prompt: str) -> str:
        release.wait(30)
        return Completion(prompt, usage=Usage(2, 3))

    with pytest.raises(StepFailed) as caught:
        Runner(chain("slow", slow).definition, {"complete": model}).run({})
    release.set()
    assert ended.wait(30)
    assert [record.details.calls for record in caught.value.run.trace] == [()]
    assert (caught.value.run.spent.calls, caught.value.run.spent.tokens) == (1, 5)


async def test_cancelling_the_task_ends_the_run_as_cancelled() -> None:
    reached = asyncio.Event()
    ended: list[str] = []

    @step(writes="x")
    def quick() -> str:
        return "x"

    @step(writes="y", max_attempts=5)
    async def forever() -> str:
        reached.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("ended")
        return "never"

    runner = World().bind(chain("endless", quick, forever))
    run = runner.begin({})
    task = asyncio.create_task(runner.aproceed(run))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (run.status, run.stopped, ended) == (Status.CANCELLED, Stopped.CANCELLED, ["ended"])
    assert lines(run.trace) == ["endless/quick 1 ok", "endless/forever 1 failed: CancelledError: CancelledError"]
    assert dict(run.values) == {"x": "x"}


async def test_cancelling_reaches_every_item_that_runs() -> None:
    begun: list[int] = []
    ended: list[int] = []

    @step(writes="x", each="numbers", workers=3)
    async def forever(number: int) -> int:
        begun.append(number)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(number)
        return number

    runner = World().bind(chain("endless", forever, inputs={"numbers": list[int]}))
    run = runner.begin({"numbers": list(range(5))})
    task = asyncio.create_task(runner.aproceed(run))
    while len(begun) < 3:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (sorted(begun), sorted(ended), run.status) == ([0, 1, 2], [0, 1, 2], Status.CANCELLED)


def test_an_interrupt_ends_the_run_as_cancelled() -> None:
    @step(writes="x", max_attempts=5)
    def interrupted() -> str:
        raise KeyboardInterrupt

    runner = World().bind(chain("stopped", interrupted))
    run = runner.begin({})
    with pytest.raises(KeyboardInterrupt):
        runner.proceed(run)
    assert run.status is Status.CANCELLED
    assert len(run.trace) == 1


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Whoever started the tests in the background may have let them ignore interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_while_items_run_beside_does_not_wait_for_them() -> None:
    release, ended = threading.Event(), threading.Event()
    main = threading.get_ident()

    @step(writes="x", each="numbers", workers=2)
    def stuck(number: int) -> int:
        if number == 0:
            signal.pthread_kill(main, signal.SIGINT)
        release.wait(30)
        if number == 0:
            ended.set()
        return number

    runner = World().bind(chain("stopped", stuck, inputs={"numbers": list[int]}))
    run = runner.begin({"numbers": [0, 1, 2, 3]})
    with pytest.raises(KeyboardInterrupt):
        runner.proceed(run)
    assert (run.status, release.is_set()) == (Status.CANCELLED, False)
    release.set()
    assert ended.wait(30)
    assert run.trace == ()


async def test_decisions_and_retries_work_on_a_loop_too() -> None:
    broken = True

    @transition(source="a", target="b")
    async def go(word: FromActor[str], *, complete: AsyncComplete) -> None:
        await complete(word)
        if broken:
            raise OSError("no")

    async def model(prompt: str) -> str:
        return prompt

    runner = World().bind(workflow("asked", go, initial="a", final=["b"]), complete=model)
    run = await runner.arun({})
    with pytest.raises(InputError):
        await runner.asubmit(run, "go", {})
    with pytest.raises(StepFailed):
        await runner.asubmit(run, "go", {"word": "w"})
    broken = False
    await runner.aretry(run)
    assert (run.status, run.state, run.spent.calls) == (Status.COMPLETED, "b", 2)


def test_whoever_listens_hears_each_record_and_its_error_ends_the_run() -> None:
    heard: list[str] = []

    @step(writes="a")
    def a() -> str:
        return "a"

    @step(writes="b")
    def b(a: str) -> str:
        return "b"

    runner = World().bind(chain("heard", a, b))
    runner.run({}, on_record=lambda record: heard.append(record.step))
    assert heard == ["a", "b"]

    def broken(record: object) -> None:
        raise LookupError("disk full")

    with pytest.raises(LookupError):
        runner.run({}, on_record=broken)


def test_records_come_one_at_a_time_and_the_run_waits_meanwhile() -> None:
    done: list[str] = []

    def make(name: str) -> Any:
        @step(writes=name, name=name)
        def body() -> str:
            done.append(name)
            return name

        return body

    records = World().bind(chain("lazy", make("a"), make("b"), make("c"))).iter({})
    assert done == []
    assert (next(records).step, done) == ("a", ["a"])
    assert (next(records).step, done) == ("b", ["a", "b"])
    assert records.run.status is Status.RUNNING
    assert [record.step for record in records] == ["c"]
    assert (records.run.status, records.run.outputs) == (Status.COMPLETED, {"c": "c"})


def test_records_come_while_others_still_run_beside() -> None:
    release = threading.Event()

    @step(writes="made", each="numbers", workers=2)
    def pick(number: int) -> int:
        if number == 0:
            assert release.wait(30)
        return number

    records = World().bind(chain("beside", pick, inputs={"numbers": list[int]})).iter({"numbers": [0, 1]})
    assert next(records).item == 1
    release.set()
    assert [record.item for record in records] == [0, None]


def test_what_runs_beside_is_given_up_when_nobody_asks_any_longer() -> None:
    release, ended = threading.Event(), threading.Event()
    begun: list[int] = []

    @step(writes="made", each="numbers", workers=2)
    def pick(number: int) -> int:
        begun.append(number)
        if number == 0:
            release.wait(30)
            ended.set()
        return number

    records = World().bind(chain("beside", pick, inputs={"numbers": list[int]})).iter({"numbers": [0, 1]})
    next(records)
    records.close()
    release.set()
    assert ended.wait(30)
    assert (records.run.status, sorted(begun)) == (Status.CANCELLED, [0, 1])
    assert lines(records.run.trace) == ["beside/pick[1] 1 ok"]


def test_records_of_a_run_that_fails_all_come_before_its_error() -> None:
    @step(writes="x", max_attempts=2)
    def broken() -> str:
        raise OSError("no")

    records = World().bind(chain("failing", broken)).iter({})
    assert [next(records).attempt, next(records).attempt] == [1, 2]
    with pytest.raises(StepFailed):
        next(records)


def test_records_that_nobody_asks_for_are_not_made() -> None:
    done: list[str] = []

    @step(writes="a")
    def a() -> str:
        done.append("a")
        return "a"

    @step(writes="b")
    def b() -> str:
        done.append("b")
        return "b"

    runner = World().bind(chain("closed", a, b))
    records = runner.iter({})
    next(records)
    records.close()
    assert (records.run.status, done) == (Status.CANCELLED, ["a"])
    unasked = runner.iter({})
    unasked.close()
    assert (unasked.run.status, list(unasked), done) == (Status.CANCELLED, [], ["a"])


def test_only_a_run_that_was_begun_and_has_not_stopped_is_let_go() -> None:
    @step(writes="a")
    def a() -> str:
        return "a"

    runner = World().bind(chain("once", a))
    run = runner.proceed(runner.begin({}))
    with pytest.raises(Refused, match="is completed, and this needs one that is running"):
        runner.proceed(run)
    with pytest.raises(Refused):
        asyncio.run(runner.aproceed(run))


def test_commands_end_with_their_time_under_both_drivers() -> None:
    @transition(source="a", target="b", actor="deterministic", timeout=0.1)
    def sleepy() -> Command[CommandResult]:
        return cli("sleep", "30")

    flow = workflow("sleepy", sleepy, initial="a", final=["b"])
    for start in BOTH:
        with pytest.raises(StepFailed, match="sleep"):
            start(Runner(flow.definition, {}, environment=Environment()), {})
