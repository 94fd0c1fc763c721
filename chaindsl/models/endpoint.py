"""Where a model's server is and how it is asked. It sends nothing."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any, Literal
from urllib.parse import urlsplit

from chaindsl.models.failure import ModelError

Mode = Literal["chat", "completion", "messages"]

# The first two are OpenAI's, the last is Anthropic's.
PATHS: dict[str, str] = {"chat": "/chat/completions", "completion": "/completions", "messages": "/messages"}
ANTHROPIC_VERSION = "2023-06-01"
ANSWER = "answer"
"""The name of a schema, and of the tool that stands for one."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server, a model on it, and the settings of each call.

    `base_url` is scheme, host and path; a host alone means its `/v1`. `timeout` is in seconds. A setting that is None
    is left to the server. `extra` is sent along as it is, and wins over the settings.
    """

    base_url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    mode: Mode = "chat"
    timeout: float = 60.0
    max_tokens: int | None = 512
    temperature: float | None = 0.0
    stop: Sequence[str] = ()
    extra: Mapping[str, object] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        problems = list(_problems(self))
        if problems:
            raise ModelError("bad-setting", "; ".join(problems), subject=self.model or None)

    @property
    def url(self) -> str:
        """The address that a prompt is posted to."""
        base = self.base_url.rstrip("/")
        return f"{base}{'' if urlsplit(base).path else '/v1'}{PATHS[self.mode]}"

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a call, the key included."""
        kept = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.mode == "messages":
            return (
                kept | {"anthropic-version": ANTHROPIC_VERSION} | ({"x-api-key": self.api_key} if self.api_key else {})
            )
        return kept | ({"Authorization": f"Bearer {self.api_key}"} if self.api_key else {})

    @property
    def loopback(self) -> bool:
        """Whether the server is on this machine; then no proxy is asked."""
        host = urlsplit(self.base_url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    @property
    def schemas(self) -> bool:
        """Whether the protocol has a way to ask for an answer that fits a JSON schema."""
        return self.mode != "completion"

    def body(self, prompt: str, schema: Mapping[str, Any] | None = None, *, stream: bool = False) -> bytes:
        """The JSON of a call, for an answer in pieces with `stream`, in ASCII, so that any `str` can be sent."""
        asked: dict[str, object] = {"model": self.model}
        if self.mode == "completion":
            asked["prompt"] = str(prompt)
        else:
            asked["messages"] = [{"role": "user", "content": str(prompt)}]
        stop = "stop_sequences" if self.mode == "messages" else "stop"
        settings = {"max_tokens": self.max_tokens, "temperature": self.temperature, stop: list(self.stop) or None}
        asked |= {name: value for name, value in settings.items() if value is not None}
        if schema is not None and self.schemas:
            asked |= self._typed(schema)
        if stream:
            asked |= {"stream": True} | ({} if self.mode == "messages" else {"stream_options": {"include_usage": True}})
        return json.dumps(asked | dict(self.extra)).encode("ascii")

    def _typed(self, schema: Mapping[str, Any]) -> dict[str, object]:
        if self.mode == "chat":
            named = {"name": ANSWER, "schema": schema, "strict": is_strict(schema)}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        tool = {"name": ANSWER, "description": "Give the answer.", "input_schema": schema}
        return {"tools": [tool], "tool_choice": {"type": "tool", "name": ANSWER}}

    def hidden(self, text: str) -> str:
        """The text without the key, should a server have repeated it."""
        return text.replace(self.api_key, "***") if self.api_key else text


def is_strict(schema: Any) -> bool:
    """Whether every object of a schema is closed and needs all of its properties: what OpenAI calls strict."""
    if isinstance(schema, list):
        return all(map(is_strict, schema))
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object":
        needed, named = schema.get("required", []), schema.get("properties", {})
        if schema.get("additionalProperties") is not False or set(needed) != set(named):
            return False
    return all(map(is_strict, schema.values()))


def _problems(endpoint: Endpoint) -> Iterator[str]:
    yield from _problems_of_url(endpoint.base_url)
    if not endpoint.model:
        yield "a model needs a name"
    if endpoint.mode not in PATHS:
        yield f"mode is {endpoint.mode!r}, and may be {', '.join(map(repr, PATHS))}"
    if endpoint.timeout <= 0:
        yield f"timeout is {endpoint.timeout}, and must be above 0 seconds"
    if endpoint.max_tokens is not None and endpoint.max_tokens < 1:
        yield f"max_tokens is {endpoint.max_tokens}, and must be at least 1"
    if isinstance(endpoint.stop, str):
        yield f"stop is a string; say stop=[{endpoint.stop!r}]"
    if endpoint.api_key and not all("!" <= letter <= "~" for letter in endpoint.api_key):
        yield "the api_key has spaces, line ends or letters that no key has"
    try:
        json.dumps(dict(endpoint.extra))
    except (TypeError, ValueError) as error:
        yield f"extra is no JSON ({error})"


def _problems_of_url(base_url: str) -> Iterator[str]:
    """What is wrong with an address; it is shown only when no secret can be in it."""
    try:
        parts = urlsplit(base_url)
        secret = "@" in parts.netloc or bool(parts.query)
        known = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError as error:
        yield f"the base URL can't be read ({error})"
        return
    if secret:
        yield "a base URL has no user, password or query; a key goes into api_key"
    elif not known:
        yield f"the base URL is {base_url!r}, and should look like https://HOST/v1"
    elif parts.fragment:
        yield "a base URL has no fragment; the model's name goes into model"
