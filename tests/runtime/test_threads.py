"""The daemon threads of a run, and its private loop."""

import asyncio
import threading

import pytest

from chaindsl.runtime.private_loop import PrivateLoop
from chaindsl.runtime.threads import Threads


def test_tasks_run_at_once_and_idle_threads_are_used_again() -> None:
    threads = Threads("test-threads")
    together = threading.Barrier(5, timeout=30)
    futures = [threads.submit(together.wait) for _ in range(5)]
    assert sorted(future.result(30) for future in futures) == [0, 1, 2, 3, 4]
    names = set()
    for _ in range(20):
        names.add(threads.submit(threading.get_ident).result(30))
    assert len(names) <= 5
    threads.close()


def test_closing_ends_idle_threads_and_those_that_still_work_after_their_task() -> None:
    threads = Threads("test-ending")
    release = threading.Event()
    busy = threads.submit(release.wait, 30)
    threads.submit(int).result(30)
    alive = [thread for thread in threading.enumerate() if thread.name == "test-ending"]
    threads.close()
    release.set()
    assert busy.result(30) is True
    for thread in alive:
        thread.join(30)
        assert not thread.is_alive()
        assert thread.daemon


def test_what_a_task_raises_is_raised_to_whoever_waits() -> None:
    threads = Threads()

    def broken() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        threads.submit(broken).result(30)
    threads.close()


def test_a_private_loop_cancels_what_is_left_when_it_closes() -> None:
    loop = PrivateLoop()
    begun = threading.Event()
    ended: list[str] = []

    async def forever() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("ended")

    future = loop.submit(forever())
    assert begun.wait(30)
    loop.close()
    assert ended == ["ended"]
    assert future.cancelled()
    loop.close()
