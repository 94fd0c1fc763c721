"""What was found is found again without looking, until something that it was found from is otherwise."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer import inspector
from analyzer.inspection import Inspection
from chaindsl.cli import main as door

ROOT = Path(__file__).parents[3]
STEPS = """\
from chaindsl import Complete, chain, prompt, step

SAID = prompt("said", version="1", file="said.txt")


@step(writes="answer", prompt=SAID)
def ask(question: str, *, complete: Complete) -> str:
    return complete(SAID.format(question=question))
"""
MAIN = """\
import late
from chaindsl import chain
from inner.steps import ask

# An unused suppression, and a call of a model without a budget.
flow = chain("flow", ask, inputs={"question": str, "extra": str})  # chaindsl: ignore[CD101]
"""
FILES = {
    "pyproject.toml": "",
    "main.py": MAIN,
    "inner/steps.py": STEPS,
    "inner/said.txt": "Say it: {question}",
    "plain.py": "import os\n",
    "broken.py": "from chaindsl import chain\nflow = chain(\n",
}
Check = Callable[..., tuple[int, list[str], list[str]]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("CHAINDSL_CACHE_DIR", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Check:
    """Run the command; return its status, what was found, and the files that were looked into."""
    looked: list[str] = []
    real = inspector.Inspector.inspect

    def inspect(self: inspector.Inspector, source: object, data: bytes, codes: frozenset[str]) -> Inspection:
        looked.append(source.shown)  # type: ignore[attr-defined]
        return real(self, source, data, codes)  # type: ignore[arg-type]

    monkeypatch.setattr(inspector.Inspector, "inspect", inspect)

    def run(*arguments: str) -> tuple[int, list[str], list[str]]:
        looked.clear()
        status = door.guarded(["check", "--output-format", "json", *arguments])
        report = json.loads(capsys.readouterr().out)
        assert report["summary"]["failures"] == []
        found = [json.dumps(one, sort_keys=True) for one in report["findings"]]
        return status, [*found, json.dumps(report["summary"])], sorted(looked)

    return run


ALL = ["broken.py", "inner/steps.py", "main.py"]


def test_nothing_is_looked_into_twice(project: Path, check: Check) -> None:
    cold = check()
    assert cold[2] == ALL
    assert [json.loads(one)["code"] for one in cold[1][:-1]] == ["CD001", "CD304", "CD206", "CD003"]
    assert check() == (*cold[:2], [])
    assert check("--no-cache") == cold


def set_text(name: str, text: str) -> Callable[[Path], object]:
    def change(project: Path) -> object:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.write_text(text)

    return change


CHANGES: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "nothing": (lambda _: None, []),
    "time": (lambda project: os.utime(project / "main.py", (1, 1)), []),
    "plain": (set_text("plain.py", "import sys\n"), []),
    "own": (set_text("main.py", MAIN.replace("extra", "more")), ["main.py"]),
    "imported": (set_text("inner/steps.py", STEPS.replace("ask(question", "ask(extra")), ["inner/steps.py", "main.py"]),
    "imported, later": (set_text("inner/steps.py", STEPS + "\nx = 1\n"), ["inner/steps.py", "main.py"]),
    "deleted": (lambda project: (project / "inner/steps.py").unlink(), ["main.py"]),
    "prompt": (set_text("inner/said.txt", "Say it again: {question}"), ["main.py"]),
    "lock": (set_text("chaindsl.lock", '{"version": 1, "prompts": [], "flows": []}'), ["main.py"]),
    "package": (set_text("inner/__init__.py", ""), []),
    "behind another": (set_text("src/inner/steps.py", STEPS), ["src/inner/steps.py"]),
    "missing before": (set_text("late.py", "x = 1\n"), ["main.py"]),
    "another project": (set_text("inner/pyproject.toml", ""), ["inner/steps.py", "main.py"]),
    "setting": (set_text("pyproject.toml", "[tool.chaindsl]\nmax-file-size = 5000\n"), ALL),
    "severity": (set_text("pyproject.toml", "[tool.chaindsl]\nseverity = {CD304 = 'error'}\n"), []),
    "silenced": (set_text("pyproject.toml", "[tool.chaindsl]\nignore = ['CD304']\n"), ALL),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_otherwise_is_looked_into_again(project: Path, check: Check, change: str) -> None:
    check()
    make, expected = CHANGES[change]
    make(project)
    warm = check()
    assert warm[2] == expected
    assert check() == (*warm[:2], [])
    assert check("--no-cache")[:2] == warm[:2]


def test_what_is_found_may_point_elsewhere_by_another_name(
    project: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    monkeypatch.chdir(project / "inner")
    assert check("..")[2] == [str(project / name) for name in ("broken.py", "main.py")] + ["steps.py"]


def test_the_folder_can_be_named(project: Path, check: Check, tmp_path: Path) -> None:
    assert check("--cache-dir", "../other")[2] == ALL
    assert (tmp_path / "other" / "CACHEDIR.TAG").is_file()
    assert not (tmp_path / "cache").exists()
    assert check("--cache-dir", "../other")[2] == []


def test_without_a_cache_none_is_written(project: Path, check: Check, tmp_path: Path) -> None:
    check("--no-cache")
    assert not (tmp_path / "cache").exists()


def test_nothing_is_kept_in_the_checked_tree(project: Path, check: Check) -> None:
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    check()
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before


@pytest.mark.parametrize("name", ["XDG_CACHE_HOME", "HOME"])
def test_it_lies_with_the_user(
    project: Path, check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for other in ("CHAINDSL_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, str(tmp_path / "user"))
    check()
    folder = tmp_path / "user" / (".cache/chaindsl" if name == "HOME" else "chaindsl")
    assert (folder / "CACHEDIR.TAG").is_file()


def test_a_folder_that_can_not_be_is_no_reason_to_fail(project: Path, check: Check, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    cold = check()
    assert check() == cold


def entries(tmp_path: Path) -> list[Path]:
    return [path for path in sorted((tmp_path / "cache").glob("??/*")) if path.is_file()]


def test_damaged_entries_are_made_anew(project: Path, check: Check, tmp_path: Path) -> None:
    cold = check()
    assert len(entries(tmp_path)) == 3
    chance = random.Random(11)
    for _ in range(10):
        for path in entries(tmp_path):
            data = bytearray(path.read_bytes())
            at = chance.randrange(len(data))
            match chance.randrange(3):
                case 0:
                    data[at] ^= 1 << chance.randrange(8)
                case 1:
                    del data[at:]
                case _:
                    data[at:at] = chance.randbytes(3)
            path.write_bytes(data)
        assert check() == cold
    assert check() == (*cold[:2], [])


def test_entries_of_each_others_names_are_not_taken(project: Path, check: Check, tmp_path: Path) -> None:
    """Whole entries of other files in the place of these: they don't speak of this file."""
    cold = check()
    paths = entries(tmp_path)
    data = [path.read_bytes() for path in paths]
    for path, other in zip(paths, [*data[1:], data[0]], strict=True):
        path.write_bytes(other)
    assert check() == cold


def test_fixes_are_made_from_what_is_remembered(project: Path, check: Check) -> None:
    check()
    assert "ignore[CD101]" in (project / "main.py").read_text()
    check("--fix")
    assert "ignore[CD101]" not in (project / "main.py").read_text()


def test_standard_input_is_not_what_lies_there(project: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    from types import SimpleNamespace

    check()
    for _ in range(2):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(MAIN.encode() + b"(")))
        status, _, looked = check("-", "--stdin-filename", "main.py")
        assert (status, looked) == (1, ["main.py"])
    assert check()[2] == []


COMMAND = [sys.executable, "-P", "-m", "chaindsl.cli.main", "check", "--output-format", "json"]


def test_two_processes_at_once_find_the_same(project: Path, tmp_path: Path) -> None:
    """They write the same entries at the same time, again and again, while a third one damages them."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    outputs = set()
    for _ in range(3):
        running = [
            subprocess.Popen(COMMAND, cwd=project, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(2)
        ]
        for process in running:
            out, err = process.communicate(timeout=120)
            assert (process.returncode, b"Traceback" in err) == (1, False)
            outputs.add(out)
        for path in entries(tmp_path)[:2]:
            path.write_bytes(path.read_bytes()[:-1])
    assert len(outputs) == 1
    assert not [path for path in (tmp_path / "cache").rglob(".*") if path.is_file()]
