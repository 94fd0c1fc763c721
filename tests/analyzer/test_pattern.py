"""Patterns mean what git takes them to mean, and none of them takes long."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.pattern import Patterns

NAMES = st.text(alphabet="ab.*?[]!-^\\ #x", min_size=1, max_size=6)
PARTS = st.one_of(NAMES, st.sampled_from(["**", "a", "b", "*", "*.a", "a*b*a", "[!a]b", "[a-b]", "?", "[[:alpha:]]"]))
LINES = st.tuples(
    st.sampled_from(["", "", "!", "/"]),
    st.lists(PARTS, min_size=1, max_size=4).map("/".join),
    st.sampled_from(["", "/", " "]),
).map("".join)
PATHS = st.lists(st.sampled_from(["a", "b", "ab", "a.a", "x", "aab", ".a"]), min_size=1, max_size=4).map("/".join)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("patterns")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    return folder


def ignored_by_git(folder: Path, paths: list[str]) -> set[str]:
    done = subprocess.run(
        ["git", "-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin", "-z"],
        cwd=folder,
        input="\0".join(paths) + "\0",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return set(filter(None, done.stdout.split("\0")))


@pytest.mark.parametrize(
    "line",
    ["[!/]", "a[!/]", "a[!/]b", "a[x/y]b", "?[!/]", "?[!/]?", "?/[!/]", "[a/]b", "[!-/]b", "**/[!/]b", "?/?", "a[!/",
     "[/]", "[/", "a[/b]c/[d", "[[:x:]/a"],
)  # fmt: skip
def test_git_agrees_on_slashes_in_brackets(repository: Path, line: str) -> None:
    paths = ["a", "b", "ab", "axb", "aab", "a]", "a[!", "a/b", "b/a", "x/ab", "x/axb", "a[!/]", "abc/d"]
    (repository / ".gitignore").write_text(f"{line}\n")
    assert {path for path in paths if Patterns([line]).covers(path)} == ignored_by_git(repository, paths)


@settings(max_examples=100)
@given(lines=st.lists(LINES, min_size=1, max_size=3), paths=st.lists(PATHS, min_size=1, max_size=8, unique=True))
def test_git_agrees(repository: Path, lines: list[str], paths: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(lines) + "\n")
    patterns = Patterns(lines)
    assert {path for path in paths if patterns.covers(path)} == ignored_by_git(repository, paths)


@pytest.mark.parametrize(
    ("line", "matching", "other"),
    [
        ("build", "a/build", "a/builder"),
        ("/build", "build", "a/build"),
        ("a/b", "a/b", "x/a/b"),
        ("*.py[co]", "a/x.pyc", "a/x.py"),
        ("**/gen/*.py", "a/b/gen/x.py", "gen/a/x.py"),
        ("a/**/z", "a/b/c/z", "b/z"),
        ("a/**", "a/b/c", "a"),
        (r"\#x", "#x", "x"),
        (r"\!x", "!x", "x"),
        (r"x\ ", "x ", "x"),
        ("[!a]", "b", "a"),
        ("[]-]", "]", "a"),
        ("[[:digit:]]x", "1x", "ax"),
        ("é?", "éa", "é"),
    ],
)
def test_a_pattern_matches_one_path_and_not_another(line: str, matching: str, other: str) -> None:
    patterns = Patterns([line])
    assert patterns.covers(matching)
    assert not patterns.covers(other)


@pytest.mark.parametrize("line", ["", "   ", "# a", "/", "!", "[a", "[[:nothing:]]", "\\", "a" * 5000])
def test_a_line_that_says_nothing_matches_nothing(line: str) -> None:
    patterns = Patterns([line])
    assert not any(patterns.covers(path) for path in ("a", "/", "[a", "\\", "# a", "nothing", "a" * 5000))


def test_a_pattern_for_folders_leaves_files_alone() -> None:
    patterns = Patterns(["a/"])
    assert patterns.verdict("a", folder=True) is True
    assert patterns.verdict("a", folder=False) is None
    assert patterns.covers("a/b")


def test_the_last_pattern_decides() -> None:
    assert Patterns(["*.py", "!a.py"]).verdict("a.py", folder=False) is False
    assert Patterns(["!a.py", "*.py"]).verdict("a.py", folder=False) is True


def test_no_patterns_are_false() -> None:
    assert not Patterns(["# nothing"])
    assert Patterns(["a"])


@pytest.mark.parametrize("line", ["*a" * 60 + "b", "/".join(["**", "*a*"] * 20) + "/zz", "[!a]*" * 50])
def test_a_hostile_pattern_ends(line: str) -> None:
    """Backtracking would take longer than anyone waits."""
    assert not Patterns([line]).covers("/".join(["a" * 200] * 15) + "/x.py")


@given(st.lists(st.text(max_size=12), max_size=3), st.text(min_size=1, max_size=12))
def test_any_line_is_a_pattern_or_nothing(lines: list[str], path: str) -> None:
    assert Patterns(lines).covers(path) in {True, False}
