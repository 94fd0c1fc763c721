"""From a step of the graph and the live work behind it to something that runs."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from chaindsl.errors import Issue
from chaindsl.graph.place import Place
from chaindsl.graph.step import Each, Step
from chaindsl.graph.unknown import known
from chaindsl.runtime.action import Callee
from chaindsl.runtime.attempts import Attempts
from chaindsl.runtime.awaited import awaits
from chaindsl.runtime.codec import Codec
from chaindsl.runtime.complaint import complaint
from chaindsl.runtime.definition import Work
from chaindsl.runtime.equipment import Equipment
from chaindsl.runtime.items import Items
from chaindsl.runtime.judge import Judge
from chaindsl.runtime.policy import Policy
from chaindsl.runtime.reader import Reader
from chaindsl.runtime.validation import Gate, adapter, gate
from chaindsl.trace.recording import Recording
from chaindsl.trace.site import Site


class Binder:
    """Binds the steps of one flow. `tools` are what the caller handed in, `models` the names of those that are models.

    What can't be bound is added to `issues`.
    """

    def __init__(
        self, flow: str, tools: Mapping[str, Any], models: frozenset[str], recording: Recording, issues: list[Issue]
    ) -> None:
        self.flow = flow
        self.recording = recording
        self.issues = issues
        self._tools = tools
        self._models = models
        self._adapters: dict[Any, TypeAdapter[Any]] = {}

    def step(self, step: Step, work: Work) -> Attempts | Items:
        """Return a step of a chain, made ready to run."""
        each = step.each if isinstance(step.each, Each) else None
        if each is None:
            return self.attempts(step, work)
        one = self.attempts(step, work, each)
        name, key, of = str(step.name), str(step.writes), str(each.key)
        return Items(
            one,
            self.site(name, (of,), key, work),
            of,
            key,
            cap=known(each.limit, None),
            fails=each.overflow == "fail",
            workers=known(each.workers, 1),
            place=step.place,
        )

    def attempts(self, step: Step, work: Work, each: Each | None = None, *, checked: bool = True) -> Attempts:
        """Return one step's attempts; with `each` those of one item. `checked` says that its type counts."""
        name = str(step.name)
        writes = known(step.writes, None)
        keys = tuple(read.key for read in step.reads)
        timeout = known(step.attempts.timeout, None)
        asynchronous = awaits(work.function, step.asynchronous)
        checker = self.adapter(work.type, name, step.place) if checked else None
        check = _anything if checker is None else gate(checker)
        return Attempts(
            self.site(name, keys if each is None else (each.parameter, *keys), writes, work),
            Callee(name, work.function, asynchronous=asynchronous, timeout=timeout, body=True),
            Reader(f"step {name}", work.function, step.reads, step.place),
            Equipment(
                step,
                self._tools,
                self._models,
                asynchronous=asynchronous,
                awaited=work.awaited,
                redacted=self.recording.redact,
            ),
            check,
            self._judge(step, work, check, checker, timeout),
            self._policy(step, work, check),
            writes if each is None else None,
            Codec(writes or name, checker, step.place) if checked else None,
            step.effect,
            step.place,
        )

    def adapter(self, form: Any, subject: str, place: Place | None) -> TypeAdapter[Any] | None:
        """Return a type's adapter, made once for each type; None, and an issue, for what is no type."""
        try:
            found = self._adapters.get(form)
        except TypeError:
            found, form = None, repr(form)
        if found is None:
            try:
                found = adapter(form)
            except TypeError as error:
                message = f"{subject}: values of type {form!r} can't be checked: {error}"
                self.issues.append(Issue("unusable-type", message, subject, place, "name a type that pydantic knows"))
                return None
            self._adapters[form] = found
        return found

    def site(self, name: str, reads: tuple[str, ...], writes: str | None, work: Work) -> Site:
        """Return what the records of a step have in common."""
        return Site(self.flow, name, reads, writes, work.function, self.recording)

    def _judge(
        self, step: Step, work: Work, check: Gate, checker: TypeAdapter[Any] | None, timeout: float | None
    ) -> Judge | None:
        checks = known(step.validators, ())
        command = step.command is not False
        if not (checks or command or step.parsed):
            return None
        validators = [
            (Callee(c.name, function, asynchronous=awaits(function)), Reader(c.name, function, c.reads, step.place))
            for c, function in zip(checks, work.validators, strict=True)
        ]
        return Judge(
            check,
            parsed=checker if step.parsed else None,
            form=step.type,
            command=command,
            timeout=timeout,
            validators=validators,
        )

    def _policy(self, step: Step, work: Work, check: Gate) -> Policy:
        most, backoff = known(step.attempts.most, 1), known(step.attempts.backoff, 0.0)
        if step.fallback is None:
            return Policy(most, backoff, work.retry_on)
        fallback = work.fallback
        try:
            fallback = check(fallback)
        except ValidationError as error:
            message = f"{step.name}: fallback={fallback!r} is not of its own type: {complaint(error)}"
            self.issues.append(Issue("bad-fallback", message, str(step.name), step.place, "name a value of the type"))
        return Policy(most, backoff, work.retry_on, falls_back=True, fallback=fallback)


def _anything(value: Any) -> Any:
    return value
