"""Flows whose steps run in workers: for the tests of engines."""

import os
import signal
import time
from pathlib import Path
from threading import Lock

from chaindsl import Budget, Complete, Feedback, Flow, IdempotencyKey, Text, chain, parallel, prompt, step
from chaindsl.vocabulary.model import Completion, Usage

ASK = prompt("ask", version="3", text="How loud is {item}?")


def answering(text: str, /) -> Completion:
    """A model that any process has."""
    return Completion(text.upper(), usage=Usage(len(text), 2), model="loud-1")


class Bounded:
    """A model that tells how long its answers may be."""

    max_tokens = 20

    def __call__(self, text: str, /) -> Completion:
        return answering(text)


@step(writes="done", max_attempts=1)
def asking(text: Text, *, complete: Complete) -> str:
    return complete(text)


@step(writes="items")
def split(text: Text) -> list[str]:
    return text.split()


@step(writes="louder", each="items", limit=20, workers=4, prompt=ASK)
def shout(item: str, *, complete: Complete) -> str:
    return complete(ASK.format(item=item))


@step(writes="where")
def process(text: Text) -> int:
    return os.getpid()


@step(writes="told")
def told(text: Text, *, feedback: Feedback, key: IdempotencyKey) -> str:
    return f"{text}|{feedback}|{key.rpartition('/')[2]}"


@step(writes="awaited")
async def awaited(text: Text, *, complete: Complete) -> str:
    return str(complete(text))


def whole() -> Flow:
    return chain("whole", split, parallel(shout, told, awaited), inputs={"text": Text}, budget=Budget(calls=60))


@step(writes="done", timeout=0.5, max_attempts=1)
def slow(text: Text) -> str:
    time.sleep(60)
    return text


@step(writes="done", max_attempts=1)
def endless(text: Text) -> str:
    """The text names a file for the number of the worker's process."""
    Path(text).write_text(f"{os.getpid()}\n", encoding="utf-8")
    time.sleep(60)
    return text


@step(writes="done", max_attempts=1)
def wrong(text: Text) -> str:
    raise LookupError(f"no {text}")


@step(writes="done", max_attempts=1, max_calls=2)
def greedy(text: Text, *, complete: Complete) -> str:
    return "".join(complete(text) for _ in range(3))


@step(writes="done", backoff=0)
def dying(text: Text) -> str:
    """Killed at its first attempt: the text names a file that says so."""
    mark = Path(text)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


@step(writes="done", backoff=0, max_calls=3)
def dying_after_a_call(text: Text, *, complete: Complete) -> str:
    """The same, when a model was asked."""
    said = complete("hello")
    mark = Path(text)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return said


@step(writes="done", max_attempts=1)
def locked(text: Text, *, lock: Lock) -> str:
    with lock:
        return text


@step(writes="done", max_attempts=1)
def unsendable(text: Text) -> object:
    return Lock()


def one(body: object, **options: object) -> Flow:
    return chain("one", body, inputs={"text": Text}, **options)  # type: ignore[arg-type]
