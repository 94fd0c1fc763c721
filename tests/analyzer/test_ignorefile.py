"""Ignore files hold from the repository's top down, each for its own folder."""

import os
from pathlib import Path

import pytest

from analyzer.ignorefile import above, ignores


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "a" / "b").mkdir(parents=True)
    return tmp_path


def test_what_the_top_says_holds_below(repository: Path) -> None:
    (repository / ".gitignore").write_text("*_gen.py\n")
    assert above(str(repository / "a" / "b")).covers(str(repository / "a" / "b" / "x_gen.py"), folder=False)


def test_a_closer_file_beats_one_further_up(repository: Path) -> None:
    (repository / ".gitignore").write_text("*_gen.py\n")
    (repository / "a" / ".gitignore").write_text("!keep_gen.py\n")
    ignored = above(str(repository / "a"))
    assert not ignored.covers(str(repository / "a" / "keep_gen.py"), folder=False)
    assert ignored.covers(str(repository / "a" / "other_gen.py"), folder=False)


def test_the_repository_may_ignore_in_private(repository: Path) -> None:
    write(repository, **{".git__info__exclude": "secret.py\n"})
    assert above(str(repository)).covers(str(repository / "secret.py"), folder=False)


def test_without_a_repository_only_the_folder_itself_speaks(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.py\n")
    (tmp_path / "a").mkdir()
    assert not above(str(tmp_path / "a")).covers(str(tmp_path / "a" / "x.py"), folder=False)
    assert above(str(tmp_path)).covers(str(tmp_path / "x.py"), folder=False)


def test_a_file_in_an_ignored_folder_is_ignored(repository: Path) -> None:
    (repository / ".gitignore").write_text("a/\n")
    assert ignores(str(repository / "a" / "b" / "x.py"), "/")
    assert not ignores(str(repository / "x.py"), "/")


def test_without_a_repository_they_count_from_where_one_starts(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("a/\n")
    assert ignores(str(tmp_path / "a" / "b" / "x.py"), str(tmp_path))
    assert not ignores(str(tmp_path / "a" / "b" / "x.py"), str(tmp_path / "a"))
    assert not ignores(str(tmp_path / "a" / "b" / "x.py"), str(tmp_path / "other"))


def test_what_is_no_file_says_nothing(repository: Path) -> None:
    """A pipe would be waited for, a folder can't be read, and a huge file is none that anybody wrote."""
    os.mkfifo(repository / ".gitignore")
    (repository / "a" / ".gitignore").mkdir()
    (repository / "a" / "b" / ".gitignore").write_text("*\n" * 600_000)
    assert not above(str(repository / "a" / "b")).covers(str(repository / "a" / "b" / "x.py"), folder=False)
