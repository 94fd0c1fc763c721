"""One model call, as a record tells it."""

from typing import NamedTuple


class ModelCall(NamedTuple):
    """What one call asked and cost.

    `prompt`, `version` and `hash` (of the text with its placeholders) are there when the prompt was made by
    `prompt(...)`; `characters` is the length of what was sent, `seconds` how long the answer took. The token counts
    are None where the client does not report them. `error` names the exception of a call that failed.
    """

    tool: str
    characters: int
    seconds: float
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
