"""The model calls of a body that goes straight on and does no more with its models than to call them: most are so.

What it says is what `calls` would find out; about all other bodies it says nothing.
"""

import ast
from collections.abc import Mapping, Sequence

from analyzer.facts.body.most import Most
from analyzer.facts.body.spoken import leads_nowhere
from analyzer.facts.body.visits import OwnCall, own_calls
from analyzer.source.definition import Class, Definition, Expr, Frame, Function, Outside
from analyzer.source.reader import Reader
from analyzer.source.scope import ScopeKind
from chaindsl.graph.unknown import Unknown

_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Assert, ast.Return, ast.Pass)


def straight(
    reader: Reader, function: Function, given: Mapping[str, Definition], asking: Sequence[OwnCall]
) -> Most | None:
    """Return the most model calls of a function that does no more than these; None where that takes a closer look."""
    node = function.node
    if isinstance(node, ast.Lambda) or not _goes_on(node.body) or any(around for _, _, around in asking):
        return None
    if len(asking) > 1 and any(isinstance(part, ast.IfExp) for part in ast.walk(node)):
        return None
    asked = [call for call, _, _ in asking]
    activation = reader.activation(function, given)
    own = own_calls(activation.scope)
    handed = [one for one in own if one[0] not in asked and any(_holds(one[0], call) for call in asked)]
    harmless = all(
        not around and _is_harmless(reader, Expr(call.func, Frame(activation, point))) for call, point, around in handed
    )
    return Most(len(asked)) if harmless else None


def _goes_on(body: list[ast.stmt]) -> bool:
    """Whether a body has no branch, no loop and no way out before its end."""
    return all(isinstance(statement, _SIMPLE) for statement in body) and not any(
        isinstance(statement, ast.Return) for statement in body[:-1]
    )


def _holds(outer: ast.Call, inner: ast.Call) -> bool:
    """Whether a call stands inside another one."""
    start, end = (inner.lineno, inner.col_offset), (inner.end_lineno or 0, inner.end_col_offset or 0)
    return (outer.lineno, outer.col_offset) <= start and end <= (outer.end_lineno or 0, outer.end_col_offset or 0)


def _is_harmless(reader: Reader, called: Expr) -> bool:
    """Whether what is handed a model's text certainly asks no model, nor calls itself without end."""
    found = reader.follow(called)
    if isinstance(found, Function):
        around = found.frame.activation.scope
        return around.kind is ScopeKind.MODULE and leads_nowhere(reader, around.inner(found.node))
    return isinstance(found, Outside | Unknown | Class)
