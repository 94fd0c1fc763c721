"""Reads an answer that a server streams, as server-sent events, into what it would have answered whole."""

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from httpx import AsyncByteStream
from httpx_sse import ServerSentEvent

from chaindsl.models.answer import OK, completion
from chaindsl.models.endpoint import Endpoint
from chaindsl.models.failure import ModelError
from chaindsl.vocabulary.chunks import Told
from chaindsl.vocabulary.model import Completion

DONE = "[DONE]"
ENDED = frozenset({"stop", "end_turn", "stop_sequence"})
EVENT_STREAM = "text/event-stream"
AS_IT_IS = {"Accept-Encoding": "identity"}
"""Sent where an answer is to be streamed, so that its bytes can be counted before they are unpacked."""


def streamed(headers: Mapping[str, str]) -> bool:
    """Return whether these headers come before a stream of events that is sent as it is."""
    kind, coding = headers.get("content-type", ""), headers.get("content-encoding", "identity")
    return kind.startswith(EVENT_STREAM) and coding == "identity"


class Bounded(AsyncByteStream):
    """The bytes of an answer, at most `most` of them: a line without an end must not fill the memory."""

    def __init__(self, inner: AsyncByteStream, most: int, endpoint: Endpoint) -> None:
        self._inner = inner
        self._left = most
        self._endpoint = endpoint

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._inner:
            self._left -= len(part)
            if self._left < 0:
                raise failed(self._endpoint, "model-malformed", "streams an answer that is too long")
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()


def failed(endpoint: Endpoint, code: str, what: str, *, transient: bool = False) -> ModelError:
    """Return the error of a stream."""
    return ModelError(code, f"{endpoint.url} {what}", subject=endpoint.model, hint=None, transient=transient)


class Streamed:
    """An answer as it comes in; `tell` hears each piece."""

    def __init__(self, endpoint: Endpoint, tell: Told) -> None:
        self._endpoint = endpoint
        self._tell = tell
        self._pieces: list[str] = []
        self._length = 0
        self._usage: dict[str, Any] = {}
        self._model: object = None
        self._reason: object = None
        self._over = False

    async def read(self, events: AsyncIterator[ServerSentEvent], headers: Mapping[str, str]) -> Completion:
        """Return the whole answer.

        Raises ModelError: `model-unreachable`, worth another try, where the stream ends before the answer does, and
        what `completion` raises.
        """
        async for event in events:
            if event.data == DONE:
                self._over = True
                break
            if event.data:
                self._take(event.data, headers)
        if not self._over:
            raise failed(self._endpoint, "model-unreachable", "broke off its answer", transient=True)
        return completion(self._endpoint, OK, json.dumps(self._whole()).encode(), headers)

    def _take(self, data: str, headers: Mapping[str, str]) -> None:
        try:
            part = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise failed(self._endpoint, "model-malformed", "streams what is no JSON") from error
        if not isinstance(part, dict):
            raise failed(self._endpoint, "model-malformed", "streams what is no object")
        if part.get("error"):
            completion(self._endpoint, OK, data.encode(), headers)  # raises with what the server says
        if self._endpoint.mode == "messages":
            self._message(part)
        else:
            self._choice(part)

    def _choice(self, part: dict[str, Any]) -> None:
        """A piece of OpenAI's protocol; the last has the usage and no choice."""
        self._model = part.get("model") or self._model
        if isinstance(part.get("usage"), dict):
            self._usage = part["usage"]
        choices = part.get("choices")
        first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        delta = first.get("delta") if self._endpoint.mode == "chat" else first
        self._add(
            delta.get("content" if self._endpoint.mode == "chat" else "text") if isinstance(delta, dict) else None
        )
        self._reason = first.get("finish_reason") or self._reason

    def _message(self, part: dict[str, Any]) -> None:
        """A piece of Anthropic's protocol, whose usage comes in two parts."""
        whole, delta = part.get("message"), part.get("delta")
        for usage in (whole.get("usage") if isinstance(whole, dict) else None, part.get("usage")):
            self._usage |= usage if isinstance(usage, dict) else {}
        if isinstance(whole, dict):
            self._model = whole.get("model") or self._model
        if isinstance(delta, dict):
            self._add(delta.get("text"))
            self._reason = delta.get("stop_reason") or self._reason
        self._over = self._over or part.get("type") == "message_stop"

    def _add(self, text: object) -> None:
        if isinstance(text, str) and text:
            # Half of a surrogate pair could be written nowhere.
            sound = text.encode("utf-8", "replace").decode()
            self._tell(sound, self._length)
            self._pieces.append(sound)
            self._length += len(sound)

    def _whole(self) -> dict[str, Any]:
        # Without a piece it is an empty text only where the model ended it.
        text = "".join(self._pieces) if self._pieces or self._reason in ENDED else None
        found: dict[str, Any] = {"model": self._model, "usage": self._usage}
        if self._endpoint.mode == "messages":
            return found | {"content": [{"type": "text", "text": text}], "stop_reason": self._reason}
        piece = {"message": {"content": text}} if self._endpoint.mode == "chat" else {"text": text}
        return found | {"choices": [piece | {"finish_reason": self._reason}]}
