from chaindsl import chain, parallel, step


@step(writes="facts")
def collect(topic: str) -> list[str]:
    return [topic]


@step(writes="draft")
def write(facts: list[str]) -> str:
    return "".join(facts)


@step(writes="page")
def page(draft: str, facts: list[str]) -> str:
    return draft + str(len(facts))


rushed = chain("rushed", parallel(collect, write), page, inputs={"topic": str})
