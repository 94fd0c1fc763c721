"""From what a body returned to the value that is written: commands run, texts parsed, types and validators asked."""

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from chaindsl.errors import ChainDslError
from chaindsl.graph.typeform import TypeForm
from chaindsl.runtime.action import Callee, Moves, Shell
from chaindsl.runtime.complaint import complaint
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.parsing import parse_text
from chaindsl.runtime.process import decode
from chaindsl.runtime.reader import Reader
from chaindsl.runtime.validation import Gate
from chaindsl.trace.details import Details
from chaindsl.vocabulary.command import Command, CommandResult

_TAIL = 4_000


class Rejected(Exception):
    """A value is not what the step promises. The text is for whoever made it, a model included."""


class Judge:
    """What a step promises beside a plain type: it may return a command, a text to parse, or have validators.

    `validators` are callees, each with the reader of what it reads beyond the candidate.
    """

    __slots__ = ("_adapter", "_command", "_form", "_gate", "_timeout", "_validators")

    def __init__(
        self,
        gate: Gate,
        *,
        parsed: TypeAdapter[Any] | None,
        form: TypeForm,
        command: bool,
        timeout: float | None,
        validators: Sequence[tuple[Callee, Reader]],
    ) -> None:
        self._gate = gate
        self._adapter = parsed
        self._form = form
        self._command = command
        self._timeout = timeout
        self._validators = tuple(validators)

    def decide(self, got: Any, frame: Frame, started: float, details: Details) -> Moves[Any]:
        """Return the value to write. Raises Rejected, or whatever a command or a validator raised.

        What is worth a record on the way is put into `details`.
        """
        if self._command and isinstance(got, Command):
            got = yield from self._run(got, frame.clock() - started, details)
        if self._adapter is not None:
            value = self._parse(got)
        else:
            try:
                value = self._gate(got)
            except ValidationError as error:
                raise Rejected(complaint(error)) from error
        for callee, reader in self._validators:
            extra, _ = reader.fill(frame)
            try:
                yield (callee, [value, *extra], {})
            except (ValueError, AssertionError) as error:
                raise Rejected(reason(error)) from error
        return value

    def _run(self, command: Command[Any], passed: float, details: Details) -> Moves[Any]:
        left = None if self._timeout is None else max(self._timeout - passed, 0.0)
        result: CommandResult = yield Shell(command, left)
        details.exit_code = result.exit_code
        details.tail = (result.stderr.strip() or result.stdout.strip())[-_TAIL:]
        return decode(command, result)

    def _parse(self, got: Any) -> Any:
        if not isinstance(got, str):
            raise Rejected(f"parse= takes a model's text, and the body returned a {type(got).__name__}")
        assert self._adapter is not None
        try:
            return parse_text(got, self._adapter, self._form)
        except ValueError as error:
            raise Rejected(reason(error)) from error


def reason(error: BaseException) -> str:
    """Return what an exception says: of pydantic's without values and links, of our own without places and hints."""
    if isinstance(error, ValidationError):
        return complaint(error)
    if isinstance(error, ChainDslError):
        return "; ".join(issue.message for issue in getattr(error, "issues", (error.issue,)))
    return str(error) or type(error).__name__
