"""The action for GitHub and the job for GitLab: both fit their schema, and their scripts do what they say."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from chaindsl.review.changes.markdown import MARKER
from tests.review.changes.repository import Repo
from tests.review.changes.shop import FILES

ROOT = Path(__file__).parents[2]
ACTION = ROOT / "action.yml"
PAGE = ROOT / "docs" / "how-to" / "review.md"
GH = """\
#!/bin/sh
printf '%s\\n' "$*" >> "$CALLS"
case "$*" in *PATCH*|*POST*) exit 0;; esac
echo $KNOWN
"""


def steps() -> dict[str, dict[str, Any]]:
    return {step["name"]: step for step in yaml.safe_load(ACTION.read_text(encoding="utf-8"))["runs"]["steps"]}


def snippet(start: str) -> str:
    """The YAML block of the page that begins so."""
    blocks: list[str] = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return next(block for block in blocks if block.startswith(start))


def fits(schema: str, file: Path) -> tuple[int, str]:
    program = Path(sys.executable).with_name("check-jsonschema")
    done = subprocess.run(
        [program, "--builtin-schema", schema, file], capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_the_action_fits_github_s_schema() -> None:
    assert fits("vendor.github-actions", ACTION) == (0, "ok -- validation done\n")


@pytest.mark.parametrize(
    ("schema", "start"), [("vendor.github-workflows", "# .github"), ("vendor.gitlab-ci", "# .gitlab")]
)
def test_the_jobs_on_the_page_fit_their_schema(schema: str, start: str, tmp_path: Path) -> None:
    file = tmp_path / "job.yml"
    file.write_text(snippet(start), encoding="utf-8")
    assert fits(schema, file) == (0, "ok -- validation done\n")


def test_no_input_is_put_into_a_script() -> None:
    """What a pull request says reaches scripts as variables only."""
    assert [name for name, step in steps().items() if "${{" in step["run"]] == []


def test_the_marker_is_the_report_s() -> None:
    assert MARKER in steps()["Comment"]["run"]
    assert MARKER in snippet("# .gitlab")


@pytest.fixture
def job(tmp_path: Path) -> tuple[Repo, dict[str, str]]:
    """A repository with a branch, and the variables of a job; `chaindsl` and `gh` are found where scripts look."""
    repo = Repo(tmp_path / "shop").start().write(FILES)
    repo.commit("The shop")
    repo.replace("shop/release.py", ('actor="human"', 'actor="agent"'))
    repo.commit("A model decides")
    programs = tmp_path / "chaindsl" / "bin"
    programs.mkdir(parents=True)
    (programs / "chaindsl").symlink_to(Path(sys.executable).with_name("chaindsl"))
    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    variables = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "CALLS": str(tmp_path / "calls"),
        "KNOWN": "",
        "REPOSITORY": "ada/shop",
        "NUMBER": "7",
        "PATHS": "",
        "FAIL_ON": "human-gate-removed",
    }
    return repo, variables


def run(name: str, repo: Repo, variables: dict[str, str]) -> int:
    """Run the script of a step as GitHub does."""
    words = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", steps()[name]["run"]]
    return subprocess.run(words, cwd=repo.folder, env=variables, timeout=120, check=False).returncode


def test_the_scripts_compare_comment_once_and_judge(job: tuple[Repo, dict[str, str]], tmp_path: Path) -> None:
    repo, variables = job
    variables |= {"BASE": repo.commits[0], "HEAD": repo.commits[1], "PATHS": "shop README.md"}
    assert run("Compare", repo, variables) == 0
    report = tmp_path / "chaindsl-diff.md"
    assert (tmp_path / "outputs").read_text() == f"status=1\nreport={report}\n"
    assert report.read_text(encoding="utf-8").startswith("**⛔ human gate removed: ")
    assert (tmp_path / "summary").read_text(encoding="utf-8") == report.read_text(encoding="utf-8")
    for known, expected in (
        ("", f"--method POST repos/ada/shop/issues/7/comments --field body=@{report}"),
        ("42", f"--method PATCH repos/ada/shop/issues/comments/42 --field body=@{report}"),
    ):
        assert run("Comment", repo, {**variables, "REPORT": str(report), "KNOWN": known}) == 0
        assert (tmp_path / "calls").read_text().splitlines()[-1] == f"api --silent {expected}"
    assert run("Judge", repo, {**variables, "STATUS": "1"}) == 1


def test_what_can_t_be_compared_fails_and_writes_nothing(job: tuple[Repo, dict[str, str]], tmp_path: Path) -> None:
    repo, variables = job
    assert run("Compare", repo, {**variables, "BASE": "nothing", "HEAD": repo.commits[1]}) == 2
    assert not (tmp_path / "outputs").exists()


def test_where_no_flow_differs_no_comment_is_begun(job: tuple[Repo, dict[str, str]], tmp_path: Path) -> None:
    repo, variables = job
    assert run("Compare", repo, {**variables, "BASE": repo.commits[1], "HEAD": repo.commits[1]}) == 0
    assert run("Comment", repo, {**variables, "REPORT": str(tmp_path / "chaindsl-diff.md")}) == 0
    assert "--method" not in (tmp_path / "calls").read_text()
