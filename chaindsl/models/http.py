"""Clients of OpenAI-compatible servers, plain and async (extra `http`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from chaindsl.models.client import Asking, AsyncClient, Client
from chaindsl.models.endpoint import Endpoint, Mode


class _Compatible(Asking):
    """How both are made."""

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str | None = None,
        *,
        mode: Mode = "chat",
        timeout: float = 60.0,
        max_attempts: int = 3,
        max_tokens: int | None = 512,
        temperature: float | None = 0.0,
        stop: Sequence[str] = (),
        extra: Mapping[str, object] | None = None,
    ) -> None:
        key = (api_key or "").strip() or None
        settings: dict[str, Any] = dict(extra or {})
        endpoint = Endpoint(base_url, model, key, mode, timeout, max_tokens, temperature, stop, settings)
        super().__init__(endpoint, max_attempts)


class OpenAICompatible(_Compatible, Client):
    """A model behind an OpenAI-compatible server: call it with a prompt, get a `Completion`.

    `mode="completion"` asks `/completions` instead, which suits base models. `timeout` (seconds) holds for the whole
    call, and a step's own time where that is less. A server that is overloaded, or breaks the connection, is asked up
    to `max_attempts` times within it. None leaves a setting to the server; `extra` is sent along with each call. Safe
    to use from several threads; connections are kept until `close`, or until nothing refers to the client any more.
    Raises ModelError, here and in calls.
    """


class AsyncOpenAICompatible(_Compatible, AsyncClient):
    """The same, awaited. Connections are kept inside `async with`, and there shared by the tasks of its loop."""
