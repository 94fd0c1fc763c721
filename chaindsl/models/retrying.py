"""Asking again what failed for the moment, on tenacity. It knows no client."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from chaindsl.models.failure import ModelError, require

require("tenacity", "http")
from tenacity import (  # noqa: E402 - a missing extra is named first
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    wait_exponential,
    wait_random,
)

T = TypeVar("T")

FIRST = 0.5
LONGEST = 20.0
"""Seconds of the first pause and of the longest, where the server asks for none."""


async def retried(ask: Callable[[], Awaitable[T]], most: int, until: float) -> T:
    """Ask up to so many times; no pause goes beyond `until`, on the clock of the running loop.

    The pause is what the server asks for (`Retry-After`), or else grows exponentially with some chance in it. Raises
    the last ModelError.
    """
    clock = asyncio.get_running_loop().time
    growing = wait_exponential(multiplier=FIRST, max=LONGEST) + wait_random(0, FIRST / 2)

    def pause(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.wait if isinstance(error, ModelError) else None
        return growing(state) if asked is None else asked

    def enough(state: RetryCallState) -> bool:
        return state.attempt_number >= most or clock() + state.upcoming_sleep >= until

    retrying = AsyncRetrying(
        retry=retry_if_exception(_passing), wait=pause, stop=enough, sleep=asyncio.sleep, reraise=True
    )
    async for attempt in retrying:
        with attempt:
            return await ask()
    raise AssertionError("tenacity ends with an error or an answer")


def _passing(error: BaseException) -> bool:
    return isinstance(error, ModelError) and error.transient
