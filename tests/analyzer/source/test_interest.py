"""Which lines may have to do with flows; and that passing over all others loses no flow and no name of one."""

import ast
from pathlib import Path

import pytest

from analyzer.source.interest import Interest
from analyzer.source.project import Project
from tests.analyzer.source.alone import module_of
from tests.analyzer.source.laid_out import HEAD, lay_out

ROOT = Path(__file__).parents[3]
SOURCES = [
    *sorted((ROOT / "examples").glob("*.py")),
    *sorted((ROOT / "tests" / "clean").glob("*.py")),
    *sorted((ROOT / "tests" / "parity").glob("*.py")),
]
FACTORY = "def make(n):\n    return chain(n, first)\n"
OTHER = {"pack/__init__.py": "", "pack/made.py": HEAD + FACTORY, "pack/plain.py": "def make(n): ...\n"}


def lines(text: str, *leading: str) -> list[int]:
    """The lines of statements, imports apart, that are of interest where these modules lead to chaindsl."""
    module = module_of(text)
    interest = Interest(module, lambda name, level, part: ".".join(["", *filter(None, [name, part])])[1:] in leading)
    others = [statement for statement in module.tree.body if not isinstance(statement, ast.Import | ast.ImportFrom)]
    return [statement.lineno for statement in others if interest.touches(statement)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from chaindsl import step\nstep()\nchain()", []),
        ("from chaindsl import chain as c\nc()\nchain()", [2]),
        ("from chaindsl import language\nlanguage.x()", [2]),
        ("from chaindsl import *\nstep()\nworkflow()", [3]),
        ("import chaindsl as d\nd.chain()", [2]),
        ("from out import chain\nchain()", []),
        ("import out\nout.chain()", []),
        ("import kit\nkit.make()", [2]),
        ("import kit.deep\nkit.make()\ndeep()", [2]),
        ("from kit import make\nx = make()\ny = x\nz = 1", [2, 3]),
        ("from . import near\nnear()", []),
        ("from kit import *\nz = 1", [2]),
        ("from out import *\nz = 1", []),
    ],
)
def test_imports_start_it(text: str, expected: list[int]) -> None:
    assert lines(text, "chaindsl", "kit", "kit.deep", "kit.make") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f():\n    return chain()\nf()\ng()", [2, 4]),
        ("def f():\n    a = chain()\n    return 1\na = 2\nf", [2, 6]),
        ("def f():\n    global a\n    a = chain()\na.run()", [2, 5]),
        ("class A:\n    def f(self): return chain()\nA.f()\nb.f()\nb.g()", [2, 4, 5]),
        ("print(a := chain())\na\nb", [2, 3]),
        ("a, (b, *c) = chain(), x\nb\nd", [2, 3]),
        ("a += chain()\na\n", [2, 3]),
        ("a: int = chain()\na\n", [2, 3]),
        ("f = lambda: chain()\nf()\n", [2, 3]),
        ("@chain\ndef f(): ...\nf()", [3, 4]),
        ("def f(x=chain): ...\nf()", [2, 3]),
        ("for a in chain(): pass\na", [2]),
    ],
)
def test_what_speaks_of_it_passes_it_on(text: str, expected: list[int]) -> None:
    assert lines(f"from chaindsl import chain\n{text}", "chaindsl") == expected


TRICKY = [
    "def apply(f, n):\n    return f(n, first)\na = apply(chain, 'x')\n",
    "def apply(f):\n    def inner(n):\n        return f(n, first)\n    return inner\na = apply(chain)('x')\n",
    "import chaindsl\na = getattr(chaindsl, 'chain')('x', first)\n",
    "def f(build=chain):\n    return build('x', first)\na = f()\n",
    "class Kit:\n    def make(n):\n        return chain(n, first)\na = Kit.make('x')\n",
    "class Kit:\n    build = chain\nclass Other(Kit): ...\na = Other.build('x', first)\n",
    "def f(n):\n    x = n\n    def g():\n        return chain(x, first)\n    return g\na = f('x')()\n",
    "from pack import made\na = made.make('x')\n",
    "from pack import plain, made as m\na = plain.make('y')\nb = m.make('x')\n",
    "import pack.made, pack.plain\na = pack.made.make('x')\nb = pack.plain.make('x')\n",
    "import pack\nimport pack.made as hidden\na = pack.made.make('x')\n",
    "from pack.made import *\na = make('x')\n",
    "try:\n    from pack.made import make\nexcept ImportError:\n    raise\na = make('x')\n",
    "\uff43 = \uff43hain\nb = c('x', first)\n",
    "async def f():\n    async with x as y:\n        a = chain('x', first)\n    return a\nb = f()\n",
    "match x:\n    case 1: a = chain('x', first)\n    case _: a = chain('y', first)\nb = a\n",
    "a = chain \\\n    ('x', first); b = a; c = 1\n",
    "make = {'x': chain}['x']\na = make('x', first)\n",
]


def both(folder: Path, text: bytes, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The flows of a file with only the lines of interest looked at, then with all of them."""
    found: list[object] = []
    for whole in (False, True):
        if whole:
            monkeypatch.setattr(Interest, "touches", lambda self, statement: True)
            monkeypatch.setattr(Interest, "names", lambda self, name: True)
        reading = Project().read(folder / "main.py", shown="main.py", content=text)
        found.append([(flow.graph, flow.graph.place, flow.symbols, flow.scope) for flow in reading.flows])
    return found


@pytest.mark.parametrize("text", TRICKY)
def test_nothing_is_lost_however_it_is_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    lay_out(tmp_path, OTHER)
    narrow, whole = both(tmp_path, (HEAD + text).encode(), monkeypatch)
    assert narrow == whole
    assert whole


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_nothing_is_lost_in_real_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow, whole = both(path.parent, path.read_bytes(), monkeypatch)
    assert narrow == whole
