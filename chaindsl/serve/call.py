"""Blocking calls in threads of their own, so that many runs go on at once and none holds up the protocol.

The threads are daemons: a call that is given up goes on, and the end of the process does not wait for it.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import anyio

from chaindsl.runtime.response import ChainStep, Response
from chaindsl.serve.session import OnStarted, OnStep

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ended(Generic[T]):
    """What came of a call."""

    value: T | None = None
    error: BaseException | None = None


async def in_thread(work: Callable[[], T]) -> T:
    """Return what `work` returns, or raise what it raises."""
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[Ended[T]] = asyncio.Queue()
    _begin(work, lambda ended: _tell(loop, told, ended))
    return _outcome(await told.get())


async def followed(
    work: Callable[[OnStarted, OnStep], Response],
    run: str | None,
    patience: float,
    heard: Callable[[ChainStep], Awaitable[None]],
) -> Response | str:
    """Return the answer of a call; after `patience` seconds the id of the run, which goes on.

    `heard` is awaited for each step that is done meanwhile. `run` is the id where it is known from the start; where it
    is not, it is waited for.
    """
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[Ended[Response] | ChainStep | str] = asyncio.Queue()

    left = threading.Event()

    def tell(event: Ended[Response] | ChainStep | str) -> None:
        if left.is_set() and isinstance(event, Ended) and event.error is not None:
            log.error("a call that was handed back failed: %s", _said(event.error))
        _tell(loop, told, event)

    _begin(lambda: work(tell, tell), tell)
    try:
        return await _heard(told, run, loop.time() + patience, heard)
    finally:
        left.set()


async def _heard(
    told: "asyncio.Queue[Ended[Response] | ChainStep | str]",
    run: str | None,
    deadline: float,
    heard: Callable[[ChainStep], Awaitable[None]],
) -> Response | str:
    """Hear what a call tells, until it has ended or the deadline of the loop's clock is over and its run is known."""
    clock = asyncio.get_running_loop().time
    while True:
        event: Ended[Response] | ChainStep | str | None = None
        with anyio.move_on_after(max(0.0, deadline - clock()) if run is not None else None):
            event = await told.get()
        match event:
            case None if run is not None:
                return run
            case Ended():
                return _outcome(event)
            case str():
                run = event
            case ChainStep():
                await heard(event)


def _begin(work: Callable[[], T], ended: Callable[[Ended[T]], None]) -> None:
    def do() -> None:
        try:
            outcome = Ended(work())
        except BaseException as error:  # noqa: BLE001 - raised again by whoever waits for it
            outcome = Ended(None, error)
        ended(outcome)

    threading.Thread(target=do, name="chaindsl-call", daemon=True).start()


def _tell(loop: asyncio.AbstractEventLoop, told: "asyncio.Queue[Any]", event: object) -> None:
    # The loop may have ended meanwhile; then nobody listens.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(told.put_nowait, event)


def _said(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _outcome(ended: Ended[T]) -> T:
    if ended.error is None:
        return ended.value  # type: ignore[return-value]  # the call returned it
    if isinstance(ended.error, Exception):
        raise ended.error
    # SystemExit and its kin out of the user's code must not end the server.
    raise RuntimeError(_said(ended.error)) from ended.error
