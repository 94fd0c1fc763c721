"""The table of formats equals the folder, and every format renders the sample exactly as it was accepted."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import analyzer.report
from analyzer.report.table import FORMATS
from tests.analyzer.report.sample import CLEAN, FAILED, OUTCOME, PAGE

FOLDER = Path(next(iter(analyzer.report.__path__)))
ENDINGS = {"json": "json", "gitlab": "json", "sarif": "sarif", "junit": "xml"}


def test_the_table_equals_the_folder() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py")} - {"__init__", "page", "table"}
    assert {entry.module for entry in FORMATS.values()} == modules
    assert {name: entry.module for name, entry in FORMATS.items()} == {name: name.replace("-", "_") for name in FORMATS}


@pytest.mark.parametrize("name", FORMATS)
def test_the_whole_output(name: str, golden: Callable[[str, str], None]) -> None:
    render = FORMATS[name].renderer()
    ending = ENDINGS.get(name, "txt")
    golden(f"report/{name}.{ending}", render(OUTCOME, PAGE))
    golden(f"report/{name}-failed.{ending}", render(FAILED, PAGE))
    golden(f"report/{name}-clean.{ending}", render(CLEAN, PAGE))


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_reaches_a_terminal_that_steers_it(name: str) -> None:
    text = FORMATS[name].renderer()(OUTCOME, PAGE)
    assert [char for char in text if not char.isprintable() and char != "\n"] == []


@pytest.mark.parametrize("name", ["json", "gitlab", "sarif"])
def test_json_is_json(name: str) -> None:
    for outcome in (OUTCOME, FAILED, CLEAN):
        json.loads(FORMATS[name].renderer()(outcome, PAGE))


def test_every_line_of_json_lines_is_json() -> None:
    kinds = [json.loads(line)["kind"] for line in FORMATS["json-lines"].renderer()(OUTCOME, PAGE).splitlines()]
    assert kinds == ["finding"] * 4 + ["summary"]


def test_junit_is_xml() -> None:
    for outcome in (OUTCOME, FAILED, CLEAN):
        ElementTree.fromstring(FORMATS["junit"].renderer()(outcome, PAGE))


def test_github_shows_the_worst_first() -> None:
    lines = FORMATS["github"].renderer()(OUTCOME, PAGE).splitlines()
    assert [line.split(" ", 1)[0] for line in lines[:-1]] == [
        "::error",
        "::warning",
        "::warning",
        "::notice",
        "::warning",
    ]
