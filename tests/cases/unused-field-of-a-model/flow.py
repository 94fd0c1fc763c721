from pydantic import BaseModel

from chaindsl import chain, step


class Request(BaseModel):
    question: str
    language: str = "en"
    user: str


@step(writes="answer")
def answer(question: str, language: str) -> str:
    return question + language


qa = chain("qa", answer, inputs=Request, outputs=["answer"])
