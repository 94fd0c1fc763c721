"""A way as one line of text: `classify → [tickets] prices → reply`."""

from collections.abc import Sequence

from analyzer.facts.contract import name_of
from chaindsl.draw.wording import cut
from chaindsl.review.ways.way import Beside, Chosen, Done, Gap, Rounds, Stop, Taken, Waited, Way, Within

ARROW = " → "


def told(way: Way) -> str:
    """Return what is done on a way, in order."""
    return _row(way.stops) or "nothing is done"


def _row(stops: Sequence[Stop]) -> str:
    said = [_stop(stop) for stop in stops]
    text = ""
    for stop, word in zip(stops, said, strict=True):
        if not word:
            continue
        # A route's label stands right before what is done on it.
        text += word if not text else f"{'' if text.endswith('] ') else ARROW}{word}"
        text += " " if isinstance(stop, Chosen) else ""
    return text.strip()


def _stop(stop: Stop) -> str:
    match stop:
        case Done(step):
            return cut(name_of(step.name))
        case Taken(transition, target, failed, inner):
            did = f" ({_row(inner.stops)})" if inner is not None else ""
            return f"{cut(name_of(transition.name))}{did}{' ✗' if failed else ''} » {cut(target)}"
        case Waited(_, target):
            return f"(nobody decides) » {cut(target)}"
        case Chosen(_, label):
            return f"[{'otherwise' if label is None else cut(label)}]"
        case Rounds(_, times, stops):
            inner_text = _row(stops)
            return f"({inner_text}) ×{times}" if times > 1 else inner_text
        case Beside(_, legs):
            return f"{{{' | '.join(_row(leg) for leg in legs)}}}"
        case Within(flow, stops):
            return f"{cut(name_of(flow.name))}({_row(stops)})"
        case Gap():
            return "?"
