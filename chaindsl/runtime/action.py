"""What the core asks of whoever drives it. The core itself never calls, waits or sleeps.

The core is a generator: it yields an action and is sent the outcome, or thrown the exception that came instead. A
call, which happens at every step, is a plain tuple; everything rarer is an object.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from chaindsl.runtime.failure import ChainError
from chaindsl.vocabulary.command import Command

T = TypeVar("T")


class Callee:
    """A function to call: whether its result is awaited, and the seconds it may take (None for any).

    `direct` says that a plain call is all, `unlimited` that awaiting it is; `body` that it is the body of a step, which
    an engine may call elsewhere.
    """

    __slots__ = ("asynchronous", "body", "direct", "function", "name", "timeout", "unlimited")

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        *,
        asynchronous: bool = False,
        timeout: float | None = None,
        body: bool = False,
    ) -> None:
        self.name = name
        self.function = function
        self.asynchronous = asynchronous
        self.timeout = timeout
        self.body = body
        self.direct = not asynchronous and timeout is None
        self.unlimited = asynchronous and timeout is None


Call: TypeAlias = tuple[Callee, Sequence[Any], dict[str, Any]]
"""Call a function with these positional and keyword arguments; the outcome is what it returns."""


@dataclass(slots=True)
class Sleep:
    """Wait so many seconds; the outcome is None."""

    seconds: float


@dataclass(slots=True)
class Shell:
    """Run a command, at most so many seconds; the outcome is its CommandResult."""

    command: Command[Any]
    timeout: float | None


@dataclass(slots=True)
class Halt:
    """Stop here. When the core is advanced again, it tries once more what failed.

    `offer` is what else may be done, `refusal` why a decision to do so was not accepted.
    """

    error: ChainError
    offer: Any = None
    refusal: ChainError | None = None


@dataclass(slots=True)
class Wait:
    """Stop here for a decision; the outcome is the decision. `refusal` says why the last one was not accepted."""

    offer: Any
    refusal: ChainError | None = None


class Fork:
    """Advance several cores side by side, at most `workers` at a time; the outcome is None.

    Workers ask for the `next` core and report how it stopped. After one has halted no other is started, but those
    that run go on to their end. What halted or was not started is done when the fork is yielded again. `closed` says
    that nobody waits for them any longer.
    """

    def __init__(self, cores: "Iterable[Core]", workers: int) -> None:
        self.pending = list(enumerate(cores))
        self.workers = min(workers, len(self.pending))
        self.halted: list[tuple[int, Core, Halt]] = []
        self.closed = False

    def next(self) -> "tuple[int, Core] | None":
        """Take the next core, or None when nothing more is to be started."""
        return self.pending.pop(0) if self.pending and not self.halted else None

    def stopped(self, index: int, core: "Core", stop: "Stop") -> None:
        """Report how a core stopped; None says that it is done."""
        if isinstance(stop, Halt):
            self.halted.append((index, core, stop))

    def halt(self) -> Halt | None:
        """Return the first failure in the order of the cores, None when all are done; and make ready to go on."""
        if not self.halted:
            return None
        first = min(self.halted, key=lambda found: found[0])[2]
        self.pending = sorted([*self.pending, *((i, core) for i, core, _ in self.halted)], key=lambda found: found[0])
        self.halted = []
        return first


Action: TypeAlias = Call | Sleep | Shell | Fork | Halt | Wait
Moves: TypeAlias = Generator[Action, Any, T]
"""A piece of the core that ends with a T."""
Core: TypeAlias = Generator[Action, Any, Any]


Stop: TypeAlias = Halt | Wait | None
"""How a core stopped: it halted, it waits for a decision, or, with None, it is done."""


def relayed(core: Moves[T]) -> Moves[T | ChainError]:
    """Pass on what a core asks. The result is the core's, or what it halted with; relayed again, it goes on."""
    try:
        action = core.send(None)
        while not isinstance(action, Halt):
            try:
                outcome = yield action
            except BaseException as error:  # noqa: BLE001  the core decides what an exception means
                action = core.throw(error)
            else:
                action = core.send(outcome)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    return action.error


def side_by_side(cores: Iterable[Core], workers: int) -> Moves[None]:
    """Advance cores side by side until all are done."""
    fork = Fork(cores, workers)
    while True:
        yield fork
        stop = fork.halt()
        if stop is None:
            return
        yield stop
