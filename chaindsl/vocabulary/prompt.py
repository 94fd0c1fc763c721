"""Versioned prompts: a text with placeholders, kept apart from the step that sends it."""

import sys
from pathlib import Path

from chaindsl.errors import ChainDslError, Issue
from chaindsl.graph.place import Place
from chaindsl.graph.step import Prompt as PromptModel
from chaindsl.graph.template import placeholders, substitute
from chaindsl.graph.unknown import Unknown, Why


class PromptText(str):
    """A prompt filled in. It is a `str` that remembers which prompt it came from, for the trace."""

    __slots__ = ("prompt",)
    prompt: "Prompt"

    def __new__(cls, text: str, prompt: "Prompt") -> "PromptText":
        made = super().__new__(cls, text)
        made.prompt = prompt
        return made

    def __reduce__(self) -> tuple[type["PromptText"], tuple[str, "Prompt"]]:
        return PromptText, (str(self), self.prompt)


class Prompt:
    """A prompt's name, version and text. Only `{identifier}` is a placeholder; other braces stand for themselves."""

    __slots__ = ("_text", "name", "place", "problem", "version")

    def __init__(self, name: str, version: str, text: str | None, place: Place, problem: Issue | None = None) -> None:
        self.name = name
        self.version = version
        self.place = place
        self.problem = problem
        self._text = text

    @property
    def text(self) -> str:
        """The text with its placeholders. Raises ChainDslError when its file could not be read."""
        if self._text is None:
            problem = self.problem or Issue("prompt-without-text", f"prompt {self.name!r} has no text")
            raise ChainDslError(problem.code, problem.message, problem.subject, problem.place, problem.hint)
        return self._text

    @property
    def placeholders(self) -> tuple[str, ...]:
        """The names that `format` needs, in order of first appearance."""
        return placeholders(self.text)

    def format(self, **values: object) -> PromptText:
        """Return the text with each placeholder replaced by `str(value)`, once.

        Raises ChainDslError when a placeholder has no value or a value has no placeholder.
        """
        text = self.text
        needed = placeholders(text)
        if values.keys() != set(needed):
            missing = [name for name in needed if name not in values]
            extra = [name for name in values if name not in needed]
            said = [f"no value for {', '.join(missing)}"] * bool(missing) + [
                f"no placeholder {', '.join(extra)}"
            ] * bool(extra)
            raise ChainDslError(
                "placeholder-mismatch",
                f"prompt {self.name!r}: {' and '.join(said)}",
                self.name,
                self.place,
                f"its placeholders are {', '.join(needed) or 'none'}",
            )
        return PromptText(substitute(text, values), self)

    def model(self) -> PromptModel:
        """Return the prompt as the graph keeps it."""
        text = Unknown(Why.UNRESOLVED, self.name) if self._text is None else self._text
        return PromptModel(self.name, self.version, text, self.place)

    def __repr__(self) -> str:
        return f"prompt({self.name!r}, version={self.version!r})"

    def __reduce__(self) -> tuple[type["Prompt"], tuple[str, str, str | None, Place, Issue | None]]:
        return Prompt, (self.name, self.version, self._text, self.place, self.problem)


def prompt(name: str, *, version: str, text: str | None = None, file: str | None = None) -> Prompt:
    """Define a prompt, with its text in place or in a UTF-8 `file` beside the calling module.

    A file that can't be read, or a call with both or neither of `text` and `file`, is a problem that is reported with
    all others when a flow that uses the prompt is assembled.
    """
    frame = sys._getframe(1)  # noqa: SLF001  the only way to know the caller's place
    place = Place(frame.f_code.co_filename, frame.f_lineno)
    given = {"name": name, "version": version, "text": text, "file": file}
    wrong = [f"{option}= takes text, not {value!r}" for option, value in given.items() if not _is_text(option, value)]
    if wrong:
        return Prompt(
            name, version, None, place, Issue("bad-prompt", f"prompt {name!r}: {'; '.join(wrong)}", place=place)
        )
    if (text is None) == (file is None):
        hint = "give exactly one of text= and file="
        return Prompt(name, version, None, place, Issue("prompt-without-text", f"prompt {name!r}", name, place, hint))
    if file is None:
        return Prompt(name, version, text, place)
    path = Path(frame.f_code.co_filename).parent / file
    try:
        return Prompt(name, version, path.read_text(encoding="utf-8"), place)
    except (OSError, UnicodeError) as error:
        message = f"prompt {name!r}: {file} can't be read: {error}"
        hint = f"a prompt's file stands beside its module, in UTF-8: {path}"
        return Prompt(name, version, None, place, Issue("prompt-file", message, name, place, hint))


def _is_text(option: str, value: object) -> bool:
    return (isinstance(value, str) and bool(value)) or (value is None and option in ("text", "file"))
