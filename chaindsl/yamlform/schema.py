"""Input schemas: the part of JSON Schema that Python types say, one property an argument."""

import re
from collections.abc import Iterator

from chaindsl.yamlform.annotation import ANY, BOOL, DICT, FLOAT, INT, LIST, NONE, STR, Type, union
from chaindsl.yamlform.fields import Fields, Issues
from chaindsl.yamlform.form import Argument, Name
from chaindsl.yamlform.node import Mapping, Node, Scalar, Sequence, kind_of, plain
from chaindsl.yamlform.quoting import quoted, value_text

_TYPES = {"string": STR, "integer": INT, "number": FLOAT, "boolean": BOOL, "array": LIST, "object": DICT, "null": NONE}
_OBJECT = ("type", "properties", "required", "additionalProperties", "title", "description", "$schema", "examples")
_COMMON = ("type", "title", "description", "default", "examples", "enum", "const")
_LENGTHS = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}
_NUMBERS = {"minimum": "Ge", "exclusiveMinimum": "Gt", "maximum": "Le", "exclusiveMaximum": "Lt"}
_KNOWN = (
    *_COMMON,
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "items",
    *_NUMBERS,
    "additionalProperties",
)
_BEYOND = re.compile(r"\(\?(?:[=!]|<[=!]|\(|P=)|\\[1-9]")
_SAY = "say in Python what may be there"
_REFUSED = dict.fromkeys(
    ("oneOf", "anyOf", "allOf", "not", "$ref", "$defs", "definitions", "if", "then", "else", "format", "multipleOf",
     "uniqueItems", "patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired",
     "prefixItems", "contains"),
    _SAY,
)  # fmt: skip
_INNER = {
    "properties": "make its properties arguments of their own",
    "required": "make its properties arguments of their own",
}


def read_schema(node: Node | None, what: str, issues: Issues) -> tuple[tuple[Argument, ...], bool]:
    """Return the arguments that a schema of an object asks for, and whether it lets others in that it does not name."""
    if node is None:
        return (), True
    fields = Fields(node, f"the inputSchema of {what}", issues, _OBJECT, _REFUSED)
    kind = fields.word("type")
    if kind is not None and kind.text != "object":
        fields.wrong(kind, f"the inputSchema of {what} describes {kind.text!r}, not an object", "say type: object")
    required = [item.text for item in fields.items("required") if isinstance(item, Scalar)]
    names = []
    found = []
    for entry in fields.entries("properties"):
        names.append(entry.name)
        found.append(_argument(Name(entry.name, entry.place), entry.value, entry.name in required, issues))
    for item in fields.items("required"):
        if isinstance(item, Scalar) and item.text not in names:
            fields.wrong(item, f"`required` names {item.text!r}, which is none of the properties")
    return tuple(found), not found


def _argument(name: Name, node: Node, required: bool, issues: Issues) -> Argument:
    fields = Fields(node, f"`{name.text}`", issues, (*_KNOWN, *_OBJECT), _REFUSED)
    for inner, reason in _INNER.items():
        entry = fields.entry(inner)
        if entry is not None:
            issues.add("CD706", f"`{name.text}` is an object with {inner}: {reason}", entry.place)
    default = fields.node_of("default")
    described = fields.text("description") or fields.text("title")
    return Argument(
        name,
        schema_type(fields),
        required,
        plain(default) if default else None,
        described.text.strip() if described else "",
    )


def schema_type(fields: Fields) -> Type:
    """Return the type that a schema describes."""
    chosen = _enumerated(fields)
    if chosen is not None:
        return chosen
    node = fields.node_of("type")
    if isinstance(node, Sequence):
        kinds = [item.text for item in node.items if isinstance(item, Scalar)]
        return union(_constrained(kind, fields) for kind in kinds if _is_type(kind, node, fields)) if kinds else ANY
    if node is None:
        return ANY
    if not isinstance(node, Scalar):
        fields.wrong(node, f"`type` of {fields.what} is {kind_of(node)}")
        return ANY
    return _constrained(node.text, fields) if _is_type(node.text, node, fields) else ANY


def _is_type(kind: str, node: Node, fields: Fields) -> bool:
    if kind not in _TYPES:
        fields.wrong(node, f"`type: {kind}` of {fields.what} does not exist", f"there is {', '.join(_TYPES)}")
    return kind in _TYPES


def _enumerated(fields: Fields) -> Type | None:
    node = fields.node_of("const")
    items = [node] if node is not None else list(fields.items("enum"))
    if not items:
        return None
    values = [item.value for item in items if isinstance(item, Scalar)]
    if len(values) != len(items) or any(isinstance(value, float) for value in values):
        fields.wrong(items[0], f"the values of {fields.what} are texts, whole numbers, true, false or null")
        return ANY
    bases = {type(value).__name__ for value in values}
    text = f"Literal[{', '.join(value_text(value) for value in values)}]"
    return Type(text, frozenset({"Literal"}), bases.pop() if len(bases) == 1 else "Any")


def _constrained(kind: str, fields: Fields) -> Type:
    """Return one type with the constraints that the schema puts on it."""
    base = _TYPES[kind]
    if kind == "array":
        items = fields.node_of("items")
        inner = ANY
        if isinstance(items, Mapping):
            inner = schema_type(Fields(items, f"the items of {fields.what}", fields.issues, _KNOWN, _REFUSED | _INNER))
        base = Type(f"list[{inner.text}]", inner.names, "list")
    marks = dict(_marks(kind, fields))
    if not marks:
        return base
    text = f"Annotated[{base.text}, {', '.join(marks)}]"
    return Type(text, base.names | {"Annotated"} | set(marks.values()), base.plain, base)


def _marks(kind: str, fields: Fields) -> Iterator[tuple[str, str]]:
    """Yield the constraints as Python, each with the name to import."""
    if kind in _LENGTHS:
        least, most = (fields.count(name, 0) for name in _LENGTHS[kind])
        if least is not None or most is not None:
            yield f"Len({least or 0}{'' if most is None else f', {most}'})", "Len"
    pattern = fields.text("pattern") if kind == "string" else None
    if pattern is not None and _usable(pattern, fields):
        yield f"Field(pattern={quoted(pattern.text)})", "Field"
    for name, mark in _NUMBERS.items() if kind in ("integer", "number") else ():
        node = fields.node_of(name)
        if isinstance(node, Scalar) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            yield f"{mark}({node.value!r})", mark
        elif node is not None:
            fields.wrong(node, f"`{name}` of {fields.what} is {kind_of(node)}, not a number")


def _usable(pattern: Scalar, fields: Fields) -> bool:
    """Say whether a pattern is one that is checked in time that grows with the text alone."""
    try:
        re.compile(pattern.text)
    except (re.error, RecursionError, OverflowError) as error:
        fields.wrong(pattern, f"`pattern` of {fields.what} is no regular expression: {error}")
        return False
    if _BEYOND.search(pattern.text):
        message = f"`pattern` of {fields.what} looks around or back, which has no equivalent here"
        fields.issues.add("CD706", message, pattern.place)
        return False
    return True
