"""Self-ask with a cap: a model writes the list of searches, `limit` says how many are made, results keep their order."""

from typing import Annotated, Protocol

from pydantic import BaseModel

from chaindsl import Budget, Complete, Len, Text, chain, prompt, step


class Search(BaseModel):
    words: Text
    why: str = ""


class Engine(Protocol):
    def __call__(self, words: str, /) -> list[str]: ...


PLAN = prompt("plan", version="1", text="Which searches answer this? As a JSON list of words and why.\n\n{question}")
SIFT = prompt("sift", version="1", text="What do these results say about {question}?\n\n{results}")
MERGE = prompt("merge", version="1", text="Put together what was found about {question}:\n\n{findings}")


@step(writes="searches", prompt=PLAN, parse=list[Search])
def plan(question: Text, *, complete: Complete) -> str:
    return complete(PLAN.format(question=question))


@step(writes="results", each="searches", limit=4, workers=4, timeout=10)
def look_up(search: Search, *, engine: Engine) -> Annotated[list[str], Len(0, 10)]:
    return engine(search.words)[:10]


@step(writes="findings", prompt=SIFT, each="results", limit=4)
def sift(result: list[str], question: Text, *, complete: Complete) -> Text:
    return complete(SIFT.format(question=question, results="\n".join(result)))


@step(writes="answer", prompt=MERGE)
def merge(question: Text, findings: list[Text], *, complete: Complete) -> Text:
    return complete(MERGE.format(question=question, findings="\n".join(findings)))


searching = chain("searching", plan, look_up, sift, merge, inputs={"question": Text}, budget=Budget(calls=12))
