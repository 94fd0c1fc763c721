"""The reference under docs/ is what the code says; `make golden` accepts a change."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pages.api_page import api_page, is_there, public
from tests.pages.codes import codes, source
from tests.pages.commands_page import commands_page
from tests.pages.errors_page import errors_page
from tests.pages.schema_page import SCHEMAS, schema_page
from tests.pages.settings_page import named, settings_page, variables

pytestmark = pytest.mark.xdist_group("pages")
ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "docs" / "reference"
IMPORT = re.compile(r"^ *from ((?:chaindsl|analyzer)[\w.]*) import \(?([\w, ]+)", re.MULTILINE)


def schema(name: str) -> Callable[[], str]:
    return lambda: schema_page(name, FOLDER)


PAGES: dict[str, Callable[[], str]] = {
    "api.md": api_page,
    "cli.md": lambda: commands_page(FOLDER),
    "configuration.md": settings_page,
    "errors.md": lambda: errors_page(codes()),
    **{f"{name}-schema.md": schema(name) for name in SCHEMAS},
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_the_generated_one(name: str, request: pytest.FixtureRequest) -> None:
    path, text = FOLDER / name, PAGES[name]()
    if request.config.getoption("--accept-golden"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, "`make golden` accepts the page"


def test_each_variable_that_the_source_names_is_told() -> None:
    assert sorted(named(source())) == list(variables())


def test_each_schema_that_is_published_has_its_page() -> None:
    published = {path.name.removesuffix(".schema.json") for path in FOLDER.glob("*.schema.json")}
    assert published - {"settings"} == set(SCHEMAS)


def test_each_public_name_is_there() -> None:
    assert [
        f"{module}.{name}" for module, names in public().items() for name in names if not is_there(module, name)
    ] == []


def test_what_a_reader_is_shown_to_import_is_public() -> None:
    shown = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.py")]
    imported = {
        (module, name.strip())
        for path in shown
        for module, names in IMPORT.findall(path.read_text(encoding="utf-8"))
        for name in names.split(",")
        if name.strip()
    }
    known = {(module, name) for module, names in public().items() for name in names}
    assert sorted(imported - known) == []
