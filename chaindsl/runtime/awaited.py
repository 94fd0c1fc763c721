"""What is awaited, and awaiting one call under its time limit; for both drivers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from inspect import CO_COROUTINE, iscoroutinefunction, unwrap
from types import FunctionType, MethodType
from typing import Any

from chaindsl.runtime.action import Callee


def awaits(function: Callable[..., Any], declared: bool = False) -> bool:
    """Say whether what a function returns is to be awaited."""
    inner = unwrap(function)
    return declared or iscoroutinefunction(inner) or iscoroutinefunction(getattr(inner, "__call__", None))  # noqa: B004


def inert(function: Callable[..., Any]) -> bool:
    """Say whether calling a function does nothing yet but make a coroutine: it is an `async def` itself."""
    found = function if isinstance(function, FunctionType | MethodType) else type(function).__call__
    code = getattr(found, "__code__", None)
    return code is not None and bool(code.co_flags & CO_COROUTINE)


def blocks(model: Callable[..., Any]) -> bool:
    """Say whether a model keeps its caller waiting: it does unless it is awaited, or has `blocks = False`."""
    said = getattr(model, "blocks", None)
    return said if isinstance(said, bool) else not awaits(model)


async def awaited(callee: Callee, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Call and await. When the time is up the task inside is cancelled, and TimeoutError says whose time it was."""
    if callee.timeout is None:
        return await callee.function(*args, **kwargs)
    limit = asyncio.timeout(callee.timeout)
    try:
        async with limit:
            return await callee.function(*args, **kwargs)
    except TimeoutError:
        if limit.expired():
            raise timed_out(callee.name, callee.timeout) from None
        raise


async def waited(pending: Awaitable[Any]) -> Any:
    """Await anything that can be awaited, as a coroutine."""
    return await pending


def timed_out(name: str, seconds: float | None) -> TimeoutError:
    """Return the error of a call that took too long, whichever clock noticed it."""
    return TimeoutError(f"{name} took longer than its {seconds:g} s")
