"""What a run has spent and what it may. Every budget around a nested flow is kept at the same time."""

import math
from dataclasses import dataclass, replace
from threading import Lock

from chaindsl.graph.budget import Budget
from chaindsl.graph.unknown import known
from chaindsl.runtime.failure import BudgetExceeded
from chaindsl.trace.record import Record


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent: seconds of work (waiting for a decision left out), model calls, tokens, bytes now carried."""

    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one flow; infinite where there is none."""

    seconds: float = math.inf
    calls: float = math.inf
    tokens: float = math.inf
    bytes: float = math.inf

    @classmethod
    def of(cls, budget: Budget | None, over: "Limits | None" = None) -> "Limits":
        """Return what a budget says, and what `over` says where the budget says nothing."""
        base = over or cls()
        if budget is None:
            return base
        given = {name: known(getattr(budget, name), None) for name in cls.__slots__}
        return replace(base, **{name: value for name, value in given.items() if value is not None})


class Ledger:
    """The account of one flow, with that of the flow around it as `parent`.

    `deadline` is on the run's clock and the nearest of all around. `limited` says that calls to `check` have more to
    look at than the deadline. `nested` says that it is the account of a flow inside another. `held` are tokens kept for
    calls that are made elsewhere. Model calls come from several threads, so calls and tokens change under a lock.
    """

    __slots__ = (
        "began",
        "bytes",
        "calls",
        "counts_tokens",
        "deadline",
        "flow",
        "held",
        "inner",
        "limited",
        "limits",
        "lock",
        "nested",
        "parent",
        "tokens",
        "weighs",
    )

    def __init__(self, flow: str, limits: Limits, began: float, parent: "Ledger | None" = None) -> None:
        self.flow = flow
        self.parent = parent
        self.nested = False
        self.limits: Limits = limits
        self.began = began
        self.calls = 0
        self.tokens = 0
        self.held = 0
        self.bytes = 0
        self.deadline: float
        self.limited: bool
        self.counts_tokens: bool
        self.weighs: bool
        self.lock: Lock = parent.lock if parent else Lock()
        self.inner: tuple[Ledger, ...] = ()
        self.allow(limits)

    def allow(self, limits: Limits) -> None:
        """Set the limits; those of the parent must be set before."""
        self.limits = limits
        self.deadline = self.began + limits.seconds
        self.counts_tokens = limits.tokens != math.inf
        self.weighs = limits.bytes != math.inf
        if self.parent is not None:
            self.deadline = min(self.deadline, self.parent.deadline)
            self.counts_tokens = self.counts_tokens or self.parent.counts_tokens
            self.weighs = self.weighs or self.parent.weighs
        self.limited = self.counts_tokens or self.weighs

    def shift(self, pause: float) -> None:
        """Leave a pause of so many seconds out of what is counted, here and in the flows inside."""
        self.began += pause
        self.allow(self.limits)
        for ledger in self.inner:
            ledger.shift(pause)

    def open(self, flow: str, limits: Limits, now: float) -> "Ledger":
        """Return the account of a flow inside this one."""
        made = Ledger(flow, limits, now, self)
        made.nested = True
        self.inner = (*self.inner, made)
        return made

    def close(self) -> None:
        """Leave the account of the flow around; what was spent stays counted there."""
        if self.parent is not None:
            self.parent.inner = tuple(ledger for ledger in self.parent.inner if ledger is not self)

    def check(self, before: str, now: float) -> None:
        """Raise BudgetExceeded, the innermost first, if anything but calls is used up before `before`."""
        ledger: Ledger | None = self
        while ledger is not None:
            limits = ledger.limits
            if now - ledger.began > limits.seconds:
                raise BudgetExceeded("seconds", limits.seconds, now - ledger.began, ledger.flow, before)
            if ledger.tokens > limits.tokens:
                raise BudgetExceeded("tokens", limits.tokens, ledger.tokens, ledger.flow, before)
            if ledger.bytes > limits.bytes:
                raise BudgetExceeded("bytes", limits.bytes, ledger.bytes, ledger.flow, before)
            ledger = ledger.parent

    def reserve(self, before: str, now: float) -> None:
        """Count one model call in every budget, or raise BudgetExceeded and count it in none. Hold the lock."""
        if now > self.deadline or self.limited:
            self.check(before, now)
        ledger: Ledger | None = self
        while ledger is not None:
            if ledger.calls >= ledger.limits.calls:
                raise BudgetExceeded("calls", ledger.limits.calls, ledger.calls, ledger.flow, before)
            if ledger.limited and ledger.tokens + ledger.held >= ledger.limits.tokens:
                raise BudgetExceeded("tokens", ledger.limits.tokens, ledger.tokens + ledger.held, ledger.flow, before)
            ledger = ledger.parent
        ledger = self
        while ledger is not None:
            ledger.calls += 1
            ledger = ledger.parent

    def set_aside(self, tokens: int) -> None:
        """Keep tokens for calls that may come to use them. Hold the lock."""
        ledger: Ledger | None = self
        while ledger is not None:
            ledger.held += tokens
            ledger = ledger.parent

    def give_back(self, calls: int, tokens: int) -> None:
        """Count so many calls less, which were reserved and not made, and keep so many tokens less. Hold the lock."""
        ledger: Ledger | None = self
        while ledger is not None:
            ledger.calls -= calls
            ledger.held -= tokens
            ledger = ledger.parent

    def left(self, calls: int, now: float) -> Limits:
        """Return what one who made so many calls could spend from now on: seconds and tokens."""
        tokens = math.inf
        ledger: Ledger | None = self
        while ledger is not None:
            tokens = min(tokens, ledger.limits.tokens - ledger.tokens - ledger.held)
            ledger = ledger.parent
        return Limits(seconds=max(self.deadline - now, 0.0), calls=calls, tokens=tokens)

    def recall(self, record: Record) -> None:
        """Count what an attempt had spent before its run was restored; the run's own seconds are known as a whole."""
        ledger: Ledger | None = self
        while ledger is not None:
            ledger.calls += record.calls
            ledger.tokens += record.tokens
            if ledger.nested:
                ledger.began -= record.seconds
                ledger.allow(ledger.limits)
            ledger = ledger.parent

    def use(self, tokens: int) -> None:
        """Add the tokens of a call that was made."""
        with self.lock:
            ledger: Ledger | None = self
            while ledger is not None:
                ledger.tokens += tokens
                ledger = ledger.parent

    def carry(self, change: int) -> None:
        """Add the bytes by which what is carried forward grew, or shrank."""
        ledger: Ledger | None = self
        while ledger is not None:
            ledger.bytes += change
            ledger = ledger.parent

    def pause(self, before: str, seconds: float, now: float) -> float:
        """Return the seconds of a pause. Raises BudgetExceeded at once when nothing may follow it."""
        self.check(before, now + seconds)
        return seconds
