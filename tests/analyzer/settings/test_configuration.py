"""Where settings come from: the closest file that has the section, one that is named, or none."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.refusal import Refusal
from analyzer.settings.configuration import Configuration
from analyzer.settings.settings import Layer, Selector, Settings
from analyzer.settings.table import SETTINGS


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def section(text: str) -> str:
    return f"[tool.chaindsl]\n{text}\n"


def refused(folder: Path, **options: object) -> list[tuple[str, str, str]]:
    with pytest.raises(Refusal) as caught:
        Configuration(str(folder), **options).at(str(folder))  # type: ignore[arg-type]
    return [(one.code, one.message, str(one.place or "")) for one in caught.value.issues]


def selected(settings: Settings) -> list[list[str] | None]:
    return [None if layer.select is None else [one.text for one in layer.select] for layer in settings.layers]


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert Configuration(str(tmp_path)).at(str(tmp_path)) == Settings(layers=(Layer(),))


def test_the_closest_file_that_has_the_section(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", section("max-file-size = 1"))
    write(tmp_path / "a" / "pyproject.toml", '[project]\nname = "chaindsl-user"\n')
    write(tmp_path / "a" / "b" / "pyproject.toml", section("max-file-size = 2"))
    configuration = Configuration(str(tmp_path))
    sizes = {name: configuration.at(str(tmp_path / name)).max_file_size for name in ("a/b/c", "a/b", "a", "a/x")}
    assert sizes == {"a/b/c": 2, "a/b": 2, "a": 1, "a/x": 1}


def test_a_broken_file_that_does_not_speak_of_us_is_not_ours_to_read(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "this is [ no toml")
    assert Configuration(str(tmp_path)).at(str(tmp_path)).source == ""


def test_isolated_looks_for_no_file(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", section("max-file-size = 1"))
    assert Configuration(str(tmp_path), isolated=True).at(str(tmp_path)).max_file_size == 512 * 1024


@pytest.mark.parametrize("text", ["max-file-size = 7", section("max-file-size = 7")])
def test_a_named_file_holds_everywhere(tmp_path: Path, text: str) -> None:
    write(tmp_path / "pyproject.toml", section("max-file-size = 1"))
    write(tmp_path / "rules.toml", text)
    configuration = Configuration(str(tmp_path), named="rules.toml")
    assert configuration.at(str(tmp_path)).max_file_size == 7
    assert configuration.at("/").max_file_size == 7


def test_the_command_line_beats_the_file(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", section('select = ["CD1"]\nmax-file-size = 1'))
    last = Layer(select=(Selector("CD2"),))
    inline = ("max-file-size=3", 'select=["CD3"]')
    settings = Configuration(str(tmp_path), inline=inline, last=last).at(str(tmp_path))
    assert settings.max_file_size == 3
    assert selected(settings) == [["CD1"], None, ["CD3"], ["CD2"]]


def test_a_file_extends_another(tmp_path: Path) -> None:
    write(tmp_path / "base.toml", 'select = ["CD1"]\nmax-file-size = 5\nexclude = ["old"]')
    write(tmp_path / "a" / "pyproject.toml", section('extend = "../base.toml"\nignore = ["CD101"]\nexclude = ["x"]'))
    settings = Configuration(str(tmp_path)).at(str(tmp_path / "a"))
    assert settings.max_file_size == 5
    assert selected(settings) == [["CD1"], None, None]
    assert [(globs.root, globs.patterns) for globs in settings.exclude] == [
        (str(tmp_path), ("old",)),
        (str(tmp_path / "a"), ("x",)),
    ]


def test_files_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", section('max-file-size = 1\nextend = "other.toml"'))
    write(tmp_path / "other.toml", 'extend = "pyproject.toml"')
    assert refused(tmp_path) == [("wrong-setting", "'extend' leads back to this file", "other.toml:1")]


def test_an_extended_file_without_a_section_says_nothing(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", section('extend = "a/pyproject.toml"\nmax-file-size = 2'))
    write(tmp_path / "a" / "pyproject.toml", '[project]\nname = "x"\n')
    assert Configuration(str(tmp_path)).at(str(tmp_path)).max_file_size == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gone.toml", "the settings file 'gone.toml' is not there"),
        ("folder", "the settings file 'folder' is no regular file"),
        ("pipe", "the settings file 'pipe' is no regular file"),
        ("huge.toml", "the settings file 'huge.toml' is larger than 1048576 bytes"),
    ],
)
def test_a_named_file_that_is_none(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    write(tmp_path / "huge.toml", "#" * 1_048_577)
    assert refused(tmp_path, named=name) == [("unreadable-settings", message, "")]


def test_a_settings_file_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pyproject.toml")
    assert Configuration(str(tmp_path)).at(str(tmp_path)).source == ""


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (
            b"[tool.chaindsl]\nselect = [\n",
            ("unreadable-settings", "this is no TOML: Invalid value", "pyproject.toml:2"),
        ),
        (b"# chaindsl\n\xff\n", ("unreadable-settings", "this is not UTF-8, so it is no TOML", "pyproject.toml:2")),
        (
            b"# chaindsl\nx = " + b"[" * 20_000,
            ("unreadable-settings", "this TOML is nested too deeply", "pyproject.toml:1"),
        ),
        (b"[tool]\nchaindsl = 1\n", ("wrong-setting", "'tool.chaindsl' must be a table", "pyproject.toml:1")),
    ],
)
def test_a_file_that_can_not_be_read_is_refused(tmp_path: Path, raw: bytes, problem: tuple[str, str, str]) -> None:
    (tmp_path / "pyproject.toml").write_bytes(raw)
    assert refused(tmp_path) == [problem]


@pytest.mark.parametrize("text", ["select=CD2", "select", "=", "select=[["])
def test_an_inline_setting_that_is_no_toml(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, inline=(text,)) == [("wrong-setting", f"--config {text!r} is no `key=value`", "")]


def test_all_that_is_wrong_inline_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path, inline=("selekt = 1", "max-file-size = 0")) == [
        ("unknown-setting", "there is no setting 'selekt'", ""),
        ("wrong-setting", "'max-file-size' must be a number of bytes, at least 1, not 0", ""),
    ]


TOML = st.recursive(
    st.sampled_from(["1", "true", "1.5", "nan", '"CD1"', '""', "1979-05-27"]),
    lambda inner: (
        st.lists(inner, max_size=2).map(lambda items: f"[{', '.join(items)}]")
        | inner.map(lambda item: f"{{a = {item}}}")
    ),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from([*SETTINGS, "other"]), TOML, max_size=4), st.binary(max_size=8))
def test_any_file_is_settings_or_refused(
    tmp_path_factory: pytest.TempPathFactory, values: dict[str, str], rest: bytes
) -> None:
    folder = tmp_path_factory.mktemp("settings")
    text = section("\n".join(f"{name} = {value}" for name, value in values.items()))
    (folder / "pyproject.toml").write_bytes(text.encode() + rest)
    try:
        found = Configuration(str(folder)).at(str(folder))
    except Refusal:
        return
    assert found.max_file_size > 0
