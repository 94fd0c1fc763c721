"""Graphs drawn by hypothesis: every kind of part, with holes, and with any text that the caller likes for names."""

from typing import TypeVar

from hypothesis import strategies as st

from chaindsl.graph.budget import Budget, Input
from chaindsl.graph.flow import (
    Branch,
    Chain,
    Flow,
    Hole,
    Nested,
    Parallel,
    Part,
    Repeat,
    Route,
    Transition,
    Workflow,
)
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from chaindsl.graph.guard import Compare, Condition, Constant, Expression, Guard, Key, Length, Predicate
from chaindsl.graph.place import Place
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Attempts, Check, Each, Effect, Prompt, Read, Source, Step, Tool, ToolKind
from chaindsl.graph.typeform import (
    Constraint,
    EnumForm,
    LiteralValue,
    Named,
    TypeForm,
    constrained,
    literal,
    literal_value,
    union,
)
from chaindsl.graph.unknown import Unknown, Why

T = TypeVar("T")

WORDS = st.sampled_from(["a", "b", "draft", "docs", "approved", "x y", "é", ""])
SMALL = st.integers(0, 9)

places = st.builds(Place, WORDS, st.integers(1, 99), st.integers(1, 99))
unknowns = st.builds(Unknown, st.sampled_from(Why), WORDS, st.none() | places)


def maybe(known: st.SearchStrategy[T]) -> st.SearchStrategy[T | Unknown]:
    """What is known eight times out of nine."""
    return st.integers(0, 8).flatmap(lambda roll: known if roll else unknowns)


def tuples(items: st.SearchStrategy[T], most: int = 2) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(items, max_size=most).map(tuple)


scalars = st.none() | st.booleans() | st.integers(-9, 9) | WORDS
constants = st.builds(Constant.of, scalars | st.floats(-9, 9).filter(lambda value: value != 0))


def plain(value: object) -> LiteralValue:
    found = literal_value(value)
    assert found is not None
    return found


values = scalars.map(plain)
members = st.builds(LiteralValue, st.just("enum"), scalars, WORDS.map("Colour.{}".format))
constraints = st.builds(Constraint, st.sampled_from(["min_length", "max_length", "ge", "pattern"]), scalars)
names_of_types = st.sampled_from(["str", "int", "Any", "None", "bool", "Document", "pathlib.Path"])


def types(holes: bool = True) -> st.SearchStrategy[TypeForm]:
    """Types in canonical form, with unknown ones unless told."""
    simple = st.builds(Named, names_of_types, st.just(()), tuples(names_of_types, 1))
    choices = st.lists(values, min_size=1, max_size=3).map(literal) | st.builds(EnumForm, WORDS, tuples(members))
    leaves = simple | choices | unknowns if holes else simple | choices
    return st.recursive(
        leaves,
        lambda inner: (
            st.builds(
                Named, st.sampled_from(["list", "dict", "[]"]), st.lists(inner, min_size=1, max_size=2).map(tuple)
            )
            | st.lists(inner, min_size=1, max_size=3).map(union)
            | st.builds(constrained, inner, tuples(constraints), open_=st.booleans())
        ),
        max_leaves=3,
    )


class Graphs:
    """Strategies for pieces of graph whose names come from `names`; without `holes` everything is known."""

    def __init__(self, names: st.SearchStrategy[str] = WORDS, *, holes: bool = True) -> None:
        self.names = names
        self._holes = holes
        self.types = types(holes)

    def maybe(self, known: st.SearchStrategy[T]) -> st.SearchStrategy[T | Unknown]:
        return maybe(known) if self._holes else known

    def reads(self) -> st.SearchStrategy[Read]:
        source = self.maybe(st.sampled_from(Source))
        return st.builds(Read, self.names, self.types, st.booleans(), source, self.names)

    def checks(self) -> st.SearchStrategy[Check]:
        return st.builds(Check, self.names, tuples(self.reads()))

    def tools(self) -> st.SearchStrategy[Tool]:
        return st.builds(Tool, self.names, self.maybe(st.sampled_from(ToolKind)), st.booleans())

    def prompts(self) -> st.SearchStrategy[Prompt]:
        name = self.maybe(self.names)
        return st.builds(Prompt, name, name, name, st.none() | places)

    def eaches(self) -> st.SearchStrategy[Each]:
        overflow = self.maybe(st.sampled_from(["cut", "fail"]))
        limit = self.maybe(st.none() | SMALL)
        return st.builds(Each, self.maybe(self.names), limit, overflow, self.maybe(SMALL), self.types, self.names)

    def attempts(self) -> st.SearchStrategy[Attempts]:
        timeout = self.maybe(st.none() | st.floats(0.5, 9.5))
        return st.builds(
            Attempts, self.maybe(SMALL), self.maybe(st.floats(0, 9)), timeout, self.maybe(tuples(self.names))
        )

    def steps(self) -> st.SearchStrategy[Step]:
        effect = st.builds(Effect, self.maybe(st.none() | self.names), st.booleans())
        return st.builds(
            Step,
            self.maybe(self.names),
            WORDS,
            tuples(self.reads()),
            tuples(self.tools()),
            self.maybe(self.names),
            self.types,
            st.booleans(),
            st.none() | self.maybe(self.names),
            self.maybe(tuples(self.prompts())),
            self.maybe(tuples(self.checks())),
            self.maybe(st.none() | self.eaches()),
            self.attempts(),
            self.maybe(st.none() | SMALL),
            self.maybe(st.none() | effect),
            self.maybe(st.booleans()),
            st.booleans(),
            WORDS,
            st.none() | places,
        )

    def parts(self) -> st.SearchStrategy[Part]:
        leaves: st.SearchStrategy[Part] = self.steps()
        if self._holes:
            leaves |= st.builds(Hole, unknowns, st.booleans(), st.none() | places)
        return st.recursive(leaves, self._blocks, max_leaves=3)

    def _blocks(self, inner: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
        parts = tuples(inner)
        routes = tuples(st.builds(Route, self.maybe(values), parts))
        name = self.maybe(self.names)
        exhausted = self.maybe(st.sampled_from(["fail", "continue"]))
        return (
            st.builds(Branch, name, self.maybe(routes), st.none() | parts)
            | st.builds(Repeat, parts, name, self.maybe(SMALL), exhausted)
            | st.builds(Parallel, parts)
            | st.builds(Nested, self.flows_of(st.builds(Chain, parts)))
        )

    def conditions(self) -> st.SearchStrategy[Condition]:
        """Conditions whose keys are `names`, which need not be identifiers."""
        operands = st.builds(Key, self.names) | st.builds(Length, self.names) | constants
        return operands | st.builds(Compare, st.sampled_from(["==", "<", ">="]), operands, operands)

    def guards(self) -> st.SearchStrategy[Guard]:
        return st.builds(Predicate, self.checks()) | st.builds(Expression, self.conditions())

    def transitions(self) -> st.SearchStrategy[Transition]:
        name = self.maybe(self.names)
        states = self.maybe(st.lists(self.names, min_size=1, max_size=2).map(tuple))
        runs = st.none() | self.flows_of(st.builds(Chain, tuples(self.steps())))
        return st.builds(
            Transition,
            name,
            states,
            states,
            self.maybe(st.sampled_from(Actor)),
            st.booleans(),
            self.maybe(st.none() | self.guards()),
            st.none() | self.steps(),
            self.maybe(runs),
            self.maybe(st.none() | SMALL),
            self.maybe(st.none() | self.names),
            self.maybe(st.none() | self.names),
            st.none() | places,
        )

    def states(self) -> st.SearchStrategy[State]:
        text = self.maybe(st.none() | self.names)
        timeout = self.maybe(st.none() | st.floats(0.5, 9.5))
        return st.builds(State, self.maybe(self.names), text, text, self.maybe(st.booleans()), timeout, text)

    def workflows(self) -> st.SearchStrategy[Workflow]:
        return st.builds(
            Workflow,
            tuples(self.transitions()),
            self.maybe(self.names),
            self.maybe(tuples(self.names)),
            self.maybe(tuples(self.states())),
            self.maybe(SMALL),
            st.none() | unknowns if self._holes else st.none(),
        )

    def guarantees(self) -> st.SearchStrategy[Guarantee]:
        name = self.maybe(self.names)
        at_most = st.builds(AtMost, name, self.maybe(SMALL))
        return st.builds(Passes, name, name) | st.builds(Decides, name, name) | st.builds(Never, name, name) | at_most

    def flows_of(
        self, bodies: st.SearchStrategy[Chain | Workflow] | st.SearchStrategy[Chain]
    ) -> st.SearchStrategy[Flow]:
        some = self.maybe(st.none() | SMALL)
        budget = st.builds(Budget, self.maybe(st.none() | st.floats(1, 9)), some, some, some)
        given = st.builds(Input, self.names, self.types, st.booleans(), st.none() | places)
        return st.builds(
            Flow,
            self.maybe(self.names),
            bodies,
            self.maybe(tuples(given)),
            self.maybe(st.none() | tuples(self.names)),
            self.maybe(st.none() | budget),
            self.maybe(st.booleans()),
            self.maybe(tuples(self.guarantees(), 1)),
            WORDS,
            st.none() | places,
        )

    def chains(self) -> st.SearchStrategy[Chain]:
        return st.builds(Chain, tuples(self.parts()))

    def flows(self) -> st.SearchStrategy[Flow]:
        return self.flows_of(self.chains() | self.workflows())
