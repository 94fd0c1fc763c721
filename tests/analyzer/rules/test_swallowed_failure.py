"""CD403 on the ways in which people write `except` around model calls."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree, one_step

BAD = {
    "returns a default": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    ⟦except Exception⟧:
        return ""
""",
    "bare except": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        answer = complete(text)
    ⟦except⟧:
        answer = "no answer today"
    return answer
""",
    "logs and returns": """
import logging
logger = logging.getLogger(__name__)

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> list[str]:
    try:
        return complete(text).splitlines()
    ⟦except (TimeoutError, ConnectionError) as error⟧:
        logger.warning("model failed: %s", error)
        return []
""".replace(" as error⟧", "⟧ as error"),
    "int of the model's text": """
@step(writes="score")
def work(text: Text, *, complete: Complete) -> int:
    raw = complete(text)
    try:
        score = int(raw)
    ⟦except ValueError⟧:
        score = 0
    return score
""",
    "json with a default before": """
import json, logging

@step(writes="plan")
def work(text: Text, *, complete: Complete) -> dict[str, str]:
    raw = complete(text)
    plan: dict[str, str] = {}
    try:
        plan = json.loads(raw)
    ⟦except json.JSONDecodeError⟧:
        logging.exception("no JSON")
    return plan
""",
    "json in a helper": """
import json

def parse(raw: str) -> dict[str, str]:
    try:
        return json.loads(raw)
    ⟦except ValueError⟧:
        return {}

@step(writes="plan")
def work(text: Text, *, complete: Complete) -> dict[str, str]:
    return parse(complete(text))
""",
    "in a later step": """
import json

@step(writes="raw")
def ask(text: Text, *, complete: Complete) -> str:
    return complete(text)

@step(writes="plan")
def work(raw: str) -> dict[str, str]:
    try:
        return json.loads(raw)
    ⟦except json.JSONDecodeError⟧:
        return {}

flow = chain("flow", ask, work, inputs={"text": Text}, budget=Budget(calls=2))
""",
    "in a loop over items": """
@step(writes="notes", max_calls=99)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    notes = []
    for item in items:
        try:
            notes.append(complete(item))
        ⟦except Exception⟧:
            continue
    return notes
""",
    "a default in the place of the item": """
@step(writes="notes", max_calls=99)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    notes = []
    for item in items:
        prompt_text = item.strip()
        try:
            notes.append(complete(prompt_text))
        ⟦except Exception⟧:
            notes.append("")
    return notes
""",
    "attempts used up": """
import time

@step(writes="answer", max_calls=3)
def work(text: Text, *, complete: Complete) -> str:
    for attempt in range(3):
        try:
            return complete(text)
        ⟦except Exception⟧:
            time.sleep(2 ** attempt)
    return "sorry"
""",
    "falls back to the input": """
@step(writes="query")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    ⟦except Exception⟧:
        return text
""",
    "the error as the answer": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    ⟦except Exception⟧ as error:
        return f"Error: {error}"
""",
    "async": """
import asyncio

@step(writes="answer")
async def work(text: Text, *, complete: AsyncComplete) -> str:
    try:
        return await asyncio.wait_for(complete(text), 10)
    ⟦except asyncio.TimeoutError⟧:
        return "timed out, sorry"
""",
    "gathered": """
import asyncio

@step(writes="notes", max_calls=99)
async def work(items: Annotated[list[str], Len(0, 9)], *, complete: AsyncComplete) -> list[str]:
    async def one(item: str) -> str:
        try:
            return await complete(item)
        ⟦except Exception⟧:
            return ""
    return list(await asyncio.gather(*[one(item) for item in items]))
""",
    "in a pool": """
from concurrent.futures import ThreadPoolExecutor

@step(writes="notes", max_calls=99)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    def one(item: str) -> str:
        try:
            return complete(item)
        ⟦except Exception⟧:
            return "-"
    with ThreadPoolExecutor() as pool:
        return list(pool.map(one, items))
""",
    "suppress": """
from contextlib import suppress

@step(writes="score")
def work(text: Text, *, complete: Complete) -> int:
    score = 0
    with ⟦suppress(ValueError)⟧:
        score = int(complete(text))
    return score
""",
    "an object of defaults": """
from dataclasses import dataclass

@dataclass
class Rating:
    score: int = 0
    reason: str = ""

@step(writes="rating")
def work(text: Text, *, complete: Complete) -> Rating:
    try:
        return Rating(int(complete(text)), "model")
    ⟦except ValueError⟧:
        return Rating(0, "n/a")
""",
    "an enum": """
import enum

class Mood(enum.Enum):
    GOOD = "good"
    BAD = "bad"

@step(writes="mood")
def work(text: Text, *, complete: Complete) -> Mood:
    try:
        return Mood(complete(text).strip())
    ⟦except ValueError⟧:
        return Mood.GOOD
""",
    "pydantic": """
from pydantic import BaseModel, ValidationError

class Plan(BaseModel):
    steps: list[str] = []

@step(writes="steps")
def work(text: Text, *, complete: Complete) -> list[str]:
    try:
        return Plan.model_validate_json(complete(text)).steps
    ⟦except ValidationError⟧:
        return []
""",
    "second of two handlers": """
import json

@step(writes="plan")
def work(text: Text, *, complete: Complete) -> dict[str, str]:
    try:
        return json.loads(complete(text))
    except json.JSONDecodeError:
        raise
    ⟦except Exception⟧:
        return {}
""",
    "a transition": """
@transition(source="new", target="rated", actor="deterministic", writes="score")
def work(text: Text, *, complete: Complete) -> int:
    try:
        return int(complete(text))
    ⟦except ValueError⟧:
        return 1

flow = workflow("flow", work, initial="new", final=["rated"], inputs={"text": Text}, budget=Budget(calls=9))
""",
    "an alias of the model": """
@step(writes="answer")
def work(text: Text, *, llm: Complete) -> str:
    ask = llm
    try:
        return ask(text)
    ⟦except Exception⟧:
        return "n/a"
""",
    "a partial": """
from functools import partial

def safe(ask, text: str) -> str:
    try:
        return ask(text)
    ⟦except Exception⟧:
        return "n/a"

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    return safe(partial(complete), text)
""",
    "a validator that says false": """
import json

def is_json(answer: str) -> bool:
    try:
        json.loads(answer)
    ⟦except ValueError⟧:
        return False
    return True

@step(writes="answer", validate=is_json)
def work(text: Text, *, complete: Complete) -> str:
    return complete(text)
""",
    "any type takes None": """
@step(writes="answer")
def work(text: Text, *, complete: Complete):
    try:
        return complete(text)
    ⟦except Exception⟧:
        print("failed")
""",
    "a label of the type": """
@step(writes="answer", parse=Literal["yes", "no"])
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    ⟦except Exception⟧:
        return "no"
""",
    "a test of the answer that only logs": """
@step(writes="score")
def work(text: Text, *, complete: Complete, debug: bool = False) -> float:
    answer = complete(text)
    try:
        value = float(answer)
    ⟦except ValueError⟧:
        if debug:
            print(answer)
        value = 0.5
    return value
""",
    "a number below all others": """
@step(writes="score")
def work(text: Text, *, complete: Complete) -> int:
    raw = complete(text)
    try:
        return int(raw)
    ⟦except ValueError⟧:
        return -1
""",
    "two names at once": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        answer, source = complete(text), "model"
    ⟦except Exception⟧:
        answer, source = "", "nobody"
    return answer + source
""",
    "the failures are counted": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    answer, failures = "", 0
    try:
        answer = complete(text)
    ⟦except Exception⟧:
        failures += 1
    return answer
""",
    "an entry of a dict": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        found["answer"] = complete(text)
    ⟦except Exception⟧:
        found["answer"] = ""
    return found
""",
    "a log that belongs to something": """
import app

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    ⟦except Exception⟧:
        app.state.logger.warning("no answer")
        return ""
""",
    "a log that is made on the spot": """
import app

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    ⟦except Exception⟧:
        app.log.bind(step="work").info("no answer")
        return ""
""",
}

GOOD = {
    "raises": """
@step(writes="score")
def work(text: Text, *, complete: Complete) -> int:
    raw = complete(text)
    try:
        return int(raw)
    except ValueError as error:
        raise ValueError(f"say a number, not {raw!r}") from error
""",
    "raises after logging": """
import logging

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    except Exception:
        logging.exception("model failed")
        raise
""",
    "raises when attempts are used up": """
import time

@step(writes="answer", max_calls=3)
def work(text: Text, *, complete: Complete) -> str:
    last: Exception | None = None
    for attempt in range(3):
        try:
            return complete(text)
        except Exception as error:
            last = error
            time.sleep(attempt)
    raise RuntimeError("three attempts failed") from last
""",
    "raises in the loop's else": """
@step(writes="answer", max_calls=3)
def work(text: Text, *, complete: Complete) -> str:
    for _ in range(3):
        try:
            answer = complete(text)
            break
        except TimeoutError:
            continue
    else:
        raise TimeoutError("three times")
    return answer
""",
    "asks another model": """
@step(writes="answer", max_calls=2)
def work(text: Text, *, complete: Complete, backup: Complete) -> str:
    try:
        return complete(text)
    except Exception:
        return backup(text)
""",
    "asks again with the error": """
import json

@step(writes="plan", max_calls=2)
def work(text: Text, *, complete: Complete) -> dict[str, str]:
    raw = complete(text)
    try:
        return json.loads(raw)
    except ValueError as error:
        return json.loads(complete(f"{raw} {error}"))
""",
    "keeps the raw text": """
import json

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    answer = complete(text)
    try:
        answer = json.loads(answer)["text"]
    except (ValueError, KeyError):
        pass
    return answer
""",
    "the type would reject it": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    try:
        return complete(text)
    except Exception:
        return ""
""",
    "a label that the type has not": """
@step(writes="answer", parse=Literal["yes", "no"], fallback="no")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    except Exception:
        return "?"
""",
    "none is an answer": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str | None:
    try:
        return complete(text)
    except Exception:
        return None
""",
    "an error that is one": """
from dataclasses import dataclass

@dataclass
class Failure:
    why: str

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str | Failure:
    try:
        return complete(text)
    except Exception as error:
        return Failure(str(error))
""",
    "errors are collected": """
@step(writes="notes", max_calls=99)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> tuple[list[str], list[str]]:
    notes, failed = [], []
    for item in items:
        try:
            notes.append(complete(item))
        except Exception:
            failed.append(item)
    return notes, failed
""",
    "missing items are noticed": """
@step(writes="notes", max_calls=99)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    notes = []
    for item in items:
        try:
            notes.append(complete(item))
        except Exception:
            print("failed", item)
    if len(notes) < len(items) / 2:
        raise RuntimeError("more than half failed")
    return notes
""",
    "no model in it": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        with open("hint.txt") as file:
            hint = file.read()
    except OSError:
        hint = ""
    return complete(text + hint)
""",
    "another exception": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(open(text).read())
    except FileNotFoundError:
        return "there is no such file"
""",
    "a number of the input": """
@step(writes="size")
def work(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0
""",
    "a helper that says so": """
import json

def parse(raw: str) -> dict[str, str] | None:
    try:
        return json.loads(raw)
    except ValueError:
        return None

@step(writes="plan")
def work(text: Text, *, complete: Complete) -> dict[str, str]:
    plan = parse(complete(text))
    if plan is None:
        raise ValueError("no JSON")
    return plan
""",
    "a validator decides": """
def not_empty(answer: str) -> None:
    if not answer:
        raise ValueError("empty")

@step(writes="answer", validate=not_empty)
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    except Exception:
        return ""
""",
    "a validator that raises": """
import json

def is_json(answer: str) -> None:
    try:
        json.loads(answer)
    except ValueError as error:
        raise ValueError(f"no JSON: {error}") from error

@step(writes="answer", validate=is_json)
def work(text: Text, *, complete: Complete) -> str:
    return complete(text)
""",
    "tries for ever": """
import time

@step(writes="answer", max_calls=99)
def work(text: Text, *, complete: Complete) -> str:
    while True:
        try:
            return complete(text)
        except TimeoutError:
            time.sleep(1)
""",
    "looks again": """
import re

@step(writes="score")
def work(text: Text, *, complete: Complete) -> int:
    raw = complete(text)
    try:
        return int(raw)
    except ValueError:
        return int(re.findall(r"[0-9]+", raw)[0])
""",
    "finally": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    finally:
        print("asked")
""",
    "the last attempt raises": """
@step(writes="answer", max_calls=3)
def work(text: Text, *, complete: Complete) -> str:
    for attempt in range(3):
        try:
            return complete(text)
        except Exception:
            if attempt == 2:
                raise
    return ""
""",
    "what went wrong is counted": """
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    answer, letters = "", 0
    try:
        answer = complete(text)
    except Exception as error:
        letters += len(str(error))
    return answer + str(letters)
""",
    "somebody is told": """
import pager

@step(writes="answer")
def work(text: Text, *, complete: Complete) -> str:
    try:
        return complete(text)
    except Exception:
        pager.warning("no answer")
        return ""
""",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text if "flow = " in text else one_step(text), "CD403")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text if "flow = " in text else one_step(text), "CD403") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, one_step(BAD["logs and returns"]), "CD403")
    assert found.message == "`work` hides a model call that fails: it returns `[]`"
    assert found.symbol == "flow.work"
    (related,) = found.related
    assert (related.message, related.place.line) == ("here the model is asked", 13)
