"""What a keyword-only parameter is handed, by the form of its annotation: settled here, once for both front ends."""

from chaindsl.graph.step import ToolKind
from chaindsl.graph.typeform import Constrained, Named, TypeForm, UnionForm
from chaindsl.graph.unknown import Maybe, Unknown, Why

_KINDS = {
    "chaindsl.Complete": ToolKind.MODEL,
    "chaindsl.AsyncComplete": ToolKind.MODEL,
    "chaindsl.TypedComplete": ToolKind.MODEL,
    "chaindsl.AsyncTypedComplete": ToolKind.MODEL,
    "chaindsl.Feedback": ToolKind.FEEDBACK,
    "chaindsl.IdempotencyKey": ToolKind.IDEMPOTENCY_KEY,
}
_AWAITED = ("chaindsl.AsyncComplete", "chaindsl.AsyncTypedComplete")


def tool_kind(form: TypeForm) -> Maybe[ToolKind]:
    """Return the kind of a tool with this annotation.

    A special one is annotated with its class, one derived from it, or a union that holds such. An ancestor called `?`
    is one that could not be followed, so what derives from it may be anything.
    """
    match form:
        case Unknown():
            return form
        case Constrained(base):
            return tool_kind(base)
        case UnionForm(members):
            kinds = [tool_kind(member) for member in members]
            special = [kind for kind in kinds if kind is not ToolKind.TOOL]
            return next(
                (kind for kind in special if not isinstance(kind, Unknown)), special[0] if special else kinds[0]
            )
        case Named(name, _, bases):
            kinds = [_KINDS[ancestor] for ancestor in (name, *bases) if ancestor in _KINDS]
            if not kinds and "?" in bases:
                return Unknown(Why.OUTSIDE, name)
            return kinds[0] if kinds else ToolKind.TOOL
    return ToolKind.TOOL


def is_awaited(form: TypeForm) -> bool:
    """Say whether a tool with this annotation is a model that is awaited, whatever else of a union it may be."""
    match form:
        case Constrained(base):
            return is_awaited(base)
        case UnionForm(members):
            models = [member for member in members if tool_kind(member) is ToolKind.MODEL]
            return bool(models) and all(map(is_awaited, models))
        case Named(name, _, bases):
            return any(ancestor in _AWAITED for ancestor in (name, *bases))
    return False
