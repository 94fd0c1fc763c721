from chaindsl import chain, step


@step(writes="page")
async def load(url: str) -> str:
    return url


@step(writes="links")
async def links(page: str, depth: int) -> list[str]:
    return page.split()[:depth]


crawl = chain("crawl", load, links, inputs={"url": str})
