"""What a flow's caller supplies: a mapping of keys to types, or a pydantic model."""

import ast

from analyzer.source.annotation import annotate
from analyzer.source.arguments import called
from analyzer.source.classes import Ancestor, ancestors, inherits
from analyzer.source.collection import entries
from analyzer.source.constraint import metadata
from analyzer.source.definition import Class, Definition, Expr, Frame, Outside
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from analyzer.source.typed import Given, text
from chaindsl.graph.budget import Input
from chaindsl.graph.place import Place
from chaindsl.graph.typeform import TypeForm, constrained
from chaindsl.graph.unknown import Maybe, Unknown, Why

_MODEL = "pydantic.BaseModel"
_SILENT = frozenset({_MODEL, "builtins.object", "abc.ABC", "typing.Generic"})


def inputs(reader: Reader, given: Given) -> Maybe[tuple[Input, ...]]:
    """Return the inputs of a flow, in the order in which they are declared."""
    if given is None or isinstance(given, Unknown):
        return given or ()
    found = reader.follow(given)
    if isinstance(found, Class):
        return _fields(reader, found)
    if not isinstance(found, Unknown) and reader.constant(found) is None:
        return ()
    pairs = entries(reader, found)
    if isinstance(pairs, Unknown):
        return hole(reader, found, given if isinstance(given, Expr) else None)
    made: dict[str, Input] = {}
    for key, annotation in pairs:
        name = text(reader, key)
        if isinstance(name, Unknown):
            return name
        made[name] = Input(name, annotate(reader, annotation).form, place=_place(key))
    return tuple(made.values())


def _place(key: Definition) -> Place | None:
    return key.frame.module.place(key.node) if isinstance(key, Expr) and hasattr(key.node, "lineno") else None


def _fields(reader: Reader, model: Class) -> Maybe[tuple[Input, ...]]:
    """The fields of a pydantic model, its bases' first; one that a class repeats keeps its place."""
    unknown = model.frame.unknown(Why.OUTSIDE, model.node, model.qualname)
    if not inherits(reader, model, _MODEL):
        return unknown
    above = ancestors(reader, model)
    if any(_is_foreign(base) for base in above):
        return unknown
    found: dict[str, Input] = {}
    for owner in [*reversed([base for base in above if isinstance(base, Class)]), model]:
        frame = reader.body_frame(owner)
        for statement, point in owner.scope.contents.statements:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                field = _field(reader, statement, statement.target.id, frame.at(point))
                if field is not None:
                    found[field.key] = field
    return tuple(found.values())


def _is_foreign(base: Ancestor) -> bool:
    return isinstance(base, Unknown) or (isinstance(base, Outside) and base.name not in _SILENT)


def _field(reader: Reader, node: ast.AnnAssign, name: str, frame: Frame) -> Input | None:
    at = frame.as_text() if frame.module.future_annotations else frame
    annotation = Expr(node.annotation, at)
    if name.startswith("_") or name == "model_config" or _is_class_variable(reader, annotation):
        return None
    form = annotate(reader, annotation).form
    place = frame.module.place(node)
    if node.value is None:
        return Input(name, form, place=place)
    value = reader.follow(Expr(node.value, frame))
    call = called(reader, value)
    if call is None or call.name not in {"pydantic.Field", ""}:
        return Input(name, form, reader.constant(value) is not ..., place)
    if not call.name:
        return Input(name, _open(form), True, place)
    said = metadata(reader, [value])
    default = call.arguments.get("default", 0) or call.arguments.get("default_factory")
    optional = default is not None and reader.constant(default) is not ...
    return Input(name, constrained(form, said.constraints, open_=said.open), optional, place)


def _open(form: TypeForm) -> TypeForm:
    return constrained(form, (), open_=True)


def _is_class_variable(reader: Reader, annotation: Expr) -> bool:
    node = annotation.node
    head = node.value if isinstance(node, ast.Subscript) else node
    return reader.follow(Expr(head, annotation.frame)) == Outside("typing.ClassVar")
