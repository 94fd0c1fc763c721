"""Minutes of a meeting; annotations are not evaluated, some are text, and one names a class further down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from pydantic import BaseModel

from chaindsl import Budget, Complete, Text, chain, prompt, step

if TYPE_CHECKING:
    from collections.abc import Sequence

SPEAKERS = prompt("speakers", version="1", text="Who speaks? As a JSON list of names.\n\n{transcript}")
TASKS = prompt("tasks", version="2", text="Who has to do what? As JSON.\n\n{speakers}\n\n{transcript}")


@step(writes="speakers", prompt=SPEAKERS, parse=list[str])
def find_speakers(transcript: Text, *, complete: Complete) -> str:
    return complete(SPEAKERS.format(transcript=transcript))


@step(writes="tasks", prompt=TASKS, parse=list)
def find_tasks(transcript: Text, speakers: "list[str]", *, complete: Complete) -> str:
    return complete(TASKS.format(transcript=transcript, speakers=", ".join(speakers)))


@step(writes="minutes")
def write(tasks: list, title: Optional[str] = None) -> Minutes:
    return Minutes(title=title or "Minutes", lines=lines(tasks))


def lines(tasks: Sequence[object]) -> list[str]:
    return [str(task) for task in tasks]


class Minutes(BaseModel):
    title: str
    lines: list[str]


minutes = chain(
    "minutes",
    find_speakers,
    find_tasks,
    write,
    inputs={"transcript": Text},
    outputs=["minutes"],
    budget=Budget(calls=4),
)
