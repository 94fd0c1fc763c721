"""No run of a body makes more calls than the bound; where nothing is shared between paths, some run reaches it."""

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.analyzer.facts.body.counting import count

Lines = list[str]


class Leave(Exception):
    """What bodies raise when they fail on purpose."""


@st.composite
def blocks(draw: st.DrawFn, depth: int = 0, looping: bool = False) -> Lines:
    """Draw a block of statements. Every condition is a `flip()`, so that each path can be taken."""
    return [line for _ in range(draw(st.integers(1, 3))) for line in draw(statements(depth, looping))]


def _indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


@st.composite
def statements(draw: st.DrawFn, depth: int, looping: bool) -> Lines:
    plain = ["c(1)", "x = c(1) if flip() else 0", "x = [c(i) for i in range(2)]", "x = flip() and c(1)", "pass"]
    kinds = ["plain", "plain", "return", "raise"] + (["break", "continue"] if looping else [])
    kinds += ["if", "for", "while", "try", "call"] if depth < 3 else []
    kind = draw(st.sampled_from(kinds))
    if kind == "plain":
        return [draw(st.sampled_from(plain))]
    if kind in ("return", "raise", "break", "continue"):
        statement = {"return": "return c(1)", "raise": "raise Leave()"}.get(kind, kind)
        return ["if flip():", f"    {statement}"]
    inner = draw(blocks(depth + 1, looping or kind in ("for", "while")))
    if kind == "if":
        return ["if flip():", *_indented(inner), "else:", *_indented(draw(blocks(depth + 1, looping)))]
    if kind == "for":
        orelse = ["else:", "    c(1)"] if draw(st.booleans()) else []
        return [f"for i{depth} in range({draw(st.integers(0, 3))}):", *_indented(inner), *orelse]
    if kind == "while":
        start, end = draw(st.integers(0, 2)), draw(st.integers(0, 4))
        counter = f"n{depth}_{draw(st.integers(0, 10**6))}"
        first = draw(st.booleans())
        change = f"{counter} += 1"
        body = [change, *inner] if first or any("continue" in line for line in inner) else [*inner, change]
        return [f"{counter} = {start}", f"while {counter} < {end}:", *_indented(body)]
    if kind == "try":
        final = ["finally:", "    c(1)"] if draw(st.booleans()) else []
        return ["try:", *_indented(inner), "except Leave:", *_indented(draw(blocks(depth + 1, looping))), *final]
    helper = f"helper_{draw(st.integers(0, 10**6))}"
    body = draw(blocks(depth + 1, False))
    return [f"def {helper}():", *_indented(body), f"{helper}()"]


def _runs(text: str) -> Iterator[int]:
    """Run the body with the first flips in every way, the rest false and then true, and yield the calls made."""
    for flips in itertools.product((True, False), repeat=5):
        for rest in (False, True):
            made, seen = [0], itertools.chain(flips, itertools.repeat(rest, 200))

            def model(value: object, made: list[int] = made) -> int:
                made[0] += 1
                return 1

            names: dict[str, Any] = {"Leave": Leave, "flip": lambda seen=seen: next(seen, False)}
            exec(text, names)
            with contextlib.suppress(Leave):
                names["step"](1, c=model)
            yield made[0]


@given(blocks())
def test_no_run_makes_more_calls_than_the_bound(lines: Lines) -> None:
    text = "\n".join(["def step(q, *, c):", *_indented(lines)]) + "\n"
    found = count(text)
    assert found.finite, found.reason
    for made in _runs(text):
        assert made <= found.number
