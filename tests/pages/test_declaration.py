"""What the page of public names shows of the source."""

import ast

import pytest

from tests.pages.declaration import Declaration, declared

SOURCE = ast.parse('''
Kind = int | str
"""What it may be."""

@overload
def run(value: int, /) -> "Later": ...
@overload
def run(value: str, /, *, much: bool = False) -> None: ...
def run(value: object, **rest: object) -> object:
    """Run it."""

class Thing(Base):
    """A thing."""
    size: Maybe[int] = 3
    parts: dict[str, int] = field(default_factory=dict)
    _hidden: int = 1

    def __init__(self, name: str, *, a_rather_long_parameter: Mapping[str, object], another_long_one: int = 1) -> None:
        """Begin."""
        self.name = name
        self.seen: list[str] = []
        self._own = 1

    @property
    def half(self) -> float:
        """Half of its size."""

    async def wait(self, seconds=1) -> None: ...

    def _inside(self) -> None: ...
''')


def test_an_alias_has_the_text_behind_it() -> None:
    assert declared(SOURCE, "Kind") == Declaration("Kind = int | str", "What it may be.")


def test_of_a_function_its_overloads_are_shown() -> None:
    code = "def run(value: int, /) -> Later\ndef run(value: str, /, *, much: bool = False) -> None"
    assert declared(SOURCE, "run") == Declaration(code, "Run it.")


def test_of_a_class_its_fields_how_it_is_made_and_its_members_are_shown() -> None:
    found = declared(SOURCE, "Thing")
    assert found.code.splitlines() == [
        "class Thing(Base):",
        "    size: int = 3",
        "    parts: dict[str, int] = ...",
        "    def __init__(",
        "        name: str,",
        "        *,",
        "        a_rather_long_parameter: Mapping[str, object],",
        "        another_long_one: int = 1,",
        "    ) -> None",
    ]
    assert (found.text, found.bases) == ("A thing.", ("Base",))
    assert found.members == (
        ("half", Declaration("half: float", "Half of its size.")),
        ("wait", Declaration("async def wait(seconds=1) -> None", "")),
    )


def test_of_a_class_that_is_given_its_attributes_are_shown() -> None:
    assert declared(SOURCE, "Thing", made=False).code.splitlines()[3:] == ["    name: str", "    seen: list[str]"]


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(LookupError, match="other"):
        declared(SOURCE, "other")
