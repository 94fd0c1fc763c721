"""What a body hands to commands: programs, arguments, shells, standard input; a table of who starts programs."""

import ast
import posixpath
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from analyzer.facts.body.bound_names import bound_elsewhere
from analyzer.facts.body.visits import Visit
from analyzer.source.arguments import called
from analyzer.source.collection import elements, spread
from analyzer.source.definition import Definition, Expr, Items, Outside, Spread
from analyzer.source.names import lookup
from analyzer.source.reader import Reader
from chaindsl.graph.unknown import Unknown


class Role(StrEnum):
    """What a value is to a command."""

    PROGRAM = "the program of a command"
    SHELL = "a shell"
    CODE = "the code that an interpreter runs"
    ARGUMENT = "an argument of a command"
    LINE = "a command line"
    STDIN = "the standard input of a command"


@dataclass(frozen=True, slots=True, eq=False)
class Handed:
    """One value that reaches a command."""

    role: Role
    value: Definition
    visit: Visit


_LISTS = frozenset(f"subprocess.{name}" for name in ("run", "call", "check_call", "check_output", "Popen"))
_SHELLS = frozenset(
    {"os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput", "asyncio.create_subprocess_shell"}
    | {"asyncio.subprocess.create_subprocess_shell", "invoke.run", "fabric.run", "pexpect.run", "pexpect.spawn"}
)
_ROWS = {
    "chaindsl.cli": 0,
    "asyncio.create_subprocess_exec": 0,
    "asyncio.subprocess.create_subprocess_exec": 0,
    "os.execl": 0,
    "os.execlp": 0,
    "os.spawnl": 1,
    "os.spawnlp": 1,
}
"""Who takes the program and its arguments in a row, and from which position on."""
_PAIRS = {"os.execv": 0, "os.execvp": 0, "os.execve": 0, "os.spawnv": 1, "os.spawnvp": 1, "os.posix_spawn": 0}
"""Who takes the program and then a list of all arguments, and from which position on."""
_SHELL_PROGRAMS_TEXT = "sh bash zsh dash ksh fish ash cmd cmd.exe powershell pwsh powershell.exe"
_SHELL_PROGRAMS = frozenset(_SHELL_PROGRAMS_TEXT.split())
_INTERPRETERS = frozenset(["python", "python3", "perl", "ruby", "node", "php", "lua", "deno", "osascript", "Rscript"])
_CODE_OPTIONS = frozenset({"-c", "-e", "--eval", "--command", "/c", "/C", "-Command", "-r"})

STARTING = frozenset({"cli", "subprocess", "os", "asyncio", "invoke", "fabric", "pexpect"})
"""Words without one of which nothing is started."""


def handed(reader: Reader, visits: Iterable[Visit]) -> Iterator[Handed]:
    """Yield every value that these calls hand to a command."""
    for visit in visits:
        name, arguments = visit.called.name, visit.called.arguments
        if name in _LISTS:
            yield from _subprocess(reader, visit)
        elif name in _SHELLS:
            yield from (Handed(Role.SHELL, item, visit) for item in _given(arguments.positional[:1]))
            yield from (
                Handed(Role.SHELL, arguments.named[key], visit) for key in ("cmd", "command") if key in arguments.named
            )
        elif name in _ROWS:
            yield from _row(reader, arguments.positional[_ROWS[name] :], visit)
        elif name in _PAIRS:
            yield from _pair(reader, arguments.positional[_PAIRS[name] :], visit)
        for key in ("stdin", "input") if name in _LISTS | {"chaindsl.cli"} else ():
            if key in arguments.named:
                yield Handed(Role.STDIN, arguments.named[key], visit)


def _given(items: Iterable[Definition | Spread]) -> list[Definition]:
    return [item for item in items if not isinstance(item, Spread)]


def _subprocess(reader: Reader, visit: Visit) -> Iterator[Handed]:
    arguments = visit.called.arguments
    args = arguments.get("args", 0)
    if args is None or isinstance(args, Unknown):
        return
    shell = arguments.named.get("shell")
    if shell is not None and reader.truth(shell) is True:
        listed = _listed(reader, args)
        first = listed[:1] if listed is not None else [args]
        yield from (Handed(Role.SHELL, item, visit) for item in _given(first))
    else:
        yield from _command(reader, args, visit)


def _command(reader: Reader, args: Definition, visit: Visit) -> Iterator[Handed]:
    """A list is a program with its arguments, a text a program; of a list that grows nobody knows which is which."""
    listed = _listed(reader, args)
    if listed is not None:
        yield from _row(reader, listed, visit)
        return
    followed = reader.follow(args)
    split = called(reader, followed)
    if split is not None and split.name == "shlex.split":
        yield from (Handed(Role.LINE, item, visit) for item in _given(split.arguments.positional[:1]))
        return
    text = isinstance(followed, Expr) and isinstance(followed.node, ast.JoinedStr | ast.Constant)
    yield Handed(Role.PROGRAM if text else Role.ARGUMENT, args, visit)


def _listed(reader: Reader, args: Definition) -> Sequence[Definition | Spread] | None:
    if isinstance(args, Expr) and isinstance(args.node, ast.Name):
        # Whoever runs a command does not change its list, so a list with a name is as good as one without.
        made = lookup(reader, args.node, args.frame)
        if any(bound.grows for bound in bound_elsewhere(args.frame.activation, args.node.id)) or len(made) != 1:
            return None
        args = made[0]
        if isinstance(args, Expr) and isinstance(args.node, ast.List | ast.Tuple):
            found = spread(reader, args.node.elts, args.frame)
            # What stands behind a `*` is found in the call only: elsewhere the whole list has to do.
            return None if any(isinstance(item, Spread) for item in found) else found
    followed = reader.follow(args)
    display = isinstance(followed, Expr) and isinstance(followed.node, ast.List | ast.Tuple | ast.BinOp | ast.Call)
    if not display and not isinstance(followed, Items):
        return None
    items = elements(reader, followed)
    return None if isinstance(items, Unknown) else items


def _pair(reader: Reader, items: Sequence[Definition | Spread], visit: Visit) -> Iterator[Handed]:
    program, args = _given(items[:1]), _given(items[1:2])
    yield from (Handed(Role.PROGRAM, item, visit) for item in program)
    for item in args:
        listed = _listed(reader, item)
        rest = [*program, *listed[1:]] if listed is not None else None
        found = [Handed(Role.ARGUMENT, item, visit)] if rest is None else list(_row(reader, rest, visit))[1:]
        yield from found


def _row(reader: Reader, items: Sequence[Definition | Spread], visit: Visit) -> Iterator[Handed]:
    """The program first; what a shell or an interpreter is told to run is more than an argument."""
    program = ""
    code = False
    for index, item in enumerate(items):
        if isinstance(item, Spread):
            spread = _spread(visit, item)
            if spread is not None:
                yield Handed(Role.ARGUMENT if index else Role.PROGRAM, spread, visit)
            continue
        text = _text(reader, item)
        if index == 0:
            program = posixpath.basename(text)
            yield Handed(Role.PROGRAM, item, visit)
        elif code:
            yield Handed(Role.SHELL if program in _SHELL_PROGRAMS else Role.CODE, item, visit)
        else:
            yield Handed(Role.ARGUMENT, item, visit)
        code = index > 0 and _runs_code(program, text)


def _runs_code(program: str, option: str) -> bool:
    """Say whether what follows this option is run: `-c`, and for shells `-lc` and the like."""
    if program in _SHELL_PROGRAMS:
        return option in _CODE_OPTIONS or (option[:1] == "-" and option[-1:] == "c" and option[1:].isalpha())
    return program.rstrip("0123456789.") in _INTERPRETERS and option in _CODE_OPTIONS


def _text(reader: Reader, item: Definition) -> str:
    found = reader.follow(item)
    if found == Outside("sys.executable"):
        return "python"
    value = reader.constant(found)
    return value if isinstance(value, str) else ""


def _spread(visit: Visit, item: Spread) -> Definition | None:
    """The expression behind a `*` that could not be counted."""
    for node in ast.walk(visit.node):
        if isinstance(node, ast.Starred) and visit.frame.module.place(node) == item.unknown.place:
            return Expr(node.value, visit.frame)
    return None
