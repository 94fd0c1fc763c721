"""The gate at the door of a flow: what a caller supplies, all problems at once."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from chaindsl.errors import Issue
from chaindsl.graph.nearest import nearest
from chaindsl.graph.place import Place
from chaindsl.runtime.complaint import complaint
from chaindsl.runtime.failure import InputError


class Inputs:
    """The keys that a caller supplies, each with its adapter; `required` are those without a default.

    With a pydantic `model` it is the model that validates, and supplies defaults.
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

    def accept(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return what pydantic makes of the values. Raises InputError with every problem."""
        found: dict[str, Any] = {}
        issues = [self._unknown(key) for key in values if key not in self._adapters]
        for key, adapter in self._adapters.items():
            if key in values:
                try:
                    found[key] = adapter.validate_python(values[key])
                except ValidationError as error:
                    issues.append(
                        self._issue("wrong-input", f"{self._subject}: {key} does not fit: {complaint(error)}", key)
                    )
            elif key in self._required:
                hint = f"supply it, as in {{{key!r}: …}}"
                issues.append(self._issue("missing-input", f"{self._subject} needs {key}", key, hint))
        if issues:
            raise InputError(issues)
        return found if self._model is None else self._whole(self._model, found)

    def _whole(self, model: type[BaseModel], found: dict[str, Any]) -> dict[str, Any]:
        """What the model as a whole makes of them: its defaults, and what it checks across fields."""
        try:
            made = model.model_validate(found, by_name=True)
        except ValidationError as error:
            raise InputError(
                [self._issue("wrong-input", f"{self._subject}: {complaint(error)}", self._subject)]
            ) from error
        return {key: getattr(made, key) for key in self._adapters}

    def _unknown(self, key: str) -> Issue:
        return self._issue("unknown-input", f"{self._subject} takes no {key}", key, nearest(str(key), self._adapters))

    def _issue(self, code: str, message: str, key: str, hint: str | None = None) -> Issue:
        return Issue(code, message, key, self._place, hint)
