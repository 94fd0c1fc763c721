from pydantic import BaseModel

from chaindsl import chain, step


class Party(BaseModel):
    name: str


class Person(Party):
    born: int


@step(writes="party")
def parse(line: str) -> Person:
    return Person(name=line, born=1970)


@step(writes="address")
def address(party: Party) -> str:
    return party.name


letter = chain("letter", parse, address, inputs={"line": str})
