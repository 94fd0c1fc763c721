"""A release with its real commands: to the decision, past it, and with packages that are broken."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from chaindsl import ChainError, Run, StepFailed
from examples.release import Release, release

PACKAGE = Path(Release().path)
WHEEL = "romans-1.0.0-py3-none-any.whl"
IGNORED = shutil.ignore_patterns("dist", "__pycache__", ".*_cache")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGE, tmp_path / "package", ignore=IGNORED))


def failed(package: Path) -> Run:
    with pytest.raises(StepFailed) as caught:
        release.run({"path": str(package)})
    run: Run = caught.value.run
    return run


def steps(run: Run) -> list[tuple[str, bool]]:
    return [(record.step, record.ok) for record in run.trace]


def offered(run: Run) -> list[tuple[str, str, bool]]:
    return [(link.transition, link.title, link.recovery) for link in run.links]


def test_the_package_beside_it_is_what_is_released_unless_said() -> None:
    assert (PACKAGE / "pyproject.toml").is_file()
    assert PACKAGE.parent == Path(__file__).parents[2] / "examples"


def test_three_commands_run_and_then_somebody_decides(package: Path) -> None:
    runner = release.bind()
    run = runner.run({"path": str(package)})
    assert steps(run) == [("run_lint", True), ("run_tests", True), ("build_wheel", True)]
    assert {(record.calls, record.details.exit_code, record.actor) for record in run.trace} == {(0, 0, "deterministic")}
    assert (str(run.status), run.state, run.spent.calls) == ("waiting", "ready_to_deploy", 0)
    assert run.guidance.goal == "Decide whether this build is deployed."
    assert offered(run) == [("deploy", "Deploy the wheel", False), ("abort", "Give up this release", False)]
    assert [link.schema["required"] for link in run.links] == [["reason"], ["reason"]]
    assert run["lint"] == "All checks passed!\n"
    assert "16 passed" in run["tests"]
    assert run["built"].split()[-1] == WHEEL

    with pytest.raises(ChainError) as refused:
        runner.submit(run, "deploy", {"reason": " "})
    assert (refused.value.code, str(run.status)) == ("wrong-input", "waiting")
    run = runner.submit(run, "deploy", {"reason": "All green;\n$(rm -rf /)"})
    assert (str(run.status), run.state) == ("completed", "deployed")
    shelf = package / "dist" / "shelf"
    assert sorted(path.name for path in shelf.iterdir()) == ["RELEASES", WHEEL]
    assert (shelf / "RELEASES").read_text() == f"{WHEEL}: All green; $(rm -rf /)\n"


def break_lint(package: Path) -> None:
    module = package / "src" / "romans" / "numeral.py"
    module.write_text(f"import os\n{module.read_text()}")


def break_tests(package: Path) -> None:
    module = package / "src" / "romans" / "numeral.py"
    module.write_text(module.read_text().replace('(4, "IV")', '(4, "IIII")'))


@pytest.mark.parametrize(
    ("damage", "done", "state", "tail"),
    [
        (break_lint, [("run_lint", False)], "lint", "F401 [*] `os` imported but unused"),
        (break_tests, [("run_lint", True), ("run_tests", False)], "test", "3 failed, 13 passed"),
    ],
)
def test_a_broken_package_leaves_what_was_done_and_the_way_on(
    package: Path, damage: Callable[[Path], None], done: list[tuple[str, bool]], state: str, tail: str
) -> None:
    damage(package)
    run = failed(package)
    assert steps(run) == done
    assert (str(run.status), run.state) == ("failed", state)
    assert list(run.values) == ["path", "lint"][: len(done)]
    record = run.trace[-1]
    assert record.details.exit_code == 1
    assert tail in str(record.details.tail)
    assert offered(run)[0][::2] == (done[-1][0], True)
    assert run.error is not None
    assert run.error.code == "step-failed"


def test_a_repaired_package_goes_on_where_it_failed(package: Path) -> None:
    module = package / "src" / "romans" / "numeral.py"
    good = module.read_text()
    break_tests(package)
    run = failed(package)
    module.write_text(good)
    run = release.bind().retry(run)
    assert steps(run) == [("run_lint", True), ("run_tests", False), ("run_tests", True), ("build_wheel", True)]
    assert run.state == "ready_to_deploy"


def test_a_release_can_be_aborted(package: Path) -> None:
    runner = release.bind()
    run = runner.submit(runner.run({"path": str(package)}), "abort", {"reason": "not today"})
    assert (run.state, run["aborted"], (package / "dist" / "shelf").exists()) == ("aborted", "not today", False)
