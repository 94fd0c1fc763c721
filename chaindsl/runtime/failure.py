"""Everything that ends a run, or refuses to go on with it."""

from collections.abc import Sequence
from typing import Any

from chaindsl.errors import ChainDslError, Issue
from chaindsl.graph.place import Place
from chaindsl.trace.record import Record


class ChainError(ChainDslError):
    """A run failed. `run` is the run as far as it came, None when it never began; `trace` are its records."""

    run: Any = None

    @property
    def trace(self) -> tuple[Record, ...]:
        """Every attempt up to the failure, the failing ones included."""
        return () if self.run is None else self.run.trace


class InputError(ChainError):
    """What a caller or an actor supplied does not fit. `issues` holds every problem."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        self.issues = tuple(issues)
        first = self.issues[0]
        super().__init__(first.code, first.message, first.subject, first.place, first.hint)
        self.args = ("\n".join(map(str, self.issues)),)


class StepFailed(ChainError):
    """A step used up its attempts. `step` is its name, `records` its attempts; the cause is the last exception."""

    def __init__(self, step: str, records: Sequence[Record], reason: str, place: Place | None) -> None:
        self.step = step
        self.records = tuple(records)
        tries = f"{len(self.records)} attempt{'s' * (len(self.records) != 1)}"
        message = f"step {step} failed after {tries}: {reason}"
        super().__init__("step-failed", message, step, place, "retry the run to go on at this step")


class NotKept(ChainError):
    """A run was taken up behind an effect whose value was not kept, since there is a secret in it."""

    def __init__(self, step: str, place: Place | None) -> None:
        message = f"step {step} has had its effect, and what it wrote was not kept, since a secret is in it"
        hint = "an idempotency_key= would let it be done once more; or fork the run behind it, with the value"
        super().__init__("not-kept", message, step, place, hint)


class BudgetExceeded(ChainError):
    """A run has spent what it may. `what` is seconds, calls, tokens or bytes; `used` is what was spent of `limit`."""

    def __init__(self, what: str, limit: float, used: float, flow: str, before: str) -> None:
        self.what = what
        self.limit = limit
        self.used = used
        message = f"{flow} is over its budget before {before}: {_number(used)} of {_number(limit)} {what} are used"
        super().__init__("over-budget", message, before, None, f"raise Budget({what}=…), or spend less on the way here")


class CallsExceeded(ChainError):
    """A step asked for one more model call than `max_calls` allows. The call was not made."""

    def __init__(self, step: str, cap: int, place: Place | None) -> None:
        self.step = step
        self.cap = cap
        message = f"step {step} may make {cap} model call{'s' * (cap != 1)} an attempt and asked for one more"
        super().__init__("calls-over-cap", message, step, place, f"say max_calls={cap + 1} if that is meant")


class UsageMissing(ChainError):
    """A budget of tokens needs models that report what they used."""

    def __init__(self, step: str, tool: str, place: Place | None) -> None:
        message = f"step {step}: {tool} does not report its tokens, so a budget of tokens can't be kept"
        hint = "let the model return Completion(text, usage=Usage(…)), or leave out Budget(tokens=…)"
        super().__init__("usage-missing", message, step, place, hint)


class Abandoned(ChainError):
    """A body went on after its attempt had ended (a timeout) and asked for a model."""

    def __init__(self, step: str) -> None:
        super().__init__("abandoned", f"an attempt of step {step} is over; its calls are refused", step)


class MissingKey(ChainError):
    """A key was read that nothing had written."""

    def __init__(self, key: str, reader: str, place: Place | None, hint: str) -> None:
        self.key = key
        super().__init__("missing-key", f"{reader} reads {key}, and nothing wrote it on the way", key, place, hint)


class NoRoute(ChainError):
    """A branch met a value without a route."""

    def __init__(self, key: str, value: object, place: Place | None) -> None:
        message = f"the branch on {key} has no route for {value!r}"
        super().__init__("no-route", message, key, place, "add a route or otherwise=")


class Exhausted(ChainError):
    """A repeat used up its rounds before its key became true."""

    def __init__(self, until: str, limit: int, place: Place | None) -> None:
        message = f"{until} is not true after {limit} round{'s' * (limit != 1)}"
        super().__init__("repeat-exhausted", message, until, place, "raise limit=, or say exhausted='continue'")


class TooMany(ChainError):
    """A list is longer than an `each` step's limit, and `overflow="fail"` says that this is a failure."""

    def __init__(self, step: str, key: str, found: int, limit: int, place: Place | None) -> None:
        message = f"step {step} takes at most {limit} items, and {key} has {found}"
        super().__init__("too-many-items", message, step, place, "raise limit=, or say overflow='cut'")


class NoList(ChainError):
    """An `each` step was to run over something that has no items."""

    def __init__(self, step: str, key: str, found: str, place: Place | None) -> None:
        message = f"step {step} runs over the items of {key}, which is a {found}"
        super().__init__("no-list", message, step, place, "let its writer return a list")


class GuardFailed(ChainError):
    """A guard could not be judged: a key is missing, values can't be compared, or a predicate raised."""

    def __init__(self, transition: str, reason: str, place: Place | None) -> None:
        message = f"the guard of {transition} can't be judged: {reason}"
        super().__init__("guard-failed", message, transition, place)


class Stuck(ChainError):
    """A run is in a state that is not final, and nothing can be taken there."""

    def __init__(self, state: str, reasons: str, place: Place | None) -> None:
        self.state = state
        message = f"nothing can be taken in state {state}: {reasons}"
        super().__init__("stuck", message, state, place, "let one transition have no guard, or let someone decide")


class DepthExceeded(ChainError):
    """A chain of deterministic transitions is longer than `max_chain_depth`."""

    def __init__(self, state: str, limit: int, place: Place | None) -> None:
        message = f"{limit} deterministic transitions in a row, and state {state} has another"
        super().__init__(
            "depth-limit", message, state, place, "retry the run to let it go on, or raise max_chain_depth="
        )


class GuaranteeBroken(ChainError):
    """A run was about to break what `always=` promises."""

    def __init__(self, guarantee: str, subject: str, place: Place | None) -> None:
        super().__init__("guarantee-broken", f"{subject} would break {guarantee}", subject, place)


class Refused(ChainError):
    """A decision was not accepted; the run waits as before."""


def _number(value: float) -> str:
    return f"{round(value, 3):g}"
