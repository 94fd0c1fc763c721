"""Trees to check: ordinary modules from the standard library, and among them some that define flows."""

import sysconfig
from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
# Tests, and what is there to be odd, say nothing about ordinary code.
LEFT_OUT = {"site-packages", "test", "tests", "idlelib", "lib2to3", "turtledemo", "ensurepip", "__pycache__"}
FOLDERS = 40
SAY = 'SAY = prompt("say", version="1", text="Say: {text}")'
STEP = """\
@step(writes="k{after}", prompt=SAY)
def step_{number}(k{number}: Text, *, complete: Complete) -> Text:
    return complete(SAY.format(text=k{number}))
"""
TRANSITION = """\
@transition(source="s{number}", target="s{target}", actor="deterministic"{more})
def {name}_{number}() -> None:
    \"\"\"Goes on.\"\"\"
"""


def ordinary() -> list[bytes]:
    """Modules as people write them, some 17 KB long on average, in an order that is always the same."""
    library = Path(sysconfig.get_path("stdlib"))
    paths = [path for path in library.rglob("*.py") if not LEFT_OUT & set(path.relative_to(library).parts)]
    texts = [path.read_bytes() for path in sorted(paths, key=lambda path: (path.stem[::-1], str(path)))]
    return [text for text in texts if 2_000 < len(text) < 100_000 and b"__future__" not in text]


def defining(dense: bool) -> Iterator[bytes]:
    """Modules that define flows, without end: the examples, and unless `dense` an ordinary module before each."""
    texts = ordinary()
    flows = [path.read_bytes() for path in sorted(EXAMPLES.glob("*.py"))]
    number = 0
    while True:
        before = b"" if dense else texts[number % len(texts)] + b"\n"
        yield before + flows[number % len(flows)]
        number += 1


def write_tree(folder: Path, files: int, flows: int, *, dense: bool = False) -> list[Path]:
    """Write a project of so many files, so many of which define flows; return the paths of those."""
    texts = ordinary()
    (folder / "pyproject.toml").write_text('[project]\nname = "tree"\nversion = "0"\n', encoding="utf-8")
    packages = [folder / f"package{number}" for number in range(min(FOLDERS, files))]
    for package in packages:
        package.mkdir()
        (package / "__init__.py").touch()
    for number in range(files - flows - len(packages)):
        (packages[number % len(packages)] / f"module{number}.py").write_bytes(texts[number % len(texts)])
    found = [packages[number % len(packages)] / f"flows{number}.py" for number in range(flows)]
    for path, text in zip(found, defining(dense), strict=False):
        path.write_bytes(text)
    return found


def long_chain(steps: int) -> str:
    """A module with one chain of so many steps, each of which reads what the one before wrote."""
    parts = ["from chaindsl import Budget, Complete, Text, chain, prompt, step", SAY]
    parts += [STEP.format(number=number, after=number + 1) for number in range(steps)]
    names = ", ".join(f"step_{number}" for number in range(steps))
    given = f'inputs={{"k0": Text}}, outputs=["k{steps}"], budget=Budget(calls={2 * steps})'
    return "\n\n".join([*parts, f'flow = chain("flow", {names}, {given})\n'])


def long_workflow(steps: int) -> str:
    """A module with one workflow of so many states in a row, one in ten of which may go back, twice at most."""
    parts = ["from chaindsl import transition, workflow"]
    names = []
    for number in range(steps):
        ways = [("on", number + 1, "")]
        if number % 10 == 9:
            ways.insert(0, ("back", number - 5, ', when="count > 3", limit=2'))
        for name, target, more in ways:
            parts.append(TRANSITION.format(name=name, number=number, target=target, more=more))
            names.append(f"{name}_{number}")
    given = f'initial="s0", final=["s{steps}"], inputs={{"count": int}}, max_chain_depth={3 * steps}'
    return "\n\n".join([*parts, f'flow = workflow("flow", {", ".join(names)}, {given})\n'])
