"""A review of a change: of ten steps eight are computed, and somebody is asked for two judgements.

    chaindsl run examples/review.py:review
    chaindsl serve examples/review.py:review

It shows what a workflow saves. Served to a model, which files a patch touches, how large it is, whether it holds a
secret or a test, who owns it and what the comment says cost no round trip: the model is asked how risky the change is,
and what is to be done with it. Merging it against advice is a person's decision, which the model can see but not take.
"""

import re
from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import BaseModel

from chaindsl import FromActor, Len, State, Text, decides, passes, transition, workflow

PATCH = """\
diff --git a/src/shop/cart.py b/src/shop/cart.py
--- a/src/shop/cart.py
+++ b/src/shop/cart.py
@@ -10,6 +10,8 @@
 def total(items):
-    return sum(item.price for item in items)
+    if not items:
+        return 0
+    return sum(item.price * item.count for item in items)
diff --git a/tests/test_cart.py b/tests/test_cart.py
--- a/tests/test_cart.py
+++ b/tests/test_cart.py
@@ -1,2 +1,4 @@
+def test_an_empty_cart_costs_nothing():
+    assert total([]) == 0
"""

OWNERS = {"src/shop": "shop", "src/billing": "billing", "docs": "writers"}
SECRET = re.compile(r"(?i)(password|secret|token|api_?key)\s*[:=]\s*['\"][^'\"]{6,}")

Risk = Literal["low", "medium", "high"]


class Change(BaseModel):
    """What is reviewed: a patch as `git diff` prints it."""

    patch: Text = PATCH


def added(patch: str) -> list[str]:
    """Return the lines that a patch adds."""
    return [line[1:] for line in patch.splitlines() if line.startswith("+") and not line.startswith("+++")]


@transition(source="opened", target="listed", actor="deterministic", writes="files")
def list_files(patch: Text) -> Annotated[list[str], Len(1, 500)]:
    """Find out which files the patch touches."""
    return re.findall(r"^\+\+\+ b/(.+)$", patch, re.MULTILINE)


@transition(source="listed", target="measured", actor="deterministic", writes="size")
def measure(patch: Text) -> int:
    """Count the lines that it adds or takes away."""
    return sum(line[:1] in "+-" and line[:3] not in ("+++", "---") for line in patch.splitlines() if line)


@transition(source="measured", target="searched", actor="deterministic", writes="secrets")
def find_secrets(patch: Text) -> int:
    """Count what looks like a password among the lines that it adds."""
    return sum(SECRET.search(line) is not None for line in added(patch))


@transition(source="searched", target="assess", actor="deterministic", writes="tested")
def find_tests(files: list[str]) -> bool:
    """Find out whether it touches a test."""
    return any("test" in PurePosixPath(file).name for file in files)


@transition(source="assess", target="assessed", writes="risk", title="Say how risky the change is")
def assess(risk: FromActor[Risk]) -> Risk:
    """Keep the judgement."""
    return risk


@transition(source="assessed", target="owned", actor="deterministic", writes="owners")
def find_owners(files: list[str]) -> list[str]:
    """Find out whose files they are."""
    return sorted({owner for folder, owner in OWNERS.items() for file in files if file.startswith(f"{folder}/")})


@transition(source="owned", target="checked", actor="deterministic", writes="remarks")
def remark(size: int, secrets: int, tested: bool, risk: Risk) -> list[str]:
    """Note what speaks against the change."""
    found = {
        f"{secrets} lines look like a secret": secrets > 0,
        "no test is touched": not tested,
        f"{size} lines are much to read": size > 400,
        "it is risky": risk == "high",
    }
    return [text for text, holds in found.items() if holds]


@transition(source="checked", target="summarised", actor="deterministic", writes="summary")
def summarise(files: list[str], size: int, risk: Risk) -> Text:
    """Say in one line what the change is."""
    return f"{len(files)} files, {size} lines, {risk} risk"


@transition(source="summarised", target="decide", actor="deterministic", writes="comment")
def write_comment(summary: Text, owners: list[str], remarks: list[str]) -> Text:
    """Write what goes under the change."""
    asked = f"For {', '.join(owners)}." if owners else "Nobody owns these files."
    return "\n".join([summary, asked, *(f"- {text}" for text in remarks)])


@transition(source="decide", target="approved", when="secrets == 0", title="Approve the change")
def approve() -> None:
    """Nothing that looks like a secret is approved."""


@transition(source="decide", target="returned", writes="reason", title="Ask for changes")
def send_back(reason: FromActor[Text]) -> Text:
    """Keep what is to be changed."""
    return reason


@transition(source="decide", target="merged", actor="human", title="Merge it against advice")
def merge() -> None:
    """For a person alone."""


review = workflow(
    "review",
    list_files,
    measure,
    find_secrets,
    find_tests,
    assess,
    find_owners,
    remark,
    summarise,
    write_comment,
    approve,
    send_back,
    merge,
    initial="opened",
    final=["approved", "returned", "merged"],
    inputs=Change,
    outputs=["comment", "reason"],
    states=[
        State("assess", goal="Say how risky the change is.", guidance="High: money, passwords, data that can be lost."),
        State("decide", goal="Decide on the change.", guidance="Read `comment`. Send back what has no test."),
    ],
    always=[passes("find_secrets", before="approved"), decides("human", before="merged")],
)
