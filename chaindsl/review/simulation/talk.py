"""Whoever is asked while a flow is gone through by hand, and how values are shown to them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chaindsl.draw.wording import cut, name, short_type
from chaindsl.graph.typeform import TypeForm
from chaindsl.review.simulation.typed import UnfitError, stub, typed

FAIL = "!"
"""What is typed for an attempt that fails."""
_SHOWN = 60


class StoppedError(Exception):
    """The run stops here; its text says why."""


@dataclass
class Talk:
    """`ask` returns what is typed after a question, `say` shows a line.

    `ask` raises EOFError when nothing is typed any more.
    """

    ask: Callable[[str], str]
    say: Callable[[str], None]

    def value(self, key: str, form: TypeForm) -> Any:
        """Return the value that is typed for a key, one made up for an empty line; what does not fit is asked again.

        Raises UnfitError where a failure is typed.
        """
        wanted = short_type(form)
        while True:
            text = self.ask(f"  {name(key)}{': ' + wanted if wanted else ''} = ")
            if text == FAIL:
                raise UnfitError(FAIL)
            try:
                return typed(text, form) if text else stub(key, form)
            except UnfitError as error:
                self.say(f"  {error}")

    def yes(self, question: str) -> bool:
        """Return whether something holds; an empty line says yes."""
        while True:
            text = self.ask(f"  {question} [Y/n] ").strip().lower()
            if text in ("", "y", "yes", "n", "no"):
                return text in ("", "y", "yes")

    def choice(self, number: int) -> int:
        """Return which of so many is chosen, from 0; an empty line chooses the first."""
        while True:
            text = self.ask(f"  1–{number}: ").strip() or "1"
            if text.isdecimal() and 1 <= int(text[:9]) <= number:
                return int(text) - 1


def shown(value: Any) -> str:
    """Return a value as one short line."""
    return cut(json.dumps(value, ensure_ascii=False, default=str), _SHOWN)
