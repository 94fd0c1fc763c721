"""The failures of model calls that a step's body, what it calls, or its validators hide."""

import ast
from collections.abc import Callable, Iterator

from analyzer.facts.body.marks import Keyed, Model
from analyzer.facts.body.origins import Origins, Tracer
from analyzer.facts.body.parsing import parses
from analyzer.facts.body.swallowing import Attempt, Swallowed, Swallowing, attempts_by_call, tries
from analyzer.facts.body.visits import Visits, visits
from analyzer.facts.body_facts import BodyFacts, checked
from analyzer.facts.refused import refused
from analyzer.source.definition import Expr, Frame, Function, Marked
from chaindsl.graph.step import Step, ToolKind


def swallowed(bodies: BodyFacts, step: Step) -> Iterator[Swallowed]:
    """Yield the handlers that hide a failure, each once."""
    seen: set[ast.AST] = set()
    for one in (*_in_body(bodies, step), *_in_validators(bodies, step)):
        if one.node not in seen:
            seen.add(one.node)
            yield one


def _in_body(bodies: BodyFacts, step: Step) -> Iterator[Swallowed]:
    works, reader = bodies.works, bodies.source.reader
    if not works.tries(step) or bodies.free.models.into(step, works.marks(step)) is None:
        # Nothing ends a failure, or nothing that a model wrote is there to be read.
        return
    found = works.visits(step)
    trying = [entered for entered in found.entered if tries(entered.function)]
    if not trying:
        return
    tracer = works.tracer
    attempts = [Attempt(one.visit, parsing=False) for one in works.asked(step)]
    attempts += _parsing(bodies, found, tracer, lambda origins: bodies.free.models.into(step, origins) is not None)
    calls = attempts_by_call(attempts)
    for entered in trying if calls else ():
        outermost = not entered.through

        def accepts(value: ast.expr | None, frame: Frame, *, outermost: bool = outermost) -> bool:
            return _passes(bodies, step, value, frame) if outermost else not _tells(value)

        yield from Swallowing(reader, tracer, entered, calls, accepts).found()


def _parsing(bodies: BodyFacts, found: Visits, tracer: Tracer, written: Callable[[Origins], bool]) -> list[Attempt]:
    reader = bodies.source.reader
    return [Attempt(visit, parsing=True) for visit in found.calls if parses(reader, tracer, visit, written)]


def _passes(bodies: BodyFacts, step: Step, value: ast.expr | None, frame: Frame) -> bool:
    """Whether a constant that the step itself hands back would be taken for an answer."""
    if checked(step):
        return False
    constant = None if value is None else bodies.source.reader.constant(Expr(value, frame))
    return not refused(step, constant)


def _tells(value: ast.expr | None) -> bool:
    """Whether whoever calls a function can see from what it returns that it failed."""
    return value is None or (isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool)))


def _in_validators(bodies: BodyFacts, step: Step) -> Iterator[Swallowed]:
    """What a validator returns is of no interest to anybody: it must raise."""
    if all(tool.kind is not ToolKind.MODEL for tool in step.tools):
        return
    reader = bodies.source.reader
    trying = [function for function in bodies.works.validators(step) if tries(function)]
    model = trying and any(isinstance(mark, Model) for mark in bodies.works.values(step) or ())
    for function in trying if model else ():
        tracer = bodies.works.tracer
        found = visits(reader, function, _candidate(function))
        attempts = _parsing(bodies, found, tracer, _by_model)
        calls = attempts_by_call(attempts)
        for entered in found.entered[:1] if calls else ():
            yield from Swallowing(reader, tracer, entered, calls, _says_something).found()


def _candidate(function: Function) -> dict[str, Marked]:
    """The first parameter is what the model wrote, the others are keys."""
    spec = function.node.args
    names = [p.arg for p in (*spec.posonlyargs, *spec.args)]
    given = {name: Marked(Keyed(name)) for name in names}
    return given | {name: Marked(Model(name)) for name in names[:1]}


def _by_model(origins: Origins) -> bool:
    return any(isinstance(mark, Model) for mark in origins)


def _says_something(value: ast.expr | None, frame: Frame) -> bool:
    """To return nothing ends a check in peace; whoever returns something thinks that somebody looks at it."""
    return value is not None and not (isinstance(value, ast.Constant) and value.value is None)
