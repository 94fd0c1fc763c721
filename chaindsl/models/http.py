"""Clients of OpenAI-compatible servers, plain and async, on httpx (extra `http`)."""

import asyncio
import ssl
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from types import TracebackType
from typing import Any, Self

from chaindsl.models.answer import completion
from chaindsl.models.endpoint import Endpoint, Mode
from chaindsl.models.failure import ModelError, require
from chaindsl.vocabulary.model import Completion

require("httpx", "http")
import httpx  # noqa: E402 - a missing extra is named first

MOST_BYTES = 16 * 1024 * 1024


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates to trust: read once, for reading them takes longer than all the rest of a client."""
    return httpx.create_ssl_context()


class _Client:
    """What both clients are made of: an endpoint, and the errors of asking it."""

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None = None,
        *,
        mode: Mode = "chat",
        timeout: float = 60.0,
        max_tokens: int | None = 512,
        temperature: float | None = 0.0,
        stop: Sequence[str] = (),
        extra: Mapping[str, object] | None = None,
    ) -> None:
        key = (api_key or "").strip() or None
        settings = dict(extra or {})
        self.endpoint = Endpoint(base_url, model, key, mode, timeout, max_tokens, temperature, stop, settings)
        self._begin()

    def _begin(self) -> None:
        """Open what lives as long as the client."""

    def _ways(self) -> dict[str, Any]:
        """How httpx is to connect."""
        there = self.endpoint
        secure = there.url.startswith("https:")
        # Redirects are not followed, so without https there is nothing to verify.
        return {"timeout": there.timeout, "trust_env": not there.loopback, "verify": _trusted() if secure else False}

    def __repr__(self) -> str:
        there = self.endpoint
        return f"{type(self).__name__}({there.base_url!r}, {there.model!r}, mode={there.mode!r})"

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Turn what httpx raises into ModelError."""
        url, model, seconds = self.endpoint.url, self.endpoint.model, self.endpoint.timeout
        try:
            yield
        except (httpx.TimeoutException, TimeoutError) as error:
            message = f"{url} did not answer within {seconds:g} s"
            raise ModelError("model-timeout", message, subject=model, hint="raise timeout") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            said = self.endpoint.hidden(str(error)) or type(error).__name__
            message = f"{url} can't be asked: {said}"
            hint = "is the server running, and the base URL right?"
            raise ModelError("model-unreachable", message, subject=model, hint=hint) from error

    def _grown(self, body: bytearray, part: bytes) -> None:
        if len(body) + len(part) > MOST_BYTES:
            message = f"the answer of {self.endpoint.url} is longer than {MOST_BYTES} bytes"
            raise ModelError("model-malformed", message, subject=self.endpoint.model)
        body += part


class OpenAICompatible(_Client):
    """A model behind an OpenAI-compatible server: call it with a prompt, get a `Completion`.

    `mode="completion"` asks `/completions` instead, which suits base models. `timeout` (seconds) holds for connecting,
    for each wait for the server, and for the whole answer as it arrives. None leaves a setting to the server; `extra`
    is sent along with each call. Safe to use from several threads; connections are kept until `close`, or until
    nothing refers to the client any more. Raises ModelError, here and in calls.
    """

    def _begin(self) -> None:
        self._client = httpx.Client(**self._ways())
        self._close = weakref.finalize(self, self._client.close)

    def __call__(self, prompt: str, /) -> Completion:
        there, body = self.endpoint, bytearray()
        until = time.monotonic() + there.timeout
        with (
            self._failures(),
            self._client.stream("POST", there.url, content=there.body(prompt), headers=there.headers) as answer,
        ):
            for part in answer.iter_bytes():
                self._grown(body, part)
                if time.monotonic() > until:
                    raise TimeoutError
        return completion(there, answer.status_code, bytes(body), answer.headers)

    def close(self) -> None:
        """Close the connections. Closing twice is fine; a closed client can't be called."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AsyncOpenAICompatible(_Client):
    """The same, awaited.

    Inside `async with` connections are kept and shared by the tasks of that event loop. Outside of it, or on another
    loop, each call has a connection of its own, so that one client serves any number of runs and loops. `timeout`
    (seconds) holds for the whole call.
    """

    _kept: tuple[asyncio.AbstractEventLoop, httpx.AsyncClient] | None = None

    async def __call__(self, prompt: str, /) -> Completion:
        if self._kept and self._kept[0] is asyncio.get_running_loop():
            return await self._asked(self._kept[1], prompt)
        async with self._opened() as client:
            return await self._asked(client, prompt)

    async def _asked(self, client: httpx.AsyncClient, prompt: str) -> Completion:
        there, body = self.endpoint, bytearray()
        with self._failures():
            async with (
                asyncio.timeout(there.timeout),
                client.stream("POST", there.url, content=there.body(prompt), headers=there.headers) as answer,
            ):
                async for part in answer.aiter_bytes():
                    self._grown(body, part)
        return completion(there, answer.status_code, bytes(body), answer.headers)

    def _opened(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(**self._ways())

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
