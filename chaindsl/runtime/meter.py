"""The meter around a model: what a step is handed in its place, and what counts each call."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from inspect import isawaitable
from typing import Any

from chaindsl.runtime.bridge import Bridge, ready
from chaindsl.runtime.tally import Tally
from chaindsl.vocabulary.chunks import CHUNKS, Told
from chaindsl.vocabulary.patience import PATIENCE
from chaindsl.vocabulary.typed import atyped, typed

_LATE = 0.25
"""Seconds."""


class Meter:
    """A model as a step sees it, for one attempt.

    `bridge` is there for a plain body, and waits where the model is awaited; an asynchronous body gets what it can
    await from any model. `aside` is there for a body that awaits a model which would keep its event loop waiting: the
    model is asked in a thread. A model that is `inert` does nothing before what it returns is awaited.
    """

    __slots__ = ("_aside", "_bridge", "_inert", "_model", "_name", "_tally")

    def __init__(
        self,
        name: str,
        model: Callable[..., Any],
        tally: Tally,
        bridge: Bridge | None,
        aside: Bridge | None = None,
        inert: bool = False,
    ) -> None:
        self._name = name
        self._model = model
        self._tally = tally
        self._bridge = bridge
        self._aside = aside
        self._inert = inert

    def __call__(self, prompt: str, /, *args: Any, **options: Any) -> Any:
        tally = self._tally
        began = tally.begin()
        told = None if tally.telling is None else tally.telling.asked(self._name, prompt)
        if self._aside is not None:
            pending = self._in_thread(self._aside, partial(self._model, prompt, *args, **options))
            return self._awaited(prompt, pending, began, told)
        try:
            answer = self._model(prompt, *args, **options) if self._inert else self._called(prompt, args, options, told)
        except BaseException as error:
            tally.end(self._name, prompt, began, None, error)
            raise
        if self._inert or (not isinstance(answer, str) and isawaitable(answer)):
            pending = self._awaited(prompt, answer, began, told)
            return pending if self._bridge is None else self._bridge.driver.wait(pending)
        tally.end(self._name, prompt, began, answer, None)
        return answer if self._bridge is not None else ready(answer)

    def _called(self, prompt: str, args: Sequence[Any], options: Mapping[str, Any], told: Told | None) -> Any:
        token, heard = PATIENCE.set(self._tally), CHUNKS.set(told)
        try:
            return self._model(prompt, *args, **options)
        finally:
            PATIENCE.reset(token)
            CHUNKS.reset(heard)

    async def _in_thread(self, bridge: Bridge, ask: Callable[[], Any]) -> Any:
        answer = await bridge.driver.aside(ask)
        return await answer if not isinstance(answer, str) and isawaitable(answer) else answer

    async def _awaited(self, prompt: str, pending: Awaitable[Any], began: float, told: Told | None) -> Any:
        # Each coroutine more, and each variable that is set, is one more object for every call that is under way.
        tally = self._tally
        cancel = None if self._bridge is None else _cancelling()
        if cancel is not None:
            tally.hold(cancel)
        token = PATIENCE.set(tally)
        heard = None if CHUNKS.get() is told else CHUNKS.set(told)
        try:
            left = tally.left()
            answer = await (pending if left == math.inf else _in_time(pending, left))
        except BaseException as error:
            tally.end(self._name, prompt, began, None, error)
            raise
        finally:
            PATIENCE.reset(token)
            if heard is not None:
                CHUNKS.reset(heard)
            if cancel is not None:
                tally.release(cancel)
        tally.end(self._name, prompt, began, answer, None)
        return answer

    def typed(self, prompt: str, kind: type[Any], /, *, repairs: int = 1) -> Any:
        """Return an answer as a value of a type, or what to await for it; each question is a call that counts."""
        ask = typed if self._bridge is not None else atyped
        return ask(self, prompt, kind, repairs=repairs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def __repr__(self) -> str:
        return f"<metered {self._model!r}>"


async def _in_time(pending: Awaitable[Any], left: float) -> Any:
    """Await an answer for as long as it is of use, and a little longer: a client that knows its time ends by itself."""
    async with asyncio.timeout(left + _LATE):
        return await pending


def _cancelling() -> Callable[[], object] | None:
    """Return what cancels the running task from another thread."""
    task = asyncio.current_task()
    return None if task is None else partial(asyncio.get_running_loop().call_soon_threadsafe, task.cancel)


def behind(meter: Meter) -> tuple[Callable[..., Any], Tally, bool]:
    """Return the model behind a meter, what counts its calls, and whether it is asked in a thread.

    Attributes of the meter are those of the model.
    """
    return meter._model, meter._tally, meter._aside is not None  # noqa: SLF001
