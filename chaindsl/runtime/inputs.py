"""The gate at the door of a flow: what a caller supplies, all problems at once."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from chaindsl.errors import Issue
from chaindsl.graph.nearest import nearest
from chaindsl.graph.place import Place
from chaindsl.runtime.codec import Codec
from chaindsl.runtime.complaint import complaint, line, problems
from chaindsl.runtime.failure import InputError


class Inputs:
    """The keys that a caller supplies, each with its adapter; `required` are those without a default.

    With a pydantic `model` it is the model alone that validates, and supplies defaults.
    """

    def __init__(
        self,
        subject: str,
        adapters: Mapping[str, TypeAdapter[Any]],
        required: frozenset[str],
        model: type[BaseModel] | None = None,
        place: Place | None = None,
    ) -> None:
        self._subject = subject
        self._adapters = dict(adapters)
        self._required = required
        self._model = model
        self._place = place

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key that may be supplied."""
        return tuple(self._adapters)

    def codec(self, key: str) -> Codec:
        """Return how a key's value is kept between processes."""
        return Codec(key, self._adapters[key], self._place)

    def accept(self, values: object) -> dict[str, Any]:
        """Return what pydantic makes of the values. Raises InputError with every problem."""
        if not isinstance(values, Mapping):
            hint = "as in {'question': '…'}"
            message = f"{self._subject} takes a mapping of keys to values, not a {type(values).__name__}"
            raise InputError([self._issue("bad-inputs", message, self._subject, hint)])
        issues = [self._unknown(key) for key in values if key not in self._adapters]
        issues += [self._missing(key) for key in self._adapters if key in self._required and key not in values]
        given = {key: values[key] for key in self._adapters if key in values}
        found = self._each(given, issues) if self._model is None else self._whole(self._model, given, issues)
        if issues:
            raise InputError(issues)
        return found

    def _each(self, given: dict[str, Any], issues: list[Issue]) -> dict[str, Any]:
        """What each key's type makes of its value."""
        found = {}
        for key, value in given.items():
            try:
                found[key] = self._adapters[key].validate_python(value)
            except ValidationError as error:
                issues.append(self._unfit(key, complaint(error)))
        return found

    def _whole(self, model: type[BaseModel], given: dict[str, Any], issues: list[Issue]) -> dict[str, Any]:
        """What the model makes of them: its defaults, its validators, and what it checks across fields."""
        try:
            made = model.model_validate(given, by_name=True)
        except ValidationError as error:
            for place, message in problems(error):
                key = str(place[0]) if place else ""
                if key in given:
                    issues.append(self._unfit(key, line(place[1:], message)))
                elif self._required <= given.keys():  # or it is one of those that are missing, maybe by its alias
                    said = f"{self._subject}: {line(place, message)}"
                    issues.append(self._issue("wrong-input", said, self._subject))
            return {}
        return {key: getattr(made, key) for key in self._adapters}

    def _unfit(self, key: str, why: str) -> Issue:
        return self._issue("wrong-input", f"{self._subject}: {key} does not fit: {why}", key)

    def _missing(self, key: str) -> Issue:
        hint = f"supply it, as in {{{key!r}: …}}"
        return self._issue("missing-input", f"{self._subject} needs {key}", key, hint)

    def _unknown(self, key: str) -> Issue:
        return self._issue("unknown-input", f"{self._subject} takes no {key}", key, nearest(str(key), self._adapters))

    def _issue(self, code: str, message: str, key: str, hint: str | None = None) -> Issue:
        return Issue(code, message, key, self._place, hint)
