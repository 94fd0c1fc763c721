"""One model call, as a record tells it."""

from typing import Any, NamedTuple

from chaindsl.trace.keep import HIDDEN


class ModelCall(NamedTuple):
    """What one call asked and cost.

    `prompt`, `version` and `hash` (of the text with its placeholders) are there when the prompt was made by
    `prompt(...)`; `characters` is the length of what was sent, `seconds` how long the answer took. `sent` is the text
    itself and `answer` what came back, each None where it is no text and cut where it is very long. The token counts
    are None where the client does not report them. `error` names the exception of a call that failed.
    """

    tool: str
    characters: int
    seconds: float
    sent: str | None = None
    answer: str | None = None
    prompt: str | None = None
    version: str | None = None
    hash: str | None = None
    model: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    error: str | None = None

    @property
    def tokens(self) -> int:
        """Tokens in and out, 0 where they are not reported."""
        return (self.input_tokens or 0) + (self.output_tokens or 0)

    def to_data(self, cap: int, *, hidden: bool = False) -> dict[str, Any]:
        """Return the call as plain JSON data, its texts cut to `cap` characters, or redacted."""
        return call_data(self, cap, hidden=hidden)


def call_data(call: tuple[Any, ...], cap: int, *, hidden: bool) -> dict[str, Any]:
    """Return what a ModelCall is made of, without making one, as its `to_data`."""
    found: dict[str, Any] = dict(zip(_FIELDS, call + _UNSAID[len(call) :], strict=True))
    for name in ("sent", "answer"):
        text = found[name]
        if text is not None and (hidden or len(text) > cap):
            found[name] = repr(HIDDEN) if hidden else text[:cap]
    return found


_FIELDS = ModelCall._fields
_UNSAID = (None,) * len(_FIELDS)
