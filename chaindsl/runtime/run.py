"""One execution of a flow, as its caller sees it."""

from typing import Any, TypeVar

from pydantic import ValidationError

from chaindsl.errors import ChainDslError
from chaindsl.graph.nearest import nearest
from chaindsl.runtime.complaint import complaint
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.ledger import Spent
from chaindsl.runtime.link import NO_GUIDANCE, Guidance, Link
from chaindsl.runtime.program import Program
from chaindsl.runtime.status import Status, Stopped
from chaindsl.runtime.validation import adapter
from chaindsl.trace.record import Record
from chaindsl.vocabulary.values import Values

T = TypeVar("T")


class Run:
    """A run: where it stands and why, its values, its trace, and what may be done next.

    `run["key"]` is the value under a key and `run.get("key", str)` the same, checked to be of that type. `state`,
    `guidance` and `links` belong to workflows; `links` may be followed with `submit`, a recovery link with `retry`.
    `revision` counts the stops, `error` is what the run failed with, `execution` what the runner goes on with.
    """

    def __init__(self, program: Program, execution: Any) -> None:
        self.id: str = execution.frame.run_id
        self.flow = program.name
        self.graph = program.shape
        self.status = Status.RUNNING
        self.stopped: Stopped | None = None
        self.state: str | None = None
        self.guidance: Guidance = NO_GUIDANCE
        self.links: tuple[Link, ...] = ()
        self.error: ChainError | None = None
        self.refusal: ChainError | None = None
        self.revision = 0
        self.execution = execution
        self._outputs = program.outputs

    @property
    def trace(self) -> tuple[Record, ...]:
        """One record for every attempt, in the order in which they ended."""
        return tuple(self.execution.records)

    @property
    def values(self) -> Values:
        """All values as they stand, read-only."""
        return Values(self.execution.values)

    @property
    def shown(self) -> dict[str, Any]:
        """All values as they stand, as plain JSON data to be shown: redacted keys and what is secret are masked."""
        return self.execution.shown  # type: ignore[no-any-return]

    @property
    def outputs(self) -> dict[str, Any]:
        """The flow's outputs, as far as they are there."""
        values = self.execution.values
        return {key: values[key] for key in self._outputs if key in values}

    @property
    def spent(self) -> Spent:
        """What the run has spent so far."""
        return self.execution.spent(running=self.status is Status.RUNNING)  # type: ignore[no-any-return]

    def __getitem__(self, key: str) -> Any:
        values = self.execution.values
        if key not in values:
            raise MissingValue(key, self.flow, nearest(key, values))
        return values[key]

    def __contains__(self, key: object) -> bool:
        return key in self.execution.values

    def get(self, key: str, form: type[T]) -> T:
        """Return the value under a key, which must be of this type as it is: nothing is converted.

        Raises MissingValue, a KeyError, where there is none, and WrongType, a TypeError, for any other type.
        """
        value = self[key]
        try:
            return adapter(form).validate_python(value, strict=True)  # type: ignore[no-any-return]
        except ValidationError as error:
            raise WrongType(key, value, form, complaint(error)) from error

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what only this process can go on with; values and records stay."""
        return {**self.__dict__, "execution": self.execution.remains(running=self.status is Status.RUNNING)}

    def __repr__(self) -> str:
        why = f", {self.stopped}" if self.stopped else ""
        return f"<run {self.id} of {self.flow}: {self.status}{why}>"


class MissingValue(ChainDslError, KeyError):
    """A run has no value under a key: nothing wrote it, or it was freed."""

    def __init__(self, key: str, flow: str, hint: str) -> None:
        super().__init__("missing-value", f"the run of {flow} has no value under {key}", key, None, hint)

    def __str__(self) -> str:
        return str(self.issue)


class WrongType(ChainDslError, TypeError):
    """A value is not of the type that was asked for."""

    def __init__(self, key: str, value: object, form: object, why: str) -> None:
        name = getattr(form, "__name__", str(form))
        message = f"{key} is a {type(value).__name__} and not the {name} that was asked for: {why}"
        super().__init__("wrong-type", message, key)
