"""What of a flow is secret by its types (pydantic's `SecretStr`, `SecretBytes` and `Secret`) and by its tools."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from pydantic import Secret, SecretBytes, SecretStr

from chaindsl.errors import ChainDslError
from chaindsl.graph.walk import flow_steps
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.failure import InputError
from chaindsl.trace.recording import Recording
from chaindsl.trace.secrets import Secrets

_SECRET = (SecretStr, SecretBytes, Secret)


def secret_keys(definition: Definition) -> frozenset[str]:
    """Return the keys, of a flow and of the flows in it, whose values no record, store or span may show."""
    return frozenset(_secret(definition))


def searching(definition: Definition, recording: Recording, known: tuple[str, ...]) -> Recording:
    """Return a flow's recording, its secret keys redacted; it says whether a run has to look out for secrets at all.

    `known` are the secrets of its tools.
    """
    redact = recording.redact | secret_keys(definition)
    searches = bool(redact) or any(map(_searched, _types(definition)))
    return replace(recording, redact=redact, masks=searches or bool(known), searches=searches)


def known_to(tools: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what tools say is secret: the texts in their attribute `secrets`, as the keys of clients of models."""
    return tuple(text for tool in tools.values() for text in _told(tool) if isinstance(text, str))


def _told(tool: Any) -> tuple[object, ...]:
    try:
        found = getattr(getattr(tool, "__self__", tool), "secrets", ())
    except Exception:  # noqa: BLE001  whatever an object does when it is asked for something that it may not have
        return ()
    return tuple(found) if isinstance(found, tuple | list | set | frozenset) else ()


def mask_error(error: ChainDslError, secrets: Secrets) -> None:
    """Mask what an error says. What caused it is the application's own, and stays as it is."""
    issue = error.issue
    hint = None if issue.hint is None else secrets.mask(issue.hint)
    error.issue = replace(issue, message=secrets.mask(issue.message), hint=hint)
    if isinstance(error, InputError):
        error.issues = tuple(replace(one, message=secrets.mask(one.message)) for one in error.issues)
    error.args = tuple(secrets.mask(part) if isinstance(part, str) else part for part in error.args)


def _searched(form: Any) -> bool:
    try:
        return _remembered(form)
    except TypeError:  # an annotation with something in it that has no hash
        return holds_secret(form)


@lru_cache(maxsize=1024)
def _remembered(form: Any) -> bool:
    return holds_secret(form)


def _types(definition: Definition) -> Iterator[Any]:
    yield from definition.inputs.values()
    for work in definition.works.values():
        yield from (*work.actor_types.values(), work.type)
    for inner in definition.flows.values():
        yield from _types(inner)


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


def holds_secret(form: Any, above: frozenset[Any] = frozenset()) -> bool:
    """Say whether a type is secret, or holds one that is, in a field of a class too."""
    if is_secret(form):
        return True
    if any(holds_secret(part, above) for part in get_args(form)):
        return True
    if not isinstance(form, type) or form in above or form.__module__ == "builtins":
        return False
    try:
        parts = get_type_hints(form).values()
    except Exception:  # noqa: BLE001  what can't be resolved here may hold anything, so it is looked into at run time
        return True
    return any(holds_secret(part, above | {form}) for part in parts)
