"""Which files are found: each once, in order, and none that was left out on purpose."""

import os
from pathlib import Path

import pytest

from analyzer.files import Finder, Listing
from analyzer.refusal import Refusal
from analyzer.settings.configuration import Configuration


def tree(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def listing(folder: Path, *names: str, force: bool = False, exclude: tuple[str, ...] = ()) -> Listing:
    return Finder(Configuration(str(folder), exclude=exclude), str(folder), force=force).find(names or (".",))


def found(folder: Path, *names: str, force: bool = False, exclude: tuple[str, ...] = ()) -> list[str]:
    return [source.shown for source in listing(folder, *names, force=force, exclude=exclude).sources]


def test_python_files_below_a_folder_in_order(tmp_path: Path) -> None:
    tree(tmp_path, "b.py", "a/z.py", "a/b/c.py", "a.py", "a/x.txt", "a-b/c.py", "README.md", "stub.pyi")
    assert found(tmp_path) == ["a/b/c.py", "a/z.py", "a-b/c.py", "a.py", "b.py"]


def test_a_named_file_is_read_whatever_its_ending(tmp_path: Path) -> None:
    tree(tmp_path, "script", "a.py")
    assert found(tmp_path, "script", "a.py") == ["a.py", "script"]


def test_paths_outside_of_the_folder_are_shown_whole(tmp_path: Path) -> None:
    tree(tmp_path, "here/a.py", "there/b.py")
    assert found(tmp_path / "here", ".", "../there") == ["a.py", str(tmp_path / "there" / "b.py")]


def test_a_file_named_twice_is_found_once(tmp_path: Path) -> None:
    tree(tmp_path, "a/b.py")
    assert found(tmp_path, "a", "a/b.py", "./a/../a/b.py") == ["a/b.py"]


@pytest.mark.parametrize("name", [".venv", ".git", "node_modules", "__pycache__", "venv", ".tox", "site-packages"])
def test_folders_of_tools_are_skipped_unless_named(tmp_path: Path, name: str) -> None:
    tree(tmp_path, f"{name}/a.py", "b.py")
    assert found(tmp_path) == ["b.py"]
    assert found(tmp_path, name) == [f"{name}/a.py"]


def test_an_environment_is_known_by_its_mark(tmp_path: Path) -> None:
    tree(tmp_path, "env39/pyvenv.cfg", "env39/lib/a.py", "b.py")
    assert found(tmp_path) == ["b.py"]


def test_ignored_files_are_skipped_unless_named(tmp_path: Path) -> None:
    tree(tmp_path, "gen/a.py", "gen_b.py", "kept.py", "sub/gen_c.py", "sub/d.py", "sub/deep/gen_e.py")
    (tmp_path / ".gitignore").write_text("gen/\ngen_*.py\n")
    (tmp_path / "sub" / ".gitignore").write_text("!gen_c.py\n/d.py\n")
    assert found(tmp_path) == ["kept.py", "sub/gen_c.py"]
    assert found(tmp_path, "gen_b.py", "gen") == ["gen/a.py", "gen_b.py"]
    assert found(tmp_path, "gen_b.py", "gen/a.py", "kept.py", force=True) == ["kept.py"]


def test_excluded_files_are_skipped_unless_named(tmp_path: Path) -> None:
    tree(tmp_path, "old/a.py", "new/a.py", "new/legacy.py", "sub/old/x.py")
    exclude = ("/old", "legacy.py")
    assert found(tmp_path, exclude=exclude) == ["new/a.py", "sub/old/x.py"]
    assert found(tmp_path, "old", "new/legacy.py", exclude=exclude) == ["new/legacy.py", "old/a.py"]
    left = listing(tmp_path, "old", "old/a.py", "new/legacy.py", "new/a.py", force=True, exclude=exclude)
    assert [source.shown for source in left.sources] == ["new/a.py"]
    assert left.excluded == 3


def test_settings_of_a_folder_exclude_below_it(tmp_path: Path) -> None:
    tree(tmp_path, "a/gen.py", "a/x.py", "b/gen.py")
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.chaindsl]\nexclude = ["gen.py"]\n')
    assert found(tmp_path) == ["a/x.py", "b/gen.py"]
    by_name = {source.shown: source.settings.source for source in listing(tmp_path).sources}
    assert by_name == {"a/x.py": "a/pyproject.toml", "b/gen.py": ""}


def test_links_lead_nowhere_twice(tmp_path: Path) -> None:
    tree(tmp_path, "a/b.py")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "a_link.py").symlink_to(tmp_path / "a" / "b.py")
    (tmp_path / "broken.py").symlink_to(tmp_path / "nowhere")
    (tmp_path / "self.py").symlink_to(tmp_path / "self.py")
    assert found(tmp_path) == ["a/b.py"]
    assert [(one.shown, one.reason) for one in listing(tmp_path).skipped] == [
        ("self.py", "too many levels of symbolic links")
    ]


def test_a_link_to_a_file_elsewhere_is_read_once(tmp_path: Path) -> None:
    tree(tmp_path, "outside/x.py", "in/y.py")
    for name in ("l1.py", "l2.py"):
        (tmp_path / "in" / name).symlink_to(tmp_path / "outside" / "x.py")
    assert found(tmp_path / "in") == ["l1.py", "y.py"]


def test_what_is_no_regular_file_is_not_waited_for(tmp_path: Path) -> None:
    tree(tmp_path, "a.py")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    assert found(tmp_path) == ["a.py"]


def test_every_name_that_is_wrong_is_told(tmp_path: Path) -> None:
    tree(tmp_path, "a.py")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refusal) as refused:
        found(tmp_path, "a.py", "no.py", "a.py/x", "pipe", "nul\0l")
    assert [(one.code, one.message) for one in refused.value.issues] == [
        ("no-such-path", "there is no file or folder 'no.py'"),
        ("no-such-path", "there is no file or folder 'a.py/x'"),
        ("no-regular-file", "'pipe' is no regular file"),
        ("unreadable-path", "'nul\\x00l' can't be read: embedded null byte"),
    ]


def test_a_deep_tree_is_walked(tmp_path: Path) -> None:
    """Deeper than Python recurses; built step by step, since no path may be that long in one call."""
    here = os.getcwd()  # noqa: PTH109 - restored below
    os.chdir(tmp_path)
    try:
        for _ in range(300):
            Path("d").mkdir()
            os.chdir("d")
        Path("a.py").write_text("")
    finally:
        os.chdir(here)
    assert found(tmp_path) == ["d/" * 300 + "a.py"]


def test_a_folder_surrounds_its_project_unless_settings_lie_above(tmp_path: Path) -> None:
    tree(tmp_path, "pyproject.toml", "src/a.py", "inner/pyproject.toml", "inner/b.py")
    tops = {name: listing(tmp_path, name).tops for name in (".", "src", "inner", "src/a.py")}
    assert tops == {".": [f"{tmp_path}/"], "src": [], "inner": [f"{tmp_path}/inner/"], "src/a.py": []}
    assert [listing(tmp_path, ".", "src/a.py").surrounds(one) for one in listing(tmp_path).sources] == [True, True]
    assert [listing(tmp_path, "src").surrounds(one) for one in listing(tmp_path, "src").sources] == [False]


def test_what_is_left_out_is_remembered(tmp_path: Path) -> None:
    tree(tmp_path, "old/a.py", "gen.py", "b.py", "ignored.py", "venv/c.py")
    (tmp_path / ".gitignore").write_text("ignored.py\n")
    left = listing(tmp_path, exclude=("old", "gen.py")).left_out
    assert left == {str(tmp_path / name) for name in ("old", "gen.py", "ignored.py")}
