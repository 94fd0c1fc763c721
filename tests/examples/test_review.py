"""The review: eight of ten steps are computed, and what a person decides is theirs."""

import pytest

from chaindsl import ChainError, Run
from examples.review import PATCH, review

LEAK = PATCH.replace("return 0", 'api_key = "0123456789"').replace("tests/test_cart.py", "docs/cart.md")


def steps(run: Run) -> list[str]:
    return [record.step for record in run.trace]


def test_two_judgements_are_asked_for() -> None:
    runner = review.bind()
    run = runner.run({})
    assert steps(run) == ["list_files", "measure", "find_secrets", "find_tests"]
    assert (run.state, run["files"], run["size"]) == ("assess", ["src/shop/cart.py", "tests/test_cart.py"], 6)
    run = runner.submit(run, "assess", {"risk": "low"})
    assert steps(run)[5:] == ["find_owners", "remark", "summarise", "write_comment"]
    assert run["comment"] == "2 files, 6 lines, low risk\nFor shop."
    run = runner.submit(run, "approve")
    assert (str(run.status), run.state) == ("completed", "approved")


def test_a_secret_can_not_be_approved_but_sent_back() -> None:
    runner = review.bind()
    run = runner.submit(runner.run({"patch": LEAK}), "assess", {"risk": "high"})
    assert run["remarks"] == ["1 lines look like a secret", "no test is touched", "it is risky"]
    assert run["owners"] == ["shop", "writers"]
    assert [link.transition for link in run.links] == ["send_back", "merge"]
    run = runner.submit(run, "send_back", {"reason": "Take the key out."})
    assert run.outputs == {"comment": run["comment"], "reason": "Take the key out."}


@pytest.mark.parametrize(("risk", "code"), [("none", "wrong-input"), (1, "wrong-input")])
def test_a_risk_is_one_of_three(risk: object, code: str) -> None:
    runner = review.bind()
    run = runner.run({})
    with pytest.raises(ChainError) as refused:
        runner.submit(run, "assess", {"risk": risk})
    assert (refused.value.code, str(run.status)) == (code, "waiting")


def test_only_a_person_merges_against_advice() -> None:
    runner = review.bind()
    run = runner.submit(runner.run({}), "assess", {"risk": "high"})
    with pytest.raises(ChainError) as refused:
        runner.submit(run, "merge")
    assert refused.value.code == "wrong-actor"
    assert runner.submit(run, "merge", actor="human").state == "merged"
