"""Random flows whose every step calls a model once an attempt and fails as often as it is told to."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from hypothesis import strategies as st

from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat, Route
from chaindsl.graph.step import Attempts, Each, Read, Step, Tool, ToolKind
from chaindsl.graph.typeform import Named, literal_value
from chaindsl.runtime.definition import Definition, Work

KINDS = ("step", "step", "step", "each", "branch", "repeat", "parallel", "nested")
MODEL = (Tool("complete", ToolKind.MODEL),)
LIST = ["one", "two", "three"]


@dataclass
class Sketch:
    """A flow being drawn: its works, how often each step (or item) fails at first, and what is bound by arithmetic."""

    works: dict[str, Work] = field(default_factory=dict)
    flows: dict[str, Definition] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    count: int = 0

    def name(self) -> str:
        self.count += 1
        return f"s{self.count}"


class Flaky:
    """The model of a random flow: it fails the first so many calls with each prompt, and says how many there were."""

    def __init__(self, failures: Mapping[str, int]) -> None:
        self._failures = failures
        self._calls: Counter[str] = Counter()
        self._lock = Lock()

    def __call__(self, prompt: str, /) -> str:
        with self._lock:
            self._calls[prompt] += 1
            number = self._calls[prompt]
        if number <= self._failures[prompt.partition(":")[0]]:
            raise OSError(f"call {number}")
        return f"{prompt}#{number}"


def body(name: str, asynchronous: bool, made: Callable[[str], Any]) -> Callable[..., Any]:
    if asynchronous:

        async def awaited(given: Any, *, complete: Callable[[str], str]) -> Any:
            await asyncio.sleep(0)
            return made(complete(f"{name}: {given}"))

        return awaited

    def plain(given: Any, *, complete: Callable[[str], str]) -> Any:
        return made(complete(f"{name}: {given}"))

    return plain


@st.composite
def definitions(draw: st.DrawFn) -> tuple[Definition, dict[str, int], int]:
    """A flow, how often each of its steps fails at first, and the most calls it can make."""
    sketch = Sketch()
    parts, most = draw(series(sketch, depth=2))
    flow = Flow("random", Chain(parts), (Input("list", Named("list", (Named("str"),))), Input("text", Named("str"))))
    inputs = {"list": list[str], "text": str}
    return Definition(flow, sketch.works, flows=sketch.flows, inputs=inputs), sketch.failures, most


@st.composite
def series(draw: st.DrawFn, sketch: Sketch, *, depth: int) -> tuple[tuple[Part, ...], int]:
    found = [draw(part(sketch, depth=depth)) for _ in range(draw(st.integers(1, 3)))]
    return tuple(one for one, _ in found), sum(most for _, most in found)


@st.composite
def part(draw: st.DrawFn, sketch: Sketch, *, depth: int) -> tuple[Part, int]:
    kind = draw(st.sampled_from(KINDS if depth else KINDS[:4]))
    if kind in ("step", "each"):
        return draw(simple(sketch, each=kind == "each"))
    if kind == "branch":
        return draw(routes(sketch, depth=depth))
    if kind == "repeat":
        return draw(loop(sketch, depth=depth))
    if kind == "parallel":
        found = [draw(part(sketch, depth=depth - 1)) for _ in range(2)]
        return Parallel(tuple(one for one, _ in found)), sum(most for _, most in found)
    return draw(nested(sketch, depth=depth))


@st.composite
def simple(
    draw: st.DrawFn, sketch: Sketch, *, each: bool = False, made: Callable[[str], Any] = str, writes: str = ""
) -> tuple[Step, int]:
    name = sketch.name()
    tries = draw(st.integers(1, 3))
    sketch.failures[name] = draw(st.integers(0, 4))
    step = Step(
        name,
        reads=() if each else (Read("text"),),
        writes=writes or f"k{name}",
        tools=MODEL,
        type=Named("str"),
        each=Each("list", 2, workers=draw(st.integers(1, 3)), parameter="given") if each else None,
        attempts=Attempts(tries, 0.0),
    )
    sketch.works[name] = Work(body(name, draw(st.booleans()), made), object)
    # Every halt gives as many attempts once more, so the bound holds for what is tried between two of them.
    return step, max(tries, sketch.failures[name] + 1) * (2 if each else 1)


@st.composite
def routes(draw: st.DrawFn, sketch: Sketch, *, depth: int) -> tuple[Part, int]:
    one, cost_one = draw(series(sketch, depth=depth - 1))
    other, cost_other = draw(series(sketch, depth=depth - 1))
    label = literal_value(draw(st.sampled_from(["text", "other"])))
    assert label is not None
    return Branch("text", (Route(label, one),), other), max(cost_one, cost_other)


@st.composite
def loop(draw: st.DrawFn, sketch: Sketch, *, depth: int) -> tuple[Part, int]:
    rounds = draw(st.integers(1, 3))
    key = f"u{sketch.name()}"
    done = draw(st.integers(1, 4))

    def enough(answer: str) -> bool:
        return int(answer.rpartition("#")[2]) % done == 0

    parts, most = draw(series(sketch, depth=depth - 1))
    judge, cost = draw(simple(sketch, made=enough, writes=key))
    sketch.failures[str(judge.name)] = 0
    return Repeat((*parts, judge), key, rounds, "continue"), (most + cost) * rounds


@st.composite
def nested(draw: st.DrawFn, sketch: Sketch, *, depth: int) -> tuple[Part, int]:
    name = f"f{sketch.name()}"
    inner = Sketch(failures=sketch.failures, count=sketch.count)
    parts, most = draw(series(inner, depth=depth - 1))
    sketch.count = inner.count
    flow = Flow(name, Chain(parts), (Input("list", Named("list", (Named("str"),))), Input("text", Named("str"))))
    inputs = {"list": list[str], "text": str}
    sketch.flows[name] = Definition(flow, inner.works, flows=inner.flows, inputs=inputs)
    return Nested(flow), most


def side_by_side(definition: Definition) -> bool:
    """Whether anything in a flow runs beside something else."""
    text = repr(definition.graph)
    return "Parallel(" in text or "workers=2" in text or "workers=3" in text
