from concurrent.futures import ThreadPoolExecutor

from chaindsl import chain, step


@step(writes="sizes")
def sizes(urls: list[str]) -> list[int]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(len, urls))


sizing = chain("sizing", sizes, inputs={"urls": list[str]})
