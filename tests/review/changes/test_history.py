"""A history of a project of several flows: every planted change is in the diff, and nothing else is."""

import pytest

from chaindsl.review.changes.change import Change, Verb
from chaindsl.review.changes.difference import Difference
from tests.review.changes.history import HISTORY, Planted, played
from tests.review.changes.repository import Repo

SIGNS = {Verb.ADDED: "+", Verb.REMOVED: "-", Verb.CHANGED: "~"}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    return played(Repo(tmp_path_factory.mktemp("shop")))


def line(one: Change) -> str:
    counts = [sum(text.startswith(sign) for text in one.lines) for sign in "-+"]
    more = f" (-{counts[0]} +{counts[1]})" if one.lines else ""
    return f"{SIGNS[one.verb]} {one.aspect} {one.subject} {one.what}: {one.before} → {one.after}{more}"


def said(found: Difference) -> dict[str, list[str]]:
    return {
        flow.name: [flow.verb] if flow.verb in ("added", "removed") else [line(one) for one in flow.changes]
        for flow in found.different
    }


def test_the_history_is_long_enough() -> None:
    assert len(HISTORY) >= 15
    assert sum(not planted.said for planted in HISTORY) >= 5


@pytest.mark.parametrize(("number", "planted"), list(enumerate(HISTORY)), ids=[one.message for one in HISTORY])
def test_each_commit_says_what_was_planted_and_nothing_else(repo: Repo, number: int, planted: Planted) -> None:
    found = repo.difference(f"{repo.commits[number]}..{repo.commits[number + 1]}")
    assert said(found) == planted.said
    assert tuple(flow.name for flow in found.quiet) == planted.quiet


def test_a_gate_that_is_gone_is_told_where_it_went_and_nowhere_else(repo: Repo) -> None:
    told = {}
    for number, planted in enumerate(HISTORY):
        found = repo.difference(f"{repo.commits[number]}..{repo.commits[number + 1]}")
        told[planted.message] = [text for _, text in found.removed_gates]
    assert {message: texts for message, texts in told.items() if texts} == {
        "A model decides what a person did": [
            "transition `approve`, which a person decided, is decided by a model",
            "`live` can be reached without any human decision",
        ],
        "A guarantee less": ["the guarantee decides(human, before live) is gone"],
    }


def test_the_whole_history_is_one_difference(repo: Repo) -> None:
    found = repo.difference(f"{repo.commits[0]}..{repo.commits[-1]}")
    assert {flow.name: flow.verb for flow in found.flows} == {
        "support": "changed",
        "release": "changed",
        "echo": "added",
        "digest": "removed",
    }
    release = next(flow for flow in found.flows if flow.name == "release")
    assert [line(one) for one in release.changes] == [
        "- guarantee  : decides(human, before live) → None",
        "~ guard small : size < 100 → size < 1000",
        "~ actor approve : human → agent",
    ]
    assert [(one.kind, one.before, one.after) for one in release.renamed] == [
        ("state", "given_up", "stopped"),
        ("transition", "run_tests", "test_it"),
    ]


def test_backwards_the_same_changes_are_told_the_other_way_round(repo: Repo) -> None:
    turned = {Verb.ADDED: Verb.REMOVED, Verb.REMOVED: Verb.ADDED, Verb.CHANGED: Verb.CHANGED}
    for old, new in list(zip(repo.commits, repo.commits[1:], strict=False))[::4]:
        on = [one for flow in repo.difference(f"{old}..{new}").flows for one in flow.changes]
        back = [one for flow in repo.difference(f"{new}..{old}").flows for one in flow.changes]
        assert sorted((one.aspect, turned[one.verb]) for one in on) == sorted((one.aspect, one.verb) for one in back)
