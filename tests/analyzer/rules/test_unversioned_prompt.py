"""CD501 on the ways in which people write prompts into steps."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree, one_step

PROMPTS = """
SYSTEM = prompt("system", version="1", text="You are brief.")
ASK = prompt("ask", version="3", text="Answer: {text}")
"""

BAD = {
    "an f-string": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦f"Answer briefly: {text}"⟧)
""",
    "a literal": """
@step(writes="joke")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦"Tell a joke."⟧)
""",
    "a concatenation": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦"Answer: " + text + "!"⟧)
""",
    "percent": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦"Answer: %s" % text⟧)
""",
    "format": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦"Answer: {}".format(text)⟧)
""",
    "a variable": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    question = ⟦f"Answer: {text}"⟧
    return complete(question)
""",
    "one of two": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    if len(text) > 100:
        question = ⟦f"Answer at length: {text}"⟧
    else:
        question = text
    return complete(question)
""",
    "a template of the module": """
TEMPLATE = ⟦"Answer: {text}"⟧

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(TEMPLATE.format(text=text))
""",
    "a dedented template": """
import textwrap

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    question = textwrap.dedent(⟦f'''
        Answer this:
        {text}
    '''⟧)
    return complete(question)
""",
    "lines": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    lines = [⟦"Answer this:"⟧, text]
    return complete(" ".join(lines))
""",
    "lines that grow": """
@step(writes="answer")
def work(text: Text, items: list[str], *, complete: Complete) -> Text:
    lines = [text]
    for item in items:
        lines.append(⟦f"Source: {item}"⟧)
    return complete(" ".join(lines))
""",
    "a text that grows": """
@step(writes="answer")
def work(text: Text, items: list[str], *, complete: Complete) -> Text:
    question = text
    for item in items:
        question ⟦+= f"Source: {item}"⟧
    return complete(question)
""".replace("question ⟦+=", "⟦question +="),
    "in a helper": """
def instructions(text: str) -> str:
    return ⟦f"Answer: {text}"⟧

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(instructions(text))
""",
    "a helper that asks": """
def ask(complete, question: str) -> str:
    return complete(question).strip()

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return ask(complete, ⟦f"Answer: {text}"⟧)
""",
    "a helper with two returns": """
def instructions(text: str) -> str:
    if text.startswith("?"):
        return ⟦f"Answer: {text}"⟧
    return text

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(instructions(text))
""",
    "around a prompt": PROMPTS
    + """
@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦ASK.format(text=text) + " Be brief."⟧)
""",
    "async": """
@step(writes="answer")
async def work(text: Text, *, complete: AsyncComplete) -> Text:
    return await complete(⟦f"Answer: {text}"⟧)
""",
    "a comprehension": """
@step(writes="notes", max_calls=9)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    return [complete(⟦f"Sum up: {item}"⟧) for item in items]
""",
    "a pool": """
from concurrent.futures import ThreadPoolExecutor

@step(writes="notes", max_calls=9)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(complete, ⟦f"Sum up: {item}"⟧) for item in items]
        return [job.result() for job in jobs]
""",
    "a pool's map": """
from concurrent.futures import ThreadPoolExecutor

@step(writes="notes", max_calls=9)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(complete, [⟦f"Sum up: {item}"⟧ for item in items]))
""",
    "a thread": """
import asyncio

@step(writes="answer")
async def work(text: Text, *, complete: Complete) -> Text:
    return await asyncio.to_thread(complete, ⟦f"Answer: {text}"⟧)
""",
    "a closure": """
@step(writes="notes", max_calls=9)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    def note(item: str) -> str:
        return complete(⟦f"Sum up: {item}"⟧)
    return list(map(note, items))
""",
    "messages": """
@step(writes="answer")
def work(text: Text, *, llm: Complete) -> Text:
    return llm([{"role": "system", "content": ⟦"You are a poet."⟧}, {"role": "user", "content": text}])
""",
    "templates in a dict": """
TEMPLATES = {"short": ⟦"In one word: {text}"⟧, "long": "At length: {text}"}

@step(writes="answer")
def work(text: Text, style: str, *, complete: Complete) -> Text:
    return complete(TEMPLATES[style].format(text=text))
""",
    "a class's constant": """
class Prompts:
    ASK = ⟦"Answer: {text}"⟧

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(Prompts.ASK.format(text=text))
""",
    "a transition": """
@transition(source="new", target="done", actor="deterministic", writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦f"Answer: {text}"⟧)

flow = workflow("flow", work, initial="new", final=["done"], inputs={"text": Text}, budget=Budget(calls=9))
""",
    "a factory": """
def make(topic: str):
    @step(writes="answer")
    def work(text: Text, *, complete: Complete) -> Text:
        return complete(⟦f"About {topic}: {text}"⟧)
    return work

flow = chain("flow", make("cats"), inputs={"text": Text}, budget=Budget(calls=9))
""",
    "one of a list": """
TEXTS = [⟦"Answer in one sentence."⟧, "Answer in two."]

@step(writes="answer")
def work(count: int, *, complete: Complete) -> Text:
    return complete(TEXTS[count])
""",
    "one of a dict": """
TEXTS = {"brief": "Be brief.", "long": ⟦"Take your time."⟧}

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(TEXTS["long"])
""",
    "any of a dict": """
TEXTS = {"brief": ⟦"Be brief."⟧, "long": "Take your time."}

@step(writes="answer")
def work(kind: str, *, complete: Complete) -> Text:
    return complete(TEXTS[kind])
""",
    "a lambda": """
framed = lambda text: ⟦f"Answer briefly: {text}"⟧

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(framed(text))
""",
    "in the place of an empty text": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(text or ⟦"Say something."⟧)
""",
    "named on the way": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(question := ⟦f"Answer briefly: {text}"⟧)
""",
    "joined lines": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete("\\n".join([⟦"Answer this:"⟧, text]))
""",
    "handed on among others": """
def ask(model: Complete, *parts: str) -> str:
    return model(parts[0])

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return ask(complete, ⟦"Tell a joke."⟧)
""",
    "taken from a pair": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    system, question = ⟦"Answer briefly."⟧, text
    return complete(system)
""",
    "awaited": """
async def framed(text: str) -> str:
    return ⟦f"Answer briefly: {text}"⟧

@step(writes="answer")
async def work(text: Text, *, complete: AsyncComplete) -> Text:
    return await complete(await framed(text))
""",
}

GOOD = {
    "a prompt": PROMPTS
    + """
@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(text=text))
""",
    "two prompts": PROMPTS
    + """
@step(writes="answer", prompt=[SYSTEM, ASK])
def work(text: Text, *, complete: Complete) -> Text:
    return complete(f"{SYSTEM.format()} --- {ASK.format(text=text)}")
""",
    "joined by an empty line": PROMPTS
    + """
@step(writes="answer", prompt=[SYSTEM, ASK])
def work(text: Text, *, complete: Complete) -> Text:
    return complete(chr(10).join([SYSTEM.format(), "", ASK.format(text=text)]))
""",
    "its text": PROMPTS
    + """
@step(writes="answer", prompt=SYSTEM)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(SYSTEM.text)
""",
    "a key": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(text.strip())
""",
    "words in the arguments": PROMPTS
    + """
@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete, feedback: Feedback) -> Text:
    hint = f" (the last answer was rejected: {feedback})" if feedback else ""
    return complete(ASK.format(text=text + hint))
""",
    "a prompt in a helper": PROMPTS
    + """
def filled(text: str) -> str:
    return ASK.format(text=text)

@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    question = filled(text)
    return complete(question)
""",
    "prompts in a dict": PROMPTS
    + """
STYLES = {"short": SYSTEM, "long": ASK}

@step(writes="answer", prompt=[SYSTEM, ASK])
def work(text: Text, style: str, *, complete: Complete) -> Text:
    return complete(STYLES[style].format(text=text))
""",
    "from a file": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(open("prompt.txt").read() + text)
""",
    "from a tool": """
@step(writes="answer")
def work(text: Text, *, complete: Complete, templates: Any) -> Text:
    return complete(templates.render("answer.txt", text=text))
""",
    "an option": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(text, model="a-large-one", stop=["END"])
""",
    "punctuation": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(text + "?")
""",
    "another function": """
def log(text: str) -> None: ...

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    log(f"asking about {text}")
    return complete(text)
""",
    "a tool that is no model": """
@step(writes="pages")
def work(text: Text, *, search: Any) -> list[str]:
    return search(f"site:example.org {text}")
""",
    "one of a list of prompts": """
ASKS = [prompt("brief", version="1", text="Be brief."), prompt("long", version="1", text="Take your time.")]

@step(writes="answer", prompts=ASKS)
def work(count: int, *, complete: Complete) -> Text:
    return complete(ASKS[count].text)
""",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text if "flow = " in text else one_step(text), "CD501")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, one_step(text), "CD501") == []


def test_a_text_that_two_steps_share_is_found_once(tmp_path: Path) -> None:
    text = """
TEMPLATE = ⟦"Answer: {text}"⟧

@step(writes="one")
def first(text: Text, *, complete: Complete) -> Text:
    return complete(TEMPLATE.format(text=text))

@step(writes="two")
def second(text: Text, *, complete: Complete) -> Text:
    return complete(TEMPLATE.format(text=text))

flow = chain("flow", parallel(first, second), inputs={"text": Text}, outputs=["one", "two"], budget=Budget(calls=9))
"""
    (found,) = agree(tmp_path, text, "CD501")
    assert found.message == "a model is asked with this text, which is no prompt with a name and a version"
