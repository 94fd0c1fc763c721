"""CD603 on guards and menus that ask a model, handed to them or not."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree

FLOW = """
@transition(source="new", target="good", actor="deterministic", when=looks_good)
def accept() -> None: ...

@transition(source="new", target="bad", actor="deterministic")
def reject() -> None: ...

flow = workflow(
    "flow", accept, reject, initial="new", final=["good", "bad"], inputs={"text": str}, budget=Budget(calls=9)
)
"""


def guard(text: str) -> str:
    return text + FLOW


def menu(text: str, actor: str = "deterministic") -> str:
    return f"""{text}

flow = workflow(
    "flow", sort, initial="new", final=["good", "bad"], inputs={{"text": str}}, budget=Budget(calls=9),
    states=[State("new", goal="Sort it")],
)
"""


BAD = {
    "openai": guard("""
from openai import OpenAI
client = OpenAI()

def looks_good(text: str) -> bool:
    answer = ⟦client.chat.completions.create(model="small", messages=[{"role": "user", "content": text}])⟧
    return "yes" in answer.choices[0].message.content
"""),
    "anthropic": guard("""
import anthropic

def looks_good(text: str) -> bool:
    client = anthropic.Anthropic()
    return ⟦client.messages.create(model="m", max_tokens=5, messages=[])⟧.content == "yes"
"""),
    "litellm": guard("""
from litellm import completion

def looks_good(text: str) -> bool:
    return "yes" in ⟦completion(model="m", messages=[])⟧.choices[0].message.content
"""),
    "ollama": guard("""
import ollama

def looks_good(text: str) -> bool:
    return ⟦ollama.generate("m", text)⟧["response"] == "yes"
"""),
    "our own model": guard("""
from chaindsl.models.local import Local
model = Local()

def looks_good(text: str) -> bool:
    return ⟦model(text)⟧ == "yes"
"""),
    "a helper": guard("""
from openai import OpenAI

def ask(text: str) -> str:
    return ⟦OpenAI().responses.create(model="m", input=text)⟧.output_text

def looks_good(text: str) -> bool:
    return ask(text) == "yes"
"""),
    "langchain": guard("""
from langchain_openai import ChatOpenAI
llm = ChatOpenAI()

def looks_good(text: str) -> bool:
    return ⟦llm.invoke(text)⟧.content == "yes"
"""),
    "a guard that wants a model": guard("""
def looks_good(text: str, *, complete: Complete) -> bool:
    return ⟦complete(text)⟧ == "yes"
"""),
    "a menu that is handed one": menu("""
@transition(source="new", actor="deterministic")
def sort(text: str, *, complete: Complete) -> Literal["good", "bad"]:
    return "good" if ⟦complete(text)⟧ == "yes" else "bad"
"""),
    "a menu with a client": menu("""
from openai import OpenAI
client = OpenAI()

@transition(source="new", actor="deterministic")
def sort(text: str) -> Literal["good", "bad"]:
    answer = ⟦client.responses.create(model="m", input=text)⟧.output_text
    return "good" if answer == "yes" else "bad"
"""),
    "an async menu": menu("""
@transition(source="new", actor="deterministic")
async def sort(text: str, *, complete: AsyncComplete) -> Literal["good", "bad"]:
    return "good" if await ⟦complete(text)⟧ == "yes" else "bad"
"""),
}

GOOD = {
    "computed": guard("""
def looks_good(text: str) -> bool:
    return len(text) > 10
"""),
    "work may ask": """
@transition(source="new", target="rated", actor="deterministic", writes="score", parse=int)
def rate(text: str, *, complete: Complete) -> str:
    return complete(text)

@transition(source="rated", target="good", actor="deterministic", when="score > 5")
def accept() -> None: ...

@transition(source="rated", target="bad", actor="deterministic")
def reject() -> None: ...

flow = workflow(
    "flow", rate, accept, reject, initial="new", final=["good", "bad"], inputs={"text": str}, budget=Budget(calls=9)
)
""",
    "a client that is only counted": guard("""
from openai import OpenAI
client = OpenAI()

def looks_good(text: str) -> bool:
    return client.is_closed() or len(text) > 10
"""),
    "something that is called alike": guard("""
class Client:
    def create(self, text: str) -> str:
        return text

client = Client()

def looks_good(text: str) -> bool:
    return client.create(text) == "yes"
"""),
    "a menu by a table": menu("""
@transition(source="new", actor="deterministic")
def sort(text: str, *, table: Any) -> Literal["good", "bad"]:
    return table.create(text)
"""),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text, "CD603")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text, "CD603") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, BAD["openai"], "CD603")
    assert found.message == "the guard of `accept` is to be computed, and asks a model"
    assert found.symbol == "flow.accept"
