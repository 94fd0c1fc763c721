"""What the bodies of a flow's steps do, each looked at once for all flows that hand it the same.

A step without a body that could be followed is not known: every answer about it is None.
"""

import ast
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from analyzer.facts.body.asked import Asked, asked
from analyzer.facts.body.calls import CallCounter, Loop
from analyzer.facts.body.commands import STARTING, Handed, handed
from analyzer.facts.body.declared import validators
from analyzer.facts.body.direct import direct
from analyzer.facts.body.known import known
from analyzer.facts.body.marks import Argument, Everything, Given, Keyed, Mark, Model, mark_in
from analyzer.facts.body.most import NONE, Most
from analyzer.facts.body.origins import Origins, Tracer
from analyzer.facts.body.prompt_uses import FILLING, Filled, filled
from analyzer.facts.body.spoken import speaks_alone, speaks_of
from analyzer.facts.body.straight import straight
from analyzer.facts.body.swallowing import TRYING
from analyzer.facts.body.texts import Texts
from analyzer.facts.body.visits import OwnCall, Visit, Visits, own_calls, visited, visits
from analyzer.source.definition import Definition, Expr, Function, Marked
from analyzer.source.reader import Reader
from analyzer.source.reading import Body
from chaindsl.graph.place import Place
from chaindsl.graph.step import Each, Read, Source, Step, ToolKind
from chaindsl.graph.unknown import Unknown

T = TypeVar("T")
Cap = Callable[[str], int | None]
"""How many items the list under a key can hold."""


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """The body of a step, what its parameters stand for, and what was found out about that."""

    step: Step
    function: Function
    given: Mapping[str, Definition]
    found: dict[str, object]


class Works:
    """The bodies of one reading, by the place of their step; `people` says of a step that a person decides for it."""

    def __init__(
        self, bodies: Mapping[Place, Body], reader: Reader, cap: Cap, people: Callable[[Step], bool] = lambda _: False
    ) -> None:
        self.bodies = bodies
        self.reader = reader
        self._cap = cap
        self._people = people
        self.tracer = Tracer(reader)
        self._sizes = Tracer(reader, sizes=True)
        self._works: dict[int, _Work] = {}

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
        if not _has_model(step):
            # Only a model that it is handed can be asked, so there is nothing to count.
            return None if self.body(step) is None else (NONE, ())
        return self._once("counted", step, self._count)

    def calls_without(self, step: Step, forgiven: Container[ast.AST]) -> Most | None:
        """Return the most model calls of one attempt, loops over these iterables left out."""
        work = self._work(step)
        return None if work is None else self._count(work, forgiven)[0]

    def _count(self, work: "_Work", forgiven: Container[ast.AST] = ()) -> tuple[Most, tuple[Loop, ...]]:
        asking = self._direct(work)
        found = None if asking is None else straight(self.reader, work.function, work.given, asking)
        if found is not None:
            return found, ()
        counter = CallCounter(self.reader, forgiven)
        return counter.function(work.function, work.given), tuple(counter.loops.values())

    def visits(self, step: Step) -> Visits:
        """Return what the body evaluates, functions that it calls included."""
        found = self._once("visits", step, lambda work: visits(self.reader, work.function, work.given))
        return found or Visits((), ())

    def speaks_of(self, step: Step, words: Collection[str]) -> bool:
        """Say whether the body, or what it leads to, may speak of one of these words."""
        work = self._work(step)
        return work is not None and speaks_of(self.reader, work.function, words)

    def asked(self, step: Step) -> tuple[Asked, ...]:
        """Return the calls that ask a model."""
        if not _has_model(step):
            return ()
        return self._once("asked", step, lambda work: tuple(self._asked(step, work))) or ()

    def _asked(self, step: Step, work: "_Work") -> Iterator[Asked]:
        asking = self._direct(work)
        if asking is None:
            return asked(self.reader, self.visits(step).calls)
        return asked(self.reader, visited(self.reader, work.function, work.given, asking))

    def _direct(self, work: "_Work") -> list[OwnCall] | None:
        if "direct" not in work.found:
            work.found["direct"] = direct(work.function, work.given)
        found: list[OwnCall] | None = work.found["direct"]  # type: ignore[assignment]
        return found

    def filled(self, step: Step) -> tuple[Filled, ...]:
        """Return where prompts are filled in."""
        return self._once("filled", step, lambda work: tuple(filled(self.reader, self._calls(work, FILLING)))) or ()

    def commands(self, step: Step) -> tuple[Handed, ...]:
        """Return what is handed to commands."""
        return self._once("commands", step, lambda work: tuple(handed(self.reader, self._calls(work, STARTING)))) or ()

    def _calls(self, work: "_Work", words: Collection[str]) -> Iterable[Visit]:
        """The calls that may have to do with one of these words, without those of other functions if none there can."""
        if not speaks_of(self.reader, work.function, words):
            return ()
        if not speaks_alone(self.reader, work.function, words):
            return self.visits(work.step).calls
        own = own_calls(work.function.frame.activation.scope.inner(work.function.node))
        if words is FILLING:
            own = [one for one in own if getattr(one[0].func, "attr", "") in FILLING]
        return visited(self.reader, work.function, work.given, own)

    def texts(self, step: Step) -> tuple[tuple[Asked, Expr], ...]:
        """Return the calls that ask a model with text from the code, each with the first of such texts."""
        return self._once("texts", step, lambda _: tuple(self._texts(step))) or ()

    def _texts(self, step: Step) -> Iterator[tuple[Asked, Expr]]:
        texts = Texts(self.reader)
        prompts = {filled.visit.node for filled in self.filled(step)}
        for one in self.asked(step):
            others = (text for text in one.texts if not (isinstance(text, Expr) and text.node in prompts))
            found = next((written for text in others if (written := texts.written(text)) is not None), None)
            if found is not None:
                yield one, found

    def validators(self, step: Step) -> list[Function]:
        """Return the functions that check what a step writes."""
        body = None if step.validators == () else self.body(step)
        return [] if body is None else self._once("validators", step, lambda _: validators(self.reader, body)) or []

    def tries(self, step: Step) -> bool:
        """Say whether the body, or what it leads to, may catch a failure."""
        return self._once("tries", step, lambda work: speaks_of(self.reader, work.function, TRYING)) or False

    def origins(self, definition: Definition) -> Origins:
        """Return where a value in one of the bodies comes from."""
        return self.tracer.at(definition)

    def size_origins(self, definition: Definition) -> Origins:
        """Return what decides how many items a value in one of the bodies has."""
        return self._sizes.at(definition)

    def values(self, step: Step) -> Origins | None:
        """Return where the value comes from that the body hands back."""
        return self._once("values", step, lambda work: self.tracer.returned(work.function, work.given))

    def sizes(self, step: Step) -> Origins | None:
        """Return what decides how many items the value has."""
        return self._once("sizes", step, lambda work: self._sizes.returned(work.function, work.given))

    def _once(self, what: str, step: Step, look: "Callable[[_Work], T]") -> T | None:
        work = self._work(step)
        if work is None:
            return None
        if what not in work.found:
            work.found[what] = look(work)
        found: T = work.found[what]  # type: ignore[assignment]
        return found

    def _work(self, step: Step) -> "_Work | None":
        """Return the body of a step with what is known of it."""
        work = self._works.get(id(step))
        if work is None:
            body = self.body(step)
            if body is None:
                return None
            work = self._works[id(step)] = self._shared(step, body)
        return work

    def _shared(self, step: Step, body: Body) -> "_Work":
        """The work of a step as other flows know it that cap the lists it reads alike."""
        marks = tuple([self._mark(step, read) for read in step.reads])
        works: dict[tuple[int, tuple[Mark, ...]], _Work] = known(self.reader, "works")
        # A work keeps its step, so what that is can be told by where it lies.
        work = works.get((id(step), marks))
        if work is None:
            given = self._given(step)
            key = (body.function.node, body.function.frame.activation, tuple(given.items()))
            found = known(self.reader, "found").setdefault(key, {})
            work = works[id(step), marks] = _Work(step, body.function, given, found)
        return work

    def given(self, step: Step) -> Mapping[str, Definition]:
        """Return what the parameters of a step's function stand for."""
        work = self._work(step)
        return self._given(step) if work is None else work.given

    def marks(self, step: Step) -> Iterator[Mark]:
        """Yield everything that a value in the body of a step can come from."""
        return (mark for value in self.given(step).values() if (mark := mark_in(value)) is not None)

    def _given(self, step: Step) -> dict[str, Definition]:
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


def _has_model(step: Step) -> bool:
    return any(tool.kind is ToolKind.MODEL for tool in step.tools)
