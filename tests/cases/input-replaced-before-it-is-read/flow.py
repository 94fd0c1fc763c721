from chaindsl import chain, step


@step(writes="query")
def fixed_query(topic: str) -> str:
    return topic


@step(writes="hits")
def search(query: str) -> list[str]:
    return [query]


find = chain("find", fixed_query, search, inputs={"topic": str, "query": str})
