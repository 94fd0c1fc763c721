"""The asynchronous driver: it does what the core asks on the running event loop, and blocking calls in threads."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from chaindsl.runtime.action import Action, Callee, Core, Fork, Halt, Shell, Sleep, Stop, Wait
from chaindsl.runtime.aside import Aside
from chaindsl.runtime.awaited import awaited, timed_out, waited
from chaindsl.runtime.bridge import Bridge
from chaindsl.runtime.engine import Engine, InThreads
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.process import arun_command
from chaindsl.runtime.threads import Threads


class Cooperative:
    """Drives one core. When the task is cancelled the core is told so, and what was running is cancelled."""

    __slots__ = ("_aside", "_environment", "_loop", "_threads")

    def __init__(self, environment: Environment, bridge: Bridge) -> None:
        self._environment = environment
        self._threads: Threads | None = None
        self._loop = asyncio.get_running_loop()
        self._aside: Aside | None = None
        bridge.driver = self

    def close(self) -> None:
        """End the threads."""
        if self._threads is not None:
            self._threads.close()
        if self._aside is not None:
            self._aside.close()

    async def drive(self, core: Core, outcome: Any = None) -> Stop:
        """Advance a core until it stops. Whatever it raises is raised here."""
        here = self._environment.engine is None
        try:
            action = core.send(outcome)
            while True:
                try:
                    if type(action) is tuple and here and action[0].unlimited:
                        pending = action[0].function(*action[1], **action[2])
                        del action  # what it holds is not needed while the body is awaited
                        outcome = await pending
                    elif isinstance(action, Halt | Wait):
                        return action
                    else:
                        outcome = await self._perform(action)
                except BaseException as error:  # noqa: BLE001  the core decides what an exception means
                    action = core.throw(error)
                else:
                    action = core.send(outcome)
        except StopIteration:
            return None

    async def _perform(self, action: Action) -> Any:
        match action:
            case Sleep(seconds):
                if seconds > 0:
                    await self._environment.asleep(seconds)
            case Shell(command, timeout):
                return await arun_command(command, timeout=timeout, clock=self._environment.clock)
            case Fork():
                await self._fork(action)
            case (callee, args, kwargs):
                engine = self._environment.engine if callee.body else None
                if engine is None and callee.asynchronous:
                    return await awaited(callee, args, kwargs)
                return await self._elsewhere(engine or self._in_threads(), callee, args, kwargs)
        return None

    def _in_threads(self) -> Engine:
        if self._threads is None:
            self._threads = Threads()
        return InThreads(self._threads.submit)

    async def _elsewhere(self, engine: Engine, callee: Callee, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        future = asyncio.wrap_future(engine.submit(callee, args, kwargs))
        try:
            done, _ = await asyncio.wait([future], timeout=callee.timeout)
        except asyncio.CancelledError:
            future.cancel()
            raise
        if not done:
            future.cancel()
            raise timed_out(callee.name, callee.timeout)
        return future.result()

    def aside(self, call: Callable[[], Any], /) -> Awaitable[Any]:
        """Begin a plain call in a thread beside the loop."""
        if self._aside is None:
            self._aside = Aside(self._loop)
        return self._aside.call(call)

    def wait(self, pending: Awaitable[Any], /) -> Any:
        """Wait in a body's thread for what is awaited on the loop."""
        return asyncio.run_coroutine_threadsafe(waited(pending), self._loop).result()

    async def _fork(self, fork: Fork) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(fork.workers):
                group.create_task(self._work(fork))

    async def _work(self, fork: Fork) -> None:
        while (taken := fork.next()) is not None:
            index, core = taken
            fork.stopped(index, core, await self.drive(core))
