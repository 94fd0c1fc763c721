"""The page of the public API: which names are public, and what their source says of them."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import chaindsl
import chaindsl.testing
from tests.pages.declaration import Declaration, declared

NOT_RUN = "<!-- not run: a declaration -->"
# Beside the door: what users import by module. Whatever README, docs and examples import has to be here.
PUBLIC: dict[str, tuple[str, ...]] = {
    "chaindsl.language.options": ("WorkOptions", "StepOptions", "TransitionOptions"),
    "chaindsl.testing.cassette": ("Cassette", "CassetteError"),
    "chaindsl.testing.play": ("PlayError", "play"),
    "chaindsl.models.http": ("AsyncOpenAICompatible", "OpenAICompatible"),
    "chaindsl.models.anthropic": ("Anthropic", "AsyncAnthropic"),
    "chaindsl.models.local": ("Local",),
    "chaindsl.models.catalogue": ("resolve",),
    "chaindsl.models.failure": ("ModelError",),
    "chaindsl.runtime.environment": ("Environment",),
    "chaindsl.runtime.ray_engine": ("RayEngine",),
    "chaindsl.store.catalogue": ("open_store",),
    "chaindsl.store.store": ("Store",),
    "chaindsl.store.head": ("Head", "Standing"),
    "chaindsl.store.row": ("Row",),
    "chaindsl.trace.event": (
        "Event",
        "RunBegan",
        "StepBegan",
        "CallBegan",
        "Chunk",
        "CallEnded",
        "StepEnded",
        "RunEnded",
    ),
    "chaindsl.trace.jsonl": ("TraceFileError", "read_trace"),
    "chaindsl.trace.log": ("log_events",),
    "chaindsl.trace.spans": ("Spans",),
    "chaindsl.trace.trace_file": ("TraceFile",),
    "chaindsl.graph.walk": ("flow_steps",),
    "analyzer.facts.flow_facts": ("FlowFacts",),
    "analyzer.finding": ("Confidence", "Finding", "Severity"),
    "analyzer.rules.rule": ("Rule",),
}
# What users are given and never make themselves; errors are raised.
GIVEN = frozenset({"CommandResult", "Flow", "Prompt", "PromptText", "Record", "Run", "Runner", "Values"})
HEAD = """\
<!-- Generated from the source: `make golden` -->
# Public API

The names that stay as they are from one minor version to the next. What is not here may change. Signatures are those
of the source; [the language](language.md) says how they are used together.

Importing `chaindsl` loads nothing else; a name is loaded when it is first asked for.
"""


def public() -> dict[str, tuple[str, ...]]:
    """All public names by the module that they are imported from; the door first."""
    doors = (chaindsl, chaindsl.testing)
    return {door.__name__: tuple(door.__all__) for door in doors} | PUBLIC


def api_page() -> str:
    """The page of all public names."""
    parts = [HEAD]
    for module, names in public().items():
        parts.append(f"## `{module}`\n")
        parts += ["\n".join(shown(name, whole(home(module, name), name))) for name in names]
    return "\n".join(parts)


def whole(module: str, name: str) -> Declaration:
    """A declaration with the members that it has from classes that are not public themselves."""
    found = declared(tree(module), name, made=name not in GIVEN and not is_error(module, name))
    members = dict(found.members)
    known = {one for names in public().values() for one in names}
    for base in found.bases:
        if base not in known and (place := home(module, base)).startswith("chaindsl.") and is_declared(place, base):
            members = dict(whole(place, base).members) | members
    return replace(found, members=tuple(members.items()))


def is_error(module: str, name: str) -> bool:
    """Whether a name is that of an exception."""
    found = getattr(import_module(module), name)
    return isinstance(found, type) and issubclass(found, BaseException)


def is_declared(module: str, name: str) -> bool:
    """Whether a module declares a class of this name."""
    return any(isinstance(node, ast.ClassDef) and node.name == name for node in tree(module).body)


def home(module: str, name: str) -> str:
    """The module in which a name is declared: its own, or the one that it takes it from."""
    if module == "chaindsl":
        return home(chaindsl._HOME[name], name)
    for node in tree(module).body:
        if isinstance(node, ast.ImportFrom) and name in [alias.name for alias in node.names]:
            return home(str(node.module), name)
    return module


@cache
def tree(module: str) -> ast.Module:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(module)
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def shown(name: str, declaration: Declaration) -> Iterator[str]:
    """A name's lines: how it is declared, what it says, and its members."""
    yield f"### `{name}`\n\n{NOT_RUN}\n```python\n{declaration.code}\n```\n"
    if declaration.text:
        yield f"{prose(declaration.text)}\n"
    if declaration.members:
        texts = [(code(one), line(prose(one.text))) for _, one in declaration.members]
        yield "".join(f"- `{head}`\n" + (f"\n    {text}\n" if text else "") for head, text in texts)


def code(member: Declaration) -> str:
    """A member on one line."""
    head = " ".join(member.code.split()).replace("( ", "(").replace(", )", ")")
    return head.replace("def ", "", 1) if member.code.startswith(("def ", "async ")) else head


def line(text: str) -> str:
    """A text as one line."""
    return " ".join(text.split())


def prose(text: str) -> str:
    """A docstring as Markdown: what looks like HTML stays text."""
    return text.replace("<", "&lt;")


def is_there(module: str, name: str) -> bool:
    """Whether a public name can be imported."""
    return hasattr(import_module(module), name)
