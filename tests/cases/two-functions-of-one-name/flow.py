from chaindsl import chain, step


@step(writes="title")
def extract(page: str) -> str:
    return page.splitlines()[0]


@step(writes="body", name="extract")
def extract_body(page: str) -> str:
    return page.partition("\n")[2]


reader = chain("reader", extract, extract_body, inputs={"page": str}, outputs=["title", "body"])
