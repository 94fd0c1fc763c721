"""Which keys of a flow are secret by their types: pydantic's `SecretStr`, `SecretBytes` and `Secret`."""

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from pydantic import Secret, SecretBytes, SecretStr

from chaindsl.graph.walk import flow_steps
from chaindsl.runtime.definition import Definition

_SECRET = (SecretStr, SecretBytes, Secret)


def secret_keys(definition: Definition) -> frozenset[str]:
    """Return the keys, of a flow and of the flows in it, whose values no record, store or span may show."""
    return frozenset(_secret(definition))


def _secret(definition: Definition) -> Iterator[str]:
    yield from (key for key, form in definition.inputs.items() if is_secret(form))
    for name, work in definition.works.items():
        yield from (key for key, form in work.actor_types.items() if is_secret(form))
        if is_secret(work.type):
            yield from _written(definition, name)
    for inner in definition.flows.values():
        yield from _secret(inner)


def _written(definition: Definition, name: str) -> Iterator[str]:
    yield from (str(step.writes) for step in flow_steps(definition.graph) if step.name == name)


def is_secret(form: Any) -> bool:
    """Say whether a type is secret, or holds one that is: a union, a list, an annotation."""
    origin = get_origin(form) or form
    return (isinstance(origin, type) and issubclass(origin, _SECRET)) or any(map(is_secret, get_args(form)))
