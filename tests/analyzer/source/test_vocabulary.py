"""The table of names, against the packages that it speaks of."""

import pytest

import chaindsl
from analyzer.source.vocabulary import CHAINDSL, canonical, star_binds


def test_the_table_is_the_door() -> None:
    assert set(chaindsl.__all__) == CHAINDSL


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("chaindsl.step", "chaindsl.step"),
        ("chaindsl.language.step.step", "chaindsl.step"),
        ("chaindsl.vocabulary.text.Len", "chaindsl.Len"),
        ("chaindsl.graph.step.Prompt", "chaindsl.graph.step.Prompt"),
        ("chaindsl.runtime.other", "chaindsl.runtime.other"),
        ("typing_extensions.Annotated", "typing.Annotated"),
        ("pydantic.fields.Field", "pydantic.Field"),
        ("other.typing.Any", "other.typing.Any"),
    ],
)
def test_each_thing_has_one_spelling(name: str, expected: str) -> None:
    assert canonical(name) == expected


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        ("chaindsl", "step", True),
        ("chaindsl", "nothing", False),
        ("typing", "Annotated", True),
        ("typing", "Sequence", True),
        ("typing", "first", False),
        ("collections.abc", "Mapping", True),
        ("elsewhere", "first", None),
        ("elsewhere", "str", False),
    ],
)
def test_what_a_star_binds(module: str, name: str, expected: bool | None) -> None:
    assert star_binds(module, name) is expected
