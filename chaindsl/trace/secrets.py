"""What one run knows to be secret. This is the one place that masks: whatever leaves a run has gone through it.

It must not know where a value comes from, nor who writes, logs, shows or sends it.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from threading import Lock
from typing import Any

from chaindsl.trace.keep import HIDDEN, json_text
from chaindsl.trace.secret_forms import LEAST, forms_of, texts_of

_MASK = repr(HIDDEN)


class Secrets:
    """Texts that are known to be secret, and the forms in which they may occur. It may be used from several threads.

    All forms have at least `LEAST` characters, so they are found by these: a pattern of the characters that any form
    has at each of the first places is looked for, and what follows is then looked up among the forms, in their order.
    """

    __slots__ = ("_forms", "_known", "_letters", "_lock", "_longest", "_pattern", "_starts")

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._known: set[str] = set()
        self._starts: frozenset[str] = frozenset()
        self._forms: list[str] = []
        self._letters: tuple[set[str], ...] = tuple(set() for _ in range(LEAST))
        self._pattern: re.Pattern[str] | None = None
        self._longest = 0
        self._lock = Lock()
        self.learn(list(known))

    def learn(self, value: object, *, typed: bool = False) -> None:
        """Take a value for secret, with all that is in it; with `typed` only what pydantic's secret types hold."""
        fresh = set(texts_of(value, typed=typed)) - self._known
        if not fresh:
            return
        with self._lock:
            self._known |= fresh
            added = {form for text in fresh for form in forms_of(text)}.difference(self._forms)
            self._forms = sorted((*self._forms, *added))
            self._longest = max(map(len, self._forms))
            starts = {form[:LEAST] for form in added} - self._starts
            self._starts |= starts
            before = sum(map(len, self._letters))
            for letters, new in zip(self._letters, zip(*starts, strict=True), strict=False):
                letters.update(new)
            if sum(map(len, self._letters)) > before:
                self._pattern = re.compile("".join(f"[{''.join(map(re.escape, found))}]" for found in self._letters))

    def mask(self, text: str) -> str:
        """Return a text with every secret in it masked; the text itself where there is none."""
        spans = self._spans(text)
        if not spans:
            return text
        parts, done = [], 0
        for start, end in spans:
            parts += [text[done:start], _MASK]
            done = end
        return "".join((*parts, text[done:]))

    def json(self, text: str) -> str:
        """Return JSON text with every secret in it masked, as JSON again; the text itself where there is none."""
        if not self._spans(text):
            return text
        try:
            data = json.loads(text)
            masked = self.data(data)
        except (ValueError, RecursionError):
            return f'"{_MASK}"'
        return text if masked == data else json_text(masked)

    def data(self, data: Any) -> Any:
        """Return plain JSON data with every secret in it masked."""
        if isinstance(data, str):
            return self.mask(data)
        if isinstance(data, list):
            return [self.data(item) for item in data]
        if isinstance(data, dict):
            return {self.mask(key): self.data(item) for key, item in data.items()}
        if data is None or isinstance(data, bool):
            return data
        return _MASK if self._spans(str(data)) else data

    def settled(self, text: str) -> int:
        """Return how many characters of a text that goes on can be told: behind them a secret may have begun."""
        there = next(
            (at for at in range(max(len(text) - self._longest + 1, 0), len(text)) if self._begins(text, at)), -1
        )
        if there < 0:
            return len(text)
        return next((start for start, end in self._spans(text) if start < there < end), there)

    def _begins(self, text: str, at: int) -> bool:
        rest, forms = text[at:], self._forms
        first = bisect_left(forms, rest)
        return any(form != rest and form.startswith(rest) for form in forms[first : first + 2])

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Where secrets stand in a text; those that touch one another are one."""
        pattern, spans = self._pattern, list[tuple[int, int]]()
        found = None if pattern is None else pattern.search(text)
        while pattern is not None and found is not None:
            start = found.start()
            end = self._end(text, start) if found[0] in self._starts else 0
            if end and spans and start <= spans[-1][1]:
                spans[-1] = spans[-1][0], max(end, spans[-1][1])
            elif end:
                spans.append((start, end))
            found = pattern.search(text, start + 1)
        return spans

    def _end(self, text: str, start: int) -> int:
        """Where the longest form ends that begins here, 0 where none stands here.

        One that breaks off stands here too where the text does, or says that it was cut.
        """
        forms, rest = self._forms, text[start : start + self._longest]
        at = bisect_right(forms, rest)
        most = max(_common(rest, form) for form in forms[max(at - 1, 0) : at + 1])
        size, form = most, ""
        # The greatest form up to a text begins it, or has as much in common with it as any form that does.
        while size >= LEAST:
            form = forms[bisect_right(forms, rest[:size]) - 1]
            if rest.startswith(form):
                return start + len(form)
            size = min(_common(rest, form), size - 1)
        end = start + most
        return end if end == len(text) or text.startswith(("…", "..."), end) else 0

    def mask_end(self, text: str) -> str:
        """Return the end of a longer text masked: it may begin with the end of a secret."""
        most = min(self._longest - 1, len(text))
        for size in range(most, LEAST - 1, -1):
            start = text[:size]
            if any(len(form) > size and form.endswith(start) for form in self._forms):
                return _MASK + self.mask(text[size:])
        return self.mask(text)


def _common(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    size = min(len(one), len(other))
    if one[:size] == other[:size]:
        return size
    return next(at for at in range(size) if one[at] != other[at])
