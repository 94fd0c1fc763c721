"""Where a body fills in a prompt, and with what; and the calls of `prompt(...)` behind what it uses."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyzer.facts.body.known import known
from analyzer.facts.body.visits import Visit
from analyzer.source.arguments import Called, called
from analyzer.source.definition import Activation, Definition, Expr, Spread
from analyzer.source.prompt import prompts
from analyzer.source.reader import Reader
from chaindsl.graph.step import Prompt

_PROMPT = "chaindsl.prompt"
FILLING = frozenset({"format"})
"""Words without which no prompt is filled in."""


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """One call of a prompt's `format`."""

    visit: Visit
    prompt: Prompt
    made: Called


def filled(reader: Reader, visits: Iterable[Visit]) -> Iterator[Filled]:
    """Yield those of these calls that fill in a prompt which can be followed."""
    for visit in visits:
        func = visit.node.func
        if isinstance(func, ast.Attribute) and func.attr == "format":
            made = made_by(reader, Expr(func.value, visit.frame))
            prompt = None if made is None else model_of(reader, made)
            if made is not None and prompt is not None:
                yield Filled(visit, prompt, made)


def made_by(reader: Reader, definition: Definition) -> Called | None:
    """Return the call of `prompt(...)` that something stands for, or None."""
    found = called(reader, reader.follow(definition))
    return found if found is not None and found.name == _PROMPT else None


def model_of(reader: Reader, made: Called) -> Prompt | None:
    """Return a prompt as the graph keeps it."""
    call = made.arguments.call
    models: dict[tuple[ast.expr, Activation], Prompt | None] = known(reader, "prompts")
    key = (call.node, call.frame.activation)
    if key not in models:
        found = prompts(reader, call)
        models[key] = found[0] if isinstance(found, tuple) and len(found) == 1 else None
    return models[key]


def unnamed(filled: Filled) -> bool:
    """Say whether a call hands over values without a name, which `format` refuses."""
    return any(not isinstance(item, Spread) for item in filled.visit.called.arguments.positional)
