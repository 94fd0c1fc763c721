"""Every code of YAML has a page, and its examples are what they say."""

import re
from pathlib import Path

import pytest

from analyzer.rules.registry import RULES
from chaindsl.cli.main import guarded
from chaindsl.yamlform.codes import CODES
from chaindsl.yamlform.pages import PAGES

REFERENCE = (Path(__file__).parents[2] / "docs" / "reference" / "yaml.md").read_text()


def found(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[int, str]]:
    (folder / "it.yaml").write_text(text)
    guarded(["check", str(folder / "it.yaml"), "--output-format", "concise", "--isolated"])
    said = capsys.readouterr().out
    return [(int(line), code) for line, code in re.findall(r"it\.yaml:(\d+):\d+: (CD\d+) ", said)]


def test_codes_are_new_and_each_has_a_page() -> None:
    assert CODES.keys() == PAGES.keys()
    assert CODES.keys() & RULES.keys() == set()
    assert {one.name for one in CODES.values()} & {one.name for one in RULES.values()} == set()


@pytest.mark.parametrize("code", CODES)
def test_the_bad_example_has_it_where_it_says_and_the_good_one_is_clean(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PAGES[code]
    marked = [number for number, line in enumerate(page.bad.splitlines(), 1) if line.endswith("# here")]
    assert found(page.bad, tmp_path, capsys) == [(number, code) for number in marked]
    assert len(marked) == 1
    assert found(page.good, tmp_path, capsys) == []


@pytest.mark.parametrize("code", CODES)
def test_the_command_explains_it_and_the_reference_lists_it(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["rule", CODES[code].name]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{code} {CODES[code].name} ({CODES[code].severity}, proved, since 0.1.0)\n\n## Finds\n")
    assert f"| {code} | {CODES[code].name} |" in REFERENCE
