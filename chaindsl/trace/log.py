"""Records as lines of the standard library's logging: logger `chaindsl`, silent until somebody configures it."""

import logging

from chaindsl.trace.record import ABSENT, Record
from chaindsl.trace.table import rows

LOGGER = logging.getLogger("chaindsl")
# Without a handler of its own the last resort would write warnings to standard error.
LOGGER.addHandler(logging.NullHandler())


def log_record(record: Record) -> None:
    """Log one record: what went well as INFO, the rest as WARNING. Give it as `on_record`.

    A line says the step, how it came out and what it took, and no values but what a message quotes; the log record has
    the same as `chaindsl`, a dict for handlers that keep fields.
    """
    well = record.ok and not record.details.fallback
    level = logging.INFO if well else logging.WARNING
    if not LOGGER.isEnabledFor(level):
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
    LOGGER.log(level, "%s", message, extra={"chaindsl": fields})
