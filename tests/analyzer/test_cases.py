"""Every folder of `tests/cases`: what all rules find in its files, code, line and column, and nothing else.

A case is a folder with Python files and `expected.txt`; that is empty for files that are clean.
"""

import shutil
from pathlib import Path

import pytest

from analyzer.check import check_reading
from analyzer.rules.registry import RULES
from analyzer.source.project import Project

CASES = sorted(path for path in (Path(__file__).parent.parent / "cases").iterdir() if path.is_dir())


def found(folder: Path) -> list[str]:
    project = Project()
    findings: set[tuple[str, int, int, str]] = set()
    for path in sorted(folder.rglob("*.py")):
        reading = project.read(path, shown=path.relative_to(folder).as_posix())
        findings |= {
            (one.place.file, one.place.line, one.place.column, one.code) for one in check_reading(reading, RULES)
        }
    return [f"{file}:{line}:{column} {code}" for file, line, column, code in sorted(findings)]


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_case(case: Path, tmp_path: Path) -> None:
    folder = tmp_path / case.name
    shutil.copytree(case, folder)
    assert found(folder) == (case / "expected.txt").read_text(encoding="utf-8").splitlines()


def test_there_are_many_of_both_kinds_and_of_every_rule() -> None:
    expected = [(case / "expected.txt").read_text(encoding="utf-8") for case in CASES]
    assert len(CASES) >= 200
    assert len([text for text in expected if not text]) >= 40
    found = {line.split()[1] for text in expected for line in text.splitlines()}
    # What is wrong with comments is found by the sweep over files, behind all other rules.
    assert found == set(RULES) - {"CD003"}
