"""CD405 on pools, tasks and their kin."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree, one_step

BAD = {
    "appended": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    pages = []
    with ThreadPoolExecutor(8) as pool:
        jobs = [pool.submit(fetch, item) for item in items]
        for job in ⟦as_completed(jobs)⟧:
            pages.append(job.result())
    return pages
""",
    "through the module": """
import concurrent.futures as cf

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    with cf.ThreadPoolExecutor() as pool:
        return [job.result() for job in ⟦cf.as_completed([pool.submit(fetch, item) for item in items])⟧]
""",
    "a dict of jobs whose order is lost": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    pages: list[str] = []
    with ThreadPoolExecutor() as pool:
        jobs = {pool.submit(fetch, item): item for item in items}
        for job in ⟦as_completed(jobs)⟧:
            page = job.result()
            pages.append(f"{jobs[job]}: {page}")
    return pages
""",
    "asyncio": """
import asyncio

@step(writes="pages")
async def work(items: list[str], *, fetch: Any) -> list[str]:
    pages = []
    for task in ⟦asyncio.as_completed([fetch(item) for item in items])⟧:
        pages.append(await task)
    return pages
""",
    "a progress bar around it": """
from concurrent.futures import ThreadPoolExecutor, as_completed
from tqdm import tqdm

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    pages = []
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(fetch, item) for item in items]
        for job in ⟦tqdm(as_completed(jobs), total=len(jobs))⟧:
            pages.append(job.result())
    return pages
""",
    "imap_unordered": """
from multiprocessing import Pool

@step(writes="sizes")
def work(items: list[str], *, size: Any) -> list[int]:
    with Pool(4) as pool:
        return list(⟦pool.imap_unordered(size, items)⟧)
""",
    "a set of finished tasks": """
import asyncio

@step(writes="pages")
async def work(items: list[str], *, fetch: Any) -> list[str]:
    tasks = [asyncio.create_task(fetch(item)) for item in items]
    done, _ = await asyncio.wait(tasks)
    return [task.result() for task in ⟦done⟧]
""",
    "a text that grows": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="report")
def work(items: list[str], *, fetch: Any) -> str:
    report = ""
    with ThreadPoolExecutor() as pool:
        for job in ⟦as_completed([pool.submit(fetch, item) for item in items])⟧:
            report += f"{job.result()} "
    return report
""",
    "joined": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="report")
def work(items: list[str], *, fetch: Any) -> str:
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(fetch, item) for item in items]
        return " ".join(job.result() for job in ⟦as_completed(jobs)⟧)
""",
    "in a helper": """
from concurrent.futures import ThreadPoolExecutor, as_completed

def together(call, items):
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(call, item) for item in items]
        return [job.result() for job in ⟦as_completed(jobs)⟧]

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    return together(fetch, items)
""",
    "yielded": """
from concurrent.futures import ThreadPoolExecutor, as_completed

def ready(jobs):
    for job in ⟦as_completed(jobs)⟧:
        yield job.result()

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    with ThreadPoolExecutor() as pool:
        return list(ready([pool.submit(fetch, item) for item in items]))
""",
    "model calls": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="notes", max_calls=9)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    notes = []
    with ThreadPoolExecutor() as pool:
        for job in ⟦as_completed([pool.submit(complete, item) for item in items])⟧:
            try:
                notes.append(job.result())
            except Exception:
                raise
    return notes
""",
    "pairs that stay unsorted": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[tuple[int, str]]:
    with ThreadPoolExecutor() as pool:
        jobs = {pool.submit(fetch, item): index for index, item in enumerate(items)}
        return [(jobs[job], job.result()) for job in ⟦as_completed(jobs)⟧]
""",
}

GOOD = {
    "map keeps the order": """
from concurrent.futures import ThreadPoolExecutor

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(fetch, items))
""",
    "jobs in their order": """
from concurrent.futures import ThreadPoolExecutor, wait

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(fetch, item) for item in items]
        wait(jobs)
        return [job.result() for job in jobs]
""",
    "gather": """
import asyncio

@step(writes="pages")
async def work(items: list[str], *, fetch: Any) -> list[str]:
    return list(await asyncio.gather(*(fetch(item) for item in items)))
""",
    "by input": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    found = {}
    with ThreadPoolExecutor() as pool:
        jobs = {pool.submit(fetch, item): item for item in items}
        for job in as_completed(jobs):
            found[jobs[job]] = job.result()
    return [found[item] for item in items]
""",
    "by index": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    pages = [""] * len(items)
    with ThreadPoolExecutor() as pool:
        jobs = {pool.submit(fetch, item): index for index, item in enumerate(items)}
        for job in as_completed(jobs):
            pages[jobs[job]] = job.result()
    return pages
""",
    "sorted afterwards": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    pairs = []
    with ThreadPoolExecutor() as pool:
        jobs = {pool.submit(fetch, item): index for index, item in enumerate(items)}
        for job in as_completed(jobs):
            pairs.append((jobs[job], job.result()))
    pairs.sort()
    return [page for _, page in pairs]
""",
    "sorted in place": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="pages")
def work(items: list[str], *, fetch: Any) -> list[str]:
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(fetch, item) for item in items]
        return sorted(job.result() for job in as_completed(jobs))
""",
    "sorted by name": """
from multiprocessing import Pool

@step(writes="sizes")
def work(items: list[str], *, size: Any) -> list[int]:
    with Pool(4) as pool:
        sizes = list(pool.imap_unordered(size, items))
    return sorted(sizes)
""",
    "summed": """
from multiprocessing import Pool

@step(writes="total")
def work(items: list[str], *, size: Any) -> int:
    with Pool(4) as pool:
        return sum(pool.imap_unordered(size, items))
""",
    "the largest": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="best")
def work(items: list[str], *, rate: Any) -> int:
    with ThreadPoolExecutor() as pool:
        return max(job.result() for job in as_completed([pool.submit(rate, item) for item in items]))
""",
    "only waited for": """
from concurrent.futures import ThreadPoolExecutor, as_completed

@step(writes="count")
def work(items: list[str], *, fetch: Any) -> int:
    count = 0
    with ThreadPoolExecutor() as pool:
        for job in as_completed([pool.submit(fetch, item) for item in items]):
            job.result()
            count += 1
    return count
""",
    "each": """
@step(writes="pages", each="items", workers=8)
def work(item: str, *, fetch: Any) -> str:
    return fetch(item)
""",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, one_step(text), "CD405")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, one_step(text), "CD405") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, one_step(BAD["appended"]), "CD405")
    assert found.message == "`work` collects results in `pages` as they are ready, in another order in every run"
    assert found.symbol == "flow.work"
