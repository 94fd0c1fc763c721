"""Why something that was followed to its end is not what was looked for."""

import ast

from analyzer.source.definition import Class, Definition, Expr, Function, Outside, Picked
from analyzer.source.reader import Reader
from chaindsl.graph.unknown import Unknown, Why


def hole(reader: Reader, found: Definition, seen: Expr | None = None) -> Unknown:
    """Return the unknown that a followed definition leaves where something else was needed.

    `seen` is the expression that it was followed from; its text and place are what a reader of the report looks for.
    """
    unknown = _hole(reader, found)
    if seen is None:
        return unknown
    return seen.frame.unknown(unknown.why, seen.node)


def _hole(reader: Reader, found: Definition) -> Unknown:
    match found:
        case Unknown():
            return found
        case Expr(node, frame):
            return frame.unknown(_why(reader, found), node)
        case Function(node, frame) | Class(node, frame):
            return Unknown(Why.OPAQUE, getattr(node, "name", "<lambda>"), frame.module.place(node))
        case Outside(name):
            return Unknown(Why.OUTSIDE, name)
        case Picked(whole):
            return whole.frame.unknown(Why.DYNAMIC, whole.node)
    return Unknown(Why.OPAQUE)


def _why(reader: Reader, found: Expr) -> Why:
    match found.node:
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            owner = reader.follow(Expr(inner, found.frame))
            if isinstance(owner, Unknown):
                return owner.why
            foreign = isinstance(owner, Outside) and not owner.name.startswith(("builtins.", "chaindsl.", "typing."))
            return Why.OUTSIDE if foreign else Why.DYNAMIC
    return Why.DYNAMIC
