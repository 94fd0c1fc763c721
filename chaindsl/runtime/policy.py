"""How often a step is tried, and what happens when its last value is rejected."""

from copy import deepcopy
from typing import Any

from chaindsl.errors import FlowError
from chaindsl.runtime.failure import BudgetExceeded, ChainError
from chaindsl.trace.keep import immutable


class Policy:
    """`most` attempts with `backoff` seconds × attempt between them, for exceptions of the classes in `retry_on`.

    `fallback` is written when the last attempt is rejected; it counts only where `falls_back`.
    """

    __slots__ = ("_fallback", "backoff", "falls_back", "most", "retry_on")

    def __init__(
        self,
        most: int = 1,
        backoff: float = 0.0,
        retry_on: tuple[type[Exception], ...] = (Exception,),
        *,
        falls_back: bool = False,
        fallback: Any = None,
    ) -> None:
        self.most = most
        self.backoff = backoff
        self.retry_on = retry_on
        self.falls_back = falls_back
        self._fallback = fallback

    @property
    def fallback(self) -> Any:
        """The value to fall back to: a copy where it may change, or one run would hand its changes to the next."""
        return self._fallback if immutable(self._fallback) else deepcopy(self._fallback)

    def again(self, failure: Exception, *, rejected: bool, tried: int) -> bool:
        """Say whether a failed attempt, the `tried`th, is worth another one.

        A rejected value always is. What the interpreter itself refused (a budget, a cap on calls), another run's
        budget and a wrongly defined flow never are.
        """
        if tried >= self.most:
            return False
        if rejected:
            return True
        own = isinstance(failure, ChainError) and failure.run is None
        return not own and not isinstance(failure, BudgetExceeded | FlowError) and isinstance(failure, self.retry_on)
