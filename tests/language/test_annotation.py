"""Live annotations in canonical form."""

import collections.abc
import datetime
import enum
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, Optional, TypeVar, Union

import annotated_types
import pydantic
import pytest

from chaindsl.graph.typeform import EnumForm, LiteralValue, Named, TypeForm, type_text
from chaindsl.graph.unknown import Unknown
from chaindsl.language.annotation import evaluated, type_form
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.command import Command, CommandResult
from chaindsl.vocabulary.model import Completion
from chaindsl.vocabulary.text import Len, Text

T = TypeVar("T")


class Document(pydantic.BaseModel):
    text: str


class Page(typing.Generic[T]):
    class Inner:
        pass


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = enum.auto()
    HIGH = enum.auto()


class Odd(enum.Enum):
    A = (1, 2)


UserId = NewType("UserId", int)

SPELLINGS: list[tuple[object, str]] = [
    (str, "str"),
    (None, "None"),
    (Any, "Any"),
    (list, "list"),
    (list[str], "list[str]"),
    (typing.List[str], "list[str]"),  # noqa: UP006
    (typing.List, "list"),  # noqa: UP006
    (dict[str, list[int]], "dict[str, list[int]]"),
    (tuple[int, ...], "tuple[int, ...]"),
    (tuple[()], "tuple[()]"),
    (collections.abc.Sequence[str], "Sequence[str]"),
    (typing.Sequence[str], "Sequence[str]"),
    (collections.abc.Callable[[int, str], bool], "Callable[[int, str], bool]"),
    (typing.Callable[[int, str], bool], "Callable[[int, str], bool]"),
    (typing.Callable[..., bool], "Callable[..., bool]"),
    (collections.abc.Callable[..., bool], "Callable[..., bool]"),
    (typing.Callable[[], bool], "Callable[[], bool]"),
    (Optional[str], "None | str"),  # noqa: UP045
    (str | None, "None | str"),
    (Union[int, str, int], "int | str"),  # noqa: UP007
    (Literal["b", "a"], "Literal['a', 'b']"),
    (Literal[1, True, None], "Literal[None, True, 1]"),
    (Literal[Colour.RED], "Literal[Colour.RED]"),
    (Optional[Literal["b", "a"]], "Literal['a', 'b'] | None"),  # noqa: UP045
    (Colour, "Colour"),
    (Document, "Document"),
    (Page.Inner, "Page.Inner"),
    (Page[int], "Page[int]"),
    (UserId, "int"),
    (typing.LiteralString, "str"),
    (datetime.date, "datetime.date"),
    (Path, "pathlib.Path"),
    (typing.Pattern[str], "re.Pattern[str]"),
    (Text, "Annotated[str, min_length=1, strip_whitespace=True]"),
    (FromActor[Text], "Annotated[str, min_length=1, strip_whitespace=True]"),
    (FromActor[int], "int"),
    (Annotated[list[str], Len(1, 6)], "Annotated[list[str], max_length=6, min_length=1]"),
    (Annotated[int, annotated_types.Interval(ge=1, lt=5)], "Annotated[int, ge=1, lt=5]"),
    (Annotated[int, pydantic.Field(ge=1, description="x")], "Annotated[int, ge=1]"),
    (
        Annotated[str, pydantic.StringConstraints(pattern="^a", to_lower=True)],
        "Annotated[str, pattern='^a', to_lower=True]",
    ),
    (Annotated[str, pydantic.AfterValidator(str.strip)], "Annotated[str, validator='after']"),
    (Annotated[str, "a note", 3], "str"),
    (Annotated[Annotated[int, annotated_types.Gt(0)], annotated_types.Lt(9)], "Annotated[int, gt=0, lt=9]"),
    (typing.Final[int], "int"),
    (Completion, "chaindsl.Completion"),
    (Command[CommandResult], "chaindsl.Command[chaindsl.CommandResult]"),
    (type[int], "type[int]"),
]


@pytest.mark.parametrize(("annotation", "text"), SPELLINGS, ids=[str(index) for index in range(len(SPELLINGS))])
def test_each_spelling_has_one_form(annotation: object, text: str) -> None:
    assert type_text(type_form(annotation)) == text


@pytest.mark.parametrize("annotation", [T, "a string", 3, object(), Literal[b"x"], ...])
def test_what_has_no_form_never_raises(annotation: object) -> None:
    type_form(annotation)


def test_enums_keep_their_members_in_order() -> None:
    red = LiteralValue("enum", "red", "Colour.RED")
    assert type_form(Colour) == EnumForm("Colour", (red, LiteralValue("enum", "blue", "Colour.BLUE")))
    assert type_form(Level) == EnumForm(
        "Level", (LiteralValue("enum", 1, "Level.LOW"), LiteralValue("enum", 2, "Level.HIGH"))
    )
    assert type_form(Odd) == EnumForm("Odd", (LiteralValue("enum", None, "Odd.A"),))


def test_bases_are_kept_but_are_no_part_of_the_identity() -> None:
    form = type_form(Document)
    assert isinstance(form, Named)
    assert form.bases == ("BaseModel",)
    assert form == Named("Document")


def test_annotations_are_evaluated_one_by_one() -> None:
    def make() -> object:
        class Local:
            pass

        def step(a: "Document", b: "list[Missing]", c: "Local", d: "Seen | None") -> None:  # type: ignore[name-defined]  # noqa: F821
            return Seen  # type: ignore[return-value]

        class Seen:
            pass

        return step

    function: Any = make()
    found: dict[str, TypeForm] = {
        name: type_form(evaluated(annotation, function)) for name, annotation in function.__annotations__.items()
    }
    assert found["a"] == Named("Document")
    assert isinstance(found["b"], Unknown)
    assert isinstance(found["c"], Unknown)
    assert type_text(found["d"]).startswith("None | ")
