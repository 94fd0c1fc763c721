"""Each case is a YAML file and what `chaindsl check` says of it; the clean ones are imported and assembled, too."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from chaindsl.cli.target import find_flow, parse_target
from chaindsl.cli.yaml_source import python_of, yaml_module
from chaindsl.graph.encode import shape_hash
from chaindsl.graph.flow import Flow, Workflow
from chaindsl.graph.match import matches

CASES = Path(__file__).parent / "cases"
NAMES = sorted(path.stem for path in CASES.glob("*.yaml"))
CLEAN = [name for name in NAMES if name.startswith("clean_")]


def lines_of(flow: Flow) -> list[tuple[str, int]]:
    assert isinstance(flow.body, Workflow)
    return [(one.place.file, one.place.line) for one in flow.body.transitions if one.place is not None]


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_found(name: str, capsys: pytest.CaptureFixture[str], golden: Callable[[str, str], None]) -> None:
    status = guarded(["check", f"{name}.yaml", "--output-format", "concise", "--isolated"])
    said, wrong = capsys.readouterr()
    assert (status, wrong) == (0 if name in CLEAN else 1, "")
    golden(f"yamlform/{name}.txt", said)


@pytest.mark.parametrize("name", CLEAN)
def test_what_is_written(name: str, capsys: pytest.CaptureFixture[str], golden: Callable[[str, str], None]) -> None:
    assert guarded(["import", f"{name}.yaml"]) == 0
    written, notes = capsys.readouterr()
    golden(f"yamlform/{name}.py", written)
    golden(f"yamlform/{name}.notes.txt", notes)


@pytest.mark.parametrize("name", CLEAN)
def test_what_runs_is_what_was_checked(name: str) -> None:
    module, python = yaml_module(f"{name}.yaml")
    for workflow, variable in python.variables.items():
        live = vars(module)[variable].graph
        read = find_flow(f"{name}.yaml:{workflow}").graph
        assert matches(live, read)
        assert shape_hash(live) == shape_hash(read) is not None
        assert lines_of(live) == lines_of(read)
        assert {file for file, _ in lines_of(read)} == {f"{name}.yaml"}


def test_what_is_written_is_formatted_and_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in CLEAN:
        (tmp_path / f"{name}.py").write_bytes(python_of(f"{name}.yaml").text.encode())
    for more in (["--isolated"], ["--isolated", "--line-length=120"]):
        ruff = [sys.executable, "-m", "ruff", "format", "--check", "--no-cache", *more, str(tmp_path)]
        done = subprocess.run(ruff, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    # `clean_silenced` is clean by its comments, which speak of the YAML alone.
    assert guarded(["check", str(tmp_path), "--isolated", "--ignore", "CD601"]) == 0, capsys.readouterr().out


def test_the_same_file_gives_the_same_bytes() -> None:
    seeds = [
        subprocess.run(
            [sys.executable, "-m", "chaindsl.cli.main", "import", "clean_retries.yaml"],
            env={"PYTHONHASHSEED": seed}, capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert seeds[0] == seeds[1] == python_of("clean_retries.yaml").text.encode()


def test_a_target_is_split_as_for_python() -> None:
    assert parse_target("clean_parts.yaml:inner").flow == "inner"
