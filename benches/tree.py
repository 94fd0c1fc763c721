"""Trees to check: ordinary modules from the standard library, and among them some that define flows."""

import sysconfig
from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
# Tests, and what is there to be odd, say nothing about ordinary code.
LEFT_OUT = {"site-packages", "test", "tests", "idlelib", "lib2to3", "turtledemo", "ensurepip", "__pycache__"}
FOLDERS = 40


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
    lines = ["from chaindsl import Budget, Complete, Text, chain, prompt, step", "", 'SAY = prompt("say", version="1", text="Say: {text}")']
    for number in range(steps):
        lines += [
            "",
            "",
            f'@step(writes="k{number + 1}", prompt=SAY)',
            f"def step_{number}(k{number}: Text, *, complete: Complete) -> Text:",
            f"    return complete(SAY.format(text=k{number}))",
        ]
    names = ", ".join(f"step_{number}" for number in range(steps))
    lines += ["", "", f'flow = chain("flow", {names}, inputs={{"k0": Text}}, outputs=["k{steps}"], budget=Budget(calls={2 * steps}))']
    return "\n".join(lines) + "\n"


def long_workflow(steps: int) -> str:
    """A module with one workflow of so many transitions in a row, some of which may go back once."""
    lines = ["from chaindsl import transition, workflow"]
    for number in range(steps):
        back = number % 10 == 9
        target = f"s{number - 5}" if back else f"s{number + 1}"
        source = f"s{number}"
        more = ', when="count > 3", limit=2' if back else ""
        lines += ["", "", f'@transition(source="{source}", target="{target}", actor="deterministic"{more})', f"def go_{number}() -> None:", '    """Goes on."""']
        if back:
            lines += ["", "", f'@transition(source="{source}", target="s{number + 1}", actor="deterministic")', f"def on_{number}() -> None:", '    """Goes on."""']
    names = ", ".join(f"go_{number}" + (f", on_{number}" if number % 10 == 9 else "") for number in range(steps))
    lines += ["", "", f'flow = workflow("flow", {names}, initial="s0", final=["s{steps}"], inputs={{"count": int}}, max_chain_depth={3 * steps})']
    return "\n".join(lines) + "\n"
