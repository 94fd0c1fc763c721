"""A project of several flows with findings, a step in another file, and texts that would like to be HTML."""

from pathlib import Path

FLOWS = '''\
"""Flows with <b>odd</b> & hostile parts."""
from steps import draft
from chaindsl import Complete, Text, State, branch, chain, passes, prompt, repeat, step, transition, workflow

raise SystemExit("imported")

ASK = prompt("ask", version="3", text="Classify </pre><script>alert(1)</script>\\n\\n{question}")

@step(writes="topic", prompt=ASK)
def classify(question: Text, *, complete: Complete) -> str:
    """Name the topic."""
    return complete(ASK.format(question=question))

@step(writes="never_read")
def note(question: Text) -> Text:
    return question

qa = chain(
    "qa", classify, note, branch("topic", {"a": [draft]}, otherwise=[draft]),
    inputs={"question": Text}, outputs=["answer"],
)

@transition(source="a", target="b", actor="deterministic", when="n > 1")
def go(n: int) -> None: ...

@transition(source="b", target="done", actor="human")
def approve() -> None:
    """Approve it."""

@transition(source="a", target="done", actor="agent")
def skip() -> None: ...

work = workflow(
    "work </title>", go, approve, skip, initial="a", final=["done"], inputs={"n": int},
    always=[passes("approve", before="done")],
)
'''
STEPS = """\
from chaindsl import Complete, Text, step

@step(writes="answer")
def draft(question: Text, *, complete: Complete) -> Text:
    return complete(question)
"""


def written(folder: Path) -> Path:
    """Write the project into a folder and return it."""
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    (folder / "flows.py").write_text(FLOWS, encoding="utf-8")
    (folder / "steps.py").write_text(STEPS, encoding="utf-8")
    (folder / "other.py").write_text("import os\n", encoding="utf-8")
    return folder
