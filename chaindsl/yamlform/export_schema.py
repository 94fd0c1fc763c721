"""Types as input schemas."""

from chaindsl.graph.typeform import (
    ANY,
    NONE,
    Constrained,
    EnumForm,
    LiteralForm,
    Named,
    TypeForm,
    UnionForm,
    type_text,
    union,
)
from chaindsl.yamlform.export_text import Unsaid
from chaindsl.yamlform.node import Value

_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "None": "null", "dict": "object"}
_NUMBERS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum"}
_LENGTHS = {"str": ("minLength", "maxLength"), "list": ("minItems", "maxItems")}
Schema = dict[str, Value]


def type_schema(form: TypeForm, *, optional: bool = False) -> Schema:
    """Return the schema that is imported as this type. Raises Unsaid where there is none.

    What is `optional` may be None without saying so.
    """
    if optional and isinstance(form, UnionForm):
        form = union([member for member in form.members if member != NONE] or [NONE])
    match form:
        case Named("list", args) if len(args) <= 1:
            items = type_schema(args[0]) if args else {}
            return {"type": "array", "items": items} if items else {"type": "array"}
        case Named(name) if form == ANY or name == "object":
            return {}
        case Named(name) if name in _TYPES:
            return {"type": _TYPES[name]}
        case LiteralForm(values) | EnumForm(_, values):
            if any(value.type == "bytes" or (value.name and value.value is None) for value in values):
                raise Unsaid(f"the type {type_text(form)}")
            return {"enum": [value.value for value in values]}
        case Constrained():
            return _constrained(form)
        case UnionForm(members):
            kinds = [type_schema(member) for member in members]
            if all(set(kind) == {"type"} for kind in kinds):
                return {"type": [kind["type"] for kind in kinds]}
    raise Unsaid(f"the type {type_text(form)}")


def _constrained(form: Constrained) -> Schema:
    found = type_schema(form.base)
    base = form.base.name if isinstance(form.base, Named) else ""
    for one in form.constraints:
        if one.name in _NUMBERS and base in ("int", "float"):
            found[_NUMBERS[one.name]] = one.value
        elif one.name in ("min_length", "max_length") and base in _LENGTHS:
            found[_LENGTHS[base][one.name == "max_length"]] = one.value
        elif one.name == "pattern" and base == "str":
            found["pattern"] = one.value
        elif not (one.name == "strip_whitespace" and base == "str"):
            # White space at both ends is taken away before the value is looked at: the schema lets in no more.
            raise Unsaid(f"the constraint {one.name}={one.value!r}")
    return found


def object_schema(properties: Schema, required: list[str]) -> Schema:
    """Return the schema of an object with these properties; nothing where there are none."""
    if not properties:
        return {}
    found: Schema = {"type": "object"}
    if required:
        found["required"] = list(required)
    return {**found, "properties": properties}
