"""What the clients of every protocol share, plain and async, on httpx: connections, time, another try, errors."""

import asyncio
import ssl
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import TracebackType
from typing import Any, Self, TypeVar

from chaindsl.models.answer import OK, completion
from chaindsl.models.endpoint import Endpoint
from chaindsl.models.failure import ModelError, require
from chaindsl.models.loop import LOOP
from chaindsl.models.retrying import retried
from chaindsl.vocabulary.chunks import CHUNKS, Told
from chaindsl.vocabulary.model import Completion
from chaindsl.vocabulary.patience import PATIENCE
from chaindsl.vocabulary.typed import atyped, typed

require("httpx", "http")
require("httpx_sse", "http")
import httpx  # noqa: E402 - a missing extra is named first
from httpx_sse import EventSource  # noqa: E402

from chaindsl.models.streaming import AS_IT_IS, Bounded, Streamed, streamed  # noqa: E402

T = TypeVar("T")

MOST_BYTES = 16 * 1024 * 1024
MOST_IDLE = 100
"""Connections that are kept while nobody uses them. How many are open at once is up to whoever asks."""
NOT_KNOWN = frozenset({400, 422})
"""What servers answer that know no `response_format`, or don't stream."""


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates to trust: read once, for reading them takes longer than all the rest of a client."""
    return httpx.create_ssl_context()


class Asking:
    """An endpoint, and how it is asked over connections that are handed in."""

    def __init__(self, endpoint: Endpoint, max_attempts: int) -> None:
        if max_attempts < 1:
            raise ModelError("bad-setting", f"max_attempts is {max_attempts}, and must be at least 1")
        self.endpoint = endpoint
        self._most = max_attempts
        self._schemas = endpoint.schemas
        self._streams = True
        self._begin()

    def _begin(self) -> None:
        """Prepare what lives as long as the client."""

    def __getstate__(self) -> tuple[Endpoint, int]:
        """What a copy in another process is made of: it has connections of its own."""
        return self.endpoint, self._most

    def __setstate__(self, state: tuple[Endpoint, int]) -> None:
        Asking.__init__(self, *state)

    @property
    def schemas(self) -> bool:
        """Whether the server is asked for JSON schemas: the protocol has them, and it has not refused one yet."""
        return self._schemas

    @property
    def secrets(self) -> tuple[str, ...]:
        """What a run that uses the client must not show: its key."""
        return () if self.endpoint.api_key is None else (self.endpoint.api_key,)

    @property
    def max_tokens(self) -> int | None:
        """The most tokens of an answer, None where that is left to the server."""
        return self.endpoint.max_tokens

    def __repr__(self) -> str:
        there = self.endpoint
        return f"{type(self).__name__}({there.base_url!r}, {there.model!r}, mode={there.mode!r})"

    def _opened(self) -> httpx.AsyncClient:
        there = self.endpoint
        # Redirects are not followed, so without https there is nothing to verify.
        verify = _trusted() if there.url.startswith("https:") else False
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=MOST_IDLE)
        return httpx.AsyncClient(timeout=None, trust_env=not there.loopback, verify=verify, limits=limits)

    async def _asked(self, client: httpx.AsyncClient, prompt: str, schema: Mapping[str, Any] | None) -> Completion:
        """Ask until there is an answer, at most so many times, and not beyond the time that is left."""
        patience = PATIENCE.get()
        left = patience.left() if patience is not None else float("inf")
        seconds = min(self.endpoint.timeout, left)
        until = asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout(seconds):
                return await self._within(client, prompt, schema if self._schemas else None, until)
        except TimeoutError as error:
            message = f"{self.endpoint.url} did not answer within {seconds:.3g} s"
            hint = "that is all the time that was left" if left < self.endpoint.timeout else "raise timeout"
            raise ModelError("model-timeout", message, subject=self.endpoint.model, hint=hint) from error

    async def _within(
        self, client: httpx.AsyncClient, prompt: str, schema: Mapping[str, Any] | None, until: float
    ) -> Completion:
        # A value of a type is of use only whole.
        told = CHUNKS.get() if schema is None and self._streams else None
        body = self.endpoint.body(prompt, schema, stream=told is not None)
        try:
            return await retried(lambda: self._once(client, body, told), self._most, until)
        except ModelError as error:
            if (schema is None and told is None) or error.status not in NOT_KNOWN:
                raise
        if told is not None:
            self._streams = False
            return await self._within(client, prompt, schema, until)
        answer = await self._within(client, prompt, None, until)
        self._schemas = False
        return answer

    async def _once(self, client: httpx.AsyncClient, body: bytes, told: Told | None) -> Completion:
        there, read = self.endpoint, bytearray()
        with self._failures():
            headers = {**there.headers, **({} if told is None else AS_IT_IS)}
            async with client.stream("POST", there.url, content=body, headers=headers) as answer:
                if told is not None and answer.status_code == OK and streamed(answer.headers):
                    assert isinstance(answer.stream, httpx.AsyncByteStream)
                    answer.stream = Bounded(answer.stream, MOST_BYTES, there)
                    return await Streamed(there, told).read(EventSource(answer).aiter_sse(), answer.headers)
                async for part in answer.aiter_bytes():
                    self._grown(read, part)
        return completion(there, answer.status_code, bytes(read), answer.headers)

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Turn what httpx raises into ModelError."""
        there = self.endpoint
        try:
            yield
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            message = f"{there.url} can't be asked: {there.hidden(str(error)) or type(error).__name__}"
            hint = "is the server running, and the base URL right?"
            # A connection that broke is tried again; where there is none there will hardly be one soon.
            broke = isinstance(error, httpx.TransportError) and not isinstance(error, httpx.ConnectError)
            raise ModelError("model-unreachable", message, subject=there.model, hint=hint, transient=broke) from error

    def _grown(self, body: bytearray, part: bytes) -> None:
        if len(body) + len(part) > MOST_BYTES:
            message = f"the answer of {self.endpoint.url} is longer than {MOST_BYTES} bytes"
            raise ModelError("model-malformed", message, subject=self.endpoint.model)
        body += part


class Client(Asking):
    """Asks from any thread; the waiting is done on a loop of this process, where connections are kept and shared."""

    def _begin(self) -> None:
        self._closed = False
        self._kept: list[tuple[asyncio.AbstractEventLoop, httpx.AsyncClient]] = []
        # At the end of the process the loop closes what is open there.
        weakref.finalize(self, _forget, self._kept).atexit = False

    def __call__(self, prompt: str, /, *, schema: Mapping[str, Any] | None = None) -> Completion:
        if self._closed:
            raise RuntimeError(f"{self!r} is closed")
        try:
            return LOOP.run(self._at_home(prompt, schema))
        except Exception as error:
            if not self._closed:
                raise
            raise ModelError("model-unreachable", f"{self!r} was closed while it was asked") from error

    async def _at_home(self, prompt: str, schema: Mapping[str, Any] | None) -> Completion:
        loop = asyncio.get_running_loop()
        if not self._kept or self._kept[0][0] is not loop:
            opened = self._opened()
            self._kept[:] = [(loop, opened)]
            LOOP.opened.add(opened)
        return await self._asked(self._kept[0][1], prompt, schema)

    def typed(self, prompt: str, kind: type[T], /, *, repairs: int = 1) -> T:
        """Return the answer as a value of a type; see `chaindsl.vocabulary.typed.typed`."""
        return typed(self, prompt, kind, repairs=repairs)

    def close(self) -> None:
        """Close the connections. Closing twice is fine; a closed client can't be called."""
        self._closed = True
        closing = [LOOP.close(client) for _, client in self._kept]
        self._kept.clear()
        for one in closing:
            if one is not None:
                one.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _forget(kept: list[tuple[asyncio.AbstractEventLoop, httpx.AsyncClient]]) -> None:
    for _, client in kept:
        LOOP.close(client)


class AsyncClient(Asking):
    """Asks on the running loop.

    Inside `async with` connections are kept and shared by the tasks of that event loop. Outside of it, or on another
    loop, each call has a connection of its own, so that one client serves any number of runs and loops.
    """

    _kept: tuple[asyncio.AbstractEventLoop, httpx.AsyncClient] | None = None

    async def __call__(self, prompt: str, /, *, schema: Mapping[str, Any] | None = None) -> Completion:
        if self._kept and self._kept[0] is asyncio.get_running_loop():
            return await self._asked(self._kept[1], prompt, schema)
        async with self._opened() as client:
            return await self._asked(client, prompt, schema)

    async def typed(self, prompt: str, kind: type[T], /, *, repairs: int = 1) -> T:
        """Return the answer as a value of a type; see `chaindsl.vocabulary.typed.typed`."""
        return await atyped(self, prompt, kind, repairs=repairs)

    async def aclose(self) -> None:
        """Close the connections that `async with` keeps. Closing twice is fine."""
        kept, self._kept = self._kept, None
        if kept:
            await kept[1].aclose()

    async def __aenter__(self) -> Self:
        self._kept = asyncio.get_running_loop(), self._opened()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
