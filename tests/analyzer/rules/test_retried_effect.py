"""CD402 on effects in steps, transitions, loops and flows inside flows."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree, one_step

ONCE = """
@step(writes="sent", effect=True, max_attempts=1)
def send(text: Text, *, mail: Any) -> str:
    return mail(text)
"""
MARKED = ONCE.replace("@step", "⟦@step").replace("send(", "send⟧(")
LATER = """
@step(writes="good")
def judge(sent: str) -> bool:
    return bool(sent)
"""
RELEASE = """
flow = workflow(
    "flow", work, initial="open", final=["done"], inputs={"text": Text}, states=[State("open", goal="Do it")]
)
"""

BAD = {
    "two attempts by default": one_step("""
⟦@step(writes="sent", effect=True)
def work⟧(text: Text, *, mail: Any) -> str:
    return mail(text)
"""),
    "more attempts": one_step("""
⟦@step(writes="sent", effect=True, max_attempts=5)
def work⟧(text: Text, *, mail: Any) -> str:
    return mail(text)
"""),
    "a command": one_step("""
⟦@step(writes="sent")
def work⟧(text: Text) -> Command[CommandResult]:
    return cli("mail", stdin=text)
"""),
    "a transition that is tried again": """
⟦@transition(source="open", target="done", max_attempts=3)
def work⟧(text: Text) -> Command[CommandResult]:
    return cli("deploy", stdin=text)
"""
    + RELEASE,
    "a constant": one_step("""
TRIES = 3

⟦@step(writes="sent", effect=True, max_attempts=TRIES)
async def work⟧(text: Text, *, mail: Any) -> str:
    return await mail(text)
"""),
    "each item": one_step("""
⟦@step(writes="sent", each="items", limit=9, effect=True)
def work⟧(item: str, *, mail: Any) -> str:
    return mail(item)
"""),
    "in a loop": f"""{MARKED}{LATER}
flow = chain("flow", repeat(send, judge, until="good", limit=3), inputs={{"text": Text}}, outputs=["sent"])
""",
    "in a flow in a loop": f"""{MARKED}{LATER}
inner = chain("inner", send, inputs={{"text": Text}})
flow = chain("flow", repeat(inner, judge, until="good", limit=3), inputs={{"text": Text}}, outputs=["sent"])
""",
    "in a route in a loop": f"""{MARKED}{LATER}
@step(writes="kind")
def kind(text: Text) -> bool:
    return len(text) > 9

flow = chain(
    "flow", kind, repeat(branch("kind", {{True: send, False: send}}), judge, until="good", limit=2),
    inputs={{"text": Text}}, outputs=["sent"],
)
""",
    "in a flow that is run again": f"""{MARKED}
inner = chain("inner", send, inputs={{"text": Text}})

@transition(source="open", target="done", runs=inner, max_attempts=2)
def work(text: Text) -> None: ...
{RELEASE}""",
}

GOOD = {
    "one attempt": f'{ONCE}\nflow = chain("flow", send, inputs={{"text": Text}})',
    "a template": one_step("""
@step(writes="sent", effect=True, idempotency_key="send-{text}")
def work(text: Text, *, mail: Any, key: IdempotencyKey) -> str:
    return mail(text, key)
"""),
    "a key by itself": one_step("""
@step(writes="sent", effect=True)
def work(text: Text, *, mail: Any, key: IdempotencyKey) -> str:
    return mail(text, key)
"""),
    "a command that only looks": one_step("""
@step(writes="files", effect=False)
def work(text: Text) -> Command[str]:
    return cli("ls").text()
"""),
    "a transition": """
@transition(source="open", target="done")
def work(text: Text) -> Command[CommandResult]:
    return cli("deploy", stdin=text)
"""
    + RELEASE,
    "no effect": one_step("""
@step(writes="pages", max_attempts=5)
def work(text: Text, *, search: Any) -> list[str]:
    return search(text)
"""),
    "a loop of one round": f"""{ONCE}{LATER}
flow = chain("flow", repeat(send, judge, until="good", limit=1), inputs={{"text": Text}}, outputs=["sent"])
""",
    "attempts that nobody knows": one_step("""
import os

@step(writes="sent", effect=True, max_attempts=int(os.environ["TRIES"]))
def work(text: Text, *, mail: Any) -> str:
    return mail(text)
"""),
    "behind a loop": f"""{ONCE}
@step(writes="draft")
def draft(text: Text) -> str:
    return text

@step(writes="good")
def judge(draft: str) -> bool:
    return bool(draft)

flow = chain("flow", repeat(draft, judge, until="good", limit=3), send, inputs={{"text": Text}}, outputs=["sent"])
""",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text, "CD402")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text, "CD402") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, BAD["in a loop"], "CD402")
    assert found.message == "`send` has an effect that may happen more than once, and no idempotency key"
    assert found.witness == ("it stands in a `repeat` of up to 3 rounds",)
    assert [one.place.line for one in found.related] == [15]
