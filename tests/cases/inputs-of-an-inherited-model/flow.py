from pydantic import BaseModel

from chaindsl import chain, step


class Base(BaseModel):
    tenant: str


class Query(Base):
    text: str


@step(writes="hits")
def search(tenant: str, text: str) -> list[str]:
    return [tenant, text]


find = chain("find", search, inputs=Query)
