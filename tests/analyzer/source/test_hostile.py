"""Hostile source: whatever the text, reading it ends, raises nothing, runs nothing, and keeps its limits."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.source.project import Project
from analyzer.source.reading import Reading
from analyzer.source.trouble import Trouble
from chaindsl.graph.encode import to_json
from chaindsl.graph.flow import Chain, Flow
from tests.analyzer.source.laid_out import HEAD, lay_out, read

CASES = Path(__file__).parents[2] / "parity" / "cases"
DEEP = 2_000


def text_of(text: str) -> Reading:
    return Project().read(Path("/nowhere/main.py"), content=text.encode("utf-8", "surrogatepass"))


def flow_of(text: str) -> Flow:
    reading = text_of(HEAD + text)
    assert reading.problems == ()
    found = [flow.graph for flow in reading.flows if "qa" in flow.symbols]
    return found[-1]


def names(prefix: str, count: int, step: str, first: str) -> str:
    """`P0 = first`, then `P1 = step of P0` and so on."""
    lines = [f"{prefix}{n + 1} = {step.replace('P', f'{prefix}{n}')}\n" for n in range(count)]
    return f"{prefix}0 = {first}\n" + "".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "-" * DEEP + "1\nqa = chain('qa', first)",
        "x = " + "[" * 90 + "]" * 90 + "\nqa = chain('qa', first)",
        "x = f" + ".a" * DEEP + "\nqa = chain('qa', first)",
        "x = f" + "()" * DEEP + "\nqa = chain('qa', first)",
        "if x:\n    pass\n" + "elif x:\n    y = 1\n" * DEEP + "qa = chain('qa', first)",
        "qa = chain('qa', first)\n" + "".join(f"{' ' * n}if x:\n" for n in range(90)) + " " * 90 + "qa = qa",
        "x = 1" + " + 1" * DEEP + "\nqa = chain('qa', first)",
        "def f(x: " + "list[" * 90 + "int" + "]" * 90 + "): ...\nqa = chain('qa', first)",
        "qa = chain('qa', first)\n" + "\n".join(f"def f{n}(): return f{n + 1}()" for n in range(DEEP)) + "\ny = f0()",
        "".join(f"def f{n}():\n{' ' * (n + 1)}" for n in range(90)) + "pass\nqa = chain('qa', first)",
    ],
)
def test_deep_text_around_a_flow_does_no_harm(text: str) -> None:
    flow = flow_of(text)
    assert isinstance(flow.body, Chain)
    assert [part.kind for part in flow.body.parts] == ["step"]


@pytest.mark.parametrize(
    "text",
    [
        names("P", 60, "[*P, *P]", "[first]") + "qa = chain('qa', *P60)",
        names("P", 60, "chain('x', P, P)", "first") + "qa = chain('qa', P60)",
        names("P", 60, "{**P, **P, 'b': [P]}", "{'a': first}") + "qa = chain('qa', first, branch('a', P60))",
        names("P", 60, "Union[list[P], dict[str, P]]", "int") + "from typing import Union\n"
        "@step(writes='z')\ndef last(a: P60): ...\nqa = chain('qa', last)",
        names("P", 60, "lambda: (P(), P())", "lambda: first") + "qa = chain('qa', P60())",
        names("P", 60, "P + P", "'abcdefgh'") + "qa = chain('qa', first, budget=Budget(calls=P60))",
        names("P", 300, "chain('x', P)", "first") + "qa = chain('qa', P300)",
        names("P", 300, "repeat(P, until='a', limit=2)", "first") + "qa = chain('qa', P300)",
        names("P", 300, "'list[P]'", "int") + "@step(writes='z')\ndef last(a: P300): ...\nqa = chain('qa', last)",
        "class A0(str): ...\n"
        + "".join(f"class A{n + 1}(A{n}): ...\n" for n in range(300))
        + "@step(writes='z')\ndef last(a: A300): ...\nqa = chain('qa', last)",
        "class A(B): ...\nclass B(A): ...\n@step(writes='z')\ndef last(a: A): ...\nqa = chain('qa', last)",
        "A = list['A']\n@step(writes='z')\ndef last(a: A): ...\nqa = chain('qa', last)",
        "def f(n):\n    return chain('qa', first, f(n + 1))\nqa = f(0)",
        "qa = chain('qa', lambda: qa, qa)\nqa = chain('qa', qa, qa)",
        "f = lambda g: g(g)\nqa = chain('qa', f(f))",
        "qa = chain('qa', *[first] * 10**9, *range(10**9))",
        "qa = chain(*('qa', first), **{'budget': None}, **{})",
        "qa = chain('qa', first, branch('a', {0: first, False: first, (1, 2): first, b'x': first, ...: first}))",
        "qa = chain('qa', first, budget=Budget(calls=1e400, seconds=float('nan'), tokens=-1, bytes=True))",
        "qa = chain('\\ud800', first)",
        "qa = chain('a' 'b', first, inputs={1: int, 'x': 2, None: 3})",
        "qa = chain()",
        "qa = workflow('w', *x, first, lambda: 1, initial=3, final='x', states=[State()], always=passes)",
        "@step\ndef last(a): ...\n@step()\ndef more(*a, **k): ...\nqa = chain('qa', last, more)",
        "@step(writes=1, each=2, limit='x', retry_on=3, fallback=object())\ndef last(): ...\nqa = chain('qa', last)",
        "@transition(source=1, target=2, actor='no', when=3, runs=4)\ndef go(a, /, *, c): ...\nqa = workflow('w', go)",
    ],
)
def test_text_that_grows_ends_in_a_graph(text: str) -> None:
    flow = flow_of(text)
    assert len(to_json((flow,), indent=None)) < 20_000_000


def test_too_much_to_follow_is_said() -> None:
    calls = "".join(f"P{n} = make{n % 7}(P{n - 1}, x={n})\n" for n in range(1, 1_500))
    makers = "".join(f"def make{n}(p, x):\n    return [*p, *[x]]\n" for n in range(7))
    reading = text_of(HEAD + makers + "P0 = [first]\n" + calls + "qa = chain('qa', first)\n")
    kinds = [problem.trouble for problem in reading.problems]
    assert kinds in ([], [Trouble.TOO_LARGE])
    assert [flow.symbols for flow in reading.flows] == [("qa",)]


def test_circular_modules_end(tmp_path: Path) -> None:
    files = {
        "a.py": "from b import *\nfrom b import x as y\nfrom chaindsl import *\n",
        "b.py": "from a import *\nfrom a import y as x\n",
        "c/__init__.py": "from .c import c\n",
        "c/c.py": "from . import c\n",
    }
    text = "from a import *\nimport c\nfrom chaindsl import chain\nqa = chain('qa', x, y, c.c.c.c, z)\n"
    reading = read(tmp_path, text, files)
    assert reading.problems == ()
    (flow,) = reading.flows
    assert isinstance(flow.graph.body, Chain)
    assert [part.kind for part in flow.graph.body.parts] == ["hole"] * 4


def test_links_in_a_loop_end(tmp_path: Path) -> None:
    lay_out(
        tmp_path, {"main.py": "from loop import x\nfrom pkg.self import y\n" + HEAD + "qa = chain('qa', first, x, y)\n"}
    )
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "self").symlink_to(tmp_path / "pkg")
    (flow,) = Project().read(tmp_path / "main.py").flows
    assert isinstance(flow.graph.body, Chain)
    assert [part.kind for part in flow.graph.body.parts] == ["step", "hole", "hole"]


def test_nothing_is_imported_or_run(tmp_path: Path) -> None:
    evil = "open({!r}, 'w').write('ran')\nimport evil_package\nraise SystemExit\n".format(str(tmp_path / "ran"))
    lay_out(
        tmp_path / "project",
        {
            "main.py": evil
            + "from other import *\nfrom evil_package import x\n"
            + HEAD
            + "qa = chain('qa', first, one, x)\n",
            "other.py": evil + "from chaindsl import step\n@step(writes='z')\ndef one(a: x): ...\n",
            "evil_package/__init__.py": evil + "x = 1\n",
            "conftest.py": evil,
        },
    )
    script = """
        import sys
        seen = []
        watched = ("import", "exec", "subprocess.Popen", "os.system", "os.exec", "os.fork", "os.spawn")
        from pathlib import Path
        from analyzer.source.project import Project
        import tokenize, encodings.utf_8_sig
        project = Project()
        reading = project.read(Path("none.py"), content=b"import chaindsl")
        sys.addaudithook(lambda event, args: seen.append((event, str(args)[:80])) if event in watched else None)
        reading = project.read(Path(sys.argv[1]) / "main.py")
        flows = [len(flow.graph.body.parts) for flow in reading.flows]
        unwanted = ("main", "other", "evil_package", "conftest", "pydantic", "networkx")
        bad = [name for name in sys.modules if name in unwanted]
        print(flows, seen, bad)
    """
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", textwrap.dedent(script), str(tmp_path / "project")]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("[3] [] []\n", "")
    assert not (tmp_path / "ran").exists()


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A case's text with some pieces moved, dropped or doubled."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(CASES.glob("*/main_module.py"))]
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 40)))
        other = draw(st.sampled_from(texts))
        at = draw(st.integers(0, len(other)))
        piece = draw(st.sampled_from(["", text[start:end] * 2, other[at : at + 30], "*", "\n", "(", "None", "first"]))
        text = text[:start] + piece + text[end:]
    return text


@given(mangled())
def test_mangled_text_is_read_or_refused(text: str) -> None:
    reading = text_of(text)
    for flow in reading.flows:
        assert to_json((flow.graph,))
    assert {problem.trouble for problem in reading.problems} <= {Trouble.SYNTAX, Trouble.GUARD, Trouble.TOO_DEEP}


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    reading = Project().read(Path("/nowhere/main.py"), content=b"import chaindsl\n" + data)
    assert reading.flows == ()
    assert len(reading.problems) <= 1
