"""Values as JSON text and back, by the type that their writer promises."""

import json
from math import isfinite
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from chaindsl.graph.place import Place
from chaindsl.runtime.complaint import complaint
from chaindsl.runtime.failure import ChainError


class NotStorable(ChainError):
    """A value can't be kept between processes: JSON can't say it, or its type can't be read back from JSON."""

    def __init__(self, key: str, why: str, place: Place | None) -> None:
        super().__init__(
            "not-storable",
            f"the value of {key} can't be kept between processes: {why}",
            key,
            place,
            "annotate what the step returns with a type that JSON can say",
        )


class Codec:
    """How one key is kept. Without an adapter the value must be plain JSON data as it is."""

    __slots__ = ("_adapter", "_key", "_place")

    def __init__(self, key: str, adapter: TypeAdapter[Any] | None, place: Place | None) -> None:
        self._key = key
        self._adapter = adapter
        self._place = place

    def dump(self, value: object) -> str:
        """Return a value as JSON text. Raises NotStorable where reading that back would not give the value."""
        if is_plain(value):
            return json_line(value)
        if self._adapter is None:
            raise NotStorable(self._key, f"{type(value).__name__} is no plain JSON data", self._place)
        try:
            text = self._adapter.dump_json(value, warnings="error").decode()
            back = self._adapter.validate_json(text)
        except (PydanticSerializationError, ValueError, TypeError, RecursionError) as error:
            why = complaint(error) if isinstance(error, ValidationError) else str(error).partition("\n")[0]
            raise NotStorable(self._key, why, self._place) from error
        if type(back) is not type(value):
            said = f"a {type(value).__name__} comes back as a {type(back).__name__}"
            raise NotStorable(self._key, said, self._place)
        if type(value).__eq__ is not object.__eq__ and back != value:
            raise NotStorable(self._key, f"this {type(value).__name__} comes back as another one", self._place)
        return text

    def load(self, text: str) -> Any:
        """Return the value that was dumped. Raises NotStorable where its type has changed meanwhile."""
        if self._adapter is None:
            return json.loads(text)
        try:
            return self._adapter.validate_json(text)
        except ValidationError as error:
            if "\\ud" in text:  # a lone surrogate, which pydantic's own reader refuses
                return self._adapter.validate_python(json.loads(text))
            raise NotStorable(self._key, complaint(error), self._place) from error


def is_plain(value: object) -> bool:
    """Say whether a value is made of what JSON has, in the types in which it comes back."""
    pending = [value]
    while pending:
        found = pending.pop()
        if type(found) is dict:
            if any(type(name) is not str for name in found):
                return False
            pending.extend(found.values())
        elif type(found) is list:
            pending.extend(found)
        elif not (found is None or type(found) in (str, int, bool) or (type(found) is float and isfinite(found))):
            return False
    return True


def json_line(value: object) -> str:
    """Return plain JSON data as text without line ends, in characters that every store takes."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return json.dumps(value, separators=(",", ":"))
    return text
