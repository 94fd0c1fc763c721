"""Models, as steps see them: any callable from prompt to text."""

from dataclasses import dataclass
from typing import Protocol


class Complete(Protocol):
    """A model: it continues or answers a prompt. A tool annotated so, or with a class derived from it, is metered."""

    def __call__(self, prompt: str, /) -> str:
        """Return the model's text for a prompt."""
        ...


class AsyncComplete(Protocol):
    """A model that is awaited."""

    async def __call__(self, prompt: str, /) -> str:
        """Return the model's text for a prompt."""
        ...


@dataclass(frozen=True, slots=True)
class Usage:
    """What one call used, in tokens, and what it cost where the client knows."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    @property
    def total(self) -> int:
        """Input and output tokens together."""
        return self.input_tokens + self.output_tokens


class Completion(str):
    """A model's text that remembers what it used and which model wrote it."""

    __slots__ = ("model", "usage")
    usage: Usage | None
    model: str | None

    def __new__(cls, text: str, *, usage: Usage | None = None, model: str | None = None) -> "Completion":
        made = super().__new__(cls, text)
        made.usage = usage
        made.model = model
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (str(self), self.usage, self.model)


def _restore(text: str, usage: Usage | None, model: str | None) -> Completion:
    return Completion(text, usage=usage, model=model)
