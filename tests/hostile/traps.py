"""A project full of traps: whatever of it is imported, compiled to run, or executed, leaves a mark."""

import os
import zipfile
from pathlib import Path

BOMB = '''\
"""chaindsl-trap"""
import os as _os
with open(_os.environ["CHAINDSL_TRAP"], "a") as _file:
    _file.write(__name__ + " " + __file__ + "\\n")
_MARK = "chaindsl-trap"
'''
FLOW = """\
from typing import Annotated, Any, Literal

import helper
from helper import *
from helper import limit, make, more
from chaindsl import Budget, Command, Complete, Len, State, Text, chain, cli, prompt, step, transition, workflow

ASK = prompt("ask", version="1", text="Say: {question!r} {question.__class__.__mro__} %s {}")
FILE = prompt("file", version="1", file="../../../../../../etc/passwd")
LINK = prompt("link", version="1", file="passwd.txt")
PIPE = prompt("pipe", version="1", file="pipe.txt")


class Trap(type):
    def __getattr__(cls, name: str) -> Any:
        raise SystemExit("chaindsl-trap")


class Meta(metaclass=Trap):
    chaindsl: Any


@helper.sprung
@step(writes="answer", prompt=[ASK, FILE, LINK, PIPE], parse=eval("__import__('os').system('true')"))
def ask(question: "__import__('os').system('true')", *, complete: Complete = print("chaindsl-trap")) -> Text:
    return complete(ASK.format(question=question))


@transition(source="a", target="b", actor="deterministic", when="__import__('os').system('true') == 0")
def go(question: Annotated[list[str], Len(1, exit("chaindsl-trap"))]) -> Command:
    return cli("sh", "-c", question)


flow = chain("flow", ask, *make(), inputs={"question": Text}, budget=Budget(calls=limit()), **more)
loop = workflow("loop", go, initial="a", final=["b"], inputs={"question": Meta.chaindsl})
assert exit("chaindsl-trap")
"""
_NAMES = """
conftest setup sitecustomize usercustomize __init__ __main__ noxfile tasks manage fabfile
textwrap ast json click re os sys typing enum types io tokenize hashlib tempfile difflib unicodedata codecs inspect
dataclasses functools collections contextlib pathlib string operator itertools abc warnings weakref copy heapq bisect
tomllib importlib pkgutil readline encodings locale struct random zlib stat posixpath genericpath linecache traceback
analyzer chaindsl chaindsl_rules pydantic annotated_types typing_extensions graphviz networkx rich helper site pdb
"""
NAMES = _NAMES.split()
FOLDERS = ("encodings", "chaindsl", "analyzer", "click", "pydantic", "importlib", "src/chaindsl", "package")
IGNORES = (
    "*" * 2000 + "x", "**/" * 800 + "x", "a*" * 1000 + "b", "[" * 3000, "\\", "[!a-", "[[:alpha:]", "(a+)+$",
    "!" * 100, "/**/*/**" * 300, "\x00", "\udcff", "?" * 4000, "{a,b}" * 500, "[z-a]", " \\ ", "x" * 100_000,
)  # fmt: skip


def lay_traps(top: Path) -> list[str]:
    """Write the project; return the names of the Python files that have to be read."""
    found = []
    for folder in ("", *FOLDERS):
        (top / folder).mkdir(parents=True, exist_ok=True)
        names = NAMES if not folder else ("__init__", "utf_7", "evil", "cli", "main", "metadata", "rules", "core")
        for name in names:
            path = top / folder / f"{name}.py"
            path.write_text(BOMB + FLOW)
            found.append(str(path.relative_to(top)))
    _encodings(top)
    _installed(top)
    _compiled(top)
    _prompts(top)
    (top / ".gitignore").write_bytes("\n".join(IGNORES).encode("utf-8", "surrogateescape"))
    (top / "chaindsl.lock").write_text("[" * 100_000)
    return [*found, "coded.py", "coded2.py", "coded3.py"]


def _encodings(top: Path) -> None:
    """Encodings that would have to be imported, or that hide what is said."""
    for name, coding in (("coded", "evil"), ("coded2", "..evil"), ("coded3", "utf_7")):
        (top / f"{name}.py").write_text(f"# -*- coding: {coding} -*-\n# chaindsl\n{BOMB}")


def _installed(top: Path) -> None:
    """What looks like an installed distribution with rules, a `.pth` file, an editable install."""
    info = top / "evil-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    points = "[chaindsl.rules]\nevil = evil\n[console_scripts]\nchaindsl = evil:main\n[pytest11]\nevil = evil\n"
    (info / "entry_points.txt").write_text(points)
    (top / "evil.py").write_text(BOMB + FLOW)
    (top / "evil.pth").write_text("import evil\n")
    (top / "evil.egg-link").write_text(".\n")
    (top / "setup.cfg").write_text("[options.entry_points]\nchaindsl.rules =\n  evil = evil\n")


def _compiled(top: Path) -> None:
    """What the interpreter would take in the place of source."""
    (top / "__pycache__").mkdir()
    for name in ("click", "helper", "evil"):
        (top / "__pycache__" / f"{name}.cpython-311.pyc").write_bytes(os.urandom(64))
        (top / f"{name}.so").write_bytes(b"\x7fELF" + bytes(64))
    with zipfile.ZipFile(top / "python311.zip", "w") as archive:
        archive.writestr("click.py", BOMB)


def _prompts(top: Path) -> None:
    """Files of prompts that lead elsewhere, or never end."""
    (top / "passwd.txt").symlink_to("/etc/passwd")
    os.mkfifo(top / "pipe.txt")


_HEAD = b"[tool.chaindsl]\n"
SETTINGS: dict[str, bytes] = {
    "plain": _HEAD + b"select = ['ALL']\n",
    "huge": _HEAD + b"select = [" + b'"CD101", ' * 200_000 + b"]\n",
    "deep": _HEAD + b"select = " + b"[" * 100_000 + b"]" * 100_000,
    "deep keys": b"[tool.chaindsl" + b".a" * 20_000 + b"]\nx = 1\n",
    "many keys": _HEAD + b"".join(b"k%d = 1\n" % number for number in range(20_000)),
    "binary": b"chaindsl\0" + bytes(range(256)) * 100,
    "utf-16": "[tool.chaindsl]\nselect = ['CD101']\n".encode("utf-16"),
    "cut": _HEAD + b"select = ['CD1",
    "types": _HEAD + b"select = {a = 1}\nignore = 1979-05-27\nexclude = [[1]]\nmax-file-size = nan\nseverity = []\n",
    "negative": _HEAD + b"max-file-size = -1\n",
    "endless number": _HEAD + b"max-file-size = " + b"9" * 200_000 + b"\n",
    "globs": _HEAD + f"exclude = [{', '.join(map(repr, IGNORES[2:9]))}]\n".encode(),
    "itself": _HEAD + b"extend = 'pyproject.toml'\n",
    "elsewhere": _HEAD + b"extend = '/etc/passwd'\n",
    "device": _HEAD + b"extend = '/dev/zero'\n",
    "pipe": _HEAD + b"extend = 'pipe.txt'\n",
    "plugins": _HEAD + b"plugins = ['evil']\n",
    "no table": b"tool.chaindsl = 'x'\n",
}
"""Settings files, each hostile in its own way."""
