"""Signatures: positional parameters are reads, keyword-only ones are tools."""

import ast
from dataclasses import dataclass

from analyzer.source.annotation import Annotation, annotate
from analyzer.source.definition import Expr, Frame, Function
from analyzer.source.reader import Reader
from chaindsl.graph.step import Read, Source, Tool
from chaindsl.graph.tool_kind import tool_kind
from chaindsl.graph.typeform import ANY, Named, TypeForm
from chaindsl.graph.unknown import Maybe, Unknown

_VALUES = "chaindsl.Values"


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function's parameters and return annotation say."""

    reads: tuple[Read, ...]
    tools: tuple[Tool, ...]
    result: TypeForm


def signature(reader: Reader, function: Function, *, actors: Maybe[bool]) -> Signature:
    """Read a function's signature; `actors` says whether an unknown annotation may stand for an actor's argument."""
    spec = function.node.args
    frame = annotation_frame(function)
    positional = [*spec.posonlyargs, *spec.args]
    required = len(positional) - len(spec.defaults)
    reads = [
        _read(parameter, annotated(reader, parameter.annotation, frame), index >= required, actors)
        for index, parameter in enumerate(positional)
    ]
    tools = [
        Tool(parameter.arg, tool_kind(annotated(reader, parameter.annotation, frame).form), default is None)
        for parameter, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
    ]
    returns = None if isinstance(function.node, ast.Lambda) else function.node.returns
    return Signature(tuple(reads), tuple(tools), annotated(reader, returns, frame).form)


def annotation_frame(function: Function) -> Frame:
    """Return the frame that a function's annotations are evaluated in: its definition, later if they are text."""
    frame = function.frame
    scope = frame.activation.scope.inner(function.node)
    if getattr(function.node, "type_params", None):
        frame = Frame(type(frame.activation)(scope, frame), scope.contents.start)
    return frame.as_text() if frame.module.future_annotations else frame


def annotated(reader: Reader, node: ast.expr | None, frame: Frame) -> Annotation:
    """Return what an annotation says; without one, anything goes."""
    return Annotation(ANY) if node is None else annotate(reader, Expr(node, frame))


def _read(parameter: ast.arg, annotation: Annotation, optional: bool, actors: Maybe[bool]) -> Read:
    form = annotation.form
    source: Maybe[Source] = Source.KEY
    if isinstance(form, Named) and form.name == _VALUES:
        source = Source.VALUES
    elif annotation.actor and actors is not False:
        source = Source.ACTOR
    elif isinstance(form, Unknown) and actors is not False:
        source = form
    return Read(parameter.arg, form, optional, source)
