"""Runs to be shown: on a clock that moves only when told, each written to a file as `chaindsl run --trace` does."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from chaindsl.graph.budget import Budget
from chaindsl.language.blocks import branch, repeat
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.state import State
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.standing import ending
from chaindsl.testing.scripted import ScriptedModel
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceWriter
from chaindsl.view.loaded import Loaded, load
from chaindsl.vocabulary.command import Command, CommandResult, cli
from chaindsl.vocabulary.feedback import Feedback
from chaindsl.vocabulary.model import Complete, Completion, Usage
from chaindsl.vocabulary.prompt import prompt
from tests.runtime.world import World

BEGAN = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)

EXTRACT = prompt("extract", version="3", text="What does this say of {topic}?\n\n{page}")
DRAFT = prompt("draft", version="1", text="Write of {topic} from:\n{notes}{hint}")
JUDGE = prompt("judge", version="2", text="Is this good, yes or no?\n\n{draft}")
ROUTE = prompt("route", version="1", text="Is this long or short?\n\n{draft}")


@step(writes="notes", each="pages", limit=2, prompt=EXTRACT)
def extract(page: str, topic: str, *, complete: Complete) -> str:
    return complete(EXTRACT.format(page=page, topic=topic))


def mentions(draft: str, topic: str) -> None:
    if topic not in draft:
        raise ValueError(f"say something of {topic}")


@step(writes="draft", prompt=DRAFT, validate=mentions, max_attempts=3)
def write(topic: str, notes: list[str], *, complete: Complete, feedback: Feedback) -> str:
    hint = f"\n({feedback})" if feedback else ""
    return complete(DRAFT.format(topic=topic, notes="\n".join(notes), hint=hint))


@step(writes="good", prompt=JUDGE, parse=bool)
def judge(draft: str, *, complete: Complete) -> str:
    return complete(JUDGE.format(draft=draft))


@step(writes="draft")
def revise(draft: str) -> str:
    return f"{draft} And more."


@step(writes="kind", prompt=ROUTE, parse=Literal["long", "short"], fallback="short", max_attempts=1)
def route(draft: str, *, complete: Complete) -> str:
    return complete(ROUTE.format(draft=draft))


@step(writes="published")
def print_long(draft: str) -> str:
    return f"book: {draft}"


@step(writes="published")
def print_short(draft: str) -> dict[str, str]:
    return {"note": draft}


publish = chain(
    "publish",
    route,
    branch("kind", {"long": print_long, "short": print_short}),
    inputs={"draft": str},
    outputs=["published"],
)
REPORT = chain(
    "report",
    extract,
    write,
    repeat(judge, revise, until="good", limit=3),
    publish,
    inputs={"topic": str, "pages": list[str]},
    outputs=["published"],
    budget=Budget(calls=20),
)
PAGES = {"topic": "moons", "pages": ["Mars has two moons.", "Pluto has five moons.", "The Sun has none."]}
ANSWERS = {
    "extract": ["Two.", OSError("line is busy"), "Five."],
    "draft": ["Planets go round.", "Of moons: two and five."],
    "judge": ["no", "yes"],
    "route": "middling",
}


@transition(source="opened", target="sorted", actor="deterministic", writes="kind")
def sort(ticket: str) -> str:
    return "refund" if "refund" in ticket else "other"


@transition(source="sorted", target="paid", actor="deterministic", writes="paid", when="kind == 'refund'")
def pay(ticket: str) -> int:
    raise ConnectionError("the bank is closed")


DESK = workflow(
    "desk",
    sort,
    pay,
    initial="opened",
    final=["paid"],
    inputs={"ticket": str},
    states=[State("sorted", goal="Decide what is due.")],
)


@step(writes="listed")
def look(source: str) -> Command[CommandResult]:
    return cli("sh", "-c", "wc -l", stdin=source)


@step(writes="parts", each="pages")
def take_apart(page: str) -> str:
    return page.upper()


@step(writes="built", max_attempts=1)
def build(source: str, parts: list[str], listed: CommandResult) -> Command[CommandResult]:
    return cli("sh", "-c", "echo compiling; echo 'no such module: moons' >&2; exit 3")


BUILD = chain("works", look, take_apart, build, inputs={"source": str, "pages": list[str]}, outputs=["built"])


def timed(world: World, answers: Any, usage: bool = True) -> Callable[[str], str]:
    """A model that follows a script, takes half a second for each call, and reports usage."""
    model = ScriptedModel(answers)

    def complete(prompt: str, /) -> str:
        world.pass_time(0.5)
        answer = model(prompt)
        tokens = Usage(len(prompt) // 4, len(answer) // 4)
        return Completion(answer, usage=tokens, model="tiny-1") if usage else answer

    return complete


def written(path: Path, flow: Flow, values: dict[str, Any], answers: Any = None) -> Loaded:
    """Run a flow, with a model where there are answers, write its trace, and read it."""
    world = World()
    runner = world.bind(flow, **({} if answers is None else {"complete": timed(world, answers)}))
    writers: list[TraceWriter] = []
    run = runner.begin(values, on_record=lambda record: writers[0](record))  # noqa: PLW0108  it is made later
    writers.append(TraceWriter(path, head(run.id, flow.graph, written_by="0.1.0", began=BEGAN)))
    with writers[0] as writer:
        try:
            runner.proceed(run)
        except ChainError:
            assert run.error is not None
        writer.end(ending(run))
    return load(path)


def report(folder: Path, **answers: Any) -> Loaded:
    """A run with a nested flow, rounds, items, retries and a fallback."""
    return written(folder / "report.jsonl", REPORT, PAGES, {**ANSWERS, **answers})


def build_run(folder: Path) -> Loaded:
    """A run with long values, of commands, the last of which failed."""
    values = {"source": "import moons; " * 40, "pages": ["first " * 80, "second " * 80]}
    return written(folder / "build.jsonl", BUILD, values)


def desk(folder: Path) -> Loaded:
    """A run of a workflow that failed."""
    return written(folder / "desk.jsonl", DESK, {"ticket": "a refund, please"})
