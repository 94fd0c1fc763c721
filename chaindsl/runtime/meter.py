"""The meter around a model: it counts, refuses the call that is one too many, and notes what each call cost."""

import hashlib
from collections.abc import Awaitable, Callable
from functools import lru_cache
from inspect import isawaitable
from typing import Any

from chaindsl.graph.place import Place
from chaindsl.runtime.bridge import Bridge, ready
from chaindsl.runtime.failure import Abandoned, CallsExceeded, ChainError, UsageMissing
from chaindsl.runtime.ledger import Ledger
from chaindsl.trace.call import ModelCall
from chaindsl.trace.record import Details
from chaindsl.vocabulary.model import Completion, Usage
from chaindsl.vocabulary.prompt import PromptText

_LONGEST = 1_000_000
"""Characters of a prompt or an answer that a record holds on to."""


class Tally:
    """The model calls of one attempt, over all models that the step was handed.

    `began` is when the attempt did. `refusal` is the error with which a call was refused: the attempt fails with it
    even when the body swallows it. A body may call from several threads.
    """

    __slots__ = ("began", "cap", "clock", "closed", "ledger", "made", "notes", "place", "refusal", "step")

    def __init__(self, step: str, place: Place | None, cap: int, ledger: Ledger, clock: Callable[[], float]) -> None:
        self.step = step
        self.place = place
        self.cap = cap
        self.ledger = ledger
        self.clock = clock
        self.began = clock()
        self.made = 0
        self.closed = False
        self.notes: list[ModelCall] = []
        self.refusal: ChainError | None = None

    def begin(self) -> float:
        """Reserve one call and return when it begins, or raise."""
        now = self.clock()
        try:
            with self.ledger.lock:
                if self.closed:
                    raise Abandoned(self.step)
                if self.made >= self.cap:
                    raise CallsExceeded(self.step, self.cap, self.place)
                self.ledger.reserve(self.step, now)
                self.made += 1
        except ChainError as refusal:
            self.refusal = self.refusal or refusal
            raise
        return now

    def end(self, tool: str, prompt: str, began: float, answer: object, error: BaseException | None) -> None:
        """Note what one call cost. Raises UsageMissing when a budget needs tokens and the model reports none."""
        usage = answer.usage if isinstance(answer, Completion) else None
        self.notes.append(_note(tool, prompt, self.clock() - began, answer, usage, error))
        if usage is not None:
            self.ledger.use(usage.total)
        elif error is None and self.ledger.counts_tokens:
            self.refusal = self.refusal or UsageMissing(self.step, tool, self.place)
            raise self.refusal

    def close(self, details: Details) -> None:
        """Refuse calls from now on, and write down those that were made."""
        with self.ledger.lock:
            self.closed = True
        if self.made:
            details.made = self.made
            details.calls = tuple(self.notes)


class Meter:
    """A model as a step sees it, for one attempt.

    `bridge` is there for a plain body, and waits where the model is awaited; an asynchronous body gets what it can
    await from any model.
    """

    __slots__ = ("_bridge", "_model", "_name", "_tally")

    def __init__(self, name: str, model: Callable[..., Any], tally: Tally, bridge: Bridge | None) -> None:
        self._name = name
        self._model = model
        self._tally = tally
        self._bridge = bridge

    def __call__(self, prompt: str, /, *args: Any, **options: Any) -> Any:
        tally = self._tally
        began = tally.begin()
        try:
            answer = self._model(prompt, *args, **options)
        except BaseException as error:
            tally.end(self._name, prompt, began, None, error)
            raise
        if not isinstance(answer, str) and isawaitable(answer):
            pending = self._awaited(prompt, answer, began)
            return pending if self._bridge is None else self._bridge.wait(pending)
        tally.end(self._name, prompt, began, answer, None)
        return answer if self._bridge is not None else ready(answer)

    async def _awaited(self, prompt: str, pending: Awaitable[Any], began: float) -> Any:
        try:
            answer = await pending
        except BaseException as error:
            self._tally.end(self._name, prompt, began, None, error)
            raise
        self._tally.end(self._name, prompt, began, answer, None)
        return answer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)

    def __repr__(self) -> str:
        return f"<metered {self._model!r}>"


def _note(
    tool: str, prompt: object, seconds: float, answer: object, usage: Usage | None, error: BaseException | None
) -> ModelCall:
    characters = len(prompt) if isinstance(prompt, str) else 0
    if type(prompt) is str and type(answer) is str and characters + len(answer) <= _LONGEST:
        return ModelCall(tool, characters, seconds, prompt, answer)
    source = prompt.prompt if isinstance(prompt, PromptText) else None
    return ModelCall(
        tool,
        characters,
        seconds,
        _text(prompt),
        _text(answer),
        source.name if source else None,
        source.version if source else None,
        _hash(source.text) if source else None,
        answer.model if isinstance(answer, Completion) else None,
        usage.input_tokens if usage else None,
        usage.output_tokens if usage else None,
        usage.cost if usage else None,
        type(error).__name__ if error else None,
    )


def _text(said: object) -> str | None:
    """What a record keeps of a prompt or an answer: by reference, unless it is longer than any model reads."""
    if not isinstance(said, str):
        return None
    return said if len(said) <= _LONGEST else said[:_LONGEST]


@lru_cache(maxsize=1024)
def _hash(text: str) -> str:
    """The hash of a prompt's text, computed once for each text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
