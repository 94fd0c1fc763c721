"""The disk notes all that is asked of it, remembered answers included; and nothing else of the analyzer asks it."""

import ast
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from analyzer.check import check_reading
from analyzer.rules.registry import RULES
from analyzer.source.disk import Disk, Question
from analyzer.source.project import Project
from analyzer.source.trouble import TroubleError
from tests.analyzer.source.laid_out import HEAD, lay_out

ROOT = Path(__file__).parents[3]
READERS = [
    path for folder in ("source", "facts", "rules") for path in sorted((ROOT / "analyzer" / folder).rglob("*.py"))
]
ALLOWED = {ROOT / "analyzer/source/disk.py", ROOT / "analyzer/source/text.py"}
ASKING = {"open", "exists", "isfile", "isdir", "stat", "lstat", "scandir", "listdir", "realpath", "resolve", "is_file"}
ASKING |= {"is_dir", "read_text", "read_bytes", "iterdir", "glob", "rglob", "islink", "samefile", "getsize", "access"}


def test_answers_are_those_of_the_disk(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    (tmp_path / "link").symlink_to("a.py")
    disk = Disk()
    assert [disk.is_file(tmp_path / name) for name in ("a.py", "b.py", "link", ".")] == [True, False, True, False]
    assert [disk.is_folder(tmp_path / name) for name in ("a.py", "b.py", ".")] == [False, False, True]
    assert [disk.exists(tmp_path / name) for name in ("a.py", "b.py", ".")] == [True, False, True]
    assert disk.real(tmp_path / "link") == (tmp_path / "a.py").resolve()
    assert disk.load(tmp_path / "a.py", 10) == b"x"


def test_a_question_is_asked_once(tmp_path: Path) -> None:
    disk = Disk()
    assert not disk.is_file(tmp_path / "a.py")
    (tmp_path / "a.py").touch()
    assert not disk.is_file(tmp_path / "a.py")
    assert disk.steady


def test_a_file_that_changes_meanwhile_is_noticed(tmp_path: Path) -> None:
    disk = Disk()
    for text, steady in (("x", True), ("x", True), ("y", False)):
        (tmp_path / "a.py").write_text(text)
        assert disk.load(tmp_path / "a.py", 10) == text.encode()
        assert disk.steady is steady


def test_what_is_remembered_is_asked_again(tmp_path: Path) -> None:
    disk = Disk()
    memory: dict[str, tuple[bool, frozenset[Question]]] = {}
    work: list[str] = []

    def once() -> bool:
        work.append("once")
        return disk.is_file(tmp_path / "a.py")

    for _ in range(2):
        with disk.watched() as outer:
            disk.is_folder(tmp_path)
            disk.remember(memory, "key", once)
        assert outer == {Question("folder", str(tmp_path)), Question("file", str(tmp_path / "a.py"))}
    assert work == ["once"]


def test_what_is_asked_before_it_fails_is_noted(tmp_path: Path) -> None:
    disk = Disk()

    def fails() -> bytes:
        return disk.load(tmp_path / "a.py", 10)

    memory: dict[str, tuple[bytes, frozenset[Question]]] = {}
    with disk.watched() as asked, pytest.raises(TroubleError):
        disk.remember(memory, "key", fails)
    assert asked == {Question("bytes", str(tmp_path / "a.py"), 10)}
    assert disk.answer(Question("bytes", str(tmp_path / "a.py"), 10)) == "unreadable: no such file or directory"


PROMPTED = 'SAID = prompt("said", version="1", file="said.txt")\n\n@step(writes="c", prompt=SAID)\n'
PROMPTED += "def third(b: str, *, complete: Complete) -> str:\n    return complete(SAID.format(b=b))\n"
FILES = {
    "main.py": HEAD + PROMPTED + "from pack.parts import last\nqa = chain('qa', first, second, third, last)\n",
    "pack/parts.py": "from pack.deeper import last\nimport nowhere\n",
    "pack/deeper.py": HEAD + "last = second\n",
    "said.txt": "Say it again: {b}",
    "chaindsl.lock": '{"version": 1, "prompts": [], "flows": []}',
    "plain.py": "import pack.parts, os\n",
}


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[], set[str]]]:
    """What was opened below the folder since."""
    seen: list[str] = []
    watching = True

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if watching and event in ("open", "os.scandir", "os.listdir") and isinstance(arguments[0], str | Path):
            seen.append(os.fspath(arguments[0]))

    sys.addaudithook(hook)
    yield lambda: {path for path in seen if path.startswith(str(tmp_path))}
    watching = False


def test_whatever_is_opened_for_a_reading_was_asked_for(tmp_path: Path, opened: Callable[[], set[str]]) -> None:
    lay_out(tmp_path, FILES)
    before = opened()
    disk = Disk()
    project = Project(disk=disk)
    with disk.watched() as asked:
        reading = project.read(tmp_path / "main.py", shown="main.py")
        check_reading(reading, RULES)
    files = {question.path for question in asked if question.kind == "bytes"}
    assert opened() - before <= files
    assert {os.path.relpath(path, tmp_path) for path in files} == FILES.keys() - {"plain.py"}
    assert len(reading.flows) == 1


def test_what_is_asked_does_not_depend_on_who_asked_before(tmp_path: Path) -> None:
    lay_out(tmp_path, FILES)
    names = [name for name in FILES if name.endswith(".py")]

    def asked(order: list[str]) -> dict[str, set[Question]]:
        disk = Disk()
        project = Project(disk=disk)
        found = {}
        for name in order:
            with disk.watched() as questions:
                check_reading(project.read(tmp_path / name, shown=name), RULES)
            found[name] = questions
        return found

    alone = {name: asked([name])[name] for name in names}
    assert asked(names) == alone
    assert asked(names[::-1]) == alone


@pytest.mark.parametrize("path", READERS, ids=lambda path: str(path.relative_to(ROOT / "analyzer")))
def test_nobody_else_asks_the_disk(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = {func.id for func in calls if isinstance(func, ast.Name)}
    named |= {
        func.attr
        for func in calls
        if isinstance(func, ast.Attribute)
        and not (isinstance(func.value, ast.Attribute) and func.value.attr.strip("_") == "disk")
    }
    assert path in ALLOWED or named & ASKING == set()
