from dataclasses import dataclass

from pydantic import BaseModel

from chaindsl import chain, step


class Document(BaseModel):
    text: str


@dataclass
class Page:
    text: str


class Letter(Document):
    sender: str


@step(writes="letter")
def read(path: str) -> Letter:
    return Letter(text=path, sender=path)


@step(writes="summary")
def summarise(letter: Document) -> str:
    return letter.text


@step(writes="printed")
def render(letter: Page, summary: str) -> str:
    return letter.text + summary


flow = chain("flow", read, summarise, render, inputs={"path": str}, outputs=["printed"])
