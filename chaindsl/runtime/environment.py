"""What the interpreter takes from the world: time, sleep and identity. Tests hand in their own."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from chaindsl.runtime.engine import Engine
from chaindsl.runtime.interruption import Interruption


def _now() -> datetime:
    return datetime.now(UTC)


def _new_id() -> str:
    return os.urandom(12).hex()


@dataclass(frozen=True, slots=True)
class Environment:
    """`clock` counts seconds and never goes back; `now` tells the time of day; `sleep` and `asleep` wait.

    `engine` calls the bodies of steps; without one they are called in this process. `interruption` ends synchronous
    runs from another thread.
    """

    clock: Callable[[], float] = time.monotonic
    now: Callable[[], datetime] = _now
    sleep: Callable[[float], None] = time.sleep
    asleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    new_id: Callable[[], str] = _new_id
    engine: Engine | None = None
    interruption: Interruption | None = None
