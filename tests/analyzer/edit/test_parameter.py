"""A parameter under another name, with all that its function does with it."""

import ast

import pytest

from analyzer.edit.parameter import renamed
from tests.analyzer.edit.written import after, module


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("def f(old): return old\n", "def f(new): return new\n"),
        ("def f(a, old: str = 'old', *, k):\n    return k(old=old)  # old\n",
         "def f(a, new: str = 'old', *, k):\n    return k(old=new)  # old\n"),
        ("async def f(old):\n    old = old + 1\n    return lambda: old\n",
         "async def f(new):\n    new = new + 1\n    return lambda: new\n"),
        ("def f(old):\n    return f'日 {old} {old!r:>{old}}'\n",
         "def f(new):\n    return f'日 {new} {new!r:>{new}}'\n"),
        ("def f(old):\n    return f'''{\nold}'''\n", "def f(new):\n    return f'''{\nnew}'''\n"),
        ("def f(old):\n    return f'old: {old}'\n", None),
        ("def f(old):\n    return [old for old in old]\n", None),
        ("def f(old):\n    return lambda old: old\n", None),
        ("def f(old):\n    new = 1\n    return old + new\n", None),
        ("def f(old, new): return old\n", None),
        ("def f(old):\n    import old\n    return old\n", None),
        ("def f(old):\n    try: return old\n    except E as old: pass\n", None),
        ("def f(*, old): return old\n", None),
    ],
)  # fmt: skip
def test_a_parameter_is_renamed(text: str, result: str | None) -> None:
    found = module(text)
    function = found.tree.body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    assert after(text, renamed(found, function, "old", "new")) == result
