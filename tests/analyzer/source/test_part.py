"""Parts of a chain in source: what each way of writing them is, and where it can't be followed."""

from pathlib import Path

import pytest

from analyzer.source.project import Project
from chaindsl.graph.flow import Branch, Chain, Hole, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown

HEAD = """\
import os
from chaindsl import branch, chain, parallel, renamed, repeat, step, transition, workflow
from elsewhere import others, some_step

@step(writes="a")
def one(x: str) -> str: ...

@step(writes="b")
def two(a: str) -> str: ...

@transition(source="p", target="q")
def go() -> None: ...

flows = {"in": chain("inner", one, inputs={"x": str})}
NAME, READS = "uno", {"x": "y"}

def made(*steps):
    return [*steps, two]

def pick(flag):
    return one if os.environ else two
"""


def told(part: Part) -> str:
    """A part in short: `?` for what can't be followed, with the reason, `*` where it may stand for several."""
    match part:
        case Step(str(name)):
            return name if part.writes in ("a", "b") else f"{name} → {_value(part.writes)}"
        case Step(name):
            return _value(name)
        case Nested(flow):
            return f"flow {flow.name}"
        case Hole(unknown, many):
            return f"{_value(unknown)}{'*' if many else ''}"
        case Parallel(parts):
            return f"parallel({_all(parts)})"
        case Repeat(parts, until, limit, exhausted):
            return f"repeat({_all(parts)}; {_value(until)}, {_value(limit)}, {_value(exhausted)})"
        case Branch(key, Unknown() as routes, otherwise):
            return f"branch({_value(key)}: {_value(routes)}; {None if otherwise is None else _all(otherwise)})"
        case Branch(key, routes, otherwise):
            shown = ", ".join(f"{_label(route.label)}: [{_all(route.parts)}]" for route in routes)  # type: ignore[union-attr]
            return f"branch({_value(key)}: {shown}; {None if otherwise is None else _all(otherwise)})"
    raise AssertionError(part)


def _label(label: object) -> str:
    return _value(label) if isinstance(label, Unknown) else repr(label.value)  # type: ignore[attr-defined]


def _value(value: object) -> str:
    return f"?{value.why.value}" if isinstance(value, Unknown) else str(value)


def _all(parts: tuple[Part, ...]) -> str:
    return ", ".join(map(told, parts))


CASES = [
    ("one, two", "one, two"),
    ("*made(one)", "one, two"),
    ("*[one] + [two]", "one, two"),
    ("missing", "?unresolved"),
    ("some_step", "?outside-project"),
    ("*others", "?outside-project*"),
    ("go", "?opaque"),
    ("os.path", "?outside-project"),
    ("'one'", "?dynamic"),
    ("pick(1)", "?dynamic"),
    ("chain(*others)", "flow unknown (outside-project: *others)"),
    ("chain('deep', two, inputs={'a': str})", "flow deep"),
    ("flows['in']", "flow inner"),
    ("flows['out']", "?dynamic"),
    ("workflow('w', go, initial='p', final=['q'])", "flow w"),
    ("parallel(one, *others)", "parallel(one, ?outside-project*)"),
    ("parallel()", "parallel()"),
    ("repeat(one, two, until='b', limit=3)", "repeat(one, two; b, 3, fail)"),
    (
        "repeat(one, until=os.sep, limit=len(others), exhausted='continue')",
        "repeat(one; ?outside-project, ?dynamic, continue)",
    ),
    ("repeat(one, until='a')", "repeat(one; a, 1, fail)"),
    (
        "branch('a', {'x': one, 'y': [one, two], 'z': None, 'w': []})",
        "branch(a: 'x': [one], 'y': [one, two], 'z': [], 'w': []; None)",
    ),
    ("branch('a', {'x': one}, otherwise=two)", "branch(a: 'x': [one]; two)"),
    ("branch('a', {'x': one}, otherwise=[])", "branch(a: 'x': [one]; )"),
    ("branch('a', {'x': one}, otherwise=None)", "branch(a: 'x': [one]; )"),
    (
        "branch(os.sep, {'x': some_step, 'y': [*others], os.sep: one})",
        "branch(?outside-project: 'x': [?outside-project*], 'y': [?outside-project*], ?outside-project: [one]; None)",
    ),
    ("branch('a', others)", "branch(a: ?outside-project; None)"),
    ("branch('a', dict(x=one, y=two))", "branch(a: 'x': [one], 'y': [two]; None)"),
    ("branch('a', {'x': made(one)})", "branch(a: 'x': [one, two]; None)"),
    ("branch('a', {'x': one, 'x': two})", "branch(a: 'x': [two]; None)"),
    ("branch('a', {'x': pick(1)})", "branch(a: 'x': [?dynamic*]; None)"),
    ("branch('a', {**others, 'y': one})", "branch(a: ?dynamic; None)"),
    ("branch('a')", "branch(a: ?unresolved; None)"),
    ("renamed(one, name=NAME, reads=READS, writes='c')", "uno → c"),
    ("renamed(one, name='uno')", "uno"),
    ("renamed(one, name=os.sep, writes=os.sep)", "?outside-project"),
    ("renamed(one, name='uno', reads=others)", "?outside-project"),
    ("renamed(one, name='uno', reads=None)", "uno"),
    ("renamed(one, name='uno', reads=['x'])", "?opaque"),
    ("renamed(flows['in'], name='uno')", "?dynamic"),
    ("renamed(*others)", "?dynamic"),
    ("renamed(name='uno')", "?dynamic"),
    ("(lambda it: it)(one)", "one"),
]


@pytest.mark.parametrize(("parts", "said"), CASES, ids=[parts for parts, _ in CASES])
def test_a_part(parts: str, said: str) -> None:
    text = f"{HEAD}\nflow = chain('flow', {parts}, inputs={{'x': str}})\n"
    reading = Project().read(Path("/nowhere/flows.py"), shown="flows.py", content=text.encode())
    (flow,) = [one.graph for one in reading.flows if one.graph.name == "flow"]
    assert isinstance(flow.body, Chain)
    assert _all(flow.body.parts) == said
