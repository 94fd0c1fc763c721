"""What a body asks its models: each call of one, and what it is asked with."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyzer.facts.body.marks import model_in
from analyzer.facts.body.visits import Visit
from analyzer.source.arguments import Arguments, called
from analyzer.source.definition import Definition, Expr, Outside, Spread
from analyzer.source.reader import Reader

_TEXTS = ("prompt", "messages", "text", "input", "content", "contents", "system", "instructions", "query")
"""Keywords by which clients that are no plain function take what they are asked."""
_CARRIERS = {
    **dict.fromkeys(("submit", "to_thread", "run_sync", "map", "imap", "imap_unordered", "typed", "atyped"), 0),
    "run_in_executor": 1,
}
"""Methods and functions that call what they are handed, and where they take it; what follows it are its arguments."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """One call that asks a model; `texts` is what it is asked with."""

    visit: Visit
    texts: tuple[Definition, ...]


def asked(reader: Reader, visits: Iterable[Visit]) -> Iterator[Asked]:
    """Yield those of these calls that ask a model."""
    for visit in visits:
        arguments = visit.called.arguments
        if _is_model(reader, visit):
            yield Asked(visit, _texts(arguments, 0))
            continue
        at = _CARRIERS.get(_last_name(visit.node.func))
        if at is not None and at < len(arguments.positional):
            carried = arguments.positional[at]
            if not isinstance(carried, Spread) and _carries_model(reader, carried):
                yield Asked(visit, _texts(arguments, at + 1))


def _is_model(reader: Reader, visit: Visit) -> bool:
    if model_in(visit.called.target) is not None:
        return True
    func = visit.node.func
    return isinstance(func, ast.Attribute) and model_in(reader.follow(Expr(func.value, visit.frame))) is not None


def _carries_model(reader: Reader, carried: Definition) -> bool:
    found = reader.follow(carried)
    if model_in(found) is not None:
        return True
    partial = called(reader, found)
    if partial is None or partial.target != Outside("functools.partial") or not partial.arguments.positional:
        return False
    first = partial.arguments.positional[0]
    return not isinstance(first, Spread) and model_in(reader.follow(first)) is not None


def _texts(arguments: Arguments, position: int) -> tuple[Definition, ...]:
    """A model is asked with its first argument, or by keyword; what else there is are options."""
    first = arguments.positional[position : position + 1]
    named = [value for name, value in arguments.named.items() if name in _TEXTS]
    return tuple(item for item in [*first, *named] if not isinstance(item, Spread))


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""
