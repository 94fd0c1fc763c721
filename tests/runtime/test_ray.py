"""The same flows here and on Ray: the same traces, budgets that hold, workers that die and cost only their task."""

import importlib.util
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from chaindsl import Budget, BudgetExceeded, Run, StepFailed
from chaindsl.models.http import OpenAICompatible
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.parcel import NotPortable
from chaindsl.runtime.ray_engine import EngineError, RayEngine
from tests.models.server import echo, serving
from tests.runtime import on_ray

pytestmark = [
    pytest.mark.xdist_group("ray"),
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="ray is not installed"),
]

ENOUGH = 30.0
"""Seconds that no worker here may go on for."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Environment]:
    try:
        engine = RayEngine(num_cpus=2, object_store_memory=80_000_000)
    except EngineError as error:
        pytest.skip(str(error))
    with engine:
        yield replace(Environment(), engine=engine)


def shown(run: Run) -> list[tuple[Any, ...]]:
    """A trace row by row, without what a clock says; what runs side by side in the order of its places."""
    rows = [
        (
            record.path,
            record.item if record.item is not None else -1,
            record.attempt,
            record.ok,
            record.output,
            [(c.tool, c.prompt, c.version, c.sent, c.answer, c.model, c.tokens) for c in record.details.calls],
        )
        for record in run.trace
    ]
    return sorted(rows, key=lambda row: row[:3])


def test_a_trace_on_ray_is_the_trace_here(elsewhere: Environment) -> None:
    flow, given = on_ray.whole(), {"text": "a b c d e"}
    here = flow.bind(complete=on_ray.answering).run(given)
    there = flow.bind(complete=on_ray.answering).configured(environment=elsewhere).run(given)
    assert shown(there) == shown(here)
    assert there["louder"] == [f"HOW LOUD IS {letter}?" for letter in "ABCDE"]
    assert replace(there.spent, seconds=0.0) == replace(here.spent, seconds=0.0)


async def test_awaited_too(elsewhere: Environment) -> None:
    flow, given = on_ray.whole(), {"text": "a b c"}
    here = flow.bind(complete=on_ray.answering).run(given)
    there = await flow.bind(complete=on_ray.answering).configured(environment=elsewhere).arun(given)
    assert shown(there) == shown(here)


def test_bodies_run_in_other_processes(elsewhere: Environment) -> None:
    run = on_ray.one(on_ray.process).bind().configured(environment=elsewhere).run({"text": "x"})
    assert run["where"] != os.getpid()


def test_a_worker_that_is_killed_costs_only_its_task(elsewhere: Environment, tmp_path: Path) -> None:
    runner = on_ray.one(on_ray.dying).bind().configured(environment=elsewhere)
    run = runner.run({"text": str(tmp_path / "mark")})
    assert run["done"] == "alive"
    assert [(record.attempt, record.ok) for record in run.trace] == [(1, False), (2, True)]
    assert "WorkerLost: the worker that ran dying is gone" in str(run.trace[0].details.error)


def test_calls_and_tokens_of_a_worker_that_is_killed_count_as_all_that_it_might_use(
    elsewhere: Environment, tmp_path: Path
) -> None:
    flow = on_ray.one(on_ray.dying_after_a_call, budget=Budget(calls=10, tokens=100))
    runner = flow.bind(complete=on_ray.Bounded()).configured(environment=elsewhere)
    run = runner.run({"text": str(tmp_path / "mark")})
    assert [(record.ok, record.tokens) for record in run.trace] == [(False, 0), (True, 7)]
    assert (run.spent.calls, run.spent.tokens) == (3 + 1, 3 * 20 + 7)


def test_what_a_body_raises_is_raised_here(elsewhere: Environment) -> None:
    runner = on_ray.one(on_ray.wrong).bind().configured(environment=elsewhere)
    with pytest.raises(StepFailed) as caught:
        runner.run({"text": "luck"})
    assert isinstance(caught.value.__cause__, LookupError)
    assert caught.value.records[0].details.error == "LookupError: no luck"


def test_a_timeout_ends_the_worker(elsewhere: Environment, caplog: pytest.LogCaptureFixture) -> None:
    runner = on_ray.one(on_ray.slow).bind().configured(environment=elsewhere)
    with pytest.raises(StepFailed, match=r"slow took longer than its 0.5 s"):
        runner.run({"text": "x"})
    # That the worker is gone is heard of a moment later; a future that is over takes no news.
    on_ray.one(on_ray.process).bind().configured(environment=elsewhere).run({"text": "x"})
    assert "unexpected state" not in caplog.text


def test_no_call_too_many_is_made(elsewhere: Environment) -> None:
    runner = on_ray.one(on_ray.greedy).bind(complete=on_ray.answering).configured(environment=elsewhere)
    begun = runner.begin({"text": "x"})
    with pytest.raises(Exception, match="may make 2 model calls an attempt and asked for one more"):
        runner.proceed(begun)
    assert begun.spent.calls == 2


def test_a_budget_holds(elsewhere: Environment) -> None:
    runner = on_ray.one(on_ray.greedy).bind(complete=on_ray.answering).configured(environment=elsewhere)
    begun = runner.begin({"text": "x"}, budget=Budget(calls=1))
    with pytest.raises(BudgetExceeded, match="one is over its budget before greedy: 1 of 1 calls are used"):
        runner.proceed(begun)
    assert begun.spent.calls == 1


def test_what_was_reserved_and_not_asked_is_given_back(elsewhere: Environment) -> None:
    flow = on_ray.whole()
    run = flow.bind(complete=on_ray.answering).configured(environment=elsewhere).run({"text": "a b"})
    assert run.spent.calls == 3


def test_what_can_not_be_sent_is_named(elsewhere: Environment) -> None:
    runner = on_ray.one(on_ray.locked).bind(lock=Lock()).configured(environment=elsewhere)
    with pytest.raises(NotPortable, match="step locked: its tool lock can't be sent to another process"):
        runner.run({"text": "x"})
    with pytest.raises(NotPortable, match="step unsendable: what it hands back can't be sent to another process"):
        on_ray.one(on_ray.unsendable).bind().configured(environment=elsewhere).run({"text": "x"})


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        asked = f"from chaindsl.runtime.ray_engine import RayEngine; RayEngine({address!r})"
        done = subprocess.run([sys.executable, "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert f"EngineError: Ray can't be reached at {address}: [Errno" in done.stderr.splitlines()[-1]


def test_another_cluster_beside_one_in_use_is_refused(elsewhere: Environment) -> None:
    with pytest.raises(EngineError, match=r"already, so 127\.0\.0\.1:1 can't be used too"):
        RayEngine("127.0.0.1:1")


def test_a_batch_on_ray(elsewhere: Environment) -> None:
    texts = [{"text": str(number)} for number in range(6)]
    results = list(on_ray.one(on_ray.process).map(texts, workers=2, engine=elsewhere.engine))
    assert len(results) == 6
    assert os.getpid() not in {result.outputs["where"] for result in results if result.outputs}


def test_a_client_goes_along_and_has_connections_of_its_own(elsewhere: Environment) -> None:
    with serving() as server, OpenAICompatible(server.url, "tiny", timeout=ENOUGH) as model:
        server.replies, server.hanging = [echo], ["never"]
        assert model("here") == "here"
        flow = on_ray.one(on_ray.asking, budget=Budget(calls=3, tokens=4_000))
        runner = flow.bind(complete=model).configured(environment=elsewhere)
        run = runner.run({"text": "there"})
        assert (run["done"], run.spent.calls, run.spent.tokens) == ("there", 1, 10)
        with pytest.raises(BudgetExceeded, match=r"one is over its budget before asking: .* of 1 seconds"):
            runner.run({"text": "never"}, budget=Budget(seconds=1.0))
        assert server.waits(0)


def test_a_batch_that_nobody_waits_for_ends_its_workers(elsewhere: Environment, tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    def inputs() -> Iterator[dict[str, str]]:
        yield {"text": str(mark)}
        until(lambda: mark.exists() and mark.read_text(encoding="utf-8").endswith("\n"))
        raise KeyError("of the inputs")

    results = on_ray.one(on_ray.endless).map(inputs(), engine=elsewhere.engine)
    began = time.monotonic()
    with pytest.raises(KeyError):
        next(results)
    worker = Path("/proc") / mark.read_text(encoding="utf-8").strip()
    until(lambda: not worker.exists())
    assert time.monotonic() - began < ENOUGH


def until(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + ENOUGH
    while not holds():
        assert time.monotonic() < ends
        time.sleep(0.01)
