"""Values of live types for runs in tests: which a type admits, and one that depends on what it was made from."""

import enum
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from chaindsl.graph.typeform import labels
from chaindsl.language.annotation import type_form


def digest(*made_of: object) -> int:
    """A number that tells what a value was made from, the same in every process."""
    return zlib.crc32(repr(made_of).encode())


def choices_of(form: Any) -> tuple[Any, ...]:
    """All values of a `bool` or a `Literal`; none for other types."""
    found = labels(type_form(form)) or ()
    return tuple(label.value for label in found if label.type not in ("enum", "None"))


def value_of(form: Any, name: str, seed: int, length: int) -> Any:
    """A value that a type admits and that differs where the seed does; lists are as long as they may be said to be."""
    adapter = _adapter(form)
    for candidate in _candidates(form, f"{name}-{seed}", seed, length):
        try:
            return adapter.validate_python(candidate)
        except ValidationError:
            continue
    raise AssertionError(f"no value of {form}")


@cache
def _known(form: Any) -> TypeAdapter[Any]:
    return TypeAdapter(form)


def _adapter(form: Any) -> TypeAdapter[Any]:
    try:
        return _known(form)
    except TypeError:  # a type that can't be hashed
        return TypeAdapter(form)


def _candidates(form: Any, text: str, seed: int, length: int) -> Iterator[Any]:
    yield text
    yield seed % 9 + 1
    yield [f"{text}-{index}" for index in range(length)]
    yield [{"text": f"{text}-{index}"} for index in range(length)]
    yield [seed % 9 + index for index in range(length)]
    yield {text: [seed]}
    yield {"text": text}
    members = get_args(form) or (form,)
    yield from (member for kind in members if isinstance(kind, type(enum.Enum)) for member in list(kind))
    yield from choices_of(form)
    yield None
