"""What there is to say about a whole run, in a few lines."""

from collections.abc import Iterator

from chaindsl.view.loaded import Loaded
from chaindsl.view.wording import brief, count, seconds


def headline(trace: Loaded) -> str:
    """Return how a run stands and what it took, in one line."""
    state = f" in state {brief(trace.end['state'])}" if trace.end.get("state") else ""
    amounts = [seconds(trace.seconds)]
    amounts += [count(trace.calls, "call")] if trace.calls else []
    amounts += [count(trace.tokens, "token")] if trace.tokens else []
    return f"{brief(trace.flow)}: {brief(trace.status)}{state} ({brief(trace.stopped)}); {', '.join(amounts)}"


def notes(trace: Loaded) -> Iterator[str]:
    """Yield what is odd about the file, and what the run failed with."""
    if trace.stored.torn:
        yield "the file ends in the middle of a line, which is left out"
    if not trace.end:
        yield "the file has no end: the run was interrupted, or it still goes on"
    if trace.error is not None:
        yield f"error: {brief(trace.error.get('code', '?'))}: {brief(trace.error.get('message', '?'), 300)}"


def about(trace: Loaded) -> str:
    """Return which run it was: its id, when it began, who wrote it down."""
    began = trace.head.get("began")
    when = f", begun {brief(began)}" if began else ""
    by = f", chaindsl {brief(trace.head['chaindsl'])}" if trace.head.get("chaindsl") else ""
    return f"run {brief(trace.run)}{when}{by}"
