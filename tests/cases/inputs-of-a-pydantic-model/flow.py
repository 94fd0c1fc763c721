from pydantic import BaseModel, Field

from chaindsl import chain, step


class Request(BaseModel):
    question: str
    language: str = "en"
    most: int = Field(default=5, ge=1)


@step(writes="hits")
def search(question: str, most: int) -> list[str]:
    return [question] * most


find = chain("find", search, inputs=Request)
