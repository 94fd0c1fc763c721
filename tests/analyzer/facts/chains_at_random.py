"""Strategies for small chains; every step has a name of its own."""

import itertools
from dataclasses import replace

from hypothesis import strategies as st

from chaindsl.graph.flow import Branch, Flow, Parallel, Part, Repeat, Route
from chaindsl.graph.step import Step
from tests.analyzer.building import branch, chain, parallel, repeat, step

KEYS = ["a", "b", "c", "done"]


def steps(optional: bool = False) -> st.SearchStrategy[Part]:
    mark = st.sampled_from(["", "?"]) if optional else st.just("")
    read = st.tuples(st.sampled_from(KEYS), mark).map("".join)
    reads = st.lists(read, max_size=2, unique_by=lambda word: word.rstrip("?")).map(" ".join)
    return st.builds(lambda read, writes: step("s", read, writes), reads, st.sampled_from(KEYS))


def blocks(inner: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
    rows = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        st.builds(
            lambda key, yes, no, other: branch(key, {"x": yes, "y": no}, other),
            st.sampled_from(["k1", "k2"]),
            rows,
            st.lists(inner, max_size=2),
            st.none() | st.lists(inner, max_size=2),
        ),
        st.builds(
            lambda parts, last, limit, exhausted: repeat(
                *parts, step("s", "", "done"), *last, until="done", limit=limit, exhausted=exhausted
            ),
            st.lists(inner, max_size=2),
            st.lists(inner, max_size=1),
            st.integers(1, 3),
            st.sampled_from(["fail", "continue"]),
        ),
        st.lists(inner, min_size=2, max_size=2).map(lambda parts: parallel(*parts)),
    )


def flows(optional: bool = False) -> st.SearchStrategy[Flow]:
    part = st.recursive(steps(optional), blocks, max_leaves=5)
    return st.builds(
        lambda parts, inputs: chain(*named(parts), inputs=inputs),
        st.lists(part, min_size=1, max_size=4),
        st.sampled_from(["", "a", "a b", "k1 k2", "k1"]),
    )


def named(parts: list[Part]) -> tuple[Part, ...]:
    """The parts with every step named after its position."""
    count = itertools.count()
    return tuple(_named(part, count) for part in parts)


def _named(part: Part, count: "itertools.count[int]") -> Part:
    match part:
        case Step():
            return replace(part, name=f"s{next(count)}")
        case Branch(_, tuple(routes), otherwise):
            found = tuple(Route(route.label, tuple(_named(p, count) for p in route.parts)) for route in routes)
            rest = None if otherwise is None else tuple(_named(p, count) for p in otherwise)
            return replace(part, routes=found, otherwise=rest)
        case Repeat(parts) | Parallel(parts):
            return replace(part, parts=tuple(_named(p, count) for p in parts))
    return part
