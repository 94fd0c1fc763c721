"""One step: its attempts, what is written at the end, and a record of each. The way every step takes.

This is the hot path: what a step does not need (items, models, validators, commands) costs it one test of a flag.
"""

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from chaindsl.graph.place import Place
from chaindsl.graph.step import Effect
from chaindsl.graph.unknown import Unknown
from chaindsl.runtime.action import Callee, Moves, Sleep
from chaindsl.runtime.codec import Codec
from chaindsl.runtime.command_error import CommandError
from chaindsl.runtime.equipment import Equipment
from chaindsl.runtime.failure import ChainError, NotKept, StepFailed
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.journal import Journal, decoded
from chaindsl.runtime.judge import Judge, Rejected, reason
from chaindsl.runtime.policy import Policy
from chaindsl.runtime.reader import Reader
from chaindsl.runtime.tally import Tally
from chaindsl.runtime.telling import Attempt, Telling
from chaindsl.runtime.validation import Gate
from chaindsl.trace.details import ABSENT, NO_DETAILS, Details
from chaindsl.trace.keep import HIDDEN
from chaindsl.trace.record import Cells, Record, cells_of, hides
from chaindsl.trace.secret_details import mask_details
from chaindsl.trace.site import Site

_UNSET = object()


class Attempts:
    """A step made ready to run. `key` is what it writes, None where its value goes elsewhere.

    `judge` is None for a step that promises nothing but a type, which `gate` checks. `plain` says that it is one, is
    no `effect`, and is handed nothing that changes from one attempt to the next. `codec` keeps its value between
    processes; None where nobody needs that value. An effect that is not `repeatable` has no idempotency key.
    """

    __slots__ = (
        "callee",
        "codec",
        "effect",
        "equipment",
        "fixed",
        "gate",
        "judge",
        "key",
        "keys",
        "longest",
        "name",
        "place",
        "plain",
        "policy",
        "reader",
        "repeatable",
        "site",
        "take",
    )

    def __init__(
        self,
        site: Site,
        callee: Callee,
        reader: Reader,
        equipment: Equipment,
        gate: Gate,
        judge: Judge | None,
        policy: Policy,
        key: str | None,
        codec: Codec | None,
        effect: Effect | Unknown | None,
        place: Place | None,
    ) -> None:
        self.site = site
        self.callee = callee
        self.reader = reader
        self.keys = reader.keys
        self.equipment = equipment
        self.gate = gate
        self.judge = judge
        self.policy = policy
        self.effect = effect is not None
        self.repeatable = effect is None or (
            isinstance(effect, Effect) and (effect.automatic or effect.key is not None)
        )
        self.plain = judge is None and not equipment.special and not self.effect
        self.key = key
        self.codec = codec
        self.name = site.step
        self.fixed = equipment.fixed
        self.longest = site.longest
        self.take = reader.take
        self.place = place

    def perform(  # noqa: C901, PLR0912  the way of every step, on which each call would cost
        self, frame: Frame, args: Sequence[Any] | None = None, read: Cells | None = None, item: int | None = None
    ) -> Moves[Any]:
        """Try the step until a value is accepted; write it, and return it where the caller writes it.

        Without `args` they are read from the frame. Raises StepFailed after the last attempt, and at once what no
        other attempt can change (a budget).
        """
        if args is None or read is None:
            args, read = self.take(frame)
        journal = frame.journal
        if journal is not None and (told := self._told(journal, frame, read, item)) is not None:
            return None if told[0] is ABSENT else frame.deliver(self.key, *told)
        ledger, clock = frame.ledger, frame.clock
        kwargs, tally, details = self.fixed, None, NO_DETAILS
        before, feedback = frame.earlier(self.name, item) if frame.failed else (0, "")
        attempt = before + 1
        while True:
            started = clock()
            if started > ledger.deadline or ledger.limited:
                ledger.check(self.name, started)
            if not self.plain:
                kwargs, tally, details = self._equipped(frame, item, feedback, args, attempt, started)
            if frame.hears is not None:
                self._began(frame, frame.hears, read, item, attempt, tally)
            value: Any = None
            got: Any = _UNSET
            failure: BaseException | None = None
            try:
                got = yield (self.callee, args, kwargs)
                if tally is None or (self.judge is None and tally.refusal is None):
                    value = self.gate(got)
                else:
                    value = yield from self._judged(got, frame, tally, details)
            except BaseException as error:  # noqa: BLE001  whatever a body raises ends its attempt
                failure = error
            record = Record(self.site, frame.scope, item, attempt, started, clock() - started, read, ABSENT, details)
            if tally is not None:
                tally.close(record)
            if failure is not None:
                feedback = self._settle(frame, record, failure, got, attempt - before)
                if not record.details.fallback:
                    yield Sleep(ledger.pause(self.name, self.policy.backoff * (attempt - before), clock()))
                    attempt += 1
                    continue
                value = self.policy.fallback
            whole = type(value) is str and len(value) <= self.longest
            record.output = value if whole else self._kept(value, frame, record)
            if journal is not None:
                journal.add(record, value, self.codec)
            frame.emit(record)
            if self.key is None or ledger.weighs:
                return frame.deliver(self.key, value, record)
            frame.values[self.key], frame.cells[self.key] = value, record
            return None

    def _equipped(
        self, frame: Frame, item: int | None, feedback: str, args: Sequence[Any], attempt: int, started: float
    ) -> tuple[dict[str, Any], Tally, Details]:
        """Return what one attempt is handed; that an effect is about to be tried is written down first."""
        handed = self.equipment.hand_out(frame, item, attempt, feedback, self.keys, args, started)
        if self.effect and frame.journal is not None:
            frame.journal.intend(frame.scope, self.name, item, attempt, handed[2].idempotency_key)
        return handed

    def _began(
        self, frame: Frame, hears: Telling, read: Cells, item: int | None, attempt: int, tally: Tally | None
    ) -> None:
        """Tell that an attempt begins; what is asked in it is told by its tally."""
        path = f"{frame.scope.path}/{self.name}"
        hidden = self.site.hidden or (frame.secrets is not None and any(c and hides(c.output) for c in cells_of(read)))
        telling = Attempt(hears, path, item, attempt, hidden=hidden, secrets=frame.secrets)
        if tally is not None:
            tally.telling = telling

    def _told(self, journal: Journal, frame: Frame, read: Cells, item: int | None) -> tuple[Any, Record] | None:
        """Take from the journal what the step had written, None where it must be done; its failed attempts count on.

        A value that was not kept is ABSENT, and not written: whoever reads it is told that it is not there.
        """
        key = (frame.scope.path, self.name, item)
        for told in journal.failures(key):
            record = journal.again(told, Record(self.site, frame.scope, item, 0, 0.0, 0.0, read, ABSENT, NO_DETAILS))
            frame.ledger.recall(record)
            frame.failed.setdefault((self.name, item), []).append(record)
            frame.rejected[self.name, item] = record.message or ""
        done = journal.result(key)
        lost = done is not None and bool(done.data.get("hidden")) and self.codec is not None
        if done is None or (lost and self.repeatable):
            journal.live(key, repeatable=self.repeatable)
            return None
        if lost and self.key is None:
            journal.past.results[key] = done
            raise NotKept(self.name, self.place)
        value = ABSENT if lost else decoded(done.value, self.codec)
        frame.failed.pop((self.name, item), None)
        shown = HIDDEN if lost else self._kept(value, frame)
        record = Record(self.site, frame.scope, item, 0, 0.0, 0.0, read, shown, NO_DETAILS)
        frame.ledger.recall(journal.again(done, record))
        return value, record

    def _judged(self, got: Any, frame: Frame, tally: Tally, details: Details) -> Moves[Any]:
        """Return the value to write, for a step that was handed something metered or promises more than a type."""
        if tally.refusal is not None:
            raise tally.refusal
        if self.judge is None:
            return self.gate(got)
        return (yield from self.judge.decide(got, frame, tally.began, details))

    def _settle(self, frame: Frame, record: Record, failure: BaseException, got: object, tried: int) -> str:
        """Record a failed attempt and return what to tell the next one, unless the fallback is to be written.

        Raises what ends the step: StepFailed after the last attempt, the failure itself where no run goes on.
        """
        if isinstance(failure, GeneratorExit):
            raise failure
        if isinstance(failure, StopIteration):
            failure = RuntimeError("the function raised StopIteration")
        rejected = got is not _UNSET and isinstance(failure, Rejected | ValidationError)
        record.details = self._explained(frame, record.details, failure, got if rejected else _UNSET)
        again = isinstance(failure, Exception) and self.policy.again(failure, rejected=rejected, tried=tried)
        if rejected and not again and self.policy.falls_back:
            record.details.fallback = True
            return ""
        if frame.journal is not None:
            frame.journal.add(record, None, None)
        frame.emit(record)
        failed = frame.failed.setdefault((self.site.step, record.item), [])
        failed.append(record)
        told = reason(failure) if rejected else ""
        if again:
            return told
        frame.rejected[self.site.step, record.item] = told
        if not isinstance(failure, Exception) or (isinstance(failure, ChainError) and failure.run is None):
            raise failure
        why = record.details.error or record.details.message or reason(failure)  # nothing redacted is in the first two
        raise StepFailed(self.site.step, failed, why, self.place) from failure

    def _explained(self, frame: Frame, details: Details, failure: BaseException, got: object) -> Details:
        """Return the details of an attempt with what went wrong; nothing of a redacted value is in them."""
        details = Details() if details is NO_DETAILS else details
        hidden = self.site.hidden
        if got is not _UNSET:
            details.rejected = self.site.recording.keep(self.site.writes, got, frame.secrets)
            details.message = repr(HIDDEN) if hidden else reason(failure)
            details.raw = str(details.rejected) if isinstance(details.rejected, str) else None
        else:
            name = type(failure).__name__
            details.error = name if hidden else f"{name}: {reason(failure)}"
        if isinstance(failure, CommandError) and failure.result is not None:
            details.exit_code, details.tail = failure.exit_code, failure.tail
        if frame.secrets is not None:
            mask_details(details, frame.secrets)
        return details

    def _kept(self, value: object, frame: Frame, record: Record | None = None) -> object:
        """Return what the record keeps of a value; what is secret is masked in its details too."""
        kept = self.site.recording.keep(self.site.writes, value, frame.secrets)
        if record is not None and frame.secrets is not None:
            details = record.details
            mask_details(details, frame.secrets)
            record.details = details
        return kept
