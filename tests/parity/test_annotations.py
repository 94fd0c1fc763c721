"""Annotations that hypothesis writes have one form, read from text or from the live object."""

import ast
from types import FunctionType
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from analyzer.source.annotation import annotate
from analyzer.source.definition import Expr
from analyzer.source.evaluator import Evaluator
from chaindsl.graph.match import differences
from chaindsl.graph.typeform import TypeForm, walk
from chaindsl.graph.unknown import Unknown
from chaindsl.language.annotation import evaluated, type_form
from tests.analyzer.source.alone import NoModules, module_of

HEAD = """
import collections, collections.abc as abc, datetime, decimal, enum, pathlib, typing as t
from typing import *
from annotated_types import Ge, Gt, Interval, Le, Lt, MaxLen, MinLen, MultipleOf
from pydantic import AfterValidator, BaseModel, Field, StringConstraints
from chaindsl import *
import chaindsl as c

class Colour(enum.Enum):
    RED = 1
    BLUE = "b"

class Way(enum.StrEnum):
    LEFT = enum.auto()
    RIGHT = "r"

class Doc(BaseModel):
    n: int
    class Part: ...

T, U = TypeVar("T"), TypeVar("U")
class Page(Generic[T]): ...
Docs = list[Doc]
Pair = tuple[T, U]
Some = Annotated[list[T], Len(1)]
Kind = Literal["a", "b"]
UserId = NewType("UserId", Docs)
Row = TypedDict("Row", {"a": int})
N = 3
"""
_LEAVES = (
    "int str None bool float bytes object list dict tuple Any t.Any Text c.Text Colour Way Doc Doc.Part Page Docs Kind "
    "UserId Row datetime.datetime decimal.Decimal pathlib.Path t.List Dict Tuple Callable abc.Callable Sequence "
    "abc.Mapping Completion CommandResult Values Exception type Type LiteralString Deque collections.Counter T 'Doc'"
)
_LITERALS = [
    "'a'",
    "1",
    "True",
    "None",
    "-1",
    "b'x'",
    "N",
    "Colour.RED",
    "Way.LEFT",
    "Kind",
    "Literal['z', 2]",
    "'a' 'b'",
]
_MARKS = [
    *("Len(1)", "Len(0, 5)", "Gt(0)", "Ge(N)", "Lt(9.5)", "Le(2)", "Interval(ge=1, lt=5)", "MinLen(2)", "MaxLen(N)"),
    *("MultipleOf(2)", "Field(gt=1)", "Field(min_length=0, max_length=3, description='x')", "AfterValidator(abs)"),
    *("StringConstraints(to_lower=True, pattern='a', strip_whitespace=False)", "'a word'", "3", "None"),
]
_FORMS = [
    *("list[{0}]", "Optional[{0}]", "Union[{0}, {1}]", "dict[str, {0}]", "tuple[{0}, ...]", "tuple[{0}, {1}]"),
    *("Callable[[{0}, {1}], int]", "Callable[..., {0}]", "Page[{0}]", "Pair[{0}, {1}]", "Some[{0}]", "({0}) | ({1})"),
    *("abc.Sequence[{0}]", "t.List[{0}]", "Type[{0}]"),
]


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    forms = st.builds(lambda form, one, other: form.format(one, other), st.sampled_from(_FORMS), inner, inner)
    marked = st.builds(
        lambda base, *marks: f"Annotated[{base}, {', '.join(marks)}]",
        inner,
        st.sampled_from(_MARKS),
        st.sampled_from(_MARKS),
    )
    return st.one_of(forms, marked, inner.map(repr))


LITERALS = st.lists(st.sampled_from(_LITERALS), min_size=1, max_size=4).map(
    lambda values: f"Literal[{', '.join(values)}]"
)
ANNOTATIONS = st.recursive(st.one_of(st.sampled_from(_LEAVES.split()), LITERALS), larger, max_leaves=6)


def namespace() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "m"}
    exec(HEAD, names)
    return names


NAMES = namespace()


def from_objects(annotation: str) -> TypeForm:
    try:
        live = eval(annotation, NAMES)
    except TypeError:
        assume(False)
        raise
    return type_form(evaluated(live, FunctionType(from_objects.__code__, NAMES)))


def from_source(annotation: str) -> TypeForm:
    module = module_of(f"{HEAD}\ndef f(x: {annotation}): ...\n")
    function = module.tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    node = function.args.args[0].annotation
    assert node is not None
    evaluator = Evaluator(NoModules())
    return annotate(evaluator, Expr(node, evaluator.module_frame(module))).form


def holes(form: TypeForm) -> bool:
    return any(isinstance(part, Unknown) for part in walk(form))


@given(ANNOTATIONS)
def test_both_front_ends_give_one_form(annotation: str) -> None:
    live, source = from_objects(annotation), from_source(annotation)
    assert list(differences(source, live)) == []
    assert holes(live) or source == live
