"""Reads what a model's server answered: a completion, or why there is none. It knows no client."""

import json
from collections.abc import Mapping
from typing import Any

from chaindsl.models.endpoint import ANSWER, Endpoint
from chaindsl.models.failure import ModelError
from chaindsl.models.passing import PASSING, asked_wait
from chaindsl.vocabulary.model import Completion, Usage

EXCERPT = 200
OK = 200

HINTS = {
    400: "the server does not accept this request: its model, its settings or the length of its prompt",
    401: "check the key",
    403: "check the key and what it may be used for",
    404: "check the base URL and the name of the model",
    413: "the prompt is too long",
    429: "ask less often, or give the step more attempts and a longer backoff",
}


def completion(endpoint: Endpoint, status: int, body: bytes, headers: Mapping[str, str]) -> Completion:
    """Return the text of an answer, with its usage where the server reports it.

    Raises ModelError: `model-refused` for a status other than 200 and for an error sent as a 200, `model-malformed`
    for anything that has no text where the protocol says it should be.
    """
    if status != OK:
        raise _refused(endpoint, status, body, headers)
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _malformed(endpoint, "is no JSON", body) from error
    if _at(answer, "error") and not _at(answer, "choices"):
        raise _refused(endpoint, status, body, headers)
    text, reason = _text(endpoint, answer)
    if not isinstance(text, str):
        raise _without_text(endpoint, reason, body)
    name = _at(answer, "model")
    model = name if isinstance(name, str) and name else endpoint.model
    # An escaped half of a surrogate pair is legal JSON, and nothing downstream could write it.
    return Completion(text.encode("utf-8", "replace").decode(), usage=usage(_at(answer, "usage")), model=model)


def _text(endpoint: Endpoint, answer: Any) -> tuple[Any, Any]:
    """The text of an answer where its protocol has it, and why it ended."""
    if endpoint.mode != "messages":
        path = ("message", "content") if endpoint.mode == "chat" else ("text",)
        return _at(answer, "choices", 0, *path), _at(answer, "choices", 0, "finish_reason")
    parts, reason = _at(answer, "content"), _at(answer, "stop_reason")
    parts = parts if isinstance(parts, list) else []
    for part in parts:
        if _at(part, "type") == "tool_use" and _at(part, "name") == ANSWER:
            return json.dumps(_at(part, "input")), reason
    texts = [_at(part, "text") for part in parts if _at(part, "type") == "text"]
    return "".join(texts) if texts and all(isinstance(text, str) for text in texts) else None, reason


def usage(reported: object) -> Usage | None:
    """The tokens (and cost, where a gateway adds it) of an answer; None when it does not report both."""
    read, written = _at(reported, "prompt_tokens"), _at(reported, "completion_tokens")
    if read is None and written is None:
        cached = [_at(reported, f"cache_{way}_input_tokens") for way in ("creation", "read")]
        read, written = _at(reported, "input_tokens"), _at(reported, "output_tokens")
        read = read + sum(filter(_is_count, cached)) if _is_count(read) else None
    if not (_is_count(read) and _is_count(written)):
        return None
    cost = _at(reported, "cost")
    return Usage(read, written, float(cost) if type(cost) in {int, float} else None)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def excerpt(endpoint: Endpoint, body: bytes) -> str:
    """The start of a body on one line: the server's own message where it has one, never the key."""
    text = body.decode("utf-8", "replace")
    try:
        error = _at(json.loads(text), "error")
    except (ValueError, RecursionError):
        error = None
    said = _at(error, "message") or error
    text = endpoint.hidden(said if isinstance(said, str) else text)
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= EXCERPT else f"{line[:EXCERPT]}…"


def _refused(endpoint: Endpoint, status: int, body: bytes, headers: Mapping[str, str]) -> ModelError:
    said = excerpt(endpoint, body) or "an empty body"
    message = f"{endpoint.url} answered {status} for {endpoint.model}: {said}"
    wait = endpoint.hidden(headers.get("retry-after", ""))[:40]
    seconds = asked_wait(wait) if status in PASSING else None
    hint = HINTS.get(status) if seconds is None else f"the server asks to wait {seconds:.0f} s"
    transient = status in PASSING
    return ModelError(
        "model-refused",
        message,
        subject=endpoint.model,
        hint=hint,
        status=status,
        transient=transient,
        wait=seconds,
    )


def _malformed(endpoint: Endpoint, what: str, body: bytes) -> ModelError:
    message = f"the answer of {endpoint.url} {what}: {excerpt(endpoint, body) or 'an empty body'}"
    kind = "a server of Anthropic's Messages API" if endpoint.mode == "messages" else "an OpenAI-compatible server"
    hint = f"is this {kind}?"
    return ModelError("model-malformed", message, subject=endpoint.model, hint=hint, status=OK)


def _without_text(endpoint: Endpoint, reason: object, body: bytes) -> ModelError:
    if not isinstance(reason, str):
        return _malformed(endpoint, "has no text", body)
    message = f"the answer of {endpoint.url} has no text; its finish reason is {excerpt(endpoint, reason.encode())}"
    hint = "raise max_tokens" if reason in {"length", "max_tokens"} else None
    return ModelError("model-malformed", message, subject=endpoint.model, hint=hint, status=OK)


def _at(value: Any, *path: str | int) -> Any:
    """The value at a path of keys and indexes, None where there is none."""
    for part in path:
        if isinstance(part, str) and isinstance(value, dict):
            value = value.get(part)
        elif isinstance(part, int) and isinstance(value, list) and part < len(value):
            value = value[part]
        else:
            return None
    return value
