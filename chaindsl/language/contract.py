"""From a declared function to a step of the graph and the live work behind it, for steps and transitions alike."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from chaindsl.errors import Issue
from chaindsl.graph.step import Attempts, Check, Each, Effect, Read, Source, Step, ToolKind
from chaindsl.graph.template import placeholders
from chaindsl.graph.unknown import Maybe, Unknown, Why
from chaindsl.language.annotation import canonical_name, type_form
from chaindsl.language.declaration import Declaration, function_place
from chaindsl.language.judged import Judged
from chaindsl.language.options import StepOptions, TransitionOptions
from chaindsl.language.signature import Signature, read_check, read_signature
from chaindsl.runtime.definition import Work
from chaindsl.vocabulary.prompt import Prompt

_KNOWN = {
    "step": frozenset(StepOptions.__annotations__) | {"writes", "parse"},
    "transition": frozenset(TransitionOptions.__annotations__) | {"source", "parse", "runs"},
}


@dataclass(frozen=True, slots=True)
class Contract:
    """A step of the graph with the live work behind it."""

    step: Step
    work: Work


def read_contract(declaration: Declaration, function: Callable[..., Any], issues: list[Issue]) -> Contract:
    """Return what a declared function promises. Problems are appended to `issues`."""
    name = str(getattr(function, "__name__", repr(function)))
    options = Judged(declaration.options, name, declaration.place, issues)
    options.refuse_others(_KNOWN[declaration.kind])
    decided = declaration.kind == "transition" and options.given.get("actor", "agent") != "deterministic"
    signature = read_signature(function, declaration.place, issues, decided=decided)
    each = _each(options, signature) if declaration.kind == "step" else None
    reads = signature.reads if each is None else signature.reads[1:]
    _refuse_actor_arguments(options, reads, decided)
    parsed = "parse" in options.given
    retry_on = _retry_on(options)
    prompts = _prompts(options)
    checks, validators = _validators(options)
    command, effect = _effect(options, signature, reads if each is None else signature.reads)
    fallback = _fallback(options)
    step = Step(
        name=options.text("name", name),
        function=str(getattr(function, "__qualname__", name)),
        reads=reads,
        tools=signature.tools,
        writes=options.key("writes", None),
        type=type_form(options.given["parse"]) if parsed else signature.type,
        parsed=parsed,
        fallback=fallback,
        prompts=tuple(prompt.model() for prompt in prompts),
        validators=checks,
        each=each,
        attempts=Attempts(
            options.count("max_attempts", 2 if declaration.kind == "step" else 1),
            options.seconds("backoff", 0.5, zero=True),
            options.seconds("timeout", None),
            tuple(canonical_name(cls) for cls in retry_on),
        ),
        max_calls=options.count("max_calls", None, least=0),
        effect=effect,
        command=command,
        asynchronous=signature.asynchronous,
        doc=(getattr(function, "__doc__", None) or "").strip().partition("\n")[0],
        place=declaration.place,
    )
    live = options.given["parse"] if parsed else signature.returned
    given = options.given.get("fallback")
    work = Work(function, live, validators, retry_on, given, prompts, signature.supplied, signature.awaited)
    return Contract(step, work)


def _each(options: Judged, signature: Signature) -> Each | None:
    key = options.key("each", None)
    if key is None:
        for name in ("limit", "overflow", "workers"):
            if name in options.given:
                options.problem("option-without-each", f"{name}= is for each= steps", "name the list with each=")
        return None
    if not signature.reads:
        options.problem("no-item", "each= needs a first parameter for the item", "add a positional parameter")
        return Each(key)
    item = signature.reads[0]
    overflow = options.choice("overflow", "cut", ("cut", "fail"))
    return Each(key, options.count("limit", None), overflow, options.count("workers", 1), item.type, item.parameter)


def _refuse_actor_arguments(options: Judged, reads: tuple[Read, ...], decided: bool) -> None:
    for read in reads:
        if read.source is Source.ACTOR and not decided:
            hint = "only transitions of an agent or a human have arguments from an actor"
            options.problem("actor-argument", f"nobody supplies {read.parameter}", hint)


def _retry_on(options: Judged) -> tuple[type[Exception], ...]:
    value = options.given.get("retry_on", Exception)
    classes = value if isinstance(value, tuple | list) else (value,)
    if all(isinstance(cls, type) and issubclass(cls, Exception) for cls in classes):
        return tuple(classes)
    options.problem("bad-option", f"retry_on= takes exception classes, not {value!r}")
    return (Exception,)


def _prompts(options: Judged) -> tuple[Prompt, ...]:
    value = options.given.get("prompt", ())
    found = tuple(value) if isinstance(value, list | tuple) else (value,)
    for prompt in found:
        if not isinstance(prompt, Prompt):
            hint = "define it with prompt(name, version=…, text=…)"
            options.problem("bad-option", f"prompt= takes prompts, not {prompt!r}", hint)
        elif prompt.problem is not None and prompt.problem not in options.issues:
            options.issues.append(prompt.problem)
    return tuple(prompt for prompt in found if isinstance(prompt, Prompt))


def _validators(options: Judged) -> tuple[tuple[Check, ...], tuple[Callable[..., Any], ...]]:
    kept: list[tuple[Check, Callable[..., Any]]] = []
    for function in options.functions("validate"):
        reads = read_check(function, function_place(function) or options.place, options.issues)
        if not reads:
            hint = "its first parameter is the candidate"
            options.problem("no-candidate", f"the validator {function.__name__} takes nothing", hint)
            continue
        kept.append((Check(function.__name__, reads[1:]), function))
    return tuple(check for check, _ in kept), tuple(function for _, function in kept)


def _effect(options: Judged, signature: Signature, reads: tuple[Read, ...]) -> tuple[Maybe[bool], Maybe[Effect | None]]:
    declared = options.flag("effect", None)
    template = options.text("idempotency_key", None)
    if declared is False and template is not None:
        hint = "take one of the two away"
        options.problem("idempotency-key", "idempotency_key= is for effects, and effect=False says it has none", hint)
    names = {read.key for read in reads}
    for name in placeholders(template or ""):
        if name not in names:
            hint = f"it may use {', '.join(sorted(names)) or 'nothing: the step reads no key'}"
            options.problem("idempotency-key", f"idempotency_key= uses {name}, which the step does not read", hint)
    asked = any(tool.kind is ToolKind.IDEMPOTENCY_KEY for tool in signature.tools)
    touched = Effect(template, automatic=asked and template is None)
    if declared is not None:
        return signature.command, touched if declared else None
    if template is not None or asked or signature.command is True:
        return signature.command, touched
    return signature.command, signature.command if isinstance(signature.command, Unknown) else None


def _fallback(options: Judged) -> Maybe[str] | None:
    if "fallback" not in options.given:
        return None
    value = options.given["fallback"]
    try:
        return json.dumps(value.value if isinstance(value, Enum) else value, sort_keys=True)
    except (TypeError, ValueError):
        return Unknown(Why.OPAQUE, repr(value))
