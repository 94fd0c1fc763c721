"""Where modules of the project lie."""

from pathlib import Path

import pytest

from analyzer.source.locate import Locator
from tests.analyzer.source.laid_out import lay_out

FILES = {
    "app/__init__.py": "",
    "app/a.py": "",
    "app/inner/__init__.py": "",
    "app/inner/b.py": "",
    "loose/c.py": "",
    "loose/d.py": "",
    "src/lib/__init__.py": "",
    "both.py": "",
    "both/__init__.py": "",
    "typing.py": "",
    "top.py": "",
}


@pytest.mark.parametrize(
    ("name", "file", "level", "expected"),
    [
        ("app", "top.py", 0, "app/__init__.py"),
        ("app.a", "top.py", 0, "app/a.py"),
        ("app.inner.b", "top.py", 0, "app/inner/b.py"),
        ("app.missing", "top.py", 0, None),
        ("lib", "top.py", 0, "src/lib/__init__.py"),
        ("loose", "top.py", 0, "loose"),
        ("loose.c", "top.py", 0, "loose/c.py"),
        ("d", "loose/c.py", 0, "loose/d.py"),
        ("b", "app/inner/b.py", 0, None),
        ("both", "top.py", 0, "both/__init__.py"),
        ("typing", "top.py", 0, None),
        ("chaindsl", "top.py", 0, None),
        ("requests", "top.py", 0, None),
        ("", "app/a.py", 1, "app/__init__.py"),
        ("a", "app/__init__.py", 1, "app/a.py"),
        ("a", "app/inner/b.py", 2, "app/a.py"),
        ("", "app/inner/b.py", 2, "app/__init__.py"),
        ("top", "app/inner/b.py", 3, "top.py"),
        ("x", "app/inner/b.py", 9, None),
        ("app.a", "loose", 0, "app/a.py"),
        ("..top", "app/a.py", 0, None),
        ("a/b", "app/a.py", 0, None),
    ],
)
def test_modules_are_found(tmp_path: Path, name: str, file: str, level: int, expected: str | None) -> None:
    lay_out(tmp_path, FILES)
    found = Locator().find(name, tmp_path / file, level)
    assert found == (None if expected is None else tmp_path / expected)


def test_the_nearest_project_file_is_the_root(tmp_path: Path) -> None:
    lay_out(tmp_path, {"inner/pyproject.toml": "", "inner/deep/a.py": "", "other/b.py": ""})
    locator = Locator()
    assert locator.root(tmp_path / "inner" / "deep") == tmp_path / "inner"
    assert locator.root(tmp_path / "other") == tmp_path
    assert locator.find("other", tmp_path / "inner" / "deep" / "a.py", 0) is None


def test_without_a_project_file_the_folder_is_the_root(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    assert Locator().root(folder) == folder
