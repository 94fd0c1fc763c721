"""The embedded model: Gemma 3 270M, a *base* model that runs on this machine (extra `local`).

It continues text and follows no instructions; prompts that show two or more examples suit it.
"""

import os
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from chaindsl.models.failure import ModelError, require

require("httpx", "local")
require("tenacity", "local")
from chaindsl.models.engine import NAME, Engine, Setup, engine  # noqa: E402 - a missing extra is named first
from chaindsl.models.http import OpenAICompatible  # noqa: E402
from chaindsl.models.trimmed import Trimmed  # noqa: E402
from chaindsl.vocabulary.chunks import CHUNKS  # noqa: E402
from chaindsl.vocabulary.model import Completion  # noqa: E402

SEED = 1
MOST_THREADS = 4


class Local:
    """The embedded model, started at the first call (or by `start`) and shared by the whole process.

    An answer ends at one of the `stop` texts, after `max_tokens`, or at `timeout` (seconds); the space around it is
    taken off. It is told in pieces where somebody listens. `context` (tokens) holds prompt and answer. The same prompt
    gives the same answer, whatever else is asked. Safe to use from several threads, which then wait for each other.
    `threads` are those of one answer: half of the processors (at most four) unless said otherwise, for on a busy
    machine more of them are slower. Raises ModelError.
    """

    def __init__(
        self,
        *,
        max_tokens: int = 96,
        stop: Sequence[str] = ("\n\n",),
        context: int = 4096,
        threads: int | None = None,
        timeout: float = 120.0,
    ) -> None:
        threads = _half() if threads is None else threads
        if context < 1 or threads < 1:
            raise ModelError("bad-setting", "context and threads must be at least 1", subject=NAME)
        self._setup = Setup(context, threads)
        self._settings = (timeout, max_tokens, tuple(stop) if not isinstance(stop, str) else (stop,))
        self._lock = threading.Lock()
        self._asked: tuple[Engine, OpenAICompatible] | None = None

    def __call__(self, prompt: str, /) -> Completion:
        client, told = self._client(), CHUNKS.get()
        token = CHUNKS.set(None if told is None else Trimmed(told).add)
        try:
            said = client(prompt)
        finally:
            CHUNKS.reset(token)
        return Completion(said.strip(), usage=said.usage, model=NAME)

    @property
    def max_tokens(self) -> int:
        """The most tokens of an answer."""
        return self._settings[1]

    def start(self) -> None:
        """Start the model now, so that the first call does not wait for it."""
        self._client()

    def close(self) -> None:
        """Close the connection. The model itself stays for others, and ends with the process."""
        with self._lock:
            asked, self._asked = self._asked, None
        if asked:
            asked[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        timeout, max_tokens, stop = self._settings
        return f"Local({max_tokens=}, {stop=}, {timeout=})"

    def _client(self) -> OpenAICompatible:
        """The client of the running engine; another one when that was started anew."""
        with self._lock:
            running = engine(self._setup)
            if self._asked is None or self._asked[0] is not running:
                timeout, max_tokens, stop = self._settings
                client = OpenAICompatible(
                    running.address,
                    NAME,
                    running.key,
                    mode="completion",
                    timeout=timeout,
                    max_tokens=max_tokens,
                    stop=stop,
                    extra={"seed": SEED},
                )
                self._asked = running, client
            return self._asked[1]


def _half() -> int:
    return max(1, min(MOST_THREADS, (os.cpu_count() or 1) // 2))


def from_spec(_: str) -> Local:
    """Return the embedded model; it starts at its first call."""
    require("xllamacpp", "local")
    return Local()
