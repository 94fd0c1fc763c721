"""Timeouts and retries."""

from chaindsl.yamlform.fields import Fields, Issues
from chaindsl.yamlform.form import Attempts
from chaindsl.yamlform.keys import BACKOFFS, RELIABILITY, RELIABILITY_REFUSED, RETRY, RETRY_ON
from chaindsl.yamlform.node import Node, Scalar

MILLISECONDS = 1000


def read_reliability(node: Node | None, what: str, issues: Issues) -> tuple[Attempts, tuple[str, ...]]:
    """Return how often the work is tried, and what is not quite the same here."""
    if node is None:
        return Attempts(), ()
    fields = Fields(node, f"the reliability of {what}", issues, RELIABILITY, RELIABILITY_REFUSED)
    timeout = fields.count("timeoutMs")
    retry = Fields(fields.node_of("retry"), f"the retry of {what}", issues, RETRY, {})
    most = retry.count("maxAttempts") or 1
    delay = (retry.count("initialDelayMs", 0) or 0) / MILLISECONDS
    cap = retry.count("maxDelayMs", 0)
    kind = retry.choice("backoff", BACKOFFS, {}) or "none"
    for item in retry.items("retryOn"):
        if not isinstance(item, Scalar) or item.text not in RETRY_ON:
            retry.wrong(
                item, f"`retryOn` of {what} names what is no kind of failure", f"there is {', '.join(RETRY_ON)}"
            )
    notes = _notes(kind, most, delay, None if cap is None else cap / MILLISECONDS)
    if retry.entry("retryOn") is not None and most > 1:
        notes = (*notes, "every failure is tried again, whatever `retryOn` says")
    seconds = None if timeout is None else timeout / MILLISECONDS
    return Attempts(most, 0.0 if kind == "none" else delay, seconds, node.place), notes


def _notes(kind: str, most: int, delay: float, cap: float | None) -> tuple[str, ...]:
    """What differs: here the wait before a retry is the delay × the number of attempts made."""
    if kind == "none" or delay == 0 or most < 2:
        return ()
    waits = [delay * (2**tried if kind == "exponential" else 1) for tried in range(min(most, 50) - 1)]
    waits = [wait if cap is None else min(wait, cap) for wait in waits]
    ours = [delay * (tried + 1) for tried in range(min(most, 50) - 1)]
    same = all(abs(one - other) < 1e-9 for one, other in zip(waits, ours, strict=True))
    return () if same else (f"the waits between attempts grow by {delay:g} s each, where `{kind}` was said",)
