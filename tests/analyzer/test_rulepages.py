"""The pages of the rules under docs/: they are the generated ones, all of them and no others; `make golden` accepts."""

import ast
import re
from pathlib import Path

import pytest

from analyzer.rulepages import GROUPS, INDEX, pages, policy
from analyzer.rules.registry import RULES, Loaded, load

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "docs" / "reference" / "rules"
SEVERITY = ROOT / "docs" / "explanation" / "severity.md"
MARKED = re.compile(r"(<!-- rules -->\n).*(<!-- /rules -->\n)", re.DOTALL)


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--accept-golden"))


def test_the_folder_equals_the_generated_pages(accept: bool) -> None:
    wanted = pages()
    if accept:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for path in FOLDER.glob("*.md"):
            path.unlink()
        for name, text in wanted.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
    held = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert sorted(held) == sorted(wanted)
    assert [name for name in wanted if held[name] != wanted[name]] == [], "`make golden` accepts the pages"


def test_the_policy_has_the_generated_table(accept: bool) -> None:
    text = SEVERITY.read_text(encoding="utf-8")
    wanted = MARKED.sub(lambda found: f"{found[1]}{policy()}\n{found[2]}", text)
    if accept:
        SEVERITY.write_text(wanted, encoding="utf-8")
        text = wanted
    assert text == wanted, "`make golden` accepts the table"


def test_every_rule_has_its_page_and_its_line_in_both_tables() -> None:
    found = pages()
    assert len(found) == len(RULES) + 1
    assert {code[2] for code in RULES} == set(GROUPS)
    for table in (found[INDEX], policy()):
        assert sorted(re.findall(r"^\| \[(CD\d+) ", table, re.MULTILINE)) == sorted(RULES)
    for folder, text in ((FOLDER, found[INDEX]), (SEVERITY.parent, policy())):
        links = re.findall(r"\]\(([^)]+)\)", text)
        assert [link for link in links if not (folder / link).is_file()] == []


@pytest.mark.parametrize("loaded", load(RULES), ids=lambda loaded: loaded.rule.code)
def test_a_rule_says_every_severity_that_its_findings_have(loaded: Loaded) -> None:
    rule = loaded.rule
    path = ROOT / "analyzer" / "rules" / f"{rule.name.replace('-', '_')}.py"
    body = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if not isinstance(node, ast.Assign)]
    used = {
        node.attr
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Severity"
    }
    assert used - {rule.severity.name} == {one.name for one in rule.also}
