"""`chaindsl new`: what it writes for each pattern passes every check that it brings, and it overwrites nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl import __version__
from chaindsl.cli import main as door
from chaindsl.cli.new_pattern import PATTERNS, SHARED
from tests.test_hooks import run

TEMPLATES = Path(door.__file__).parent / "templates"
LONG = "a" * 40


def named(pattern: str) -> str:
    return f"the_{pattern.replace('-', '_')}"


def python(folder: Path, *module: str) -> tuple[int, str]:
    """The status of a module that runs in a folder, with all that it prints."""
    programs = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [sys.executable, "-P", "-m", *module],
        cwd=folder, env=os.environ | programs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a project of every pattern, and two with the shortest and the longest name."""
    folder = tmp_path_factory.mktemp("projects")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for pattern in PATTERNS:
            assert door.guarded(["new", named(pattern), "--pattern", pattern]) == 0
        assert door.guarded(["new", "x"]) == 0
        assert door.guarded(["new", LONG]) == 0
    return folder


def test_the_table_is_the_folder() -> None:
    assert {path.name for path in TEMPLATES.iterdir()} == {*PATTERNS, SHARED}


def test_templates_are_no_code_of_ours() -> None:
    """Neither ruff, mypy, pytest nor a check of our tree may take them for what they are not."""
    assert {path.suffix for path in TEMPLATES.rglob("*") if path.is_file()} == {".txt", ".md"}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_is_written_is_checked_locked_and_documented(
    projects: Path, pattern: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(projects / named(pattern))
    assert door.guarded(["check", "--select", "ALL"]) == 0
    assert door.guarded(["lock", "--check"]) == 0
    assert door.guarded(["docs", "-o", "docs", "--check"]) == 0
    out, err = capsys.readouterr()
    assert (out.splitlines()[0], out.splitlines()[2], err) == ("Clean: 2 files read, 1 flow.", "docs: up to date.", "")


def test_what_is_written_passes_ruff(projects: Path) -> None:
    assert python(projects, "ruff", "check", "--no-cache") == (0, "All checks passed!\n")
    assert python(projects, "ruff", "format", "--check", "--no-cache")[0] == 0


def test_what_is_written_passes_mypy(projects: Path) -> None:
    files = [str(path) for path in projects.rglob("*.py")]
    status, said = python(projects, "mypy", "--strict", "--cache-dir", os.devnull, *files)
    assert (status, said) == (0, f"Success: no issues found in {len(files)} source files\n")


def test_what_is_written_passes_its_own_tests(projects: Path) -> None:
    status, said = python(projects, "pytest", "-q", "-W", "error", "-p", "no:cacheprovider")
    assert status == 0, said
    assert said.splitlines()[-1].startswith("33 passed"), said


def test_a_project_knows_how_its_tests_find_the_flow(projects: Path) -> None:
    status, said = python(projects / "x", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib")
    assert status == 0, said


def test_it_says_what_it_wrote_and_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert door.guarded(["new", "refunds", "--pattern", "workflow"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (
        (
            "wrote refunds/.gitignore\n"
            "wrote refunds/.pre-commit-config.yaml\n"
            "wrote refunds/README.md\n"
            "wrote refunds/chaindsl.lock\n"
            "wrote refunds/docs/README.md\n"
            "wrote refunds/docs/refunds.md\n"
            "wrote refunds/prompts/summary.md\n"
            "wrote refunds/pyproject.toml\n"
            "wrote refunds/refunds.py\n"
            "wrote refunds/test_refunds.py\n"
            "\n"
            "Next:\n"
            "  cd refunds\n"
            "  python -m pip install pytest ruff mypy pre-commit\n"
            "  chaindsl check\n"
            "  pytest\n"
            "  chaindsl draw refunds.py -o refunds.svg\n"
            '  chaindsl run refunds.py --model local amount=70 "letter=It came broken."\n'
            "  git init && git add . && pre-commit install && pre-commit run --all-files\n"
        ),
        "",
    )
    assert f'"chaindsl>={__version__}"' in (tmp_path / "refunds/pyproject.toml").read_text()
    page = (tmp_path / "refunds/docs/refunds.md").read_text()
    assert "| summarise | letter | summary | Text | 2 | 2 calls |" in page
    assert not any("{{" in path.read_text() for path in (tmp_path / "refunds").glob("*") if path.is_file())


def test_a_flow_alone_leaves_the_project_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    assert door.guarded(["new", "triage", "--pattern", "router", "--folder", "src/triage", "--flow-only"]) == 0
    out = capsys.readouterr().out
    written = [line.removeprefix("wrote ") for line in out.splitlines() if line.startswith("wrote ")]
    assert written == [f"src/triage/{name}" for name in ("prompts/reply.md", "prompts/topic.md", "test_triage.py")] + [
        "src/triage/triage.py"
    ]
    assert "  chaindsl lock " in out
    assert python(tmp_path, "pytest", "-q", "-p", "no:cacheprovider")[0] == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Order-Triage", "at most 40 in all. Call it order_triage"),
        ("class", "at most 40 in all. Call it by what it does"),
        ("1st", "at most 40 in all. Call it by what it does"),
        ("", "at most 40 in all. Call it by what it does"),
        ("a" * 41, f"at most 40 in all. Call it {LONG}"),
        ("../up", "at most 40 in all. Call it up"),
        ("json", "'json' would hide the module that is called so already. Call it by what it does"),
        ("tests", "'tests' would hide the module that is called so already"),
        ("pydantic", "'pydantic' would hide the module that is called so already"),
    ],
)  # fmt: skip
def test_a_name_that_is_no_module_of_its_own_is_refused(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert door.guarded(["new", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: bad-name: ")
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_and_then_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qa/docs").mkdir(parents=True)
    (tmp_path / "qa/qa.py").write_text("mine")
    (tmp_path / "qa/docs/qa.md").symlink_to("nowhere")
    assert door.guarded(["new", "qa"]) == 2
    assert capsys.readouterr().err == (
        "error: file-exists: qa has docs/qa.md, qa.py already, and nothing is overwritten. "
        "Choose another name, another place with --folder, or --flow-only where a project has its settings\n"
    )
    assert sorted(path.name for path in (tmp_path / "qa").rglob("*")) == ["docs", "qa.md", "qa.py"]
    assert (tmp_path / "qa/qa.py").read_text() == "mine"


def test_a_place_that_is_no_folder_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qa").write_text("a file")
    assert door.guarded(["new", "qa"]) == 2
    assert capsys.readouterr().err.startswith("error: not-written: qa")


@pytest.mark.slow
def test_pre_commit_passes_as_it_stands(projects: Path) -> None:
    folder = projects / named("sequential")
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = f'export PATH="{programs}"; git init -q . && git add . && pre-commit install && pre-commit run --all-files'
    done = run(folder, "bash", "-c", script)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("Passed") == 7, done.stdout
