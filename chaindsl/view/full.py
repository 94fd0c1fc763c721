"""One step in full: what each attempt read, asked, got back and wrote."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chaindsl.view.attempt import Attempt
from chaindsl.view.wording import block, brief, count, named, seconds, signed

_INDENT = "    "


def lines(attempts: Iterable[Attempt]) -> Iterator[str]:
    """Yield all that is known of some attempts, nothing cut."""
    for number, attempt in enumerate(attempts):
        if number:
            yield ""
        yield from _one(attempt)


def _one(attempt: Attempt) -> Iterator[str]:
    yield f"{named(attempt)}, attempt {attempt.attempt}: {signed(attempt, 300)}"
    yield f"  {', '.join(_facts(attempt))}"
    for key, value in attempt.reads.items():
        yield from _value(f"read {brief(key)}", value)
    for number, call in enumerate(attempt.calls, 1):
        yield from _call(call, f"call {number} of {len(attempt.calls)}" if len(attempt.calls) > 1 else "call")
    data = attempt.data
    if data["rejected"] is not None:
        yield from _value("rejected", data["rejected"])
    if data["message"] is not None:
        yield from _value("because", data["message"])
    if data["error"] is not None:
        yield from _value("error", data["error"])
    if data["tail"]:
        yield from _value("the end of what it printed", data["tail"])
    if attempt.wrote:
        size = f" (cut, {data['cut']} characters in all)" if data["cut"] else ""
        yield from _value(f"wrote {brief(attempt.writes)}{size}", attempt.output)


def _facts(attempt: Attempt) -> Iterator[str]:
    yield f"after {seconds(attempt.started)}"
    yield f"took {seconds(attempt.seconds)}"
    if attempt.calls:
        yield count(len(attempt.calls), "call")
    if attempt.tokens:
        yield count(attempt.tokens, "token")
    for name in ("state", "transition", "actor", "code"):
        if attempt.data[name] is not None:
            yield f"{name} {brief(attempt.data[name])}"


def _call(call: Mapping[str, Any], label: str) -> Iterator[str]:
    yield f"  {label} to {brief(call['tool'])}: {', '.join(_told(call))}"
    if call.get("sent") is not None:
        yield from _value("sent", call["sent"])
    if call.get("answer") is not None:
        yield from _value("answer", call["answer"])


def _told(call: Mapping[str, Any]) -> Iterator[str]:
    if call.get("prompt"):
        yield f"prompt {brief(call['prompt'])}, version {brief(call.get('version'))} ({brief(call.get('hash'))})"
    if call.get("model"):
        yield f"model {brief(call['model'])}"
    yield count(call["characters"], "character")
    yield seconds(call["seconds"])
    for name, noun in (("input_tokens", "token"), ("output_tokens", "token")):
        if call.get(name) is not None:
            yield f"{count(call[name], noun)} {'in' if name == 'input_tokens' else 'out'}"
    if call.get("cost") is not None:
        yield f"cost {call['cost']:.6g}"
    if call.get("error"):
        yield f"failed with {brief(call['error'])}"


def _value(label: str, value: Any) -> Iterator[str]:
    yield f"  {label}:"
    yield from (f"{_INDENT}{line}".rstrip() for line in block(value))
