from pydantic import BaseModel

from chaindsl import chain, step


class Person(BaseModel):
    name: str


class Company(BaseModel):
    name: str


@step(writes="party")
def parse(line: str) -> Person:
    return Person(name=line)


@step(writes="address")
def address(party: Company) -> str:
    return party.name


letter = chain("letter", parse, address, inputs={"line": str})
