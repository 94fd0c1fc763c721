"""CD301 and CD302 on loops and calls in bodies."""

from pathlib import Path

import pytest

from analyzer.finding import Confidence, Finding
from analyzer.fixing import corrected
from tests.analyzer.rules.marked import HEADER, agree, look, one_step

QUERIES = """
@step(writes="queries")
def expand(text: Text, *, complete: Complete) -> list[Text]:
    return complete(text).splitlines()
"""


def sized(body: str) -> str:
    """A chain in which a model makes the list `queries`, and then `work` runs."""
    return f'{QUERIES}{body}\n\nflow = chain("flow", expand, work, inputs={{"text": Text}}, budget=Budget(seconds=9))\n'


FAN_OUTS = {
    "a loop": sized("""
@step(writes="answers", max_calls=9)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    answers = []
    for query in ⟦queries⟧:
        answers.append(complete(query))
    return answers
"""),
    "a comprehension": sized("""
@step(writes="answers", max_calls=9)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    return [complete(query) for query in ⟦queries⟧ if query]
"""),
    "enumerated": sized("""
@step(writes="answers", max_calls=9)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    return [complete(f"{number} {query}") for number, query in ⟦enumerate(queries)⟧]
"""),
    "through another list": sized("""
@step(writes="answers", max_calls=9)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    unique = sorted(set(queries))
    return [complete(query) for query in ⟦unique⟧]
"""),
    "gathered": sized("""
import asyncio

@step(writes="answers", max_calls=9)
async def work(queries: list[Text], *, complete: AsyncComplete) -> list[str]:
    return list(await asyncio.gather(*[complete(query) for query in ⟦queries⟧]))
"""),
    "a pool": sized("""
from concurrent.futures import ThreadPoolExecutor

@step(writes="answers", max_calls=9)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(complete, ⟦queries⟧))
"""),
    "map": sized("""
@step(writes="answers", max_calls=9)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    return list(map(complete, ⟦queries⟧))
"""),
    "in a helper": sized("""
def all_of(complete, questions):
    return [complete(question) for question in ⟦questions⟧]

@step(writes="answers", max_calls=9)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    return all_of(complete, queries)
"""),
    "lines of the model itself": one_step("""
@step(writes="answers", max_calls=9)
def work(text: Text, *, complete: Complete) -> list[str]:
    plan = complete(text)
    return [complete(line) for line in ⟦plan.splitlines()⟧]
"""),
    "parsed by the body": one_step("""
import json

@step(writes="answers", max_calls=9)
def work(text: Text, *, complete: Complete) -> list[str]:
    plan = json.loads(complete(text))
    answers = []
    for part in ⟦plan["parts"]⟧:
        answers.append(complete(part))
    return answers
"""),
    "what an agent supplies": """
@transition(source="open", target="done", writes="answers", max_calls=9)
def work(queries: FromActor[list[str]], *, complete: Complete) -> list[str]:
    return [complete(query) for query in ⟦queries⟧]

flow = workflow(
    "flow", work, initial="open", final=["done"], budget=Budget(seconds=9), states=[State("open", goal="Ask")]
)
""",
}

CAPPED = {
    "a slice": sized("""
@step(writes="answers", max_calls=5)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    return [complete(query) for query in queries[:5]]
"""),
    "islice": sized("""
from itertools import islice

@step(writes="answers", max_calls=5)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    return [complete(query) for query in islice(queries, 5)]
"""),
    "a type": """
@step(writes="queries")
def expand(text: Text, *, complete: Complete) -> Annotated[list[Text], Len(1, 5)]:
    return complete(text).splitlines()

@step(writes="answers", max_calls=5)
def work(queries: list[Text], *, complete: Complete) -> list[str]:
    return [complete(query) for query in queries]

flow = chain("flow", expand, work, inputs={"text": Text}, budget=Budget(calls=99))
""",
    "no calls in it": sized("""
@step(writes="lines")
def work(queries: list[Text]) -> list[str]:
    return [query.upper() for query in queries]
"""),
    "a range": one_step("""
@step(writes="answers", max_calls=3)
def work(text: Text, *, complete: Complete) -> list[str]:
    return [complete(text) for _ in range(3)]
"""),
    "counted": one_step("""
@step(writes="answer", max_calls=3)
def work(text: Text, *, complete: Complete) -> str:
    tries = 0
    while tries < 3:
        text = complete(text)
        tries += 1
    return text
"""),
    "one call on each path": one_step("""
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    if len(text) > 9:
        return complete(text)
    return complete(text.upper())
"""),
    "another model is asked by somebody else": one_step("""
@step(writes="answer")
def work(text: Text, *, search: Any) -> str:
    return search(text) + search(text)
"""),
    "an unknown cap": one_step("""
from elsewhere import MOST

@step(writes="answer", max_calls=MOST)
def work(text: Text, *, complete: Complete) -> str:
    return complete(complete(text))
"""),
    "each item": one_step("""
@step(writes="answers", each="items", limit=5)
def work(item: str, *, complete: Complete) -> Text:
    return complete(item)
"""),
}

OVER = {
    "two calls": one_step("""
⟦@step(writes="answer")
def work⟧(text: Text, *, complete: Complete) -> str:
    draft = complete(text)
    return complete(draft)
"""),
    "a call in a call": one_step("""
⟦@step(writes="answer")
def work⟧(text: Text, *, complete: Complete) -> str:
    return complete(complete(text))
"""),
    "one more than it says": one_step("""
⟦@step(writes="answers", max_calls=2)
def work⟧(text: Text, *, complete: Complete) -> list[str]:
    return [complete(text) for _ in range(3)]
"""),
    "a second attempt": one_step("""
⟦@step(writes="answer")
def work⟧(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    except ValueError:
        return complete(text + "!")
"""),
    "a helper that asks twice": one_step("""
def twice(ask, text: str) -> str:
    return ask(ask(text))

⟦@step(writes="answer")
async def work⟧(text: Text, *, complete: AsyncComplete) -> str:
    return await twice(complete, text)
"""),
    "each item twice": one_step("""
⟦@step(writes="answers", each="items", limit=5)
def work⟧(item: str, *, complete: Complete) -> Text:
    return complete(item) + complete(item)
"""),
    "two models": one_step("""
⟦@step(writes="answer")
def work⟧(text: Text, *, complete: Complete, judge: Complete) -> str:
    return judge(complete(text))
"""),
}

ENDLESS = {
    "an input list": one_step("""
@step(writes="answers", max_calls=9)
def work(items: list[str], *, complete: Complete) -> list[str]:
    return [complete(item) for item in ⟦items⟧]
"""),
    "while": one_step("""
@step(writes="answer", max_calls=9)
def work(text: Text, *, complete: Complete) -> str:
    answer = ""
    ⟦while not answer.endswith("."):
        answer = complete(text)⟧
    return answer
"""),
    "recursion": one_step("""
⟦def deeper(ask, text: str) -> str:
    answer = ask(text)
    return answer if answer.endswith(".") else deeper(ask, answer)⟧

@step(writes="answer", max_calls=9)
def work(text: Text, *, complete: Complete) -> str:
    return deeper(complete, text)
"""),
    "handed to code that can't be read": one_step("""
from agents import Agent

@step(writes="answer", max_calls=9)
def work(text: Text, *, complete: Complete) -> str:
    return ⟦Agent(complete)⟧.answer(text)
"""),
}


@pytest.mark.parametrize("text", FAN_OUTS.values(), ids=FAN_OUTS)
def test_a_model_decides_how_often(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text, "CD301")
    plain = (tmp_path / "flow.py").read_text(encoding="utf-8")
    assert [one for one in look(tmp_path, plain, "CD302") if "any number" in one.message] == []


@pytest.mark.parametrize("code", ["CD301", "CD302"])
@pytest.mark.parametrize("text", CAPPED.values(), ids=CAPPED)
def test_what_is_capped(text: str, code: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text, code) == []


@pytest.mark.parametrize("text", OVER.values(), ids=OVER)
def test_more_than_the_cap(text: str, tmp_path: Path) -> None:
    (found,) = agree(tmp_path, text, "CD302")
    assert found.confidence is Confidence.PROVED


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_no_bound(text: str, tmp_path: Path) -> None:
    (found,) = agree(tmp_path, text, "CD302")
    assert found.confidence is Confidence.JUDGED
    assert found.fix is None


def test_what_they_say(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, FAN_OUTS["a loop"], "CD301")
    assert found.message == "`work` calls a model for each item of `queries`, and a model decides how many there are"
    assert [getattr(line, "message", line) for line in found.witness] == [
        "`expand` writes `queries`, what its model wrote"
    ]
    (found,) = agree(tmp_path, OVER["two calls"], "CD302")
    assert found.message == "`work` can make 2 model calls in one attempt, and without max_calls= it may make one"
    assert [one.message for one in found.related] == ["asks the model", "asks the model"]
    (found,) = agree(tmp_path, OVER["one more than it says"], "CD302")
    assert found.message == "`work` can make 3 model calls in one attempt, and its max_calls is 2"
    (found,) = agree(tmp_path, ENDLESS["while"], "CD302")
    assert found.message == "`work` can make any number of model calls: nothing counts the rounds of this `while`"


def fixed(finding: Finding, text: str) -> str:
    return corrected([finding], {"flow.py": text}).texts["flow.py"]


@pytest.mark.parametrize("case", OVER)
def test_the_fix_says_what_the_body_needs(case: str, tmp_path: Path) -> None:
    (found,) = agree(tmp_path, OVER[case], "CD302")
    text = (tmp_path / "flow.py").read_text(encoding="utf-8")
    after = fixed(found, text)
    assert look(tmp_path, after, "CD302") == []
    assert after.count("max_calls=") == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('@step(writes="a",)', '@step(writes="a", max_calls=2,)'),
        ('@step(\n    writes="a",  # the answer\n)', '@step(\n    writes="a",  # the answer\n    max_calls=2,\n)'),
        ('@step(writes="a", max_calls=1)', '@step(writes="a", max_calls=2)'),
    ],
)
def test_the_fix_keeps_the_rest(before: str, after: str, tmp_path: Path) -> None:
    rest = "\ndef work(text: Text, *, complete: Complete) -> Text:\n    return complete(complete(text))\n"
    text = HEADER + one_step(before + rest)
    (found,) = look(tmp_path, text, "CD302")
    assert fixed(found, text) == HEADER + one_step(after + rest)
