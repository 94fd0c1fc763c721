"""The table of rules and each rule's own page and examples."""

import re
from pathlib import Path

import pytest

import analyzer.rules
from analyzer.check import check_reading
from analyzer.finding import Finding
from analyzer.lockfile import NAME
from analyzer.locking import lock_of
from analyzer.rules.registry import RULES, Loaded, load
from analyzer.rules.rule import Scope
from analyzer.source.project import Project

FOLDER = Path(next(iter(analyzer.rules.__path__)))
FRAME = {"__init__", "overlaps", "registry", "rule"}
ALL = {loaded.rule.code: loaded for loaded in load(RULES)}
MARK = "  # here"
HEADINGS = ["## Finds", "## Why", "## Stays silent when", "## Fix"]


def findings(folder: Path, text: str) -> list[Finding]:
    (folder / "flow.py").write_text(text, encoding="utf-8")
    return check_reading(Project().read(folder / "flow.py", shown="flow.py"), RULES)


def marked(text: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if line.endswith(MARK)]


def test_the_table_equals_the_folder() -> None:
    files = {path.stem for path in FOLDER.glob("*.py")} - FRAME
    assert {entry.name.replace("-", "_") for entry in RULES.values()} == files
    assert list(RULES) == sorted(RULES)
    assert [code for code in RULES if not re.fullmatch(r"CD[0-6]\d\d", code)] == []


def test_codes_and_names_are_unique() -> None:
    # A dict keeps only the last of two equal codes, so the table's own text is counted.
    text = (FOLDER / "registry.py").read_text(encoding="utf-8")
    codes = re.findall(r'^    "(CD\d+)": Entry\(', text, re.MULTILINE)
    assert codes == list(RULES)
    assert len({entry.name for entry in RULES.values()}) == len(RULES)


@pytest.mark.parametrize("loaded", ALL.values(), ids=ALL)
def test_the_record_agrees_with_the_table_and_the_page(loaded: Loaded) -> None:
    rule, entry = loaded.rule, RULES[loaded.rule.code]
    assert (rule.name, rule.default) == (entry.name, entry.default)
    assert loaded.page.startswith(f"# {rule.code}: {rule.name}\n\n")
    assert re.findall(r"^## .*$", loaded.page, re.MULTILINE) == HEADINGS
    assert all(len(example.splitlines()) <= 15 for example in (rule.bad, rule.good))


@pytest.mark.parametrize(
    "loaded", [one for one in ALL.values() if one.rule.scope is not Scope.SHELL], ids=lambda one: one.rule.code
)
def test_the_bad_example_is_found_where_it_is_marked_and_the_good_one_is_clean(loaded: Loaded, tmp_path: Path) -> None:
    rule = loaded.rule
    if rule.code == "CD502":
        (tmp_path / "pyproject.toml").touch()
        (tmp_path / "flow.py").write_text(rule.good, encoding="utf-8")
        (tmp_path / NAME).write_text(lock_of([Project().read(tmp_path / "flow.py")]).text(), encoding="utf-8")
    found = findings(tmp_path, rule.bad)
    assert marked(rule.bad)
    assert [(one.code, one.place.line) for one in found] == [(rule.code, line) for line in marked(rule.bad)]
    assert all(one.message and one.help and one.name == rule.name for one in found)
    assert findings(tmp_path, rule.good) == []
