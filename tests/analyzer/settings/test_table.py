"""Every setting: what it may be, and how it is refused otherwise. All that is wrong is told at once."""

import pytest

from analyzer.settings.settings import Settings
from analyzer.settings.source import section_of
from analyzer.settings.table import SETTINGS, Section, applied

WRONG = "pyproject.toml"


def section(text: str) -> Section:
    found = section_of(WRONG, "/project", f"[tool.chaindsl]\n{text}\n".encode(), whole=False)
    assert found is not None
    return found


def read(text: str) -> Settings:
    settings, problems = applied(section(text), Settings())
    assert problems == []
    return settings


def told(text: str) -> list[str]:
    return [str(problem) for problem in applied(section(text), Settings())[1]]


def test_every_setting_is_read() -> None:
    settings = read(
        """
        extend = "other.toml"
        select = ["CD1", "unread-key"]
        extend-select = ["CD505"]
        ignore = ["CD101"]
        exclude = ["old/"]
        max-file-size = 1000
        per-file-ignores = { "tests/*" = ["ALL"], "a.py" = ["CD2", "CD3"] }
        severity = { CD2 = "error", unread-key = "info" }
        """
    )
    layer = settings.layers[-1]
    assert [one.text for one in layer.select or ()] == ["CD1", "unread-key"]
    assert [one.text for one in layer.extend_select] == ["CD505"]
    assert [one.text for one in layer.ignore] == ["CD101"]
    assert settings.exclude[0].root == "/project"
    assert settings.exclude[0].patterns == ("old/",)
    assert settings.max_file_size == 1000
    assert [(globs.patterns, [one.text for one in ignored]) for globs, ignored in settings.per_file_ignores] == [
        (("tests/*",), ["ALL"]),
        (("a.py",), ["CD2", "CD3"]),
    ]
    assert [(one.text, severity) for one, severity in settings.severity] == [
        ("CD2", "error"),
        ("unread-key", "info"),
    ]
    assert settings.source == WRONG


def test_selectors_know_their_line() -> None:
    layer = read('select = [\n  "CD1",\n  "CD2",\n]').layers[-1]
    assert [one.place for one in layer.select or ()] == ["pyproject.toml:3", "pyproject.toml:4"]


def test_per_file_ignores_hold_below_the_settings() -> None:
    settings = read('[tool.chaindsl.per-file-ignores]\n"gen/" = ["CD1"]\n"*.py" = ["CD2"]')
    assert [one.text for one in settings.ignored_at("/project/gen/a.py")] == ["CD1", "CD2"]
    assert [one.text for one in settings.ignored_at("/project/b.py")] == ["CD2"]
    assert settings.ignored_at("/elsewhere/b.py") == ()


def test_all_problems_at_once_each_with_its_line() -> None:
    assert told('selct = []\nmax-file-size = true\nignore = "CD1"\nwhatever = 1') == [
        "pyproject.toml:2: there is no setting 'selct'; did you mean 'select'? [unknown-setting]",
        "pyproject.toml:3: 'max-file-size' must be a number of bytes, at least 1, not true [wrong-setting]",
        "pyproject.toml:4: 'ignore' must be a list of codes, prefixes or names, not 'CD1' [wrong-setting]",
        (
            "pyproject.toml:5: there is no setting 'whatever'; there are exclude, extend, extend-select, ignore, "
            "max-file-size, per-file-ignores, select, severity [unknown-setting]"
        ),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("select = [1]", "'select' must be a list of codes, prefixes or names, not [1]"),
        ('select = [""]', "'select' must be a list of codes, prefixes or names, not ['']"),
        ("exclude = {}", "'exclude' must be a list of globs, not {}"),
        ("max-file-size = 1.5", "'max-file-size' must be a number of bytes, at least 1, not 1.5"),
        ("max-file-size = -1", "'max-file-size' must be a number of bytes, at least 1, not -1"),
        ("severity = 1", "'severity' must be a table of codes, prefixes or names, each with a severity, not 1"),
        (
            'severity = { CD2 = "fatal" }',
            "'severity' gives 'CD2' the severity 'fatal', which is none of error, warning, info",
        ),
        ("severity = { CD2 = [] }", "'severity' gives 'CD2' the severity [], which is none of error, warning, info"),
        (
            "per-file-ignores = []",
            "'per-file-ignores' must be a table of globs, each with a list of codes, prefixes or names, not []",
        ),
        ("extend = 1", "'extend' must be the path of a settings file, not 1"),
    ],
)
def test_a_wrong_value_says_what_it_must_be(text: str, message: str) -> None:
    assert told(text) == [f"pyproject.toml:2: {message} [wrong-setting]"]


def test_every_setting_says_what_it_does() -> None:
    assert [name for name, setting in SETTINGS.items() if not setting.help.endswith(".")] == []


def test_of_thousands_of_wrong_settings_fifty_are_told() -> None:
    text = "[tool.chaindsl]\n" + "".join(f"k{number} = 1\n" for number in range(5_000))
    section = Section("pyproject.toml", text, "/p", {f"k{number}": 1 for number in range(5_000)})
    _, problems = applied(section, Settings())
    assert (len(problems), problems[49].place) == (51, "pyproject.toml:51")
    assert problems[50].message == "4950 more settings were not looked at"
