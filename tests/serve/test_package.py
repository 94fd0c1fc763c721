"""What speaks the protocol is in one package, and nothing loads it but the command that serves."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROTOCOL = {"mcp", "mcp_types", "uvicorn", "starlette", "anyio"}
SPEAKING = "chaindsl.serve.service"


def imports() -> Iterator[tuple[str, str]]:
    """Every import of the library: the module that has it, and what it imports."""
    for path in [*ROOT.glob("chaindsl/**/*.py"), *ROOT.glob("analyzer/**/*.py")]:
        name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((name, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield name, node.module or ""


def test_only_serve_knows_the_protocol() -> None:
    knowing = {name for name, imported in imports() if imported.partition(".")[0] in PROTOCOL}
    assert knowing
    assert {name for name in knowing if not name.startswith("chaindsl.serve.")} == set()


def test_only_the_command_loads_what_speaks() -> None:
    assert {name for name, imported in imports() if imported == SPEAKING} == {"chaindsl.cli.serve"}
