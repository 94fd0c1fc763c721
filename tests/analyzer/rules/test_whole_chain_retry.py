"""CD406 on the ways in which people run a whole flow again."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree

FLOW = """
import asyncio, backoff, logging, stamina, tenacity, time
from tenacity import Retrying, retry, stop_after_attempt

@step(writes="page")
def load(url: str, *, fetch: Any) -> str:
    return fetch(url)

qa = chain("qa", load, inputs={"url": str})
"""

BAD = {
    "a loop that returns": """
def ask(url: str):
    for attempt in range(3):
        try:
            return ⟦qa.run({"url": url}, fetch=print)⟧
        except Exception:
            time.sleep(2 ** attempt)
""",
    "a loop that breaks": """
def ask(url: str):
    run = None
    for _ in range(3):
        try:
            run = ⟦qa.run({"url": url}, fetch=print)⟧
            break
        except Exception as error:
            logging.warning("again: %s", error)
    return run
""",
    "while true": """
def ask(url: str):
    while True:
        try:
            result = ⟦qa.run({"url": url}, fetch=print)⟧
        except Exception:
            continue
        return result["page"]
""",
    "while there is no answer": """
def ask(url: str):
    run = None
    while run is None:
        try:
            run = ⟦qa.run({"url": url}, fetch=print)⟧
        except Exception:
            time.sleep(1)
    return run
""",
    "else leaves": """
def ask(url: str):
    for _ in range(5):
        try:
            run = ⟦qa.run({"url": url}, fetch=print)⟧
        except TimeoutError:
            pass
        else:
            return run
""",
    "async": """
async def ask(url: str):
    for _ in range(3):
        try:
            return await ⟦qa.arun({"url": url}, fetch=print)⟧
        except Exception:
            await asyncio.sleep(1)
""",
    "bound before": """
runner = qa.bind(fetch=print)

def ask(url: str):
    for _ in range(3):
        try:
            return ⟦runner.run({"url": url})⟧
        except Exception:
            continue
""",
    "bound in place": """
def ask(url: str):
    for _ in range(3):
        try:
            return ⟦qa.bind(fetch=print).run({"url": url})⟧
        except Exception:
            continue
""",
    "in a helper": """
def once(url: str):
    return qa.run({"url": url}, fetch=print)

def ask(url: str):
    for _ in range(3):
        try:
            return ⟦once(url)⟧
        except Exception:
            continue
""",
    "tenacity": """
@retry(stop=stop_after_attempt(3))
def ask(url: str):
    return ⟦qa.run({"url": url}, fetch=print)⟧
""",
    "tenacity without arguments": """
@tenacity.retry
async def ask(url: str):
    return await ⟦qa.arun({"url": url}, fetch=print)⟧
""",
    "backoff": """
@backoff.on_exception(backoff.expo, Exception, max_tries=4)
def ask(url: str):
    run = ⟦qa.run({"url": url}, fetch=print)⟧
    return run["page"]
""",
    "stamina": """
@stamina.retry(on=Exception, attempts=3)
def ask(url: str):
    return ⟦qa.run({"url": url}, fetch=print)⟧
""",
    "a method": """
class Service:
    @retry(stop=stop_after_attempt(3))
    def ask(self, url: str):
        return ⟦qa.run({"url": url}, fetch=print)⟧
""",
    "attempts handed out": """
def ask(url: str):
    for attempt in Retrying(stop=stop_after_attempt(3)):
        with attempt:
            return ⟦qa.run({"url": url}, fetch=print)⟧
""",
    "a decorator of the project": """
import functools

def with_retries(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            for _ in range(times):
                try:
                    return function(*args, **kwargs)
                except Exception:
                    continue
        return wrapped
    return decorate

@with_retries(3)
def ask(url: str):
    return ⟦qa.run({"url": url}, fetch=print)⟧
""",
    "the decorator as a call": """
def ask(url: str):
    return ⟦retry(stop=stop_after_attempt(3))(qa.run)({"url": url}, fetch=print)⟧
""".replace("⟦retry(stop=stop_after_attempt(3))(qa.run)({", "⟦retry(stop=stop_after_attempt(3))(qa.run)⟧({").replace(
        "fetch=print)⟧", "fetch=print)"
    ),
    "at the top of a script": """
for _ in range(3):
    try:
        run = ⟦qa.run({"url": "x"}, fetch=print)⟧
        break
    except Exception:
        time.sleep(1)
""",
    "in a step": """
@step(writes="answer")
def work(url: str, *, fetch: Any) -> str:
    for _ in range(3):
        try:
            return ⟦qa.run({"url": url}, fetch=fetch)⟧["page"]
        except Exception:
            continue
    raise RuntimeError("three times")
""",
}

GOOD = {
    "one run": """
def ask(url: str):
    try:
        return qa.run({"url": url}, fetch=print)
    except Exception:
        logging.exception("failed")
        raise
""",
    "one run for each item": """
def ask(urls: list[str]):
    for url in urls:
        try:
            print(qa.run({"url": url}, fetch=print))
        except Exception:
            logging.exception("failed")
""",
    "the first that works": """
def ask(urls: list[str]):
    for url in urls:
        try:
            return qa.run({"url": url}, fetch=print)
        except Exception:
            continue
""",
    "a prompt on the terminal": """
def talk():
    while True:
        url = input("> ")
        try:
            print(qa.run({"url": url}, fetch=print))
        except Exception as error:
            print(error)
        if url == "quit":
            break
""",
    "handlers that leave": """
def ask(url: str):
    for _ in range(3):
        try:
            return qa.run({"url": url}, fetch=print)
        except Exception:
            raise
""",
    "something else is tried again": """
@retry(stop=stop_after_attempt(3))
def fetch(url: str) -> str:
    return url

def ask(url: str):
    return qa.run({"url": url}, fetch=fetch)
""",
    "another run": """
import subprocess

def ask():
    for _ in range(3):
        try:
            return subprocess.run(["true"], check=True)
        except Exception:
            continue
""",
    "goes on where it stopped": """
def ask(url: str):
    runner = qa.bind(fetch=print)
    run = runner.run({"url": url})
    for _ in range(3):
        if run.status == "completed":
            break
        run = runner.retry(run)
    return run
""",
    "an unknown object": """
def ask(flow, url: str):
    for _ in range(3):
        try:
            return flow.run({"url": url})
        except Exception:
            continue
""",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, FLOW + text, "CD406")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, FLOW + text, "CD406") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, FLOW + BAD["a loop that returns"], "CD406")
    assert found.message == "the whole flow `qa` is run again when it fails, with all its steps"
    assert (found.symbol, found.related[0].message) == ("qa", "this loop starts it again")


def test_the_flow_may_come_from_another_module(tmp_path: Path) -> None:
    (tmp_path / "flows.py").write_text(
        'from chaindsl import chain, step\n\n@step(writes="b")\ndef one(a: str) -> str: ...\n\n'
        'qa = chain("qa", one, inputs={"a": str})\n',
        encoding="utf-8",
    )
    text = """
from flows import qa

def ask(a: str):
    for _ in range(3):
        try:
            return ⟦qa.run({"a": a})⟧
        except Exception:
            continue
"""
    agree(tmp_path, text, "CD406")
