from chaindsl import Budget, chain, step


@step(writes="page", timeout=10, max_attempts=3, backoff=1)
def fetch(url: str) -> str:
    return url


@step(writes="text", timeout=5)
def parse(page: str) -> str:
    return page


crawl = chain("crawl", fetch, parse, inputs={"url": str}, outputs=["text"], budget=Budget(seconds=30))
