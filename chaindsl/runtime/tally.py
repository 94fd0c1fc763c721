"""What the model calls of one attempt come to: counted, refused where they are one too many, and noted."""

import hashlib
import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from chaindsl.graph.place import Place
from chaindsl.runtime.awaited import timed_out
from chaindsl.runtime.failure import Abandoned, BudgetExceeded, CallsExceeded, ChainError, UsageMissing
from chaindsl.runtime.ledger import Ledger, Limits
from chaindsl.runtime.telling import Attempt
from chaindsl.trace.call import ModelCall
from chaindsl.trace.record import Record
from chaindsl.vocabulary.model import Completion, Usage
from chaindsl.vocabulary.prompt import PromptText

_LONGEST = 1_000_000
"""Characters of a prompt or an answer that a record holds on to."""
_GRACE = 0.01
"""Seconds for which a model may be waited for beyond its time, so that the run's clock has surely passed it."""


class Tally:
    """The model calls of one attempt, over all models that the step was handed; the `Patience` of their clients.

    `began` is when the attempt did, `timeout` the seconds it may take. `refusal` is the error with which a call was
    refused: the attempt fails with it even when the body swallows it. `telling` hears of each call, None where nobody
    listens. A body may call from several threads.
    """

    __slots__ = (
        "_cancels",
        "began",
        "cap",
        "clock",
        "closed",
        "ledger",
        "made",
        "notes",
        "place",
        "refusal",
        "step",
        "telling",
        "timeout",
    )

    def __init__(
        self,
        step: str,
        place: Place | None,
        cap: int,
        ledger: Ledger,
        clock: Callable[[], float],
        timeout: float = math.inf,
        began: float | None = None,
    ) -> None:
        self.step = step
        self.place = place
        self.cap = cap
        self.ledger = ledger
        self.clock = clock
        self.timeout = timeout
        self.began = clock() if began is None else began
        self.made = 0
        self.closed = False
        # Where there can be but one call, no list is made for what is noted of it.
        self.notes: Sequence[tuple[Any, ...]] = () if cap == 1 else []
        self.refusal: ChainError | None = None
        self.telling: Attempt | None = None
        self._cancels: list[Callable[[], object]] | None = None

    def left(self) -> float:
        """Return the seconds that the budgets and the attempt's own timeout leave to a call."""
        end = self.began + self.timeout
        end = min(end, self.ledger.deadline)
        return max(end - self.clock() + _GRACE, 0.0) if end != math.inf else end

    def hold(self, cancel: Callable[[], object]) -> None:
        """Have `cancel` called when the attempt has ended."""
        # Made before the lock is held: what is made may set the garbage collector going, and that other calls' ends.
        first = [cancel]
        with self.ledger.lock:
            if not self.closed:
                if self._cancels is None:
                    self._cancels = first
                else:
                    self._cancels.append(cancel)
                return
        cancel()

    def release(self, cancel: Callable[[], object]) -> None:
        """Forget what `hold` was given."""
        with self.ledger.lock:
            if self._cancels is not None and cancel in self._cancels:
                self._cancels.remove(cancel)

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
        """Note what one call cost; of one that comes after the attempt's end only its tokens count.

        Raises UsageMissing when a budget needs tokens and the model reports none, BudgetExceeded in the place of an
        error that came when the budget's time was up, TimeoutError when the attempt's own was.
        """
        usage = answer.usage if isinstance(answer, Completion) else None
        now = self.clock()
        if not self.closed:
            note = _note(tool, prompt, now - began, answer, usage, error)
            if isinstance(self.notes, list):
                self.notes.append(note)
            else:
                self.notes = (note,)
        if self.telling is not None:
            self.telling.answered(tool, now - began, error)
        if isinstance(error, Exception):
            if now > self.ledger.deadline:
                self.ledger.check(self.step, now)
            if now > self.began + self.timeout:
                raise timed_out(self.step, self.timeout) from error
        if usage is not None:
            self.ledger.use(usage.total)
        elif error is None and self.ledger.counts_tokens:
            self.refusal = self.refusal or UsageMissing(self.step, tool, self.place)
            raise self.refusal

    def lend(self, longest: int | None) -> "Loan":
        """Reserve all calls that the attempt may still make, or as many of them as the budgets allow.

        `longest` is the most tokens of an answer. Where it is known and a budget counts tokens, they are set aside too.
        """
        count, refusal = 0, None
        with self.ledger.lock:
            while self.made + count < self.cap and refusal is None:
                try:
                    self.ledger.reserve(self.step, self.clock())
                    count += 1
                except ChainError as error:
                    refusal = error
            limits = self.ledger.left(count, self.clock())
            known = longest is not None and limits.tokens != math.inf
            tokens = int(min(count * (longest or 0), max(limits.tokens, 0))) if known else 0
            self.ledger.set_aside(tokens)
        return Loan(self, count, tokens, limits, refusal)

    def give_up(self) -> None:
        """Refuse calls from now on, and cancel those that are not over."""
        with self.ledger.lock:
            self.closed = True
            cancels, self._cancels = self._cancels, None
        for cancel in cancels or ():
            cancel()

    def close(self, record: Record) -> None:
        """Refuse calls from now on, cancel those that are not over, and write down what was made."""
        self.give_up()
        if self.made:
            record.asked(self.made, self.notes)


class Loan:
    """Calls that one attempt has reserved, to be made where its tally is not; `refusal` is why there are no more.

    `tokens` are set aside for their answers; `limits` is what they may spend, these among it.
    """

    def __init__(self, tally: Tally, count: int, tokens: int, limits: Limits, refusal: ChainError | None) -> None:
        self.tally = tally
        self.count = count
        self.tokens = tokens
        self.limits = limits
        self._refusal = refusal

    def settle(
        self, made: int, notes: Iterable[Any] = (), tokens: int = 0, refusal: ChainError | None = None
    ) -> ChainError | None:
        """Note what was made and give back the rest; return with what a call was refused, as it is said here."""
        tally = self.tally
        with tally.ledger.lock:
            tally.ledger.give_back(self.count - made, self.tokens)
            tally.made += made
            tally.notes = [*tally.notes, *notes]
        tally.ledger.use(tokens)
        refusal = None if refusal is None else self.here(refusal)
        tally.refusal = tally.refusal or refusal
        return refusal

    def here(self, error: ChainError) -> ChainError:
        """Return what a call was refused with elsewhere, in the figures of the budgets here. The loan is settled."""
        if not isinstance(error, BudgetExceeded):
            return error
        if self._refusal is not None:
            return self._refusal
        ledger = self.tally.ledger
        try:
            with ledger.lock:
                ledger.reserve(self.tally.step, self.tally.clock())
                ledger.give_back(1, 0)
        except BudgetExceeded as same:
            return same
        return error

    def lose(self) -> None:
        """Count all of it, for nobody knows what was made."""
        self.settle(self.count, tokens=self.tokens)


def _note(
    tool: str, prompt: object, seconds: float, answer: object, usage: Usage | None, error: BaseException | None
) -> tuple[Any, ...]:
    """What a ModelCall is made of."""
    characters = len(prompt) if isinstance(prompt, str) else 0
    if type(prompt) is str and type(answer) is str and characters + len(answer) <= _LONGEST:
        return (tool, characters, seconds, prompt, answer)
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
