"""CD401 on the ways of a model's free text."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree

END = 'inputs={"text": Text}, budget=Budget(calls=9))'


def source(returns: str = "str", options: str = "") -> str:
    """A step whose model writes `draft`."""
    return f"""
⟦@step(writes="draft"{options})
def write⟧(text: Text, *, complete: Complete) -> {returns}:
    return complete(text)
"""


def clean(returns: str = "str", options: str = "") -> str:
    return source(returns, options).replace("⟦", "").replace("⟧", "")


READER = """
@step(writes="answer")
def answer(draft: str, *, complete: Complete) -> Text:
    return complete(draft)
"""

BAD = {
    "to the next prompt": f'{source()}{READER}\nflow = chain("flow", write, answer, {END}',
    "without annotation": f"""
⟦@step(writes="draft")
def write⟧(text: Text, *, complete: Complete):
    return complete(text)
{READER}
flow = chain("flow", write, answer, {END}
""",
    "through a prompt": f"""{source()}
ASK = prompt("ask", version="1", text="Improve: {{draft}}")

@step(writes="answer", prompt=ASK)
def answer(draft: str, *, complete: Complete) -> Text:
    return complete(ASK.format(draft=draft.strip()))

flow = chain("flow", write, answer, {END}
""",
    "through a step": f"""{source()}
@step(writes="short")
def shorten(draft: str) -> str:
    return draft[:100]

@step(writes="answer")
def answer(short: str, *, complete: Complete) -> Text:
    return complete(short)

flow = chain("flow", write, shorten, answer, {END}
""",
    "through a helper": f"""{source()}
def ask(complete, question: str) -> str:
    return complete(question)

@step(writes="answer")
def answer(draft: str, *, complete: Complete) -> Text:
    return ask(complete, f"? {{draft}}")

flow = chain("flow", write, answer, {END}
""",
    "lists of text": f"""
⟦@step(writes="queries")
def expand⟧(text: Text, *, complete: Complete) -> list[str]:
    return complete(text).splitlines()[:5]

@step(writes="answers", each="queries", limit=5)
def answer(query: str, *, complete: Complete) -> Text:
    return complete(query)

flow = chain("flow", expand, answer, {END}
""",
    "an optional text": f'{source("str | None")}{READER}\nflow = chain("flow", write, answer, {END}',
    "a branch": f"""{source()}
@step(writes="answer")
def one(text: Text) -> str:
    return text

@step(writes="answer")
def two(text: Text) -> str:
    return text

flow = chain("flow", write, branch("draft", {{"a": one}}, otherwise=two), outputs=["answer"], {END}
""",
    "a guard": """
⟦@transition(source="new", target="judged", actor="deterministic", writes="verdict")
def judge⟧(text: Text, *, complete: Complete) -> str:
    return complete(text)

@transition(source="judged", target="good", actor="deterministic", when="verdict == 'ok'")
def accept() -> None: ...

@transition(source="judged", target="bad", actor="deterministic")
def reject() -> None: ...

flow = workflow(
    "flow", judge, accept, reject, initial="new", final=["good", "bad"], inputs={"text": Text}, budget=Budget(calls=9)
)
""",
    "standard input": f"""{source()}
@step(writes="made")
def mail(draft: str) -> Command[CommandResult]:
    return cli("mail", "-s", "news", "all@example.org", stdin=draft)

flow = chain("flow", write, mail, {END}
""",
    "in a loop": f"""{source()}
⟦@step(writes="draft", name="revise")
def revise⟧(draft: str, *, complete: Complete) -> str:
    return complete(draft)

@step(writes="good")
def judge(draft: str) -> bool:
    return len(draft) > 100

flow = chain("flow", write, repeat(judge, revise, until="good", limit=3), outputs=["draft"], {END}
""",
    "an agent's words": """
⟦@transition(source="open", target="noted", writes="note")
def note⟧(words: FromActor[str]) -> str:
    return words

@transition(source="noted", target="done", actor="deterministic", writes="answer")
def answer(note: str, *, complete: Complete) -> Text:
    return complete(note)

flow = workflow(
    "flow", note, answer, initial="open", final=["done"], budget=Budget(calls=9), states=[State("open", goal="Say it")]
)
""",
    "two uses": f"""{source()}
@step(writes="one")
def first(draft: str, *, complete: Complete) -> Text:
    return complete(draft)

@step(writes="two")
def second(draft: str, *, complete: Complete) -> Text:
    return complete(draft)

flow = chain("flow", write, parallel(first, second), outputs=["one", "two"], {END}
""",
    "async": f"""
⟦@step(writes="draft")
async def write⟧(text: Text, *, complete: AsyncComplete) -> str:
    return await complete(text)

@step(writes="answer")
async def answer(draft: str, *, complete: AsyncComplete) -> Text:
    return await complete(draft)

flow = chain("flow", write, answer, {END}
""",
}

GOOD = {
    "Text": f'{clean("Text")}{READER}\nflow = chain("flow", write, answer, {END}',
    "a length": f'{clean("Annotated[str, Len(1, 400)]")}{READER}\nflow = chain("flow", write, answer, {END}',
    "a validator": f"""
def complete_sentence(draft: str) -> None:
    if not draft.endswith("."):
        raise ValueError("say it in a sentence")
{clean(options=", validate=complete_sentence")}{READER}
flow = chain("flow", write, answer, {END}
""",
    "parsed": f"""{clean(options=', parse=Literal["a", "b"]')}
@step(writes="answer")
def answer(draft: Literal["a", "b"], *, complete: Complete) -> Text:
    return complete(draft)

flow = chain("flow", write, answer, {END}
""",
    "parsed to a list": f"""
@step(writes="queries", parse=list[str])
def expand(text: Text, *, complete: Complete) -> str:
    return complete(text)

@step(writes="answers", each="queries", limit=5)
def answer(query: str, *, complete: Complete) -> Text:
    return complete(query)

flow = chain("flow", expand, answer, {END}
""",
    "an object": f"""
from pydantic import BaseModel

class Plan(BaseModel):
    title: str

@step(writes="plan", parse=Plan)
def plan(text: Text, *, complete: Complete) -> str:
    return complete(text)

@step(writes="answer")
def answer(plan: Plan, *, complete: Complete) -> Text:
    return complete(plan.title)

flow = chain("flow", plan, answer, {END}
""",
    "a number": f"""
@step(writes="score")
def rate(text: Text, *, complete: Complete) -> int:
    return int(complete(text))

@step(writes="answer")
def answer(score: int, *, complete: Complete) -> Text:
    return complete(str(score))

flow = chain("flow", rate, answer, {END}
""",
    "an output": f'{clean()}\nflow = chain("flow", write, outputs=["draft"], {END}',
    "checked on the way": f"""{clean()}
@step(writes="short")
def shorten(draft: str) -> Text:
    return draft[:100]

@step(writes="answer")
def answer(short: str, *, complete: Complete) -> Text:
    return complete(short)

flow = chain("flow", write, shorten, answer, {END}
""",
    "only shown": f"""{clean()}
@step(writes="page")
def render(draft: str) -> str:
    return f"<p>{{draft}}</p>"

flow = chain("flow", write, render, {END}
""",
    "not from a model": f"""
@step(writes="draft")
def write(text: Text) -> str:
    return text.upper()
{READER}
flow = chain("flow", write, answer, {END}
""",
    "overwritten before": f"""{clean()}
@step(writes="draft", name="plain")
def plain(text: Text) -> str:
    return text
{READER}
flow = chain("flow", write, plain, answer, {END}
""",
    "an unknown type": f"""
from elsewhere import Draft
{clean("Draft")}{READER}
flow = chain("flow", write, answer, {END}
""",
    "its length in a guard": """
@transition(source="new", target="written", actor="deterministic", writes="draft")
def write(text: Text, *, complete: Complete) -> str:
    return complete(text)

@transition(source="written", target="good", actor="deterministic", when="len(draft) > 10")
def accept() -> None: ...

@transition(source="written", target="bad", actor="deterministic")
def reject() -> None: ...

flow = workflow(
    "flow", write, accept, reject, initial="new", final=["good", "bad"], inputs={"text": Text}, budget=Budget(calls=9)
)
""",
    "a person's words": """
@transition(source="open", target="noted", actor="human", writes="note")
def note(words: FromActor[str]) -> str:
    return words

@transition(source="noted", target="done", actor="deterministic", writes="answer")
def answer(note: str, *, complete: Complete) -> Text:
    return complete(note)

flow = workflow(
    "flow", note, answer, initial="open", final=["done"], budget=Budget(calls=9), states=[State("open", goal="Say it")]
)
""",
    "a search tool's pages": f"""
@step(writes="pages")
def find(text: Text, *, search: Any) -> list[str]:
    return search(text)

@step(writes="answer")
def answer(pages: list[str], *, complete: Complete) -> Text:
    return complete(" ".join(pages))

flow = chain("flow", find, answer, {END}
""",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text, "CD401")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text, "CD401") == []


def test_a_step_in_two_flows_is_found_once(tmp_path: Path) -> None:
    text = f"""{source()}{READER}
one = chain("one", write, answer, {END}
two = chain("two", write, answer, {END}
"""
    (found,) = agree(tmp_path, text, "CD401")
    assert found.symbol == "one.write"
    assert found.message == "`draft` is free text from a model, and nothing checks it before it is used"
    assert [one.message for one in found.related] == ["it reaches the prompt of `answer`"]


def test_a_command_is_the_other_rule_s_affair(tmp_path: Path) -> None:
    text = f"""{clean()}
@step(writes="made")
def work(draft: str) -> Command[CommandResult]:
    return cli("mkdir", draft)

flow = chain("flow", write, work, {END}
"""
    assert agree(tmp_path, text, "CD401") == []
