"""What a caller gives a flow on the command line, turned into the types that the flow declares."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from chaindsl.errors import ChainDslError, Issue
from chaindsl.graph.flow import Flow, Workflow
from chaindsl.graph.nearest import nearest
from chaindsl.graph.typeform import ANY, Constrained, Named, TypeForm
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps
from chaindsl.runtime.complaint import complaint
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.failure import InputError
from chaindsl.runtime.validation import adapter


def given_values(
    definition: Definition, file: str | None, pairs: Sequence[str], *, partly: bool = False
) -> dict[str, Any]:
    """Return the values of a JSON file with those of `key=value` pairs on top, each as its key's type.

    A text that stands for anything but text is JSON. Where a pydantic model declares the inputs they are as they came,
    for the model to validate. `partly` says that inputs may be left out. Raises InputError with every problem.
    """
    issues: list[Issue] = []
    found: dict[str, Any] = {}
    inputs = {part.key: part for part in known(definition.graph.inputs, ())}
    for key, text, from_file in [*file_values(file), *pair_values(pairs, issues)]:
        if key not in inputs:
            issues.append(Issue("unknown-input", f"no input is called {key}", key, hint=nearest(key, inputs)))
            continue
        try:
            plain = is_text(inputs[key].type) and not from_file
            if definition.model is not None:
                found[key] = read(text, plain)
            else:
                found[key] = converted(text, adapter(definition.inputs[key]), from_file, plain)
        except (ValueError, TypeError) as error:
            issues.append(Issue("wrong-input", f"{key} does not fit: {reason(error)}", key))
            found[key] = None
    missing = [key for key, part in inputs.items() if not (partly or part.optional or key in found)]
    hint = "give it as {}=…, or in a file with --input"
    name = definition.graph.name
    issues.extend(Issue("missing-input", f"{name} needs {key}", key, hint=hint.format(key)) for key in missing)
    if issues:
        raise InputError(issues)
    return found


def argument_values(graph: Flow, transition: str, pairs: Sequence[str]) -> dict[str, Any]:
    """Return what `key=value` pairs supply to a transition: text where it wants text, else JSON if it is any.

    Whether it fits is for the run to say. Raises InputError for what is no pair.
    """
    issues: list[Issue] = []
    body = graph.body
    found = next((t for t in body.transitions if t.name == transition), None) if isinstance(body, Workflow) else None
    types = {read.key: read.type for read in found.work.reads} if found is not None and found.work else {}
    given = {key: read(text, is_text(types.get(key, ANY))) for key, text, _ in pair_values(pairs, issues)}
    if issues:
        raise InputError(issues)
    return given


def forked_values(graph: Flow, pairs: Sequence[str]) -> dict[str, Any]:
    """Return what `key=value` pairs put under keys: text where text stands there, else JSON if it is any."""
    issues: list[Issue] = []
    types = {part.key: part.type for part in known(graph.inputs, ())}
    types |= {str(step.writes): step.type for step in flow_steps(graph)}
    given = {key: read(text, is_text(types.get(key, ANY))) for key, text, _ in pair_values(pairs, issues)}
    if issues:
        raise InputError(issues)
    return given


def file_values(file: str | None) -> list[tuple[str, str, bool]]:
    """Return the keys of a JSON object in a file, each with its value as JSON. `-` is standard input."""
    if file is None:
        return []
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        data = json.loads(text)
    except OSError as error:
        raise ChainDslError("no-such-file", f"--input {file}: {error.strerror or error}", file) from error
    except (ValueError, RecursionError) as error:
        raise ChainDslError("bad-json", f"--input {file}: this is no JSON: {error}", file) from error
    if not isinstance(data, dict):
        hint = f"an object of keys and values is wanted, not a {type(data).__name__}"
        raise ChainDslError("bad-json", f"--input {file}: not an object", file, hint=hint)
    return [(key, json.dumps(value), True) for key, value in data.items()]


def pair_values(pairs: Sequence[str], issues: list[Issue]) -> list[tuple[str, str, bool]]:
    """Return the keys of `key=value` pairs with their texts; what is no pair is noted in `issues`."""
    split = [(pair, *pair.partition("=")) for pair in pairs]
    for pair, key, sign, _ in split:
        if not (key and sign):
            issues.append(Issue("bad-pair", f"{pair!r} is no input", pair, hint="write key=value"))
    return [(key, text, False) for _, key, sign, text in split if key and sign]


def is_text(form: TypeForm) -> bool:
    """Say whether a type is text, with constraints or without."""
    base = form.base if isinstance(form, Constrained) else form
    return isinstance(base, Named) and base.name == "str"


def converted(text: str, checker: TypeAdapter[Any], from_file: bool, plain: bool) -> Any:
    """Return what a text stands for: itself where text is wanted, else JSON, else what the type makes of it.

    Raises ValueError with what is wrong.
    """
    if plain:
        return checker.validate_python(text)
    try:
        return checker.validate_json(text)
    except ValidationError as error:
        if from_file:
            raise
        return as_text(text, checker, error)


def read(text: str, plain: bool) -> Any:
    """Return what a text says: itself where text is wanted or it is no JSON."""
    return text if plain or not is_json(text) else json.loads(text)


def as_text(text: str, checker: TypeAdapter[Any], error: ValidationError) -> Any:
    """Return what a type makes of a text as it stands: a date, a path, a label. Raises ValueError if nothing."""
    try:
        return checker.validate_python(text)
    except ValidationError as second:
        if is_json(text):
            raise error from second
        raise ValueError(f"{complaint(second)}; what is not text is given as JSON") from second


def is_json(text: str) -> bool:
    """Say whether a text is JSON at all."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def reason(error: Exception) -> str:
    """Return what is wrong, in one line."""
    text = complaint(error) if isinstance(error, ValidationError) else str(error)
    return " ".join(text.split())
