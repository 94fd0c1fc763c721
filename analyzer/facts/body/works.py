"""What the bodies of a flow's steps do, each looked at once.

A step without a body that could be followed is not known: every answer about it is None.
"""

import ast
from collections.abc import Callable, Container, Mapping
from typing import TypeVar

from analyzer.facts.body.asked import Asked, asked
from analyzer.facts.body.calls import CallCounter, Loop
from analyzer.facts.body.commands import Handed, handed
from analyzer.facts.body.marks import Argument, Everything, Given, Keyed, Mark, Model
from analyzer.facts.body.most import NONE, Most
from analyzer.facts.body.origins import Origins, Tracer
from analyzer.facts.body.prompt_uses import Filled, filled
from analyzer.facts.body.visits import Visits, visits
from analyzer.source.definition import Definition, Marked
from analyzer.source.reader import Reader
from analyzer.source.reading import Body
from chaindsl.graph.place import Place
from chaindsl.graph.step import Each, Read, Source, Step, ToolKind
from chaindsl.graph.unknown import Unknown

T = TypeVar("T")
Cap = Callable[[str], int | None]
"""How many items the list under a key can hold."""


class Works:
    """The bodies of one reading, by the place of their step; `people` says of a step that a person decides for it."""

    def __init__(
        self, bodies: Mapping[Place, Body], reader: Reader, cap: Cap, people: Callable[[Step], bool] = lambda _: False
    ) -> None:
        self.bodies = bodies
        self.reader = reader
        self._cap = cap
        self._people = people
        self._values = Tracer(reader)
        self._sizes = Tracer(reader, sizes=True)
        self._known: dict[tuple[str, int], object] = {}
        self._kept: list[Step] = []

    def body(self, step: Step) -> Body | None:
        """Return the function behind a step."""
        return None if step.place is None else self.bodies.get(step.place)

    def calls(self, step: Step) -> Most | None:
        """Return the most model calls of one attempt, for one item."""
        counted = self._counted(step)
        return None if counted is None else counted[0]

    def loops(self, step: Step) -> tuple[Loop, ...]:
        """Return what one attempt goes over with model calls."""
        counted = self._counted(step)
        return () if counted is None else counted[1]

    def _counted(self, step: Step) -> tuple[Most, tuple[Loop, ...]] | None:
        if all(tool.kind is not ToolKind.MODEL for tool in step.tools):
            # Only a model that it is handed can be asked, so there is nothing to count.
            return None if self.body(step) is None else (NONE, ())
        return self._once("counted", step, lambda body: self._count(body, step))

    def calls_without(self, step: Step, forgiven: Container[ast.AST]) -> Most | None:
        """Return the most model calls of one attempt, loops over these iterables left out."""
        body = self.body(step)
        return None if body is None else self._count(body, step, forgiven)[0]

    def _count(self, body: Body, step: Step, forgiven: Container[ast.AST] = ()) -> tuple[Most, tuple[Loop, ...]]:
        counter = CallCounter(self.reader, forgiven)
        return counter.function(body.function, self.given(step)), tuple(counter.loops.values())

    def visits(self, step: Step) -> Visits:
        """Return what the body evaluates, functions that it calls included."""
        found = self._once("visits", step, lambda body: visits(self.reader, body.function, self.given(step)))
        return found or Visits((), ())

    def asked(self, step: Step) -> tuple[Asked, ...]:
        """Return the calls that ask a model."""
        return self._once("asked", step, lambda _: tuple(asked(self.reader, self.visits(step).calls))) or ()

    def filled(self, step: Step) -> tuple[Filled, ...]:
        """Return where prompts are filled in."""
        return self._once("filled", step, lambda _: tuple(filled(self.reader, self.visits(step).calls))) or ()

    def commands(self, step: Step) -> tuple[Handed, ...]:
        """Return what is handed to commands."""
        return self._once("commands", step, lambda _: tuple(handed(self.reader, self.visits(step).calls))) or ()

    def origins(self, definition: Definition) -> Origins:
        """Return where a value in one of the bodies comes from."""
        return self._values.at(definition)

    def size_origins(self, definition: Definition) -> Origins:
        """Return what decides how many items a value in one of the bodies has."""
        return self._sizes.at(definition)

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
            marks[read.parameter] = self._mark(step, read)
        for tool in step.tools:
            marks[tool.name] = Model(tool.name) if tool.kind is ToolKind.MODEL else Given(tool.name)
        return {name: Marked(mark) for name, mark in marks.items()}

    def _mark(self, step: Step, read: Read) -> Mark:
        match read.source:
            case Source.ACTOR:
                return Argument(read.parameter, self._people(step))
            case Source.VALUES:
                return Everything(read.parameter)
        return Keyed(read.key, self._cap(read.key))
