"""Defects of what models are told and of what is made of their answers, and of comments that silence nothing."""

import ast
import tempfile
from collections.abc import Iterator
from pathlib import Path

from analyzer.check import check_reading
from analyzer.coverage import Coverage
from analyzer.engine import engine
from analyzer.files import Source
from analyzer.finding import Finding
from analyzer.lockfile import NAME
from analyzer.locking import lock_of
from analyzer.mention import Mentions
from analyzer.settings.settings import Settings
from analyzer.source.project import Project
from analyzer.sweep import sweep
from chaindsl.graph.flow import Chain
from chaindsl.graph.step import Each
from tests.mutation.bodies import asking, last
from tests.mutation.flows import calls_of, keyword, text_of
from tests.mutation.parent import Edit, Parent, Work
from tests.mutation.seed import seed

Found = Iterator[tuple[str, list[Edit]]]


def swept(parent: Parent, data: bytes) -> list[Finding]:
    """What a whole check finds, comments included."""
    source = Source(str(parent.path), parent.name, Settings())
    return list(sweep(Mentions([(source, data)]), Coverage(), str(parent.path.parent), engine()).findings)


def locked(parent: Parent, data: bytes) -> list[Finding]:
    """What is found beside a lock file of the module as it was."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder).resolve() / parent.path.name
        (path.parent / "pyproject.toml").touch()
        (path.parent / NAME).write_text(lock_of([Project().read(path, content=parent.data)]).text(), encoding="utf-8")
        return check_reading(Project().read(path, content=data), ["CD502"])


def carrying(parent: Parent, data: bytes) -> list[Finding]:
    """What the rule finds that runs only when it is selected."""
    return check_reading(parent.read(data), ["CD505"])


def written(parent: Parent) -> Iterator[tuple[str, ast.Constant]]:
    """The texts of prompts that stand in the module, on one line, with the prompts' names."""
    for call in calls_of(parent, "prompt"):
        text = keyword(call, "text")
        if text is not None and isinstance(text.value, ast.Constant) and text.value.lineno == text.value.end_lineno:
            yield text_of(call.args[0]) or "prompt", text.value


@seed("suppression that silences nothing", "CD003", look=swept)
def idle_suppression(parent: Parent) -> Found:
    """A comment for something that was repaired long ago."""
    yield "end", [Edit(len(parent.data), len(parent.data), "\n# chaindsl: file-ignore[CD107] it was too long once\n")]


@seed("hidden character in a prompt", "CD004")
def hidden_character(parent: Parent) -> Found:
    """A sign that turns the direction of reading, which nobody sees."""
    for name, text in written(parent):
        at = parent.span(text)[1] - 1
        yield name, [Edit(at, at, "\u202e")]


@seed("prompt changed under its version", "CD502", look=locked)
def changed_prompt(parent: Parent) -> Found:
    """A text that is no longer the one that was locked."""
    used = {name.id for name in ast.walk(parent.tree) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load)}
    for statement in parent.tree.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if isinstance(target, ast.Name) and target.id in used:
            for name, text in written(parent):
                if text in set(ast.walk(statement)):
                    at = parent.span(text)[1] - 1
                    yield name, [Edit(at, at, " Be brief.")]


@seed("answer that nothing checks", "CD401")
def unchecked(parent: Parent) -> Found:
    """A model's text of any kind where `Text` was, that another model is asked with."""
    for work in parent.works:
        returns = work.node.returns
        plain = isinstance(returns, ast.Name) and returns.id == "Text" and not work.step.validators
        if plain and returns is not None and work.asks and not work.step.each and not work.step.parsed:
            readers = [
                other for other in parent.works if other is not work and _asks_with(other, str(work.step.writes))
            ]
            if any(other.flow is work.flow for other in readers):
                yield work.name, [parent.replace(returns, "str")]


def _asks_with(work: Work, key: str) -> bool:
    return any(
        isinstance(name, ast.Name) and name.id == key and key in {read.key for read in work.step.reads}
        for call in asking(work)
        for name in ast.walk(call)
    )


@seed("results as they come", "CD405")
def as_they_come(parent: Parent) -> Found:
    """A list that is put together in the order in which threads end."""
    for work in parent.works:
        end = last(work)
        if end is None or end.value is None or work.step.each or work.asks or work.step.command is not False:
            continue
        if work.node.returns is not None and ast.unparse(work.node.returns).startswith("list["):
            jobs = f"[_pool.submit(str, one) for one in {parent.text(end.value)}]"
            threads = "import concurrent.futures as _threads\n\n_pool = _threads.ThreadPoolExecutor()"
            yield (
                work.name,
                [
                    parent.replace(end.value, f"[job.result() for job in _threads.as_completed({jobs})]"),
                    parent.above(parent.statement_of(work.node), threads),
                ],
            )


@seed("everything in a prompt", "CD504")
def everything(parent: Parent) -> Found:
    """All values of the flow where one was."""
    for work in parent.works:
        if isinstance(work.step.each, Each):
            continue
        for call in list(asking(work))[:1]:
            filled = call.args[0] if call.args else None
            if isinstance(filled, ast.Call) and getattr(filled.func, "attr", "") == "format" and filled.keywords:
                first = work.node.args.args[:1]
                if first:
                    start = parent.span(first[0])[0]
                    imported = parent.above(parent.statement_of(work.node), "from chaindsl import Values as _Values")
                    value = parent.replace(filled.keywords[0].value, "str(_values)")
                    yield work.name, [Edit(start, start, "_values: _Values, "), value, imported]


@seed("large value carried on", "CD505", look=carrying)
def carried_on(parent: Parent) -> Found:
    """A flow that frees nothing, where a list is read by the first parts only."""
    for flow, call in parent.calls:
        drop = keyword(call, "drop")
        kinds = (ast.unparse(work.node.returns) for work in parent.works if work.flow is flow and work.node.returns)
        large = any("list[" in kind for kind in kinds)
        if drop is not None and large and isinstance(flow.graph.body, Chain):
            yield str(flow.graph.name), [parent.leave_out(drop)]


@seed("guard that asks a model", "CD603")
def asking_guard(parent: Parent) -> Found:
    """A predicate that is handed a model, and asks it."""
    given = (keyword(call, "when") for call in calls_of(parent, "transition"))
    guards = {ast.unparse(one.value) for one in given if one is not None}
    for node in parent.tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in guards and node.args.args and not node.args.kwonlyargs:
            end = parent.span(node.args.args[-1])[1]
            imported = parent.above(node, "from chaindsl import Complete as _Complete")
            asked = parent.above(node.body[-1], 'if _complete("Is it so?") == "no":\n    return False')
            yield node.name, [Edit(end, end, ", *, _complete: _Complete"), imported, asked]
