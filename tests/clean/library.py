"""Search in two indexes side by side, merge, rerank by a model that only names numbers, answer with sources."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Protocol, TypeAlias

from chaindsl import Budget, Complete, Len, Text, chain, parallel, prompt, step

TOP = 5


@dataclass(frozen=True)
class Hit:
    book: str
    page: int
    text: str


Hits: TypeAlias = Annotated[list[Hit], Len(max_length=20)]
Index = Callable[[str], list[Hit]]


class Ask(Complete, Protocol):
    """The model of the house."""


RERANK = prompt(
    "rerank", version="2", text="The numbers of the best passages, as a JSON list.\n\n{passages}\n\n{question}"
)
ANSWER = prompt("answer", version="7", text='Answer as {"answer": "..."} from:\n{passages}\n\n{question}')


def numbered(hits: list[Hit]) -> str:
    return "\n".join(f"[{number}] {hit.text}" for number, hit in enumerate(hits, 1))


def in_range(order: list[int], hits: list[Hit]) -> None:
    strange = [number for number in order if not 1 <= number <= len(hits)]
    if strange:
        raise ValueError(f"there is no passage {strange}")


@step(writes="by_words", timeout=5)
def search_words(question: Text, *, words: Index) -> Hits:
    return words(question)[:20]


@step(writes="by_meaning", timeout=5)
def search_meaning(question: Text, *, vectors: Index) -> Hits:
    return vectors(question)[:20]


@step(writes="hits")
def merge(by_words: Hits, by_meaning: Hits) -> list[Hit]:
    return list(dict.fromkeys([*by_words, *by_meaning]))


@step(writes="order", prompt=RERANK, parse=list[int], validate=in_range)
def rerank(question: Text, hits: list[Hit], *, ask: Ask) -> str:
    return ask(RERANK.format(question=question, passages=numbered(hits)))


@step(writes="best")
def take(hits: list[Hit], order: list[int]) -> Annotated[list[Hit], Len(0, TOP)]:
    return [hits[number - 1] for number in order[:TOP]]


@step(writes="answer", prompt=ANSWER, parse=dict[str, str])
def answer(question: Text, best: list[Hit], *, ask: Ask) -> str:
    return ask(ANSWER.format(question=question, passages=numbered(best)))


@step(writes="cited")
def cite(answer: dict[str, str], best: list[Hit]) -> str:
    return f"{answer['answer']} ({', '.join(f'{hit.book} {hit.page}' for hit in best)})"


library = chain(
    "library",
    parallel(search_words, search_meaning),
    merge,
    rerank,
    take,
    answer,
    cite,
    inputs={"question": Text},
    outputs=["cited"],
    budget=Budget(seconds=90, calls=4, bytes=1_000_000),
)
