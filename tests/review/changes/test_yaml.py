"""Flows of YAML are compared as those of Python are: what they are made of, their gates, their findings."""

import sys
from pathlib import Path

import pytest

from analyzer.refusal import Refusal
from chaindsl.errors import ChainDslError
from chaindsl.review.changes.bars import failures
from chaindsl.review.changes.difference import Difference
from chaindsl.review.changes.plain import text
from chaindsl.review.yaml_flows import yaml_flows
from tests.review.changes.repository import Repo

EXPENSE = (Path(__file__).parents[3] / "examples" / "yaml" / "expense.yaml").read_text(encoding="utf-8")
OTHERS = "workflows:\n  version: 2\n  build: { jobs: [test] }\n"
FILES = {"flows/expense.yaml": EXPENSE, ".circleci/config.yml": OTHERS}


def changed(folder: Path, *edits: tuple[str, str], name: str = "flows/expense.yaml") -> Difference:
    repo = Repo(folder).start().write(FILES)
    repo.commit("old")
    repo.replace("flows/expense.yaml", *edits)
    (folder / "flows/expense.yaml").rename(folder / name)
    repo.commit("new")
    return repo.difference("HEAD~1..HEAD")


def told(found: Difference) -> list[tuple[str, ...]]:
    return [
        (flow.name, str(one.aspect), one.subject, one.what, str(one.before), str(one.after))
        for flow in found.flows
        for one in flow.changes
    ]


MENU = "approved if amount < {}, refused if {}, else approval"
GIFT = "purpose.startswith('gift')"
CHANGES = {
    "a guard": (
        ("workflow.input.amount < 50", "workflow.input.amount < 500"),
        ("expense", "guard", "sort", "branches", MENU.format(50, GIFT), MENU.format(500, GIFT)),
    ),
    "a goal": (
        ("Decide whether this expense is paid.", "Decide."),
        ("expense", "guidance", "approval", "goal", "Decide whether this expense is paid.", "Decide."),
    ),
    "attempts": (
        ("maxAttempts: 2", "maxAttempts: 3"),
        ("book_work", "retry", "book_command", "attempts", "2", "3"),
    ),
    "a time": (
        ("timeoutMs: 10000", "timeoutMs: 5000"),
        ("book_work", "retry", "book_command", "seconds an attempt may take", "10", "5"),
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_told(what: str, tmp_path: Path) -> None:
    edit, expected = CHANGES[what]
    assert told(changed(tmp_path, edit)) == [expected]


@pytest.mark.parametrize("actor", ["agent", "deterministic"])
def test_a_person_who_decides_no_more_is_the_first_line(actor: str, tmp_path: Path) -> None:
    found = changed(tmp_path, ("actor: human", f"actor: {actor}"))
    assert text(found).startswith("human gate removed: transition `approve`, which a person decided, is decided by ")
    assert [one.bar for one in failures(found, ["human-gate-removed"])] == ["human-gate-removed"] * 2


def test_a_file_that_goes_takes_its_gates_along(tmp_path: Path) -> None:
    repo = Repo(tmp_path).start().write(FILES)
    repo.commit("old")
    (tmp_path / "flows/expense.yaml").unlink()
    found = repo.difference()
    assert text(found).startswith("human gate removed: ")
    assert [(flow.name, flow.verb) for flow in found.flows] == [("expense", "removed"), ("book_work", "removed")]


def test_other_names_and_places_are_no_change(tmp_path: Path) -> None:
    found = changed(tmp_path, ("refused", "turned_down"), name="elsewhere.yml")
    assert (told(found), [flow.moved for flow in found.flows]) == ([], [True, True])
    assert [(one.before, one.after) for one in found.flows[0].renamed] == [("refused", "turned_down")]
    assert (found.found, found.gone) == ((), ())


def test_a_file_that_git_does_not_know_yet(tmp_path: Path) -> None:
    repo = Repo(tmp_path).start().write({".gitignore": "ignored/\n", ".circleci/config.yml": OTHERS})
    repo.commit("old")
    repo.write({"new.yaml": EXPENSE, "ignored/new.yaml": EXPENSE})
    flows = repo.difference().flows
    assert [(flow.name, flow.verb, flow.here.file) for flow in flows] == [
        ("expense", "added", "new.yaml"),
        ("book_work", "added", "new.yaml"),
    ]
    assert str(flows[0].here.place).startswith("new.yaml:8:")


def test_files_of_somebody_else_say_nothing(tmp_path: Path) -> None:
    repo = Repo(tmp_path).start().write(FILES)
    repo.commit("old")
    found = repo.write({".circleci/config.yml": "{ [ &a *a"}).difference()
    assert (found.flows, found.found, found.notes) == ((), (), ())


def test_new_findings_of_yaml_are_new(tmp_path: Path) -> None:
    found = changed(tmp_path, ("$.arguments.by", "$.arguments.who"))
    assert [one.why.partition(" ")[0] for one in failures(found, ["new-errors"])] == ["CD704"]


def test_one_that_can_not_be_read_stops_the_diff(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"^flows/expense\.yaml:10:16: this is no YAML"):
        changed(tmp_path, ("  expense:", "  expense: ["))


def test_two_files(tmp_path: Path) -> None:
    repo = Repo(tmp_path).write({"old.yaml": EXPENSE, "new.yml": EXPENSE.replace("actor: human", "actor: agent")})
    assert text(repo.difference("old.yaml", "new.yml")).startswith("human gate removed: ")


def test_without_a_reader_of_yaml_nothing_is_passed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(ChainDslError, match="extra `yaml`"):
        yaml_flows(EXPENSE.encode(), "/expense.yaml", "expense.yaml")
    with pytest.raises(Refusal, match="extra `yaml`"):
        changed(tmp_path, ("amount < 50", "amount < 500"))
