"""`chaindsl diff` says what a change does, refuses in one line what it can't compare, and runs nothing."""

import json
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from tests.review.changes.repository import Repo

FLOW = """
import a_package_that_is_not_there
from chaindsl import Complete, Text, chain, prompt, step

raise SystemExit("imported")

ASK = prompt("ask", version="1", text="Answer: {text}")

@step(writes="answer", prompt=ASK, max_attempts=2)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(text=text))

qa = chain("qa", work, inputs={"text": Text})
"""
CHANGED = """\
1 flow differs between HEAD and the working files: 1 changed.

`qa` changed (flows.py:13)
  ~ `work`, attempts: 2 → 5
  it follows
    most model calls: 2 → 5
    most seconds: 0.5 → 5
"""
Run = tuple[int, str, str]


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    found = Repo(tmp_path / "repo").start().write({"pyproject.toml": "", "flows.py": FLOW, "other.py": "x = 1\n"})
    found.commit("one")
    monkeypatch.chdir(found.folder)
    return found


def run(capfd: pytest.CaptureFixture[str], *words: str) -> Run:
    status = guarded(["diff", *words])
    return status, *capfd.readouterr()


def refused(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line on standard error."""
    status, out, err = run(capfd, *words)
    assert (status, out, err.count("\n")) == (2, "", 1), err
    return err.strip()


def test_without_a_word_it_compares_the_working_files_with_the_last_commit(
    repo: Repo, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(capfd) == (0, "No flow differs between HEAD and the working files.\n", "")
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    assert run(capfd) == (
        0,
        CHANGED,
        "",
    )


def test_two_revisions_are_read_from_objects_not_from_files(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    repo.commit("two")
    repo.write({"flows.py": "nothing of what it was"})
    expected = "1 flow differs between HEAD~1 and HEAD: 1 changed."
    assert run(capfd, "HEAD~1..HEAD")[1].splitlines()[0] == expected
    assert run(capfd, "HEAD~1..")[1].splitlines()[0] == expected
    assert (repo.folder / "flows.py").read_text() == "nothing of what it was"


def test_three_dots_mean_the_commit_that_both_come_from(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.git("checkout", "--quiet", "-b", "topic")
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    repo.commit("on the branch")
    repo.git("checkout", "--quiet", "main")
    repo.write({"more.py": FLOW.replace('"qa"', '"more"')}).commit("on main")
    assert run(capfd, "main...topic")[1].splitlines()[0] == "1 flow differs between main and topic: 1 changed."
    assert run(capfd, "main..topic")[1].splitlines()[0] == (
        "2 flows differ between main and topic: 1 removed, 1 changed."
    )


def test_paths_choose_flows(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.write({"inner/more.py": FLOW.replace('"qa"', '"more"')}).replace("flows.py", ('version="1"', 'version="2"'))
    both = "2 flows differ between HEAD and the working files: 1 added, 1 changed."
    assert run(capfd)[1].splitlines()[0] == both
    assert run(capfd, "HEAD", ".")[1].splitlines()[0] == both
    added = "1 flow differs between HEAD and the working files: 1 added."
    assert run(capfd, "HEAD", "inner")[1].splitlines()[0] == added
    assert run(capfd, "inner/more.py")[1].splitlines()[0] == added


def test_two_files_are_compared_without_git(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text(FLOW)
    new.write_text(FLOW.replace('version="1"', 'version="2"').replace("Answer:", "Reply:"))
    status, out, err = run(capfd, str(old), str(new))
    assert (status, err) == (0, "")
    assert out.splitlines()[2:] == [
        f"`qa` changed ({new}:13)",
        "  ~ `work`, prompt ask: version 1 → version 2",
        "      -Answer: {text}",
        "      +Reply: {text}",
    ]


@pytest.mark.parametrize("form", ["text", "json", "markdown", "svg"])
def test_every_format_is_written_to_a_file(repo: Repo, form: str, capfd: pytest.CaptureFixture[str]) -> None:
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    assert run(capfd, "--output-format", form, "-o", "out") == (0, "", "")
    starts = {"text": "1 flow", "json": '{\n  "human_gates', "markdown": "### 1 flow", "svg": "<svg xmlns="}
    assert (repo.folder / "out").read_text(encoding="utf-8").lstrip().startswith(starts[form])


# What can't be compared


def test_a_folder_without_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(capfd).startswith(
        f"error: no-repository: '{tmp_path}' is in no git repository: not a git repository"
    )


def test_an_unknown_revision_with_the_nearest_names(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.git("branch", "feature/reply")
    assert refused(capfd, "feature/rely..HEAD") == (
        "error: unknown-revision: there is no revision 'feature/rely'. Did you mean feature/reply?"
    )
    assert refused(capfd, "mian").endswith("there is no revision 'mian'. Did you mean main?")
    assert "there is no revision '--output=x'" in refused(capfd, "--", "--output=x..HEAD")


def test_a_repository_without_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(Repo(tmp_path).start().folder)
    assert refused(capfd).startswith("error: unknown-revision: there is no revision 'HEAD'")


def test_a_shallow_clone_without_the_base(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    repo.commit("two")
    clone = repo.folder.parent / "clone"
    repo.git("clone", "--quiet", "--depth=1", f"file://{repo.folder}", str(clone))
    monkeypatch.chdir(clone)
    said = refused(capfd, f"{repo.commits[0]}..HEAD")
    assert said.startswith(f"error: unknown-revision: there is no revision '{repo.commits[0]}'")
    assert said.endswith(
        "this clone is shallow: fetch it with its history: `git fetch --unshallow`, or "
        "`fetch-depth: 0` in the checkout of a CI job"
    )


def test_commits_that_have_nothing_in_common(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.git("checkout", "--quiet", "--orphan", "alone")
    repo.commit("alone")
    assert refused(capfd, "main...alone").endswith(
        "have no commit in common. Name two revisions with `..` between them"
    )


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x00\x01chaindsl\xff", "null bytes in source text (flows.py:1)"),
        (b"# chaindsl\n\nx = '\xff\xfe'\n", "not utf-8 text: invalid start byte (flows.py:3)"),
        (b"from chaindsl import chain\nchain(\n", "'(' was never closed (flows.py:2)"),
    ],
)
def test_a_file_that_can_t_be_read_now(repo: Repo, data: bytes, why: str, capfd: pytest.CaptureFixture[str]) -> None:
    (repo.folder / "flows.py").write_bytes(data)
    assert refused(capfd) == (f"error: unreadable-source: {why}. Repair it, so that nothing in it goes unseen")
    repo.commit("two")
    assert refused(capfd, "HEAD~1..HEAD").startswith(f"error: unreadable-source: {why}")
    repo.write({"flows.py": FLOW})
    status, out, err = run(capfd)
    assert (status, out.splitlines()[0]) == (0, "1 flow differs between HEAD and the working files: 1 added.")
    assert "its flows count as new" in err


def test_a_file_that_can_t_be_read_and_is_as_it_was_is_no_matter(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.write({"broken.py": "from chaindsl import chain\nfrom flows import work\nchain(\n"})
    repo.commit("two")
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    assert run(capfd) == (0, CHANGED, "")


def test_a_submodule(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    other = Repo(repo.folder.parent / "other").start().write({"flows.py": FLOW})
    other.commit("one")
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.folder), "lib")
    repo.commit("a submodule")
    assert refused(capfd, "HEAD", "lib/flows.py") == (
        "error: submodule: 'lib/flows.py' is in the submodule 'lib'. Give this command in there"
    )
    status, out, err = run(capfd, "HEAD~1..HEAD")
    assert (status, out.splitlines()[0]) == (0, "No flow differs between HEAD~1 and HEAD.")
    assert err == "warning: lib is a submodule that has changed; what is in it was not read\n"


def test_paths_that_are_nowhere_or_outside_are_told_at_once(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capfd, "HEAD", "../x.py", "flow.py")
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        f"error: path-outside: '../x.py' lies outside of the repository '{repo.folder}'",
        "error: no-such-path: 'flow.py' is in neither revision. Did you mean flows.py?",
    ]


def test_an_object_that_is_missing(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    blob = repo.git("rev-parse", "HEAD:flows.py")
    (repo.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert refused(capfd).startswith(f"error: missing-object: the object {blob[:12]} is not in this repository")


# What a repository that nobody trusts may say


def test_nothing_of_the_repository_runs(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    trap = repo.folder.parent / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {repo.folder.parent}/sprung\ncat\n")
    trap.chmod(0o755)
    repo.write({".gitattributes": "*.py diff=trap filter=trap merge=trap\n"})
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    repo.git("add", "--all")
    for name in ("diff.trap.textconv", "diff.trap.command", "diff.external", "filter.trap.clean", "filter.trap.smudge",
                 "filter.trap.process", "core.fsmonitor", "core.pager", "core.sshCommand", "core.editor"):  # fmt: skip
        repo.git("config", name, str(trap))
    hooks = repo.folder / ".git" / "hooks"
    for name in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-commit"):
        (hooks / name).write_bytes(trap.read_bytes())
        (hooks / name).chmod(0o755)
    before = {path: path.read_bytes() for path in repo.folder.rglob("*") if path.is_file()}
    sprung = repo.folder.parent / "sprung"
    sprung.unlink(missing_ok=True)
    assert run(capfd)[1].splitlines()[0] == "1 flow differs between HEAD and the working files: 1 changed."
    assert run(capfd, "HEAD..main", "--output-format", "json")[0] == 0
    assert not sprung.exists()
    assert {path: path.read_bytes() for path in repo.folder.rglob("*") if path.is_file()} == before


def test_settings_that_name_another_folder_are_not_followed(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.git("config", "core.worktree", "/")
    assert refused(capfd) == "error: no-repository: '/', which git takes for the working files, has no .git"


@pytest.mark.parametrize(
    "words", [["-"], ["HEAD^{tree}"], ["@{u}"], ["x" * 5_000], ["a..b..c"], ["/"], [".."], ["HEAD", ""]]
)
def test_no_word_ends_in_a_traceback(repo: Repo, words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capfd, *words)
    assert "Traceback" not in err
    assert "internal" not in err
    assert (status, err.count("\n")) in ((2, 1), (0, 0))


def test_a_link_leads_nowhere_outside(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    secret = repo.folder.parent / "secret.py"
    secret.write_text(FLOW.replace('"qa"', '"secret"'))
    (repo.folder / "link.py").symlink_to(secret)
    (repo.folder / "loop").symlink_to("loop")
    repo.write({"user.py": "from chaindsl import chain\nfrom link import work\nqa = chain('user', work, inputs={})\n"})
    repo.commit("two")
    status, out, err = run(capfd, "HEAD~1..HEAD", "--output-format", "json")
    assert (status, err) == (0, "")
    assert [(flow["name"], flow["change"]) for flow in json.loads(out)["flows"]] == [("user", "added")]
    assert "secret" not in out


def test_odd_names_are_shown_and_do_no_harm(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    name = "a\nb \x1b[31m`<b>|.py"
    repo.write({name: FLOW.replace('"qa"', '"``` <script> @octocat | \\u202e"')})
    repo.commit("two")
    for form in ("text", "json", "markdown"):
        status, out, err = run(capfd, "HEAD~1..HEAD", "--output-format", form)
        assert (status, err) == (0, "")
        assert "\x1b" not in out
        assert "\u202e" not in out
    assert "@octocat" not in run(capfd, "HEAD~1..HEAD", "--output-format", "markdown")[1].replace("`@octocat", "")


def test_a_change_can_t_hide_itself_by_its_settings(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.write({"pyproject.toml": '[tool.chaindsl]\nexclude = ["*.py"]\nignore = ["ALL"]\n', ".gitignore": "*.py\n"})
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"))
    expected = "1 flow differs between HEAD and the working files: 1 changed."
    assert run(capfd)[1].splitlines()[0] == expected
    repo.git("add", "--all", "--force")
    repo.commit("two")
    assert run(capfd, "HEAD~1..HEAD")[1].splitlines()[0] == "1 flow differs between HEAD~1 and HEAD: 1 changed."
    repo.replace("flows.py", ("max_attempts=5", "max_attempts=6"))
    repo.commit("three")
    assert run(capfd, "HEAD~1..HEAD")[1] == "No flow differs between HEAD~1 and HEAD.\n"


def test_a_prompt_s_file_is_looked_at_in_the_working_files_too(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.replace("flows.py", ('text="Answer: {text}"', 'file="ask.md"')).write({"ask.md": "Answer: {text}\n"})
    repo.commit("two")
    repo.write({"ask.md": "Reply: {text}\n"})
    assert "-Answer: {text}" in run(capfd)[1]


# Bars


def test_a_bar_that_is_stood_above_is_named_with_the_reason(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.replace("flows.py", ("max_attempts=2", "max_attempts=5"), ("Answer:", "Reply:"))
    status, out, err = run(
        capfd, "--fail-on", "calls+20%,calls>9", "--fail-on", "unversioned-prompt,human-gate-removed"
    )
    assert (status, err) == (1, "")
    assert out.splitlines()[-2:] == [
        "failed: calls+20%: flow `qa`, 2 → 5 model calls, and at most 2.4 are let pass",
        "failed: unversioned-prompt: flow `qa`, prompt `ask` has another text under the same version 1",
    ]
    assert run(capfd, "--fail-on", "calls+200%,calls+3,calls>5,new-errors")[0] == 0
    status, out, err = run(capfd, "--fail-on", "calls+2", "--output-format", "json")
    assert (status, err) == (1, "failed: calls+2: flow `qa`, 2 → 5 model calls, and at most 4 are let pass\n")
    assert json.loads(out)["failed"] == [
        {"bar": "calls+2", "flow": "qa", "why": "2 → 5 model calls, and at most 4 are let pass"}
    ]


def test_bars_that_are_none_are_refused_with_the_nearest(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capfd, "--fail-on", "human-gate-remove,calls>20%")
    assert (status, out) == (2, "")
    first, second = err.splitlines()
    assert first.startswith(
        "error: unknown-bar: --fail-on knows no 'human-gate-remove'. Did you mean human-gate-removed"
    )
    assert second.startswith("error: unknown-bar: --fail-on knows no 'calls>20%'. ")


def test_a_finding_is_told_of_the_flow_in_its_file(repo: Repo, capfd: pytest.CaptureFixture[str]) -> None:
    repo.write({"more.py": FLOW}).commit("two")
    repo.replace("more.py", ("work, inputs={", 'work, outputs=["nothing"], inputs={'))
    status, out, _ = run(capfd)
    assert (status, out.splitlines()[0]) == (0, "1 flow differs between HEAD and the working files: 1 changed.")
    assert out.splitlines()[2].startswith("`qa` changed (more.py:")
