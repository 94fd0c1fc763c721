"""What a caller supplies: a mapping of keys to types, or a pydantic model."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel

from chaindsl.errors import Issue
from chaindsl.graph.budget import Input
from chaindsl.graph.place import Place
from chaindsl.graph.typeform import constrained
from chaindsl.language.annotation import type_form
from chaindsl.language.constraint import constraints_of


def read_inputs(
    declared: object, flow: str, place: Place, issues: list[Issue]
) -> tuple[tuple[Input, ...], dict[str, Any]]:
    """Return the inputs of a flow, and the live type of each. Problems are appended to `issues`."""
    if isinstance(declared, type) and issubclass(declared, BaseModel):
        return _fields(declared)
    if not isinstance(declared, Mapping):
        hint = "as in inputs={'question': Text}"
        issues.append(Issue("bad-inputs", f"{flow}: inputs= takes a mapping or a pydantic model", flow, place, hint))
        return (), {}
    for key, annotation in declared.items():
        if not (isinstance(key, str) and key.isidentifier()):
            message = f"{flow}: the input {key!r} is no name of a key"
            issues.append(Issue("bad-key", message, flow, place, "use an identifier"))
        if isinstance(annotation, str):
            message = f"{flow}: the type of the input {key} is text"
            issues.append(Issue("bad-inputs", message, flow, place, "give the type itself, not its name"))
    live = {str(key): live for key, live in declared.items()}
    return tuple(Input(key, type_form(live)) for key, live in live.items()), live


def _fields(model: type[BaseModel]) -> tuple[tuple[Input, ...], dict[str, Any]]:
    found: list[Input] = []
    live: dict[str, Any] = {}
    for key, field in model.model_fields.items():
        form = constrained(type_form(field.annotation), constraints_of(field.metadata))
        found.append(Input(key, form, optional=not field.is_required()))
        live[key] = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    return tuple(found), live
