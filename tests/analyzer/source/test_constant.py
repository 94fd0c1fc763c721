"""Plain values: what `RESULT` is, compared with what Python itself makes of the same text."""

import pytest

from analyzer.source.definition import Expr, Member
from analyzer.source.evaluator import Evaluator
from analyzer.source.tree import parse
from chaindsl.graph.unknown import Unknown, Why
from tests.analyzer.source.alone import NoModules, module_of


def result(text: str) -> object:
    module = module_of(text)
    evaluator = Evaluator(NoModules())
    name = parse("RESULT").body[0]
    return evaluator.constant(Expr(name.value, evaluator.module_frame(module)))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    [
        "RESULT = None",
        "RESULT = 'a' 'b'",
        "RESULT = 'a' + \"b\" + '''c'''",
        "RESULT = -3",
        "RESULT = +2.5",
        "RESULT = not 0",
        "RESULT = 60 * 5 - 1",
        "RESULT = 7 // 2 + 7 % 4 + 1 / 2",
        "RESULT = 2 ** 10 + (1 << 4)",
        "RESULT = (1, 'a', (True, None))",
        "RESULT = [1, *[2, 3], *(4,)]",
        "RESULT = [1] + [2]",
        "RESULT = {'a': 1, **{'b': 2}, 'a': 3}",
        "RESULT = {'a': 1} | {'b': [2]}",
        "RESULT = dict(a=1, **{'b': 2})",
        "RESULT = dict({'a': 1}, b=2)",
        "A = [1]\nB = A\nRESULT = B",
        "A = [1]\nprint(len(A), *A, end='')\nRESULT = A",
        "A = [1]\ndef f():\n    A = []\n    A.append(2)\nRESULT = A",
        "A = 5 * 60\nB = A * 2\nprint(int(B), end='')\nRESULT = B",
        "RESULT = list((1, 2))",
        "RESULT = tuple([1, 2])",
        "N = 3\nRESULT = f'a{N}b{True}{None}{\"x\"}'",
        "RESULT = ' Ab '.strip().lower()",
        "import textwrap\nRESULT = textwrap.dedent('''\n    a\n      b\n''')",
        "from inspect import cleandoc as clean\nRESULT = clean(' a\\n   b\\n   c')",
        "RESULT = str('12')",
        "A = 1\nB = A\nRESULT = B",
        "A = B = 2\nRESULT = A + B",
        "A, (B, C) = 1, (2, 3)\nRESULT = B",
        "A: int = 4\nRESULT = A",
        "RESULT = (A := 5)",
        "A = 1\nA += 2\nA *= 3\nRESULT = A",
        "A = [1]\nA += [2]\nRESULT = A",
        "RESULT = 1 if True else 2",
        "DEBUG = False\nRESULT = 'a' if DEBUG or None else 'b'",
        "RESULT = 1 if 3 > 2 and 'a' in ('a', 'b') and 1 != 2 else 2",
        "DEBUG = 0\nRESULT = 1 if None is None and DEBUG is not None else 2",
        "RESULT = {'a': {'b': 7}}['a']['b']",
        "RESULT = (1, 2, 3)[-1]",
        "class A:\n    X = 1\n    Y = X + 1\nRESULT = A.Y",
        "class A:\n    X = 1\nclass B(A): ...\nRESULT = B.X",
        "class A:\n    class B:\n        X = 'x'\nRESULT = A.B.X",
        "X = 1\nclass A:\n    X = 2\n    def f(self):\n        return X\n    Y = X\nRESULT = A.Y",
        "import enum\nclass A(enum.Enum):\n    X = 'x'\nRESULT = A.X.value + A.X.name",
        "def f(a, b=2, *c, d, e=5, **g):\n    return [a, b, c, d, e, g]\nRESULT = f(1, d=4)",
        "def f(a, b=2, *c, d, e=5, **g):\n    return [a, b, c, d, e, g]\nRESULT = f(1, 9, 8, 7, d=4, e=0, h=6)",
        "def f(a, b):\n    return a + b\nRESULT = f(*(1,), **{'b': 2})",
        "def f(n):\n    if n == 1:\n        return 1\n    elif n == 2:\n        return 4\n    return 0\nRESULT = f(2)",
        "def f():\n    x = 1\n    def g():\n        return x\n    x = 2\n    return g()\nRESULT = f()",
        "def f(x):\n    x = x + 1\n    return x\nRESULT = f(1)",
        "f = lambda a, b=2: a + b\nRESULT = f(1)",
        "X = 1\ndef f():\n    return X\nRESULT = f()\nX = 2",
        "import functools\n@functools.cache\ndef f():\n    return 3\nRESULT = f()",
        "import contextlib as c\ndef f():\n    with c.nullcontext() as y:\n        return 4\nRESULT = f()",
        "try:\n    import typing\n    A = 1\nexcept ImportError:\n    raise\nRESULT = A",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    A = 1\nelse:\n    A = 2\nRESULT = A",
        "def f():\n    return A\nA = 1\nRESULT = f()",
        "class A:\n    X = 3\nRESULT = getattr(A, 'X')",
    ],
)
def test_values_are_python_s_own(text: str) -> None:
    names: dict[str, object] = {"__name__": "m"}
    try:
        exec(text, names)
    except ImportError:
        pytest.fail("the text can't be run")
    expected = names["RESULT"]
    found = result(text)
    assert type(found) is type(expected)
    assert found == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("RESULT = missing", Why.UNRESOLVED),
        ("del RESULT", Why.UNRESOLVED),
        ("import os\nRESULT = os.sep", Why.OUTSIDE),
        ("import os\nRESULT = os.getenv('X')", Why.OUTSIDE),
        ("RESULT = input()", Why.DYNAMIC),
        ("RESULT = [x for x in 'ab']", Why.DYNAMIC),
        ("RESULT = f'{1:>3}'", Why.DYNAMIC),
        ("RESULT = f'{1!r}'", Why.DYNAMIC),
        ("RESULT = 'a' * 3", Why.DYNAMIC),
        ("RESULT = 'a%s' % 1", Why.DYNAMIC),
        ("RESULT = 1 / 0", Why.DYNAMIC),
        ("RESULT = 10 ** 10 ** 10", Why.DYNAMIC),
        ("RESULT = 1 << 10 ** 9", Why.DYNAMIC),
        ("RESULT = 'a' + 1", Why.DYNAMIC),
        ("RESULT = 0x" + "f" * 5_000, Why.OPAQUE),
        ("RESULT = 1j", Why.OPAQUE),
        ("RESULT = '\\ud800'", Why.OPAQUE),
        ("RESULT = RESULT", Why.UNRESOLVED),
        ("A = B\nB = A\nRESULT = A", Why.UNRESOLVED),
        ("def f():\n    return f()\nRESULT = f()", Why.DYNAMIC),
        ("def f():\n    return g()\ndef g():\n    return f()\nRESULT = f()", Why.DYNAMIC),
        ("def f(n):\n    return f(n + 1)\nRESULT = f(0)", Why.DYNAMIC),
        ("def f():\n    yield 1\nRESULT = f()", Why.DYNAMIC),
        ("async def f():\n    return 1\nRESULT = f()", Why.DYNAMIC),
        ("def f(a):\n    return 1\nRESULT = f(*x)", Why.DYNAMIC),
        ("def f():\n    return 1\nRESULT = f(2)", Why.DYNAMIC),
        ("def f():\n    return 1\nRESULT = f(a=2)", Why.DYNAMIC),
        ("def f():\n    pass\nRESULT = f()", Why.DYNAMIC),
        ("def f(x):\n    if g():\n        return 1\n    return 2\nRESULT = f(1)", Why.DYNAMIC),
        ("def d(f):\n    return f\n@d\ndef f():\n    return 1\nRESULT = f()", Why.DYNAMIC),
        ("def f():\n    return x\nRESULT = f()", Why.UNRESOLVED),
        ("def f():\n    x\n    x = 1\n    return y\n    y = 2\nRESULT = f()", Why.UNRESOLVED),
        ("for RESULT in (1, 2):\n    pass", Why.DYNAMIC),
        ("with open('x') as RESULT:\n    pass", Why.DYNAMIC),
        ("if missing:\n    RESULT = 1\nelse:\n    RESULT = 2", Why.DYNAMIC),
        ("RESULT = 1\ndef f():\n    global RESULT\n    RESULT = 2", Why.DYNAMIC),
        ("A = [1]\nA.append(2)\nRESULT = A", Why.DYNAMIC),
        ("A = [1]\nB = A\nB += [2]\nRESULT = A", Why.DYNAMIC),
        ("A = [1]\nB = A\nC = B\nC.clear()\nRESULT = A", Why.DYNAMIC),
        ("A = [1]\ndef f(x=A):\n    x.pop()\nRESULT = A", Why.DYNAMIC),
        ("A = {'a': 1}\nA['b'] = 2\nRESULT = A", Why.DYNAMIC),
        ("A = {'a': {}}\nA['a']['b'] = 2\nRESULT = A", Why.DYNAMIC),
        ("A = [1]\ndef f():\n    return A\nRESULT = A", Why.DYNAMIC),
        ("A = [1] + [2]\nB = A + [3]\nB.pop()\nRESULT = B", Why.DYNAMIC),
        ("A = [1]\nunknown(A)\nRESULT = A", Why.DYNAMIC),
        ("A = [1]\nclass B:\n    def f(self):\n        self.x = A\nRESULT = A", Why.DYNAMIC),
        ("A = [1]\npush = A.append\nRESULT = A", Why.DYNAMIC),
        ("class A:\n    X = 1\nA.X = 2\nRESULT = A.X", Why.DYNAMIC),
        ("class A:\n    pass\nRESULT = A.X", Why.UNRESOLVED),
        ("class A:\n    pass\nRESULT = A().X", Why.DYNAMIC),
        ("from os import path\nclass A(path.B):\n    pass\nRESULT = A.X", Why.OUTSIDE),
        ("def f(): ...\nRESULT = f", Why.OPAQUE),
        ("import enum\nclass A(enum.Enum):\n    X = 1\nRESULT = f'{A.X}'", Why.DYNAMIC),
        ("RESULT = {}['a']", Why.DYNAMIC),
        ("RESULT = [1][2]", Why.DYNAMIC),
        ("X = (1, 2)\nX = X[0]\nRESULT = X[0]", Why.DYNAMIC),
        ("from . import x\nRESULT = x.y", Why.UNRESOLVED),
        ("str = 1\nRESULT = str('a')", Why.DYNAMIC),
        ("from os import *\nRESULT = sep", Why.OUTSIDE),
        ("from nowhere import *\nRESULT = sep", Why.OUTSIDE),
        ("RESULT = 1\nfrom nowhere import *", Why.OUTSIDE),
    ],
)
def test_what_is_not_known_says_why(text: str, why: Why) -> None:
    found = result(text)
    assert isinstance(found, Unknown)
    assert found.why is why


def test_members_of_enums_are_values_of_their_own() -> None:
    found = result("import enum\nclass A(enum.StrEnum):\n    X = 'x'\nRESULT = A.X")
    assert isinstance(found, Member)
    assert (found.name, found.value, found.text, found.whole) == ("A.X", "x", True, False)


def test_values_stay_small() -> None:
    doubled = "A0 = 'aaaaaaaaaaaaaaaa'\n" + "".join(f"A{n + 1} = A{n} + A{n}\n" for n in range(40)) + "RESULT = A40"
    assert isinstance(result(doubled), Unknown)
    listed = "A0 = [1, 2]\n" + "".join(f"A{n + 1} = [*A{n}, *A{n}]\n" for n in range(40)) + "RESULT = A40"
    assert isinstance(result(listed), Unknown)


def test_long_sums_and_aliases_are_followed_to_their_end() -> None:
    assert result("RESULT = " + " + ".join(["1"] * 2_500)) == 2_500
    aliases = "A0 = 'x'\n" + "".join(f"A{n + 1} = A{n}\n" for n in range(1_500)) + "RESULT = A1500"
    assert result(aliases) == "x"
