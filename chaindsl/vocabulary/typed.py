"""A model's answer as a value of a type: the schema in the prompt, validation, and a bounded repair.

It knows no client; one that has a way of its own to ask for a schema says so with `schemas`.
"""

import json
import re
from collections.abc import Generator, Mapping
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from chaindsl.errors import ChainDslError
from chaindsl.vocabulary.model import AsyncComplete, Complete
from chaindsl.vocabulary.prompt import PromptText

T = TypeVar("T")

_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)
_MOST_REPEATED = 4_000
"""Characters of a wrong answer that are shown to the model again."""


class TypedComplete(Complete, Protocol):
    """A model that is also asked for values of a type. Every model that a step is handed can be."""

    def typed(self, prompt: str, kind: type[T], /, *, repairs: int = 1) -> T:
        """Return the model's answer as a value of a type; see `typed`."""
        ...


class AsyncTypedComplete(AsyncComplete, Protocol):
    """The same, awaited."""

    async def typed(self, prompt: str, kind: type[T], /, *, repairs: int = 1) -> T:
        """Return the model's answer as a value of a type; see `typed`."""
        ...


class UntypedAnswer(ChainDslError, ValueError):
    """A model's answer does not fit the type asked for, after every repair. The code is `untyped-answer`."""

    def __init__(self, kind: str, problems: str) -> None:
        super().__init__("untyped-answer", f"the model's answer is no {kind}: {problems}", kind)


def typed(complete: Complete, prompt: str, kind: type[T], *, repairs: int = 1) -> T:
    """Ask for JSON that fits a type (of pydantic: a model, a dataclass, `list[int]` …) and return the value.

    A wrong answer is sent back with what is wrong, at most `repairs` times; each time is a model call, so a step
    says `max_calls=2`. Raises UntypedAnswer, and whatever the model raises.
    """
    asking = _Asking(prompt, kind, repairs)
    options = _native(complete, asking.schema)
    conversation = asking.texts()
    text = next(conversation)
    while True:
        try:
            text = conversation.send(complete(text, **options))
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


async def atyped(complete: AsyncComplete, prompt: str, kind: type[T], *, repairs: int = 1) -> T:
    """The same with a model that is awaited."""
    asking = _Asking(prompt, kind, repairs)
    options = _native(complete, asking.schema)
    conversation = asking.texts()
    text = next(conversation)
    while True:
        answer = await complete(text, **options)
        try:
            text = conversation.send(answer)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


class _Asking:
    """What is asked, text by text, until an answer fits."""

    def __init__(self, prompt: str, kind: Any, repairs: int) -> None:
        self._prompt = prompt
        self._name = getattr(kind, "__name__", None) or str(kind)
        self._repairs = repairs
        self._adapter, self.schema = _described(kind)

    def texts(self) -> Generator[str, str, Any]:
        shape = json.dumps(self.schema, ensure_ascii=False)
        first = f"{self._prompt}\n\nAnswer with JSON alone. It must fit this JSON schema:\n{shape}"
        answer = yield self._said(first)
        for left in range(self._repairs, -1, -1):
            try:
                return self._adapter.validate_json(_json_in(answer))
            except ValidationError as error:
                problems = _problems(error)
                if not left:
                    raise UntypedAnswer(self._name, problems) from None
            wrong = f"{first}\n\nYour last answer was:\n{answer[:_MOST_REPEATED]}\n\nWhat is wrong with it: {problems}"
            answer = yield self._said(f"{wrong}\nAnswer again, with the whole JSON.")
        raise AssertionError("the last round returns or raises")

    def _said(self, text: str) -> str:
        """A text still knows the prompt that it was made of."""
        return PromptText(text, self._prompt.prompt) if isinstance(self._prompt, PromptText) else text


@lru_cache(maxsize=256)
def _described(kind: Any) -> tuple[TypeAdapter[Any], Mapping[str, Any]]:
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    return adapter, adapter.json_schema()


def _native(complete: object, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The option that asks a client for a schema; protocols take those of objects alone."""
    return {"schema": schema} if getattr(complete, "schemas", False) and schema.get("type") == "object" else {}


def _json_in(answer: str) -> str:
    """The JSON of an answer that also has a fence or words around it; the whole answer where none is found."""
    fenced = _FENCED.search(answer)
    text = (fenced[1] if fenced else answer).strip()
    starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    end = max(text.rfind("}"), text.rfind("]"))
    inner = text[min(starts) : end + 1] if starts and end > min(starts) else text
    return text if _is_json(text) or not _is_json(inner) else inner


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _problems(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    told = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" if one["loc"] else one["msg"] for one in found[:8])
    return "; ".join(told)
