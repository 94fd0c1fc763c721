"""From a declared function to a step of the graph, for steps and for the work of transitions."""

import ast
from dataclasses import dataclass

from analyzer.source.annotation import annotate
from analyzer.source.arguments import Arguments
from analyzer.source.attempts import attempts
from analyzer.source.check import checks, functions
from analyzer.source.declaration import Declaration
from analyzer.source.definition import Function
from analyzer.source.fallback import fallback
from analyzer.source.module import header
from analyzer.source.prompt import prompts
from analyzer.source.reader import Reader
from analyzer.source.signature import Signature, signature
from analyzer.source.typed import argument, flag, optional, text, whole
from chaindsl.graph.place import Place
from chaindsl.graph.step import Each, Effect, Read, Step, ToolKind
from chaindsl.graph.typeform import ANY, Named, TypeForm
from chaindsl.graph.unknown import Maybe, Unknown, Why

_MOST_DOC = 500


@dataclass(frozen=True, slots=True)
class Work:
    """A step with the functions behind it: its own first, then its validators."""

    step: Step
    functions: tuple[Function, ...]


def work(reader: Reader, declared: Declaration) -> Work | Unknown:
    """Return what a declared function promises; unknown where even its reads can't be told."""
    given = declared.arguments
    node = declared.function.node
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    is_step = declared.kind == "step"
    each_key = given.get("each") if is_step else None
    if isinstance(each_key, Unknown):
        return each_key
    found = signature(reader, declared.function, actors=not is_step and may_decide(reader, given))
    reads = found.reads if each_key is None else found.reads[1:]
    command, returned = _returned(found)
    parse = given.get("parse")
    form = returned if parse is None else parse if isinstance(parse, Unknown) else annotate(reader, parse).form
    effect = _effect(reader, given, found, command)
    step = Step(
        name=argument(reader, given.get("name"), node.name, text),
        function=declared.function.frame.activation.scope.inner(node).qualname,
        reads=reads,
        tools=found.tools,
        writes=argument(reader, given.get("writes") or _no_key(declared), None, optional(text)),
        type=form,
        parsed=parse is not None,
        fallback=fallback(reader, given.get("fallback")),
        prompts=prompts(reader, given.get("prompt")),
        validators=checks(reader, given.get("validate")),
        each=None if each_key is None else _each(reader, given, found.reads),
        attempts=attempts(reader, given, most=2 if is_step else 1),
        max_calls=argument(reader, given.get("max_calls"), None, optional(whole)),
        effect=effect,
        command=command,
        asynchronous=isinstance(node, ast.AsyncFunctionDef),
        doc=_doc(node),
        place=place_of(declared.function),
    )
    return Work(step, (declared.function, *functions(reader, given.get("validate"))))


def place_of(function: Function) -> Place:
    """Return the place of a function, that of its first decorator."""
    if isinstance(function.node, ast.Lambda):
        return function.frame.module.place(function.node)
    return header(function.frame.module, function.node)


def may_decide(reader: Reader, given: Arguments) -> bool:
    """Say whether an agent or a person may be the actor of a transition."""
    return argument(reader, given.get("actor"), "agent", text) != "deterministic"


def _no_key(declared: Declaration) -> Unknown | None:
    if declared.kind != "step":
        return None
    call = declared.arguments.call
    return call.frame.unknown(Why.UNRESOLVED, call.node)


def _doc(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value.value.strip().partition("\n")[0][:_MOST_DOC]
    return ""


def _returned(found: Signature) -> tuple[Maybe[bool], TypeForm]:
    """Whether a function returns a command, and the type of what it hands back."""
    form = found.result
    if isinstance(form, Unknown):
        return form, form
    if isinstance(form, Named) and form.name == "chaindsl.Command":
        return True, form.args[0] if form.args else ANY
    return False, form


def _each(reader: Reader, given: Arguments, reads: tuple[Read, ...]) -> Each:
    item = reads[0] if reads else Read("")
    return Each(
        key=argument(reader, given.get("each"), "", text),
        limit=argument(reader, given.get("limit"), None, optional(whole)),
        overflow=argument(reader, given.get("overflow"), "cut", text),
        workers=argument(reader, given.get("workers"), 1, whole),
        item=item.type,
        parameter=item.parameter,
    )


def _effect(reader: Reader, given: Arguments, found: Signature, command: Maybe[bool]) -> Maybe[Effect | None]:
    """An effect if it is said, if a key is asked for, or if a command is returned."""
    declared: Maybe[bool | None] = argument(reader, given.get("effect"), None, optional(flag))
    if isinstance(declared, Unknown):
        return declared
    if declared is False:
        return None
    template: Maybe[str | None] = argument(reader, given.get("idempotency_key"), None, optional(text))
    asked = any(tool.kind is ToolKind.IDEMPOTENCY_KEY for tool in found.tools)
    unsure = next((tool.kind for tool in found.tools if isinstance(tool.kind, Unknown)), None)
    if template is None and not asked and unsure is not None:
        return unsure
    if isinstance(template, Unknown) and isinstance(given.get("idempotency_key"), Unknown):
        return template
    if declared or template is not None or asked or command is True:
        return Effect(template, automatic=asked and template is None)
    return command if isinstance(command, Unknown) else None
