"""Types by many names: aliases, a generic class, a nested class, a union of models, a literal of a constant."""

from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from chaindsl import Budget, Complete, Text, chain, prompt, step

T = TypeVar("T")
JUNIOR, SENIOR = "junior", "senior"
Level = Literal["junior", "senior"]
Names = list[str]


class Scored(BaseModel, Generic[T]):
    value: T
    score: float


class Resume:
    class Job(BaseModel):
        employer: str
        years: int

    class Education(BaseModel):
        school: str


Entry = Resume.Job | Resume.Education

ENTRIES = prompt("entries", version="1", text="The jobs and schools, as a JSON list.\n\n{text}")
SKILLS = prompt("skills", version="1", text="The skills, as a JSON list.\n\n{text}")


@step(writes="entries", prompt=ENTRIES, parse=list[Entry])
def find_entries(text: Text, *, complete: Complete) -> str:
    return complete(ENTRIES.format(text=text))


@step(writes="skills", prompt=SKILLS, parse=Names)
def find_skills(text: Text, *, complete: Complete) -> str:
    return complete(SKILLS.format(text=text))


@step(writes="level")
def judge(entries: list[Entry]) -> Level:
    years = sum(entry.years for entry in entries if isinstance(entry, Resume.Job))
    return "senior" if years > 5 else "junior"


@step(writes="match")
def match(skills: Names, wanted: set[str]) -> Scored[Names]:
    fitting = [skill for skill in skills if skill in wanted]
    return Scored(value=fitting, score=len(fitting) / max(1, len(wanted)))


@step(writes="line")
def line(level: Level, match: Scored[Names]) -> str:
    return f"{level}: {match.score:.0%} {', '.join(match.value)}"


resume = chain(
    "resume",
    find_entries,
    find_skills,
    judge,
    match,
    line,
    inputs={"text": Text, "wanted": set[str]},
    outputs=["line", "level"],
    budget=Budget(calls=4),
)
