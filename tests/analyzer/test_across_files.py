"""What a check knows of a file only from the other files."""

import itertools
from pathlib import Path

import pytest

from analyzer.coverage import Coverage
from analyzer.engine import engine
from analyzer.files import Source
from analyzer.mention import Mentions
from analyzer.settings.settings import Settings
from analyzer.sweep import sweep

FILES = {
    "steps.py": """\
from chaindsl import Complete, Text, chain, step


@step(writes="answer")
def ask(question: Text, *, complete: Complete) -> Text:
    complete(question)
    return complete(question)


part = chain("part", ask, inputs={"question": Text})
alone = chain("alone", ask, inputs={"question": Text})
""",
    "one.py": """\
from chaindsl import Budget, Text, chain
from steps import ask, part

one = chain("one", part, inputs={"question": Text}, budget=Budget(calls=2))
""",
    "two.py": """\
from chaindsl import Budget, Text, chain
from steps import ask

two = chain("two", ask, inputs={"question": Text}, budget=Budget(calls=2))
""",
}
FOUND = [
    ("steps.py", 4, "CD302", "part.ask"),
    ("steps.py", 11, "CD304", "alone"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def found(folder: Path, *names: str, cache: Path | None = None) -> list[tuple[str, int, str, str]]:
    files = [(Source(str(folder / name), name, Settings()), (folder / name).read_bytes()) for name in names]
    outcome = sweep(Mentions(files), Coverage(), str(folder), engine(None if cache is None else str(cache)))
    return [(one.place.file, one.place.line, one.code, one.symbol) for one in outcome.findings]


def test_a_flow_that_another_file_has_as_a_part_needs_no_budget_and_a_shared_step_is_found_once(project: Path) -> None:
    for order in itertools.permutations(FILES):
        assert found(project, *order) == FOUND


def test_the_same_is_known_from_what_was_found_before(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    cache = tmp_path_factory.mktemp("kept")
    for _ in range(2):
        assert found(project, *FILES, cache=cache) == FOUND


def test_what_nobody_was_asked_to_look_at_is_not_known(project: Path) -> None:
    assert [line for _, line, code, _ in found(project, "steps.py") if code == "CD304"] == [10, 11]
