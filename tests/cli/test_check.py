"""`chaindsl check`: what it prints and how it ends, with a pretended analyzer behind it."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from chaindsl.cli import main as door
from chaindsl.cli import verdict
from chaindsl.cli.wrong import ended
from tests.analyzer import pretend

ROOT = Path(__file__).parents[2]
Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verdict, "engine", pretend.engine)
    return tmp_path


@pytest.fixture
def check(project: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Run the command in the project: status, output, errors."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = door.guarded(["check", *arguments])
        return status, *capsys.readouterr()

    return run


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(f"# chaindsl\n{text}\n")


def lines(text: str) -> list[str]:
    return text.splitlines()


def test_a_clean_project(project: Path, check: Check) -> None:
    write(project, a="flow")
    (project / "b.py").write_text("x = 1\n")
    assert check() == (0, "Clean: 2 files read, 1 flow.\n", "")


def test_findings_make_it_fail(project: Path, check: Check) -> None:
    write(project, a="flow CD101\nCD202")
    status, out, err = check("--output-format", "concise")
    assert (status, err) == (1, "")
    assert lines(out) == [
        "a.py:2:1: CD101 found CD101",
        "a.py:3:1: CD202 found CD202",
        "Found 2 findings: 1 error, 1 warning. 1 file read, 1 flow.",
    ]


def test_the_default_format_shows_the_source(project: Path, check: Check) -> None:
    write(project, a="flow\nCD101 here")
    assert check()[1] == (
        "error[CD101] found CD101 (deterministic-cycle)\n"
        " --> a.py:3:1\n"
        "  |\n"
        "3 | CD101 here\n"
        "  | ^^^^^\n"
        "\n"
        "Found 1 finding: 1 error. 1 file read, 1 flow.\n"
    )


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        ("CD101", ["--fail-on", "error"], 1),
        ("CD202", ["--fail-on", "error"], 0),
        ("CD202", [], 1),
        ("CD002 hole", [], 0),
        ("CD101", ["--exit-zero"], 0),
        ("crash", ["--exit-zero"], 2),
        ("CD101", ["--ignore", "CD1"], 0),
        ("CD101", ["--select", "unread-key"], 0),
        ("CD505", [], 0),
        ("CD505", ["--extend-select", "CD5"], 1),
        ("CD505 CD101", ["--select", "CD202,CD5", "--select", "CD002"], 1),
    ],
)
def test_the_status(project: Path, check: Check, text: str, options: list[str], status: int) -> None:
    write(project, a=text)
    assert check(*options)[0] == status


def test_warnings_that_do_not_count_are_told(project: Path, check: Check) -> None:
    write(project, a="CD202")
    assert lines(check("--fail-on", "error")[1])[-1] == (
        "Found 1 finding: 1 warning; only errors fail the check. 1 file read, 0 flows."
    )


def test_what_can_not_be_followed_is_not_called_clean(project: Path, check: Check) -> None:
    write(project, a="flow hole CD002")
    (project / "b.py").symlink_to(project / "b.py")
    assert lines(check("--output-format", "concise")[1]) == [
        "a.py:2:1: CD002 found CD002",
        "b.py: skipped: too many levels of symbolic links",
        "No errors or warnings, but not everything could be followed: 1 file read, 1 flow, 1 unknown part, 1 skipped.",
    ]


def test_a_skipped_file_is_told_where_nothing_else_is(project: Path, check: Check) -> None:
    (project / "b.py").symlink_to(project / "b.py")
    assert check() == (
        0,
        (
            "skipped: b.py: too many levels of symbolic links\n"
            "No errors or warnings, but not everything could be followed: 0 files read, 0 flows, 1 skipped.\n"
        ),
        "",
    )


def test_a_failure_of_the_analyzer_is_told_and_the_rest_is_checked(project: Path, check: Check) -> None:
    write(project, a="crash", b="CD101")
    status, out, _ = check("--output-format", "concise")
    assert status == 2
    assert lines(out) == [
        "b.py:2:1: CD101 found CD101",
        "a.py: not checked: the analyzer failed, please report it: ZeroDivisionError: by zero",
        "Not done: 1 file could not be checked. 2 files read, 0 flows.",
    ]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["gone.py"],
            "error: no-such-path: there is no file or folder 'gone.py'. Is its name right, relative to this folder?",
        ),
        (["--select", "CD999"], "error: unknown-rule: there is no rule 'CD999'. chaindsl rule lists them all"),
        (
            ["--select", "unread"],
            "error: unknown-rule: there is no rule 'unread'. Did you mean 'unread-key'?",
        ),
        (["--extend-select", "CD110"], "error: unknown-rule: there is no rule 'CD110'. Did you mean 'CD101'?"),
        (["--select", ""], "error: usage: --select needs a code, a prefix, a name or ALL"),
        (["--select", "CD1,,CD2"], "error: usage: --select needs a code, a prefix, a name or ALL"),
        (
            ["--config", "no.toml"],
            ("error: unreadable-settings: the settings file 'no.toml' is not there. "
            "Name an existing file, or give a setting as key=value"),
        ),
        (
            ["--config", "selekt=['CD1']"],
            "error: unknown-setting: there is no setting 'selekt'. Did you mean 'select'?",
        ),
        (["--config", "a.toml", "--config", "b.toml"], "error: usage: --config can name only one settings file"),
        (
            ["--config", "a.toml", "--isolated"],
            "error: usage: --isolated looks for no settings file, but --config names one",
        ),
        (["-", "a.py"], "error: usage: `-` can't stand beside other paths"),
        (["--stdin-filename", "a.py"], "error: usage: --stdin-filename is for `-`"),
        (["--fix", "-"], "error: usage: --fix can't change standard input"),
        (["--unsafe-fixes"], "error: usage: --unsafe-fixes needs --fix or --diff"),
        (
            ["--statistics", "--output-format", "sarif"],
            "error: usage: --statistics is for the formats full, concise and json",
        ),
        (["--output-format", "fll"], ("error: usage: Invalid value for '--output-format': 'fll' is not one of 'full', "
         "'concise', 'json', 'json-lines', 'sarif', 'github', 'gitlab', 'junit'.")),
        (["--isolatd"], "error: usage: No such option '--isolatd'. (Did you mean one of: '--isolated', '--load'?)"),
        (
            ["--baseline", "no.json"],
            "error: no-baseline: 'no.json' can't be read: No such file or directory. --write-baseline writes one",
        ),
        (["--output-file", "no/such/file"], "error: usage: 'no/such/file' can't be written: No such file or directory"),
    ],
)  # fmt: skip
def test_wrong_use_is_a_line_and_status_two(project: Path, check: Check, arguments: list[str], error: str) -> None:
    write(project, a="flow")
    whole = f"{ended(error)} See chaindsl check --help" if error.startswith("error: usage: ") else error
    assert check(*arguments) == (2, "", f"{whole}\n")


def test_everything_that_is_wrong_is_told(project: Path, check: Check) -> None:
    assert check("a.py", "b.py") == (
        2,
        "",
        (
            "error: no-such-path: there is no file or folder 'a.py'. Is its name right, relative to this folder?\n"
            "error: no-such-path: there is no file or folder 'b.py'. Is its name right, relative to this folder?\n"
        ),
    )


def test_selectors_are_looked_at_even_where_there_is_no_flow(project: Path, check: Check) -> None:
    (project / "a.py").write_text("x = 1\n")
    assert check("--select", "CD999")[0] == 2


def test_settings_of_the_project(project: Path, check: Check) -> None:
    write(project, a="CD101 CD202")
    (project / "pyproject.toml").write_text(
        '[tool.chaindsl]\nignore = ["CD1", "CD998"]\nseverity = {CD202 = "error"}\n'
    )
    status, out, err = check("--fail-on", "error", "--output-format", "concise")
    assert (status, lines(out)[0]) == (1, "a.py:2:1: CD202 found CD202")
    assert err == "warning: unknown-rule: there is no rule 'CD998' (pyproject.toml:2). Did you mean 'CD708'?\n"
    assert check("--isolated")[0] == 1
    assert lines(check("--isolated", "--config", 'ignore=["CD202"]', "--output-format", "concise")[1])[0] == (
        "a.py:2:1: CD101 found CD101"
    )


def test_settings_that_are_wrong(project: Path, check: Check) -> None:
    write(project, a="flow")
    (project / "pyproject.toml").write_text('[tool.chaindsl]\nselect = ["CD1", "unread"]\nmax-size = 3\n')
    assert check() == (
        2,
        "",
        "error: unknown-setting: there is no setting 'max-size' (pyproject.toml:3). Did you mean 'max-file-size'?\n",
    )
    (project / "pyproject.toml").write_text('[tool.chaindsl]\nselect = [\n  "CD1",\n  "unread",\n]\n')
    assert check() == (
        2,
        "",
        "error: unknown-rule: there is no rule 'unread' (pyproject.toml:4). Did you mean 'unread-key'?\n",
    )


def test_excluded_files(project: Path, check: Check) -> None:
    write(project, a="CD101", b="flow")
    assert check("--exclude", "a.py") == (0, "Clean: 1 file read, 1 flow.\n", "")
    assert check("a.py", "--exclude", "a.py")[0] == 1
    assert check("a.py", "--exclude", "a.py", "--force-exclude") == (
        0,
        "No Python file found: 0 files read, 0 flows, 1 excluded.\n",
        "",
    )


def test_an_empty_folder(check: Check) -> None:
    assert check() == (0, "No Python file found: 0 files read, 0 flows.\n", "")


def test_suppressions(project: Path, check: Check) -> None:
    write(project, a="flow CD101  # chaindsl: ignore[CD101] on purpose")
    assert check() == (0, "Clean: 1 file read, 1 flow, 1 suppressed.\n", "")


def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))


def test_standard_input(project: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "# chaindsl\nCD101\n")
    assert lines(check("-", "--output-format", "concise")[1])[0] == "<stdin>:2:1: CD101 found CD101"
    feed(monkeypatch, "# chaindsl\nCD101\n")
    assert lines(check("-", "--stdin-filename", "src/a.py", "--output-format", "concise")[1])[0] == (
        "src/a.py:2:1: CD101 found CD101"
    )
    feed(monkeypatch, "x = 1\n")
    assert check("-") == (0, "Clean: 1 file read, 0 flows.\n", "")


def test_standard_input_has_the_settings_of_its_name(
    project: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "src").mkdir()
    (project / "src" / "pyproject.toml").write_text('[tool.chaindsl]\nignore = ["CD101"]\nexclude = ["gen.py"]\n')
    feed(monkeypatch, "# chaindsl\nflow CD101\n")
    assert check("-", "--stdin-filename", "src/a.py")[0] == 0
    feed(monkeypatch, "# chaindsl\nflow CD202\n")
    assert check("-", "--stdin-filename", "src/gen.py", "--force-exclude") == (
        0,
        "No Python file found: 0 files read, 0 flows, 1 excluded.\n",
        "",
    )


def test_statistics(project: Path, check: Check) -> None:
    write(project, a="CD202 CD202@a.py:1 CD101")
    assert check("--statistics") == (
        1,
        (
            "2  CD202  unread-key\n1  CD101  deterministic-cycle\n"
            "Found 3 findings: 1 error, 2 warnings. 1 file read, 0 flows.\n"
        ),
        "",
    )
    assert json.loads(check("--statistics", "--output-format", "json")[1]) == [
        {"code": "CD202", "name": "unread-key", "count": 2},
        {"code": "CD101", "name": "deterministic-cycle", "count": 1},
    ]


def test_programs_get_a_report_and_people_the_last_line(project: Path, check: Check) -> None:
    write(project, a="CD101")
    status, out, err = check("--output-format", "json")
    report = json.loads(out)
    assert status == 1
    assert err == "Found 1 finding: 1 error. 1 file read, 0 flows.\n"
    assert [one["code"] for one in report["findings"]] == ["CD101"]
    assert report["summary"]["failed"] is True
    (project / "a.py").write_text("x = 1\n")
    assert json.loads(check("--output-format", "json")[1])["summary"]["clean"] is True


def test_a_report_carries_what_rules_say_of_themselves(project: Path, check: Check) -> None:
    write(project, a="CD101")
    (run,) = json.loads(check("--output-format", "sarif")[1])["runs"]
    assert run["tool"]["driver"]["rules"][0]["help"]["text"] == "About deterministic-cycle."


def test_a_report_in_a_file(project: Path, check: Check) -> None:
    write(project, a="CD101")
    assert check("--output-format", "concise", "--output-file", "report.txt", "--color", "always") == (
        1,
        "Found 1 finding: 1 error. 1 file read, 0 flows.\n",
        "",
    )
    assert "a.py:2:1" in (project / "report.txt").read_text()


@pytest.mark.parametrize(
    ("options", "env", "coloured"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours(project: Path, check: Check, monkeypatch: pytest.MonkeyPatch, options: list[str],
                 env: dict[str, str], coloured: bool) -> None:  # fmt: skip
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    write(project, a="CD101")
    assert ("\x1b[" in check(*options)[1]) is coloured


def test_a_baseline_silences_what_was_there(project: Path, check: Check) -> None:
    write(project, a="CD101", b="CD202")
    assert check("--write-baseline", "base.json") == (0, "2 findings in base.json.\n", "")
    assert check("--baseline", "base.json") == (0, "Clean: 2 files read, 0 flows, 2 in the baseline.\n", "")
    write(project, a="CD101\nCD101", b="flow")
    status, out, _ = check("--baseline", "base.json", "--output-format", "concise")
    assert status == 1
    assert lines(out) == [
        "a.py:3:1: CD101 found CD101",
        (
            "Found 1 finding: 1 error. 2 files read, 1 flow, 1 in the baseline. "
            "1 entry of the baseline finds nothing any more; --write-baseline drops them."
        ),
    ]
    assert check("a.py", "--write-baseline", "base.json") == (0, "3 findings in base.json.\n", "")
    assert check("--write-baseline", "base.json") == (0, "2 findings in base.json.\n", "")


def test_a_baseline_does_not_overwrite_what_is_none(project: Path, check: Check) -> None:
    write(project, a="CD101")
    assert check("--write-baseline", "a.py") == (
        2,
        "",
        "error: no-baseline: 'a.py' is no baseline of version 1. Delete it and write it again with --write-baseline\n",
    )
    assert "CD101" in (project / "a.py").read_text()


def test_fixes_are_shown_before_they_are_made(project: Path, check: Check) -> None:
    write(project, a="CD202=safe\nCD101=unsafe")
    status, out, err = check("--diff")
    assert (status, err) == (1, "1 fix to make.\n")
    assert lines(out) == [
        "--- a.py",
        "+++ a.py",
        "@@ -1,3 +1,3 @@",
        " # chaindsl",
        "-CD202=safe",
        "+None",
        " CD101=unsafe",
    ]
    assert check("--diff", "--unsafe-fixes")[2] == "2 fixes to make.\n"
    assert "CD202=safe" in (project / "a.py").read_text()


def test_safe_fixes_are_made_and_the_rest_is_told(project: Path, check: Check) -> None:
    write(project, a="CD202=safe\nCD101=unsafe")
    status, out, _ = check("--fix", "--output-format", "concise")
    assert status == 1
    assert lines(out) == [
        "a.py:3:1: CD101 found CD101",
        "Found 1 finding: 1 error. 1 file read, 0 flows, 1 fixed.",
    ]
    assert (project / "a.py").read_text() == "# chaindsl\nNone\nCD101=unsafe\n"
    assert check("--fix", "--unsafe-fixes") == (0, "Clean: 1 file read, 0 flows, 1 fixed.\n", "")
    assert check("--diff") == (0, "", "0 fixes to make.\n")


def test_an_unused_suppression_is_taken_out(project: Path, check: Check) -> None:
    write(project, a="flow  # chaindsl: ignore[CD101]")
    assert check("--fix") == (0, "Clean: 1 file read, 1 flow, 1 fixed.\n", "")
    assert (project / "a.py").read_text() == "# chaindsl\nflow\n"


def test_findings_do_not_depend_on_where_it_is_run_or_on_order(
    project: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "p").mkdir()
    write(project / "p", a="CD101", b="CD202 CD101@p/a.py:3")

    def found(*arguments: str) -> list[tuple[str, int]]:
        report = json.loads(check(*arguments, "--output-format", "json")[1])
        return [(Path(one["location"]["file"]).name, one["location"]["line"]) for one in report["findings"]]

    expected = found("p")
    assert expected == [("a.py", 2), ("a.py", 3), ("b.py", 2)]
    assert found("p/b.py", "p/a.py") == expected
    assert found("p", "p/a.py") == expected
    assert found(str(project / "p")) == expected


def test_a_tree_without_flows_loads_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import os\n")
    code = (
        "import sys\nfrom chaindsl.cli.main import main\n"
        "try: main(['check'])\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    env = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    modules = set(done.stderr.split())
    assert (done.returncode, done.stdout) == (0, "Clean: 1 file read, 0 flows.\n")
    heavy = {
        "pydantic",
        "networkx",
        "rich",
        "graphviz",
        "json",
        "tomllib",
        "pathlib",
        "dataclasses",
        "difflib",
        "tempfile",
    }
    assert modules & heavy == set()
    assert {name for name in modules if name.startswith("analyzer.")} == {
        "analyzer.coverage",
        "analyzer.files",
        "analyzer.ignorefile",
        "analyzer.mention",
        "analyzer.pattern",
        "analyzer.refusal",
        "analyzer.report",
        "analyzer.report.table",
        "analyzer.settings",
        "analyzer.settings.configuration",
        "analyzer.settings.settings",
    }
