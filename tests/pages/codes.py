"""Which error codes the source raises, and as what: read off the source, so that none is forgotten.

A code is what stands where the error, the issue, or a function of ours that makes one takes its `code`.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from chaindsl.cli import wrong

ROOT = Path(__file__).parent.parent.parent
FORM = re.compile(r"[a-z]+(-[a-z]+)*")
MAKERS = frozenset({"Issue", "Problem", "ErrorView"})
# These take a code that is not an error's: a rule's, or one that was given before.
OTHERS = frozenset({"Entry", "Finding", "Key", "RecordLine", "Rule", "add", "next_step", "severity_of"})
Node = ast.ClassDef | ast.FunctionDef | ast.Call
ROOTS = frozenset({"ChainDslError", "Refusal"})


@dataclass(frozen=True)
class Code:
    """A code, the classes that it comes with, and the files that say it."""

    name: str
    classes: frozenset[str]
    files: frozenset[str]


@dataclass(frozen=True)
class Source:
    """The trees of all modules by path, relative to the root."""

    trees: Mapping[str, ast.Module]

    @cached_property
    def nodes(self) -> list[tuple[str, Node, str]]:
        """Each class, function and call with its file and the class that it stands in."""
        return [(file, node, owner) for file, tree in self.trees.items() for node, owner in owned(tree)]

    @cached_property
    def bases(self) -> dict[str, list[str]]:
        """The bases of all classes of a name."""
        found: dict[str, list[str]] = defaultdict(list)
        for _, node, _ in self.nodes:
            if isinstance(node, ast.ClassDef):
                found[node.name] += map(ast.unparse, node.bases)
        return dict(found)

    @cached_property
    def errors(self) -> frozenset[str]:
        """The classes of errors, the roots included."""
        found = set(ROOTS)
        while more := {name for name, bases in self.bases.items() if found.intersection(bases)} - found:
            found |= more
        return frozenset(found)

    @cached_property
    def settled(self) -> frozenset[str]:
        """Classes that say their code themselves, so that what they are called with is something else."""
        return frozenset(
            owner
            for _, node, owner in self.nodes
            if isinstance(node, ast.FunctionDef) and node.name == "__init__"
            if "code" not in [one.arg for one in node.args.args]
        )

    @cached_property
    def positions(self) -> dict[str, int]:
        """Where each maker takes the code."""
        found = dict.fromkeys(MAKERS | self.errors, 0)
        for _, node, _ in self.nodes:
            if isinstance(node, ast.FunctionDef) and node.name not in OTHERS | {"__init__"}:
                names = [one.arg for one in [*node.args.posonlyargs, *node.args.args]]
                if "code" in names:
                    found[node.name] = names.index("code") - (names[0] in {"self", "cls"})
        return found


@cache
def source() -> Source:
    """The source that is shipped, templates of users' files left out."""
    paths = [path for top in ("chaindsl", "analyzer") for path in sorted((ROOT / top).rglob("*.py"))]
    return Source(
        {
            path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
            for path in paths
            if "templates" not in path.parts
        }
    )


@cache
def codes() -> dict[str, Code]:
    """All codes by name, in order."""
    tree = source()
    classes: dict[str, set[str]] = defaultdict(set)
    files: dict[str, set[str]] = defaultdict(set)
    for file, name, maker in said(tree):
        files[name].add(file)
        if maker in tree.errors:
            classes[name].add(maker)
    return {name: Code(name, frozenset(classes[name]), frozenset(files[name])) for name in sorted(files)}


def said(tree: Source) -> Iterator[tuple[str, str, str]]:
    """Each code with its file and what makes an error of it; the door of the command line makes some by itself."""
    for file, node, owner in tree.nodes:
        if isinstance(node, ast.Call):
            yield from ((file, name, maker) for name, maker in called(tree, node, owner))
    for name in {code for code, _ in (*wrong._REFUSED.values(), wrong._OTHER)} | {"usage", "internal"}:
        yield "chaindsl/cli/wrong.py", name, ""


def owned(module: ast.Module) -> Iterator[tuple[Node, str]]:
    """Each class, function and call with the class that it stands in."""
    stack: list[tuple[ast.AST, str]] = [(module, "")]
    while stack:
        node, owner = stack.pop()
        if isinstance(node, Node):
            yield node, owner
        inner = node.name if isinstance(node, ast.ClassDef) else owner
        stack += [(child, inner) for child in ast.iter_child_nodes(node)]


def called(tree: Source, call: ast.Call, owner: str) -> Iterator[tuple[str, str]]:
    """The codes that a call says, with what it calls."""
    maker = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if maker == "__init__" and owner in tree.errors:
        maker = owner
    at = tree.positions.get(maker)
    if at is None or (maker in tree.settled and maker != owner):
        return
    given = call.args[at : at + 1] + [word.value for word in call.keywords if word.arg == "code"]
    for value in given:
        for part in alternatives(value):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and FORM.fullmatch(part.value):
                yield part.value, maker


def alternatives(value: ast.expr) -> Iterator[ast.expr]:
    """What an expression may come to, where it says so itself."""
    if isinstance(value, ast.IfExp):
        yield from alternatives(value.body)
        yield from alternatives(value.orelse)
    elif isinstance(value, ast.BoolOp):
        for part in value.values:
            yield from alternatives(part)
    else:
        yield value
