"""The synchronous driver: it does what the core asks, in this thread where it can."""

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from concurrent.futures import Future, wait
from functools import partial
from threading import Lock
from typing import Any, Protocol

from chaindsl.runtime.action import Action, Callee, Core, Fork, Halt, Shell, Sleep, Stop, Wait
from chaindsl.runtime.awaited import timed_out, waited
from chaindsl.runtime.bridge import Bridge
from chaindsl.runtime.engine import InThreads, OnLoop
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.interruption import Cancel, GivenUp, Interruption
from chaindsl.runtime.meter import Meter, behind
from chaindsl.runtime.private_loop import PrivateLoop
from chaindsl.runtime.process import arun_command, run_command
from chaindsl.runtime.threads import Threads

_GLANCE = 0.02
"""Seconds between two looks at cores that run side by side."""


class Advancing(Protocol):
    """What a driver needs of a core."""

    def send(self, outcome: Any, /) -> Action:
        """Go on with the outcome of the last action."""

    def throw(self, error: BaseException, /) -> Action:
        """Go on with the exception that the last action raised."""


class Blocking:
    """Drives one core. Its threads and its event loop begin when they are needed and end with `close`."""

    def __init__(self, environment: Environment, bridge: Bridge) -> None:
        self._environment = environment
        self._interruption = environment.interruption
        bridge.driver = self
        self._started_threads: Threads | None = None
        self._started_loop: PrivateLoop | None = None
        self._lock = Lock()

    @property
    def _threads(self) -> Threads:
        with self._lock:
            if self._started_threads is None:
                self._started_threads = Threads()
            return self._started_threads

    @property
    def _loop(self) -> PrivateLoop:
        with self._lock:
            if self._started_loop is None:
                self._started_loop = PrivateLoop()
            return self._started_loop

    def close(self) -> None:
        """End the threads and the event loop."""
        if self._started_threads is not None:
            self._started_threads.close()
        if self._started_loop is not None:
            self._started_loop.close()

    def drive(self, core: Advancing, outcome: Any = None) -> Stop:
        """Advance a core until it stops. Whatever it raises is raised here, and GivenUp when it is ended outside."""
        send, here = core.send, self._environment.engine is None and self._interruption is None
        try:
            action = send(outcome)
            while True:
                try:
                    if type(action) is tuple and here and action[0].direct:
                        outcome = action[0].function(*action[1], **action[2])
                    elif isinstance(action, Halt | Wait):
                        return action
                    else:
                        outcome = self.perform(action)
                except GivenUp:
                    # As if the process had ended here: the core writes nothing down of what was under way.
                    raise
                except BaseException as error:  # noqa: BLE001  the core decides what an exception means
                    action = core.throw(error)
                else:
                    action = send(outcome)
        except StopIteration:
            return None

    def steps(self, core: Advancing) -> Generator[None, None, Stop]:
        """Advance a core action by action, coming back after each, and again and again while cores run side by side.

        The last value is how the core stopped.
        """
        try:
            action = core.send(None)
            while not isinstance(action, Halt | Wait):
                yield
                forked = (yield from self._watched(action)) if isinstance(action, Fork) else None
                try:
                    outcome = self.perform(action) if forked is None else forked.result()
                except BaseException as error:  # noqa: BLE001  the core decides what an exception means
                    action = core.throw(error)
                else:
                    action = core.send(outcome)
            return action
        except StopIteration:
            return None

    def _watched(self, fork: Fork) -> Generator[None, None, "Future[None]"]:
        """Come back now and then until all that runs side by side has stopped, or nobody asks any longer."""
        forked = self._threads.submit(self._fork, fork)
        try:
            while not wait((forked,), _GLANCE).done:
                yield
        except BaseException:
            self._give_up(fork)
            raise
        return forked

    def perform(self, action: Action) -> Any:
        """Do what the core asks and return the outcome."""
        interruption = self._interruption
        if interruption is None:
            return self._performed(action)
        interruption.check()
        try:
            return self._performed(action)
        except BaseException:
            interruption.check()
            raise

    def _performed(self, action: Action) -> Any:
        match action:
            case Sleep(seconds):
                if seconds > 0:
                    self._environment.sleep(seconds)
            case Shell(command, timeout):
                if self._interruption is None:
                    return run_command(command, timeout=timeout, clock=self._environment.clock)
                pending = self._loop.submit(arun_command(command, timeout=timeout, clock=self._environment.clock))
                return self._breakable(pending.result, pending.cancel)
            case Fork():
                self._fork(action)
            case (callee, args, kwargs):
                return self._call(callee, args, kwargs)
        return None

    def _call(self, callee: Callee, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        engine = self._environment.engine if callee.body else None
        cancels = () if self._interruption is None else _asked(kwargs)
        if engine is None and callee.direct:
            return self._breakable(partial(callee.function, *args, **kwargs), *cancels)
        if engine is None:
            engine = OnLoop(self._loop.submit) if callee.asynchronous else InThreads(self._threads.submit)
        future = engine.submit(callee, args, kwargs)
        wait = partial(future.result, None if isinstance(engine, OnLoop) else callee.timeout)
        try:
            return self._breakable(wait, future.cancel, *cancels)
        except TimeoutError:
            if future.done():
                raise
            raise timed_out(callee.name, callee.timeout) from None
        finally:
            future.cancel()

    def _breakable(self, wait: Callable[[], Any], *cancels: Cancel) -> Any:
        """Return what `wait` returns; what it waits for is cancelled when this is ended from outside meanwhile."""
        interruption = self._interruption
        if interruption is None:
            return wait()
        for cancel in cancels:
            interruption.hold(cancel)
        try:
            return wait()
        finally:
            for cancel in cancels:
                interruption.release(cancel)

    def aside(self, call: Callable[[], Any], /) -> Awaitable[Any]:
        """Begin a plain call in a thread beside the private loop."""
        return asyncio.wrap_future(self._threads.submit(call))

    def wait(self, pending: Awaitable[Any], /) -> Any:
        """Wait in a body's thread for what is awaited on the private loop."""
        return self._loop.submit(waited(pending)).result()

    def _fork(self, fork: Fork) -> None:
        # Nobody can interrupt the threads but whoever waits for them.
        self._interruption = self._interruption or Interruption()
        try:
            workers: list[Future[None]] = [self._threads.submit(self._work, fork) for _ in range(fork.workers)]
            wait(workers)
        except BaseException:
            self._give_up(fork)
            raise
        for worker in workers:
            worker.result()

    def _give_up(self, fork: Fork) -> None:
        with self._lock:
            fork.closed = True
        if self._interruption is not None:
            self._interruption.end()

    def _work(self, fork: Fork) -> None:
        while True:
            with self._lock:
                taken = fork.next()
            if taken is None:
                return
            index, core = taken
            stop = self.drive(_Locked(core, fork, self._lock))
            with self._lock:
                fork.stopped(index, core, stop)


def _asked(kwargs: dict[str, Any]) -> tuple[Cancel, ...]:
    """What ends the model calls of an attempt; all of its models share one tally."""
    return tuple(behind(tool)[1].give_up for tool in kwargs.values() if isinstance(tool, Meter))[:1]


class _Locked:
    """A core that is advanced while no other is, since all of them change the same values.

    One whose fork was given up is ended in the place of going on.
    """

    __slots__ = ("_core", "_fork", "_lock")

    def __init__(self, core: Core, fork: Fork, lock: Lock) -> None:
        self._core = core
        self._fork = fork
        self._lock = lock

    def send(self, outcome: Any, /) -> Action:
        with self._lock:
            self._end_if_closed()
            return self._core.send(outcome)

    def throw(self, error: BaseException, /) -> Action:
        with self._lock:
            self._end_if_closed()
            return self._core.throw(error)

    def _end_if_closed(self) -> None:
        if self._fork.closed:
            self._core.close()
            raise StopIteration
