"""Defects that other frameworks find when the code runs, or never: each is found in a file that can't be imported."""

from pathlib import Path

import pytest

from analyzer.check import check_reading
from analyzer.rules.registry import RULES
from analyzer.source.project import Project

CASES = Path(__file__).parent.parent / "cases"
HEAD = "import a_package_that_is_not_there\nraise RuntimeError('never import me')\n"
SEEDED = {
    "unknown-target": "CD105",
    "unreachable-state": "CD102",
    "unconditional-cycle": "CD101",
    "key-never-written": "CD201",
    "key-never-read": "CD202",
    "two-parallel-writers": "CD205",
    "branch-value-without-route": "CD106",
    "types-differ": "CD204",
    "fan-out-of-unknown-size": "CD301",
}
"""By case. A key that is written and not declared can't be said: `writes=` names the only one that a step writes."""


@pytest.mark.parametrize("case", SEEDED)
def test_a_file_that_can_not_be_imported_is_checked_like_any_other(case: str, tmp_path: Path) -> None:
    expected = [line.split() for line in (CASES / case / "expected.txt").read_text(encoding="utf-8").splitlines()]
    assert SEEDED[case] in [code for _, code in expected]
    path = tmp_path / "flow.py"
    path.write_text(HEAD + (CASES / case / "flow.py").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(ModuleNotFoundError):
        exec(compile(path.read_text(encoding="utf-8"), path, "exec"), {})
    found = check_reading(Project().read(path, shown="flow.py"), RULES)
    moved = HEAD.count("\n")
    places = {(int(place.split(":")[1]) + moved, code) for place, code in expected}
    assert {(one.place.line, one.code) for one in found} == places
