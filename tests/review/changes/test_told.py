"""What is mended in one flow makes up for nothing that is broken in another; what has only moved is not new."""

from pathlib import Path

import pytest

from chaindsl.review.changes.bars import failures
from chaindsl.review.changes.difference import Difference
from tests.review.changes.repository import Repo

STEP = """\
from chaindsl import chain, step

@step(writes="b")
def one({reads}: int) -> int:
    return 1
"""
FLOW = """\
flow = chain("qa", one, inputs={"a": int}, outputs=["b"])
"""
CLEAN, BROKEN = (STEP.format(reads=key) + FLOW for key in ("a", "never"))
SHARED, ELSEWHERE = (f"from {module} import one\nfrom chaindsl import chain\n{FLOW}" for module in ("steps", "others"))
FACTORY = "def {name}():\n    return chain('qa', one, inputs={{'a': int}}, outputs=['b'])\n"
ERROR = "CD201"


def changed(folder: Path, old: dict[str, str], new: dict[str, str]) -> Difference:
    repo = Repo(folder).start().write({"README": "", **old})
    repo.commit("old")
    for name in old:
        (folder / name).unlink()
    repo.write(new).commit("new")
    return repo.difference("HEAD~1..HEAD")


def new_errors(found: Difference) -> list[str]:
    return [one.why.split(" ")[0] for one in failures(found, ["new-errors"])]


BROKEN_ANEW = {
    "in another file": ({"a.py": BROKEN, "b.py": CLEAN}, {"a.py": CLEAN, "b.py": BROKEN}),
    "in another folder": ({"x/a.py": BROKEN, "y/a.py": CLEAN}, {"x/a.py": CLEAN, "y/a.py": BROKEN}),
    "in a new flow": ({"a.py": BROKEN}, {"a.py": CLEAN, "b.py": BROKEN}),
    "in a new flow, the old one gone, another as it was": (
        {"a.py": BROKEN, "b.py": CLEAN},
        {"b.py": BROKEN},
    ),
    "beside one that stays broken": (
        {"a.py": BROKEN, "b.py": BROKEN, "c.py": CLEAN},
        {"a.py": BROKEN, "b.py": CLEAN, "c.py": BROKEN},
    ),
    "in a flow that moves meanwhile": (
        {"a.py": BROKEN, "x/b.py": CLEAN},
        {"a.py": CLEAN, "y/b.py": BROKEN},
    ),
}
AS_IT_WAS = {
    "another file": ({"a.py": BROKEN}, {"b.py": BROKEN}),
    "two other folders": ({"x/a.py": BROKEN, "x/b.py": BROKEN}, {"y/a.py": BROKEN, "y/b.py": BROKEN}),
    "two other files": ({"a.py": BROKEN, "b.py": BROKEN}, {"c.py": BROKEN, "d.py": BROKEN}),
    "another name": ({"a.py": BROKEN}, {"a.py": BROKEN.replace("one", "first")}),
    "another flow name": (
        {"a.py": BROKEN.replace("qa", "one_more")},
        {"b.py": BROKEN.replace("qa", "two_more").replace("flow =", "other =")},
    ),
    "a step in another module": (
        {"steps.py": STEP.format(reads="never"), "a.py": SHARED},
        {"others.py": STEP.format(reads="never"), "a.py": ELSEWHERE},
    ),
    "a step of two flows": (
        {
            "steps.py": STEP.format(reads="never"),
            "a.py": SHARED,
            "b.py": SHARED,
        },
        {"others.py": STEP.format(reads="never"), "b.py": ELSEWHERE},
    ),
}


@pytest.mark.parametrize("where", BROKEN_ANEW)
def test_an_error_is_new(where: str, tmp_path: Path) -> None:
    assert new_errors(changed(tmp_path, *BROKEN_ANEW[where])) == [ERROR]


@pytest.mark.parametrize("what", AS_IT_WAS)
def test_an_error_is_as_it_was(what: str, tmp_path: Path) -> None:
    found = changed(tmp_path, *AS_IT_WAS[what])
    assert new_errors(found) == []
    assert not found.found
    assert all(flow.old is None or not flow.found for flow in found.flows)


def test_flows_of_one_name_in_one_file(tmp_path: Path) -> None:
    both = STEP.format(reads="never") + FACTORY.format(name="first") + FACTORY.format(name="second")
    only = STEP.format(reads="never") + FACTORY.format(name="first")
    assert new_errors(changed(tmp_path / "less", {"a.py": both}, {"a.py": only})) == []
    assert new_errors(changed(tmp_path / "same", {"a.py": both}, {"b.py": both})) == []
