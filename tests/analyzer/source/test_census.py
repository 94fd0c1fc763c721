"""Which flows a module has, under which names, in which order."""

from pathlib import Path

import pytest

from tests.analyzer.source.laid_out import HEAD, flows

Found = list[tuple[object, tuple[str, ...], str]]


def census(folder: Path, text: str, files: dict[str, str] | None = None) -> Found:
    found = flows(folder, HEAD + text, files)
    return [(flow.graph.name if isinstance(flow.graph.name, str) else "?", flow.symbols, flow.scope) for flow in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("a = chain('a', first)", [("a", ("a",), "")]),
        ("a = b = chain('a', first)\nc = a", [("a", ("a", "b", "c"), "")]),
        ("a: Flow = chain('a', first)", [("a", ("a",), "")]),
        ("print(a := chain('a', first))", [("a", ("a",), "")]),
        ("chain('a', first)", [("a", (), "")]),
        ("a = register(chain('a', first))", [("a", (), "")]),
        ("a, b = chain('a', first), chain('b', first)", [("a", ("a",), ""), ("b", ("b",), "")]),
        ("a = chain('a', chain('b', first))", [("a", ("a",), ""), ("b", (), "")]),
        ("a = chain('a', first)\na = chain('b', first)", [("a", (), ""), ("b", ("a",), "")]),
        ("if x:\n    a = chain('a', first)\nelse:\n    a = chain('b', first)", [("a", ("a",), ""), ("b", ("a",), "")]),
        ("class A:\n    a = chain('a', first)", [("a", ("a",), "A")]),
        ("class A:\n    a = chain('a', first)\nb = A.a", [("a", ("b",), "")]),
        ("def f():\n    a = chain('a', first)\n    return a", [("a", ("a",), "f")]),
        ("class A:\n    def f(self):\n        a = chain('a', first)", [("a", ("a",), "A.f")]),
        ("def f():\n    def g():\n        return chain('a', first)", [("a", (), "f.<locals>.g")]),
        ("def f(name):\n    a = chain(name, first)\n    return a", [("?", ("a",), "f")]),
        ("def f(name):\n    return chain(name, first)\na = f('x')", [("x", ("a",), "")]),
        ("def f(name):\n    return chain(name, first)\na = f('x')\nb = f('y')", [("x", ("a",), ""), ("y", ("b",), "")]),
        ("def f(name):\n    return chain(name, first)\nrun(f('x'))", [("x", (), "f")]),
        (
            "def f(name):\n    inner = chain(name, first)\n    return chain('o', inner)\na = f('x')",
            [("x", ("inner",), "f"), ("o", ("a",), "")],
        ),
        ("def f(n):\n    return chain(n, first), 1\na, _ = f('x')", [("x", ("a",), "")]),
        ("def f(n):\n    return chain(n, first)\ndef g():\n    return f('x')", [("?", (), "f")]),
        ("def f(n):\n    return chain(n, first)\ndef g(m):\n    return f(m + '!')\na = g('x')", [("x!", ("a",), "")]),
        ("f = lambda n: chain(n, first)\na = f('x')", [("x", ("a",), "")]),
        ("a = [chain(n, first) for n in 'xy']", [("?", (), "")]),
        ("def f(x=chain('a', first)): ...", [("a", (), "")]),
        ("@register(chain('a', first))\ndef f(): ...", [("a", (), "")]),
        (
            "for x in y:\n  with z:\n    try:\n      a = chain('a', first)\n    finally:\n      pass",
            [("a", ("a",), "")],
        ),
        ("def chain(*a): ...\na = chain('a', first)", []),
        ("from itertools import chain\na = chain('a', first)", []),
        (
            "import chaindsl as c, functools\nbuild = functools.partial(c.chain, 'a')\nb = build(first)",
            [("a", ("b",), "")],
        ),
        ("a = {'x': chain('a', first)}\nb = a['x']", [("a", ("b",), "")]),
        ("async def f():\n    return chain('a', first)", [("a", (), "f")]),
        ("a = workflow('w', initial='s')", [("w", ("a",), "")]),
    ],
)
def test_flows_and_their_names(tmp_path: Path, text: str, expected: Found) -> None:
    assert census(tmp_path, text) == expected


def test_a_flow_of_another_module_is_read_there(tmp_path: Path) -> None:
    files = {"other.py": HEAD + "qa = chain('qa', first)\ndef make(n):\n    return chain(n, first)\n"}
    assert census(tmp_path, "from other import qa\nmine = qa\n", files) == []
    assert census(tmp_path, "from other import make\nmine = make('it')\n", files) == [("it", ("mine",), "")]


def test_the_order_is_that_of_the_source(tmp_path: Path) -> None:
    text = "def f():\n    return chain('b', first)\na = chain('a', first)\nc = [chain('d', first), chain('c', first)]\n"
    assert [name for name, _, _ in census(tmp_path, text)] == ["b", "a", "d", "c"]
