"""Runs as lines of the standard library's logging: logger `chaindsl`, silent until somebody configures it."""

import logging
from collections.abc import Callable

from chaindsl.trace.details import ABSENT
from chaindsl.trace.event import CallBegan, CallEnded, Chunk, Event, RunBegan, RunEnded, StepBegan, StepEnded
from chaindsl.trace.record import Record
from chaindsl.trace.table import rows

LOGGER = logging.getLogger("chaindsl")
# Without a handler of its own the last resort would write warnings to standard error.
LOGGER.addHandler(logging.NullHandler())
_WELL = ("completed", "waiting")


def log_events(logger: logging.Logger = LOGGER) -> Callable[[Event], None]:
    """Return what logs a run: give it as `on_event`.

    Where a run begins and ends well, and steps that did, are INFO; what went wrong is WARNING; the beginnings of steps
    and model calls are DEBUG. A line has no values but what the message of an error quotes; pieces of answers are left
    out.
    """

    def heard(event: Event) -> None:
        match event:
            case StepEnded(record):
                log_record(record, logger)
            case RunBegan(run, flow):
                logger.info("%s: run %s begins", flow, run)
            case RunEnded(run, status, stopped):
                level = logging.INFO if status in _WELL else logging.WARNING
                logger.log(level, "run %s: %s%s", run, status, "" if stopped in (None, status) else f", {stopped}")
            case Chunk():
                pass
            case StepBegan() | CallBegan() | CallEnded():
                if logger.isEnabledFor(logging.DEBUG):
                    logger.debug("%s", _detail(event))

    # Nobody has to stream for what it does not log.
    heard.pieces = False  # type: ignore[attr-defined]
    return heard


def _detail(event: StepBegan | CallBegan | CallEnded) -> str:
    flow, _, step = event.path.partition("/")
    item = "" if event.item is None else f"[{event.item}]"
    again = f" attempt {event.attempt}" if event.attempt > 1 else ""
    return f"{flow}: {step}{item}{again}: {_what(event)}"


def _what(event: StepBegan | CallBegan | CallEnded) -> str:
    if isinstance(event, StepBegan):
        return "begins"
    if isinstance(event, CallBegan):
        return f"asks {event.tool} ({event.characters} characters)"
    outcome = "answered" if event.error is None else f"failed with {event.error}"
    return f"{event.tool} {outcome} ({event.seconds:.3f} s)"


def log_record(record: Record, logger: logging.Logger = LOGGER) -> None:
    """Log one record: what went well as INFO, the rest as WARNING. Give it as `on_record`.

    A line says the step, how it came out and what it took, and no values but what a message quotes; the log record has
    the same as `chaindsl`, a dict for handlers that keep fields.
    """
    well = record.ok and not record.details.fallback
    level = logging.INFO if well else logging.WARNING
    if not logger.isEnabledFor(level):
        return
    step, _, outcome, *_ = rows([record])[0]
    flow = record.path.partition("/")[0]
    again = f" attempt {record.attempt}" if record.attempt > 1 else ""
    asked = f", {record.calls} call{'s' * (record.calls != 1)}" if record.calls else ""
    fields = {
        "flow": record.site.flow,
        "path": record.path,
        "item": record.item,
        "attempt": record.attempt,
        "ok": record.ok,
        "rejected": record.details.rejected is not ABSENT,
        "fallback": record.details.fallback,
        "seconds": record.seconds,
        "calls": record.calls,
        "tokens": record.tokens,
    }
    message = f"{flow}: {step}{again}: {outcome} ({record.seconds:.3f} s{asked})"
    logger.log(level, "%s", message, extra={"chaindsl": fields})
