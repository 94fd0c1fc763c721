"""Small graphs for tests, made in a line: keys are given as words, `key?` is an optional read."""

from collections.abc import Iterable
from typing import Any

from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat, Route, Transition, Workflow
from chaindsl.graph.guard import Expression, Guard, Predicate, parse_guard
from chaindsl.graph.place import Place
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Attempts, Check, Each, Read, Step, Tool, ToolKind
from chaindsl.graph.typeform import (
    ANY,
    Constrained,
    Constraint,
    LiteralValue,
    Named,
    TypeForm,
    literal,
    literal_value,
    union,
)
from chaindsl.graph.unknown import Unknown, Why

HOLE = Hole(Unknown(Why.DYNAMIC, "somewhere"), many=True)
UNKNOWN = Unknown(Why.OUTSIDE, "elsewhere")
MODEL = (Tool("complete", ToolKind.MODEL),)


def place(line: int) -> Place:
    return Place("flow.py", line)


def named(text: str) -> TypeForm:
    """`str`, `list[int]`, `int | None`: nothing more."""
    if "|" in text:
        return union(named(part.strip()) for part in text.split("|"))
    head, _, inner = text.partition("[")
    return Named(head, tuple(named(part.strip()) for part in inner.removesuffix("]").split(",")) if inner else ())


def lit(*values: str | int | bool | None) -> TypeForm:
    found = [literal_value(value) for value in values]
    return literal(value for value in found if value is not None)


def capped_list(most: int, item: str = "str") -> TypeForm:
    return Constrained(Named("list", (named(item),)), (Constraint("max_length", most),))


def label(value: str | int | bool | None) -> LiteralValue:
    found = literal_value(value)
    assert found is not None
    return found


def reads(words: str, types: dict[str, str] | None = None) -> tuple[Read, ...]:
    found = []
    for word in words.split():
        key = word.removesuffix("?")
        found.append(Read(key, named((types or {}).get(key, "Any")), word.endswith("?")))
    return tuple(found)


def step(
    name: str,
    read: str = "",
    writes: str | None = "",
    *,
    type: TypeForm = ANY,
    model: bool = False,
    attempts: int = 2,
    each: str | None = None,
    limit: int | None = None,
    workers: int = 1,
    takes: dict[str, str] | None = None,
    validate: str = "",
    **more: Any,
) -> Step:
    """A step that writes a key of its own name, unless said otherwise."""
    if isinstance(more.get("line"), int):
        more["place"] = place(more.pop("line"))
    return Step(
        name=name,
        reads=reads(read, takes),
        writes=name if writes == "" else writes,
        type=type,
        tools=more.pop("tools", MODEL if model else ()),
        attempts=more.pop("tries", Attempts(most=attempts)),
        each=Each(each, limit, workers=workers) if each else None,
        validators=(Check("check", reads(validate)),) if validate else (),
        **more,
    )


def chain(
    *parts: Part, inputs: str = "", outputs: str | None = None, types: dict[str, str] | None = None, **more: Any
) -> Flow:
    given = tuple(Input(read.key, read.type, read.optional) for read in reads(inputs, types))
    out = None if outputs is None else tuple(outputs.split())
    return Flow(more.pop("name", "flow"), Chain(parts), given, out, **more)


def nested(flow: Flow) -> Nested:
    return Nested(flow)


def branch(key: str, routes: dict[str | int | bool | None, Iterable[Part] | Part], otherwise: Any = None) -> Branch:
    found = tuple(Route(label(name), _parts(parts)) for name, parts in routes.items())
    return Branch(key, found, None if otherwise is None else _parts(otherwise))


def _parts(parts: Any) -> tuple[Part, ...]:
    return tuple(parts) if isinstance(parts, list | tuple) else (parts,)


def repeat(*parts: Part, until: str, limit: int = 3, exhausted: str = "fail") -> Repeat:
    return Repeat(parts, until, limit, exhausted)


def parallel(*parts: Part) -> Parallel:
    return Parallel(parts)


def when(text: str | None) -> Guard | None:
    """A guard: an expression, or `name(key key)` for a predicate."""
    if text is None:
        return None
    if text.endswith(")") and not text.startswith("len"):
        name, _, keys = text[:-1].partition("(")
        return Predicate(Check(name, reads(keys)))
    return Expression(parse_guard(text))


def go(
    name: str,
    route: str,
    *,
    by: str = "deterministic",
    guard: str | None = None,
    reads_: str = "",
    writes: str | None = None,
    work: Step | None = None,
    **more: Any,
) -> Transition:
    """A transition: `go("t", "a|b > c")`; several targets make a menu."""
    sources, _, targets = (part.strip() for part in route.partition(">"))
    found = tuple(part.strip() for part in targets.split("|"))
    return Transition(
        name=name,
        sources=tuple(part.strip() for part in sources.split("|")),
        targets=found,
        actor=Actor(by),
        menu=len(found) > 1,
        guard=when(guard),
        work=work or step(name, reads_, writes, attempts=1),
        **more,
    )


def workflow(*transitions: Transition, initial: str = "a", final: str = "", inputs: str = "", **more: Any) -> Flow:
    types = more.pop("types", None)
    given = tuple(Input(read.key, read.type, read.optional) for read in reads(inputs, types))
    outputs = more.pop("outputs", None)
    body = {name: more.pop(name) for name in ("states", "max_chain_depth", "open") if name in more}
    return Flow(
        more.pop("name", "flow"),
        Workflow(transitions, initial, tuple(final.split()), **body),
        given,
        None if outputs is None else tuple(outputs.split()),
        **more,
    )


def state(name: str, **more: Any) -> State:
    return State(name, **more)
