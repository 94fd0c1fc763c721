"""Models of Anthropic: `anthropic:MODEL`, on the Messages API (extra `anthropic`)."""

import os
from collections.abc import Mapping, Sequence

from chaindsl.models.failure import ModelError, require

require("httpx", "anthropic")
require("tenacity", "anthropic")
from chaindsl.models.client import Asking, AsyncClient, Client  # noqa: E402 - a missing extra is named first
from chaindsl.models.endpoint import Endpoint  # noqa: E402

BASE_URL = "https://api.anthropic.com/v1"


class _Messages(Asking):
    """How both are made."""

    def __init__(
        self,
        model: str,
        api_key: str | None,
        *,
        base_url: str = BASE_URL,
        timeout: float = 60.0,
        max_attempts: int = 3,
        max_tokens: int = 4096,
        temperature: float | None = None,
        stop: Sequence[str] = (),
        extra: Mapping[str, object] | None = None,
    ) -> None:
        key = (api_key or "").strip() or None
        settings = dict(extra or {})
        endpoint = Endpoint(base_url, model, key, "messages", timeout, max_tokens, temperature, stop, settings)
        super().__init__(endpoint, max_attempts)


class Anthropic(_Messages, Client):
    """A model of Anthropic: call it with a prompt, get a `Completion`. Its settings mean what `OpenAICompatible`'s do.

    The API needs `max_tokens`. Raises ModelError, here and in calls.
    """


class AsyncAnthropic(_Messages, AsyncClient):
    """The same, awaited. Connections are kept inside `async with`, and there shared by the tasks of its loop."""


def from_spec(spec: str) -> Anthropic:
    """Return a client for `anthropic:MODEL`: ANTHROPIC_API_KEY is its key, ANTHROPIC_BASE_URL its server where set."""
    name = spec.partition(":")[2]
    if not name:
        raise ModelError("unknown-model", f"{spec!r} has no model's name", subject=spec, hint="say anthropic:MODEL")
    key = os.environ.get("ANTHROPIC_API_KEY", "").strip()
    if not key:
        raise ModelError("bad-setting", f"{spec} needs a key", subject=spec, hint="set ANTHROPIC_API_KEY")
    base = (os.environ.get("ANTHROPIC_BASE_URL") or BASE_URL).rstrip("/")
    return Anthropic(name, key, base_url=base)
