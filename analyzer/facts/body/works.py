"""What the bodies of a flow's steps do, each looked at once.

A step without a body that could be followed is not known: every answer about it is None.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from analyzer.facts.body.calls import CallCounter
from analyzer.facts.body.marks import Argument, Given, Keyed, Mark, Model
from analyzer.facts.body.most import Most
from analyzer.facts.body.origins import Origins, Tracer
from analyzer.source.definition import Definition, Marked
from analyzer.source.reader import Reader
from analyzer.source.reading import Body
from chaindsl.graph.place import Place
from chaindsl.graph.step import Each, Source, Step, ToolKind
from chaindsl.graph.unknown import Unknown

T = TypeVar("T")
Cap = Callable[[str], int | None]
"""How many items the list under a key can hold."""


class Works:
    """The bodies of one reading, by the place of their step."""

    def __init__(self, bodies: Mapping[Place, Body], reader: Reader, cap: Cap) -> None:
        self.bodies = bodies
        self.reader = reader
        self._cap = cap
        self._values = Tracer(reader)
        self._sizes = Tracer(reader, sizes=True)
        self._known: dict[tuple[str, int], object] = {}
        self._kept: list[Step] = []

    def body(self, step: Step) -> Body | None:
        """Return the function behind a step."""
        return None if step.place is None else self.bodies.get(step.place)

    def calls(self, step: Step) -> Most | None:
        """Return the most model calls of one attempt, for one item."""
        return self._once(
            "calls", step, lambda body: CallCounter(self.reader).function(body.function, self.given(step))
        )

    def values(self, step: Step) -> Origins | None:
        """Return where the value comes from that the body hands back."""
        return self._once("values", step, lambda body: self._values.returned(body.function, self.given(step)))

    def sizes(self, step: Step) -> Origins | None:
        """Return what decides how many items the value has."""
        return self._once("sizes", step, lambda body: self._sizes.returned(body.function, self.given(step)))

    def _once(self, what: str, step: Step, look: Callable[[Body], T]) -> T | None:
        body = self.body(step)
        if body is None:
            return None
        key = (what, id(step))
        if key not in self._known:
            self._kept.append(step)
            self._known[key] = look(body)
        found: T = self._known[key]  # type: ignore[assignment]
        return found

    def given(self, step: Step) -> dict[str, Definition]:
        """Return what the parameters of a step's function stand for."""
        marks: dict[str, Mark] = {}
        if isinstance(step.each, Each) and not isinstance(step.each.key, Unknown):
            marks[step.each.parameter] = Keyed(step.each.key)
        for read in step.reads:
            supplied = read.source is Source.ACTOR
            marks[read.parameter] = Argument(read.parameter) if supplied else Keyed(read.key, self._cap(read.key))
        for tool in step.tools:
            marks[tool.name] = Model(tool.name) if tool.kind is ToolKind.MODEL else Given(tool.name)
        return {name: Marked(mark) for name, mark in marks.items()}
