from concurrent.futures import ThreadPoolExecutor, as_completed

from chaindsl import chain, step


@step(writes="sizes")
def sizes(urls: list[str]) -> list[int]:
    with ThreadPoolExecutor() as pool:
        futures = [pool.submit(len, url) for url in urls]
        return [future.result() for future in as_completed(futures)]


sizing = chain("sizing", sizes, inputs={"urls": list[str]})
