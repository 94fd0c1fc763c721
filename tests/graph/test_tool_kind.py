"""What keyword-only parameters are handed."""

import pytest

from chaindsl.graph.step import ToolKind
from chaindsl.graph.tool_kind import is_awaited, tool_kind
from chaindsl.graph.typeform import ANY, NONE, STR, Constraint, Named, TypeForm, constrained, union
from chaindsl.graph.unknown import Maybe, Unknown, Why

MODEL = Named("chaindsl.Complete")
HOLE = Unknown(Why.OUTSIDE)


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        (ANY, ToolKind.TOOL),
        (STR, ToolKind.TOOL),
        (MODEL, ToolKind.MODEL),
        (Named("chaindsl.AsyncComplete"), ToolKind.MODEL),
        (Named("chaindsl.Feedback"), ToolKind.FEEDBACK),
        (Named("chaindsl.IdempotencyKey"), ToolKind.IDEMPOTENCY_KEY),
        (Named("Mine", bases=("Other", "chaindsl.Complete")), ToolKind.MODEL),
        (Named("Mine", (STR,), bases=("chaindsl.Complete",)), ToolKind.MODEL),
        (Named("list", (MODEL,)), ToolKind.TOOL),
        (union([MODEL, NONE]), ToolKind.MODEL),
        (union([STR, NONE]), ToolKind.TOOL),
        (union([HOLE, MODEL]), ToolKind.MODEL),
        (union([HOLE, NONE]), HOLE),
        (constrained(MODEL, [Constraint("strict", True)]), ToolKind.MODEL),
        (HOLE, HOLE),
        (Named("Mine", bases=("?",)), HOLE),
        (Named("Mine", bases=("?", "chaindsl.Complete")), ToolKind.MODEL),
    ],
)
def test_kinds(form: TypeForm, kind: Maybe[ToolKind]) -> None:
    assert tool_kind(form) == kind


AWAITED = Named("chaindsl.AsyncComplete")


@pytest.mark.parametrize(
    ("form", "awaited"),
    [
        (MODEL, False),
        (AWAITED, True),
        (Named("chaindsl.AsyncTypedComplete"), True),
        (Named("Mine", bases=("Other", "chaindsl.AsyncComplete")), True),
        (union([AWAITED, NONE]), True),
        (union([AWAITED, MODEL]), False),
        (union([STR, NONE]), False),
        (constrained(AWAITED, [Constraint("strict", True)]), True),
        (HOLE, False),
    ],
)
def test_models_that_are_awaited(form: TypeForm, awaited: bool) -> None:
    assert is_awaited(form) is awaited
