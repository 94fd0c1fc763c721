"""Each attempt on a page: one line, and inside it what was read, asked and written, side by side."""

from collections.abc import Iterator, Mapping
from typing import Any

from chaindsl.draw.markup import Html, element, escaped, joined
from chaindsl.view.attempt import Attempt
from chaindsl.view.diff.sources import Sources
from chaindsl.view.outcome import SIGNS, Outcome
from chaindsl.view.page.texts import SHORT, Texts
from chaindsl.view.wording import brief, count, said, seconds, text_of, wrote

_OPEN = 12
"""So many attempts that did not go well are open from the start."""


class Steps:
    """The attempts of one run."""

    def __init__(self, attempts: tuple[Attempt, ...], texts: Texts) -> None:
        self._attempts = attempts
        self._texts = texts
        self._sources = Sources(attempts)
        self._shown: dict[int, str] = {}
        bad = [a.number for a in attempts if a.outcome in (Outcome.FAILED, Outcome.REJECTED, Outcome.FALLBACK)]
        self._open = frozenset(bad if len(bad) <= _OPEN else bad[-1:])

    def all(self) -> Html:
        """Return every attempt, in the order in which they ended."""
        return joined(self._one(attempt) for attempt in self._attempts)

    def _one(self, attempt: Attempt) -> Html:
        sections = (
            element("div", element("h3", "Read"), joined(self._read(attempt))),
            element("div", element("h3", "Asked"), joined(self._asked(attempt))),
            element("div", element("h3", "Wrote"), joined(self._wrote(attempt))),
        )
        return element(
            "details",
            _summary(attempt),
            element("p", " · ".join(_facts(attempt)), class_="facts"),
            element("div", *sections, class_="columns"),
            class_=f"step is-{slug(attempt.outcome)}",
            id=anchor(attempt),
            open=attempt.number in self._open,
        )

    def _read(self, attempt: Attempt) -> Iterator[Html]:
        if not attempt.reads:
            yield element("p", "nothing", class_="note")
        for key, value in attempt.reads.items():
            yield element("h4", key)
            yield self._value(attempt, key, text_of(value))

    def _value(self, attempt: Attempt, key: str, text: str) -> Html:
        """Show what was read: in full where it is shown for the first time, else its beginning and a link."""
        if len(text) <= SHORT:
            return element("pre", text)
        source = self._sources.of(attempt, key)
        if source is not None and source.number < attempt.number:
            return self._texts.beginning(text, anchor(source))
        revision = attempt.data["revisions"].get(key, 0)
        if revision in self._shown:
            return self._texts.beginning(text, self._shown[revision])
        self._shown[revision] = anchor(attempt)
        return self._texts.whole(text)

    def _asked(self, attempt: Attempt) -> Iterator[Html]:
        if not attempt.calls:
            yield element("p", "no model", class_="note")
        for call in attempt.calls:
            yield element("h4", _asked_with(call))
            yield element("p", " · ".join(_call(call)), class_="note")
            if call.get("sent") is not None:
                yield self._texts.whole(call["sent"])
            if call.get("answer") is not None:
                yield element("h4", "answer")
                yield self._texts.whole(call["answer"])

    def _wrote(self, attempt: Attempt) -> Iterator[Html]:
        data = attempt.data
        if data["rejected"] is not None:
            yield element("h4", "rejected")
            yield self._again(attempt, text_of(data["rejected"]))
        for label, name in (("because", "message"), ("error", "error"), ("the end of what it printed", "tail")):
            if data[name]:
                yield element("h4", label)
                yield self._texts.whole(data[name])
        if attempt.wrote:
            size = f" (cut when it was recorded: {data['cut']:,} characters)" if data["cut"] else ""
            yield element("h4", f"{attempt.writes}{size}")
            yield self._again(attempt, text_of(attempt.output))
        elif attempt.target:
            yield element("p", f"on to {brief(attempt.target)}", class_="note")

    def _again(self, attempt: Attempt, text: str) -> Html:
        """Show a text, unless it is long and has just been shown: as an answer, or in the items of a list."""
        if len(text) > SHORT and any(text == call.get("answer") for call in attempt.calls):
            return element("p", "the answer as it is", class_="note")
        if len(text) > SHORT and attempt.whole:
            return joined(
                [element("pre", f"{text[:SHORT]}…"), element("p", "each item has its own line", class_="note")]
            )
        return self._texts.whole(text)


def anchor(attempt: Attempt) -> str:
    """Return where an attempt stands in its page."""
    return f"a{attempt.number}"


def slug(outcome: Outcome) -> str:
    """Return an outcome as a word for classes."""
    return outcome.value.replace(" ", "-")


def sign(outcome: Outcome) -> Html:
    """Return an outcome's sign, which says what it is to those who don't see it."""
    return element("span", SIGNS[outcome], class_=f"sign {slug(outcome)}", role="img", aria_label=outcome.value)


def name_of(attempt: Attempt) -> Html:
    """Return an attempt's path with the step itself in bold, the item and the attempt."""
    around = attempt.below.removesuffix(attempt.step)
    item = "" if attempt.item is None else f"[{attempt.item}]"
    again = element("span", f"attempt {attempt.attempt}", class_="again") if attempt.attempt > 1 else ""
    return element("span", escaped(around), element("b", f"{attempt.step}{item}"), again, class_="name")


def _summary(attempt: Attempt) -> Html:
    value = wrote(attempt, 110)
    told = said(attempt, 110)
    what = value if attempt.outcome is Outcome.OK and value else f"{told}; {value}" if value else told
    amounts = [count(len(attempt.calls), "call")] if attempt.calls else []
    return element(
        "summary",
        sign(attempt.outcome),
        name_of(attempt),
        element("span", what, class_="what"),
        element("span", ", ".join([*amounts, seconds(attempt.seconds)]), class_="amounts"),
    )


def _facts(attempt: Attempt) -> Iterator[str]:
    yield f"after {seconds(attempt.started)}"
    for label, name in (("state", "state"), ("transition", "transition"), ("decided by", "actor")):
        if attempt.data[name] is not None:
            yield f"{label} {attempt.data[name]}"
    if attempt.target:
        yield f"to state {attempt.target}"
    if attempt.whole:
        yield count(attempt.data["items"], "item")
    if attempt.data["dropped"]:
        yield f"{attempt.data['dropped']} over the limit, dropped"
    if attempt.data["exit_code"] is not None:
        yield f"exit code {attempt.data['exit_code']}"
    if attempt.tokens:
        yield count(attempt.tokens, "token")
    if attempt.data["code"]:
        yield f"code {attempt.data['code']}"


def _asked_with(call: Mapping[str, Any]) -> str:
    return f"prompt {call['prompt']}, version {call.get('version')}" if call.get("prompt") else f"to {call['tool']}"


def _call(call: Mapping[str, Any]) -> Iterator[str]:
    if call.get("model"):
        yield str(call["model"])
    yield count(call["characters"], "character")
    if call.get("input_tokens") is not None:
        yield f"{call['input_tokens']} + {call.get('output_tokens') or 0} tokens"
    yield seconds(call["seconds"])
    if call.get("error"):
        yield f"failed with {call['error']}"
