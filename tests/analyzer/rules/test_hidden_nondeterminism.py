"""CD404 on clocks, random numbers, the environment and sets, as people use them in steps that are to be computed."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree, one_step

BAD = {
    "now": """
from datetime import datetime

@step(writes="stamp")
def work(text: str) -> str:
    return f"{text} {datetime.now().isoformat()}"
""".replace("{datetime.now().isoformat()}", "{stamp}").replace(
        "    return", "    stamp = ⟦datetime.now()⟧.isoformat()\n    return"
    ),
    "module alias": """
import datetime as dt

@step(writes="day")
def work(text: str) -> str:
    today = ⟦dt.date.today()⟧
    return str(today)
""",
    "time in a condition": """
import time

@step(writes="greeting")
def work(text: str) -> str:
    if ⟦time.time()⟧ % 2 < 1:
        return "good morning"
    return "good evening"
""",
    "a random choice": """
import random

@step(writes="example")
def work(items: list[str]) -> str:
    return ⟦random.choice(items)⟧
""",
    "from random import": """
from random import sample as pick

@step(writes="examples")
def work(items: list[str]) -> list[str]:
    chosen = ⟦pick(items, 2)⟧
    return [item.upper() for item in chosen]
""",
    "a generator without a seed": """
import random

@step(writes="example")
def work(items: list[str]) -> str:
    rng = ⟦random.Random()⟧
    return rng.choice(items)
""",
    "numpy": """
import numpy as np

@step(writes="noise")
def work(items: list[str]) -> list[float]:
    return list(⟦np.random.rand(3)⟧)
""",
    "a fresh identifier": """
import uuid

@step(writes="ticket")
def work(text: str) -> str:
    return ⟦uuid.uuid4()⟧.hex + text
""",
    "secrets": """
from secrets import token_hex

@step(writes="token")
def work(text: str) -> str:
    return ⟦token_hex(8)⟧
""",
    "the environment by get": """
import os

@step(writes="region")
def work(text: str) -> str:
    return ⟦os.environ.get("REGION", "eu")⟧
""",
    "the environment by item": """
from os import environ

@step(writes="region")
def work(text: str) -> str:
    region = ⟦environ["REGION"]⟧
    return region.lower()
""",
    "getenv in a condition": """
import os

@step(writes="answer")
def work(text: str) -> str:
    return text if ⟦os.getenv("DEBUG")⟧ else text[:10]
""",
    "in a helper function": """
import time

def stamp() -> float:
    return ⟦time.time()⟧

@step(writes="stamped")
def work(text: str) -> str:
    return f"{text} {stamp()}"
""",
    "in a closure": """
import random

@step(writes="order")
def work(items: list[str]) -> list[str]:
    def weight(item: str) -> float:
        return ⟦random.random()⟧
    return sorted(items, key=weight)
""",
    "in a lambda": """
import random

@step(writes="order")
def work(items: list[str]) -> list[str]:
    return sorted(items, key=lambda _: ⟦random.random()⟧)
""",
    "shuffled in place": """
import random

@step(writes="order")
def work(items: list[str]) -> list[str]:
    order = list(items)
    ⟦random.shuffle(order)⟧
    return order
""",
    "default of a parameter": """
from datetime import datetime

@step(writes="age")
def work(text: str, year: int = 0) -> int:
    year = year or ⟦datetime.now()⟧.year
    return year - int(text)
""",
    "a list of a set": """
@step(writes="words")
def work(text: str) -> list[str]:
    return list(⟦set(text.split())⟧)
""",
    "a joined set": """
@step(writes="line")
def work(items: list[str]) -> str:
    unique = {item.lower() for item in items}
    return ", ".join(⟦unique⟧)
""",
    "a comprehension over a set": """
@step(writes="words")
def work(items: list[str]) -> list[str]:
    return [item.upper() for item in ⟦set(items)⟧]
""",
    "a loop over a set": """
@step(writes="words")
def work(items: list[str]) -> list[str]:
    found = []
    for item in ⟦set(items) - {"the", "a"}⟧:
        found.append(item)
    return found
""",
    "a set union unpacked": """
@step(writes="words")
def work(items: list[str], others: list[str]) -> list[str]:
    return [*⟦set(items).union(others)⟧]
""",
    "popped": """
@step(writes="word")
def work(items: list[str]) -> str:
    rest = set(items)
    return ⟦rest⟧.pop()
""",
    "enumerated in a dict": """
@step(writes="numbers")
def work(items: list[str]) -> dict[str, int]:
    return {item: number for number, item in enumerate(⟦frozenset(items)⟧)}
""",
    "a set that is a key": """
@step(writes="line")
def work(tags: set[str]) -> str:
    return " ".join(⟦tags⟧)
""",
    "the hash of a text": """
@step(writes="bucket")
def work(text: Text) -> int:
    return ⟦hash(text)⟧ % 8
""",
    "a guard": """
import time

def office_hours(opened: float) -> bool:
    return ⟦time.time()⟧ - opened < 3600

@transition(source="new", target="done", actor="deterministic", when=office_hours)
def work(text: str) -> None: ...

@transition(source="new", target="late", actor="deterministic")
def late() -> None: ...

flow = workflow("flow", work, late, initial="new", final=["done", "late"], inputs={"text": str, "opened": float})
""",
    "a deterministic menu": """
import random

@transition(source="new", actor="deterministic")
def work(text: str) -> Literal["a", "b"]:
    return "a" if ⟦random.random()⟧ < 0.5 else "b"

flow = workflow("flow", work, initial="new", final=["a", "b"], inputs={"text": str})
""",
    "yielded": """
import itertools, time

def stamps(items: list[str]):
    for item in items:
        yield f"{item}", ⟦time.monotonic()⟧

@step(writes="stamps")
def work(items: list[str]) -> list[tuple[str, float]]:
    return list(stamps(items))
""",
    "strftime without a moment": """
import time

@step(writes="day")
def work(text: str) -> str:
    return ⟦time.strftime("%Y-%m-%d")⟧
""",
    "async": """
import asyncio, random

@step(writes="jitter")
async def work(text: str) -> float:
    return ⟦random.uniform(0, 1)⟧
""",
    "a helper that calls itself": """
import random

def draw(left: int) -> float:
    return ⟦random.random()⟧ if left == 0 else draw(left - 1)

@step(writes="number")
def work(count: int) -> float:
    return draw(count)
""",
    "what is matched": """
import random

@step(writes="side")
def work(text: str) -> str:
    match ⟦random.randint(1, 2)⟧:
        case 1:
            return "left"
    return "right"
""",
    "handed on among others": """
import uuid

def joined(*parts: str) -> str:
    return "-".join(parts)

@step(writes="ticket")
def work(text: str) -> str:
    return joined(text, ⟦uuid.uuid4()⟧.hex)
""",
    "taken from a pair": """
import time

@step(writes="stamp")
def work(text: str) -> str:
    now, name = ⟦time.time()⟧, text
    return f"{name} {now}"
""",
    "a function that is handed on": """
import random

@step(writes="order")
def work(items: list[str]) -> list[str]:
    return sorted(items, key=lambda item: ⟦random.random()⟧)
""",
}

GOOD = {
    "handed a tool": """
import time

@step(writes="stamp")
def work(text: str, *, clock: Any) -> float:
    return clock() + time.time()
""",
    "asks a model": """
import random

@step(writes="answer")
def work(items: list[str], *, complete: Complete) -> Text:
    return complete(random.choice(items))
""",
    "an effect": """
import uuid

@step(writes="mail", effect=True, max_attempts=1)
def work(text: str) -> str:
    return str(uuid.uuid4())
""",
    "only logged": """
import logging, time

@step(writes="words")
def work(text: str) -> list[str]:
    started = time.perf_counter()
    words = text.split()
    logging.info("took %.3f", time.perf_counter() - started)
    return words
""",
    "a seed": """
import random

@step(writes="sample")
def work(items: list[str]) -> list[str]:
    return random.Random(42).sample(items, 2)
""",
    "a global seed": """
import random

@step(writes="sample")
def work(items: list[str]) -> list[str]:
    random.seed(42)
    return random.sample(items, 2)
""",
    "numpy with a seed": """
import numpy as np

@step(writes="noise")
def work(text: str) -> list[float]:
    rng = np.random.default_rng(7)
    return list(rng.random(3))
""",
    "a sorted set": """
@step(writes="words")
def work(items: list[str]) -> list[str]:
    return sorted({item.lower() for item in items})
""",
    "a set that is only asked": """
STOP = {"the", "a"}

@step(writes="words")
def work(items: list[str]) -> list[str]:
    seen = set()
    found = []
    for item in items:
        if item not in seen and item not in STOP:
            seen.add(item)
            found.append(item)
    return found
""",
    "counted": """
@step(writes="count")
def work(items: list[str]) -> int:
    return len(set(items)) + sum(len(item) for item in set(items))
""",
    "a set of a set": """
@step(writes="words")
def work(items: list[str]) -> set[str]:
    return {item.upper() for item in set(items)}
""",
    "a set of numbers": """
@step(writes="numbers")
def work(items: list[str]) -> list[int]:
    return list({1, 2, 3}) + [size for size in {len(item) for item in items}]
""",
    "in order of appearance": """
@step(writes="words")
def work(items: list[str]) -> list[str]:
    return list(dict.fromkeys(items))
""",
    "a moment that is given": """
import time
from datetime import datetime

@step(writes="day")
def work(seconds: float) -> str:
    return time.strftime("%Y", time.gmtime(seconds)) + str(datetime.fromtimestamp(seconds))
""",
    "read once at import": """
import os
LIMIT = int(os.environ.get("LIMIT", "5"))

@step(writes="words")
def work(items: list[str]) -> list[str]:
    return items[:LIMIT]
""",
    "the hash of a number": """
@step(writes="bucket")
def work(number: int) -> int:
    return hash(number) % 8
""",
    "a name like a clock": """
@step(writes="time")
def work(time: str, random: str) -> str:
    return time.upper() + random.lower()
""",
    "a named identifier": """
import uuid

@step(writes="ticket")
def work(text: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, text))
""",
    "a guard that compares keys": """
def due(now: float, opened: float) -> bool:
    return now - opened < 3600

@transition(source="new", target="done", actor="deterministic", when=due)
def work(text: str) -> None: ...

@transition(source="new", target="late", actor="deterministic")
def late() -> None: ...

flow = workflow(
    "flow", work, late, initial="new", final=["done", "late"], inputs={"text": str, "opened": float, "now": float}
)
""",
    "found in a set": """
@step(writes="known")
def work(items: list[str], text: str) -> bool:
    return any(item == text for item in set(items)) and text in {"a", "b"}
""",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text if "flow = " in text else one_step(text), "CD404")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text if "flow = " in text else one_step(text), "CD404") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, BAD["a guard"], "CD404")
    assert found.message == "the guard `office_hours` is to be computed from its keys, and depends on the time"
    assert found.symbol == "flow.work"
