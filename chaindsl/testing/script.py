"""What a scripted model answers: one answer after the other, one for each kind of prompt, or what a function says.

It knows nothing about who asks.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from chaindsl.errors import FlowError, Issue
from chaindsl.vocabulary.prompt import Prompt, PromptText

Answer: TypeAlias = str | BaseException | type[BaseException]
"""A text (a `Completion` to report usage), or an exception to raise."""

Answers: TypeAlias = Sequence[Answer] | Mapping[Any, Answer | Sequence[Answer]] | Callable[[str], Answer]
"""The forms of a script. The keys of a mapping are texts, patterns and `Prompt`s."""

_SHOWN = 200


class ScriptError(FlowError):
    """A scripted model was asked for what its script does not have. A `FlowError`, so that no step tries it again."""

    def __init__(self, code: str, message: str, subject: str, hint: str) -> None:
        super().__init__([Issue(code, message, subject, None, hint)])


class Script(Protocol):
    """Gives answers, and says which ones nobody has asked for."""

    def answer(self, prompt: str) -> Answer:
        """Return the answer to this prompt. Raises ScriptError where there is none."""
        ...

    def unused(self) -> list[str]:
        """Return what is left of the script, each part as it is shown to people."""
        ...


class InOrder:
    """One answer after the other, whatever the prompt."""

    def __init__(self, answers: Sequence[Answer], of: str) -> None:
        self._answers = list(answers)
        self._given = 0
        self._of = of

    def answer(self, prompt: str) -> Answer:
        if self._given == len(self._answers):
            message = f"{self._of} is used up after {self._given} answers, and one more is asked for: {shown(prompt)}"
            raise ScriptError("script-used-up", message, self._of, "add an answer, or find out who asks once more")
        self._given += 1
        return self._answers[self._given - 1]

    def unused(self) -> list[str]:
        return [shown(answer) for answer in self._answers[self._given :]]


class ByPrompt:
    """An answer, or a list of them, for the prompts that a key fits.

    A text fits the prompt of that name, and where no key is its name, every prompt that contains it; a pattern fits
    where it is found, and a `Prompt` where it was filled in. Of several keys the first is taken. A lone answer is
    given as often as it is asked for.
    """

    def __init__(self, answers: Mapping[Any, Answer | Sequence[Answer]], of: str) -> None:
        self._of = of
        self._scripts: dict[object, Script] = {}
        for key, value in answers.items():
            if not isinstance(key, str | re.Pattern | Prompt):
                raise TypeError(f"{of}: a key is a text, a pattern or a prompt, and {shown(key)} is none of them")
            if isinstance(value, str | BaseException | type):
                self._scripts[key] = Always(value)
            else:
                self._scripts[key] = InOrder(value, f"{of}[{shown(key)}]")

    def answer(self, prompt: str) -> Answer:
        for fits in (_is_prompt, _is_in):
            for key, script in self._scripts.items():
                if fits(key, prompt):
                    return script.answer(prompt)
        keys = ", ".join(map(shown, self._scripts))
        message = f"{self._of} has no answer to {_origin(prompt)}{shown(prompt)}"
        raise ScriptError("script-no-match", message, self._of, f"its keys are {keys or 'none'}")

    def unused(self) -> list[str]:
        return [f"{shown(key)}: {left}" for key, script in self._scripts.items() for left in script.unused()]


class Always:
    """The same answer each time."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._given = False

    def answer(self, prompt: str) -> Answer:
        self._given = True
        return self._answer

    def unused(self) -> list[str]:
        return [] if self._given else [shown(self._answer)]


class Computed:
    """What a function of the prompt says."""

    def __init__(self, function: Callable[[str], Answer]) -> None:
        self._function = function

    def answer(self, prompt: str) -> Answer:
        return self._function(prompt)

    def unused(self) -> list[str]:
        return []


def script(answers: Answers, of: str) -> Script:
    """Return the script for these answers; `of` is what messages call it."""
    if isinstance(answers, Mapping):
        return ByPrompt(answers, of)
    if callable(answers):
        return Computed(answers)
    return InOrder([answers] if isinstance(answers, str) else answers, of)


def shown(thing: object) -> str:
    """Return a key, prompt or answer as messages show it, on one line."""
    if isinstance(thing, re.Pattern):
        return f"/{thing.pattern}/"
    text = repr(str(thing)) if isinstance(thing, str) else repr(thing)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _is_prompt(key: object, prompt: str) -> bool:
    source = prompt.prompt if isinstance(prompt, PromptText) else None
    return source is not None and (key is source if isinstance(key, Prompt) else key == source.name)


def _is_in(key: object, prompt: str) -> bool:
    if isinstance(key, re.Pattern):
        return key.search(prompt) is not None
    return isinstance(key, str) and key in prompt


def _origin(prompt: str) -> str:
    return f"the prompt {prompt.prompt.name!r}: " if isinstance(prompt, PromptText) else ""
