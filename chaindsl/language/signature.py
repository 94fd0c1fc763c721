"""A function's signature as a contract: keys, tools and the type it hands back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, iscoroutinefunction, signature, unwrap
from typing import Annotated, Any, get_args, get_origin

from chaindsl.errors import Issue
from chaindsl.graph.place import Place
from chaindsl.graph.step import Read, Source, Tool
from chaindsl.graph.tool_kind import is_awaited, tool_kind
from chaindsl.graph.typeform import ANY, TypeForm
from chaindsl.graph.unknown import Maybe, Unknown
from chaindsl.language.annotation import evaluated, type_form
from chaindsl.vocabulary.actor import Supplied
from chaindsl.vocabulary.command import Command
from chaindsl.vocabulary.values import Values

_POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(slots=True)
class Signature:
    """What a signature says.

    `returned` is the live type of the value, `type` its form, `command` whether it comes from a command; `supplied`
    holds the live types of what an actor supplies, `awaited` the names of the models that are awaited.
    """

    reads: tuple[Read, ...] = ()
    tools: tuple[Tool, ...] = ()
    type: TypeForm = ANY
    returned: Any = Any
    command: Maybe[bool] = False
    asynchronous: bool = False
    supplied: Mapping[str, Any] = field(default_factory=dict)
    awaited: frozenset[str] = frozenset()


def read_signature(
    function: Callable[..., object], place: Place, issues: list[Issue], *, decided: bool = False
) -> Signature:
    """Read a function's signature; `decided` says that an agent or a person decides before it runs.

    Problems are appended to `issues`.
    """
    name = getattr(function, "__name__", repr(function))
    try:
        parameters = signature(function).parameters.values()
        returns = signature(function).return_annotation
    except (TypeError, ValueError) as error:
        issues.append(Issue("no-signature", f"{name}: {error}", name, place, "wrap it in a plain function"))
        return Signature()
    found = Signature(asynchronous=iscoroutinefunction(unwrap(function)))
    live = {p.name: evaluated(Any if p.annotation is p.empty else p.annotation, function) for p in parameters}
    for parameter in parameters:
        if parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
            hint = "name every key and tool it uses; `Values` gives all keys"
            issues.append(Issue("open-signature", f"{name} takes {parameter}", name, place, hint))
    found.reads = tuple(_read(p, live[p.name], decided) for p in parameters if p.kind in _POSITIONAL)
    found.tools = tuple(_tool(p, live[p.name]) for p in parameters if p.kind is Parameter.KEYWORD_ONLY)
    found.awaited = frozenset(tool.name for tool in found.tools if is_awaited(type_form(live[tool.name])))
    found.supplied = {read.parameter: live[read.parameter] for read in found.reads if read.source is Source.ACTOR}
    _returned(found, evaluated(Any if returns is Parameter.empty else returns, function))
    return found


def read_check(function: Callable[..., object], place: Place, issues: list[Issue]) -> tuple[Read, ...]:
    """Return what a validator or a guard reads. Problems are appended to `issues`, tools it asks for among them."""
    found = read_signature(function, place, issues)
    for tool in found.tools:
        if tool.required:
            name = getattr(function, "__name__", repr(function))
            hint = "validators and guards read keys and nothing else; what needs a tool is a step"
            issues.append(Issue("tool-in-check", f"nobody hands {tool.name} to {name}", name, place, hint))
    return found.reads


def _read(parameter: Parameter, live: object, decided: bool) -> Read:
    source: Maybe[Source] = Source.KEY
    if isinstance(live, Unknown):
        source = live if decided else Source.KEY
    elif live is Values:
        source = Source.VALUES
    elif get_origin(live) is Annotated and any(isinstance(mark, Supplied) for mark in live.__metadata__):  # type: ignore[attr-defined]
        source = Source.ACTOR
    optional = parameter.default is not Parameter.empty
    return Read(parameter.name, type_form(live), optional, source)


def _tool(parameter: Parameter, live: object) -> Tool:
    return Tool(parameter.name, tool_kind(type_form(live)), parameter.default is Parameter.empty)


def _returned(found: Signature, live: object) -> None:
    found.type = type_form(live)
    found.returned = Any if isinstance(found.type, Unknown) else live
    if isinstance(live, Unknown):
        found.command = live
    elif live is Command or get_origin(live) is Command:
        inner = get_args(live)[0] if get_args(live) else Any
        found.command = True
        found.returned = inner
        found.type = type_form(inner)
