"""One call of a step's body, as it is sent to another process, and what comes back. It must not know what sends it."""

import pickle
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chaindsl.graph.place import Place
from chaindsl.runtime.action import Callee
from chaindsl.runtime.blocking import Blocking
from chaindsl.runtime.bridge import Bridge
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.ledger import Ledger, Limits
from chaindsl.runtime.meter import Meter, behind
from chaindsl.runtime.tally import Loan, Tally

Dumps = Callable[[Any], bytes]


class NotPortable(ChainError):
    """Something that a step is handed, or hands back, can't be sent between processes."""

    def __init__(self, step: str, what: str, why: str, place: Place | None = None) -> None:
        message = f"step {step}: {what} can't be sent to another process: {why}"
        hint = "hand it something that pickle takes, or make it in the step's body"
        super().__init__("not-portable", message, step, place, hint)


@dataclass(frozen=True, slots=True)
class Parcel:
    """What the other process needs: the function and its arguments, and the models with what they may spend.

    The models in `aside` are asked in threads there.
    """

    step: str
    function: Callable[..., Any]
    asynchronous: bool
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    models: Mapping[str, Any] = field(default_factory=dict)
    aside: frozenset[str] = frozenset()
    cap: int = 0
    limits: Limits = field(default_factory=Limits)
    timeout: float = float("inf")
    flow: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call: its value or its failure, and what its models were asked and have spent."""

    value: Any = None
    failure: BaseException | None = None
    made: int = 0
    tokens: int = 0
    notes: Sequence[Any] = ()
    refusal: ChainError | None = None


def packed(callee: Callee, args: Sequence[Any], kwargs: Mapping[str, Any], dumps: Dumps) -> tuple[bytes, Loan | None]:
    """Return a call as bytes, and what was reserved for its models, None where it is handed none.

    Raises NotPortable, with everything that can't be sent.
    """
    meters = {name: behind(tool) for name, tool in kwargs.items() if isinstance(tool, Meter)}
    plain = {name: tool for name, tool in kwargs.items() if name not in meters}
    models = {name: model for name, (model, *_) in meters.items()}
    aside = frozenset(name for name, (*_, aside) in meters.items() if aside)
    loan: Loan | None = None
    metered: dict[str, Any] = {}
    # All models of an attempt share one tally.
    for _, tally, _ in tuple(meters.values())[:1]:
        loan = tally.lend(_longest(models.values()))
        metered = {
            "cap": tally.cap - tally.made,
            "limits": loan.limits,
            "timeout": tally.timeout,
            "flow": tally.ledger.flow,
            "place": tally.place,
        }
    what: tuple[Any, ...] = (callee.name, callee.function, callee.asynchronous, tuple(args), plain, models, aside)
    parcel = Parcel(*what, **metered)
    try:
        return dumps(parcel), loan
    except Exception as error:
        if loan is not None:
            loan.settle(0)
        raise _named(callee, args, {**plain, **models}, dumps) from error


def _longest(models: Iterable[Any]) -> int | None:
    """The most tokens of an answer, where every model tells how many its own may have."""
    told = [getattr(model, "max_tokens", None) for model in models]
    known = [one for one in told if isinstance(one, int)]
    return max(known) if len(known) == len(told) else None


def _named(callee: Callee, args: Sequence[Any], kwargs: Mapping[str, Any], dumps: Dumps) -> NotPortable:
    """The error that says which of all can't be sent, and why."""
    there = {"its function": callee.function}
    there |= {f"its argument {number}": value for number, value in enumerate(args, 1)}
    there |= {f"its tool {name}": value for name, value in kwargs.items()}
    wrong = {what: why for what, value in there.items() if (why := _refused(value, dumps))}
    what = ", ".join(wrong) or "what it is handed"
    return NotPortable(callee.name, what, "; ".join(wrong.values()) or "pickle refuses it")


def _refused(value: Any, dumps: Dumps) -> str:
    try:
        dumps(value)
    except Exception as error:  # noqa: BLE001 - whatever refuses it is the reason
        return str(error).partition("\n")[0] or type(error).__name__
    return ""


def opened(data: bytes, dumps: Dumps) -> bytes:
    """Make the call in this process and return what came of it, as bytes."""
    parcel: Parcel = pickle.loads(data)  # noqa: S301 - from the process that made this one
    answer = _made(parcel)
    try:
        return dumps(answer)
    except Exception as error:  # noqa: BLE001 - the value or the exception is what can't be sent
        why = str(error).partition("\n")[0]
        failure: BaseException = NotPortable(parcel.step, "what it hands back", why, parcel.place)
        if answer.failure is not None:
            failure = RuntimeError(f"{type(answer.failure).__name__}: {answer.failure}")
        return dumps(Answer(None, failure, answer.made, answer.tokens, answer.notes, answer.refusal))


def _made(parcel: Parcel) -> Answer:
    ledger = Ledger(parcel.flow, parcel.limits, time.monotonic())
    tally = Tally(parcel.step, parcel.place, parcel.cap, ledger, time.monotonic, parcel.timeout)
    driver = Blocking(Environment(), bridge := Bridge())
    models = {
        name: Meter(
            name, model, tally, None if parcel.asynchronous else bridge, bridge if name in parcel.aside else None
        )
        for name, model in parcel.models.items()
    }
    callee = Callee(parcel.step, parcel.function, asynchronous=parcel.asynchronous)
    value, failure = None, None
    try:
        value = driver.perform((callee, parcel.args, {**parcel.kwargs, **models}))
    except BaseException as error:  # noqa: BLE001 - it is raised again by whoever waits for the outcome
        failure = error
    finally:
        driver.close()
    return Answer(value, failure, tally.made, ledger.tokens, tally.notes, tally.refusal)


def settled(data: bytes, loan: Loan | None) -> Any:
    """Return the value that came back, or raise the failure; what the models spent is written down first."""
    answer: Answer = pickle.loads(data)  # noqa: S301 - from a process that this one made
    refusal = answer.refusal
    if loan is not None:
        refusal = loan.settle(answer.made, answer.notes, answer.tokens, answer.refusal)
    failure = answer.failure
    if isinstance(failure, ChainError):
        raise refusal or (failure if loan is None else loan.here(failure))
    if failure is not None:
        raise failure
    return answer.value
