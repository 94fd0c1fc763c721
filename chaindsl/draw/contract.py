"""What is written on a step: its contract and how it is attempted, a line each."""

from collections.abc import Iterator

from chaindsl.draw.wording import count, cut, name, names, number, short_type
from chaindsl.graph.step import Attempts, Check, Each, Effect, Prompt, Read, Source, Step, Tool, ToolKind
from chaindsl.graph.unknown import Unknown


def contract(step: Step, *, usual_attempts: int) -> Iterator[str]:
    """Yield the lines that belong on a step; `usual_attempts` is how many go without saying."""
    yield from _keys(step)
    yield from _each(step)
    yield from _tools(step)
    yield from _prompts(step)
    yield from _checks(step)
    if isinstance(step.fallback, Unknown):
        yield "else ?"
    elif step.fallback is not None:
        yield f"else {cut(step.fallback)}"
    yield from _effect(step)
    yield from _attempts(step.attempts, usual_attempts)


def calls_model(step: Step) -> bool:
    """Say whether a step is handed a model."""
    return any(tool.kind is ToolKind.MODEL for tool in step.tools)


def _keys(step: Step) -> Iterator[str]:
    keys = [_read(read) for read in step.reads if read.source is not Source.ACTOR]
    asked = [_typed(read) for read in step.reads if read.source is Source.ACTOR]
    if keys:
        yield f"reads {', '.join(keys)}"
    if asked:
        yield f"asks for {', '.join(asked)}"
    if step.writes is not None:
        form = short_type(step.type)
        each = "each " if isinstance(step.each, Each) else ""
        yield f"writes {name(step.writes)}{': ' + each + form if form else ''}"


def _read(read: Read) -> str:
    if read.source is Source.VALUES:
        return "every key"
    doubt = " (or asks for it)" if isinstance(read.source, Unknown) else ""
    return f"{name(read.key)}{'?' if read.optional else ''}{doubt}"


def _typed(read: Read) -> str:
    form = short_type(read.type)
    return f"{name(read.key)}{'?' if read.optional else ''}{': ' + form if form else ''}"


def _each(step: Step) -> Iterator[str]:
    if isinstance(step.each, Unknown):
        yield "for each of ?"
    if not isinstance(step.each, Each):
        return
    each = step.each
    item = f"{name(each.parameter)} of " if each.parameter else "of "
    limit = "" if each.limit is None else f", at most {number(each.limit)}"
    over = ", fails when more" if each.overflow == "fail" and limit else ""
    workers = "" if each.workers == 1 else f", {number(each.workers)} at a time"
    yield f"for each {item}{name(each.key)}{limit}{over}{workers}"


def _tools(step: Step) -> Iterator[str]:
    models = [name(tool.name) for tool in step.tools if tool.kind is ToolKind.MODEL]
    others = [_tool(tool) for tool in step.tools if tool.kind is ToolKind.TOOL or isinstance(tool.kind, Unknown)]
    calls = step.max_calls
    if models:
        yield f"model {', '.join(models)}, at most {count(1 if calls is None else calls, 'call')}"
    elif calls is not None:
        yield f"at most {count(calls, 'model call')}"
    if others:
        yield f"tools {', '.join(others)}"
    if any(tool.kind is ToolKind.FEEDBACK for tool in step.tools):
        yield "is told why a value was rejected"


def _tool(tool: Tool) -> str:
    return f"{name(tool.name)}{'' if tool.required else '?'}"


def _prompts(step: Step) -> Iterator[str]:
    if isinstance(step.prompts, Unknown):
        yield "prompt ?"
    else:
        yield from (_prompt(prompt) for prompt in step.prompts)


def _prompt(prompt: Prompt) -> str:
    return f"prompt {name(prompt.name)}, version {name(prompt.version)}"


def _checks(step: Step) -> Iterator[str]:
    if isinstance(step.validators, Unknown):
        yield "checked by ?"
    elif step.validators:
        yield f"checked by {', '.join(map(check_text, step.validators))}"


def check_text(check: Check) -> str:
    """Return a validator or predicate with the keys it reads."""
    return f"{name(check.name)}({names(tuple(read.key for read in check.reads))})"


def _effect(step: Step) -> Iterator[str]:
    if step.command is True:
        yield "runs a command"
    match step.effect:
        case Unknown():
            yield "effect ?"
        case Effect(key, automatic):
            what = "" if step.command is True and key is None and not automatic else "effect"
            how = "" if key is None else f", once for {name(key)}"
            how = ", once in a run" if automatic else how
            if what:
                yield what + how


def _attempts(attempts: Attempts, usual: int) -> Iterator[str]:
    most, timeout, retry = attempts.most, attempts.timeout, attempts.retry_on
    if most != usual:
        only = "" if retry == ("Exception",) or most == 1 else f", again on {names(retry)}"
        yield f"{count(most, 'attempt')}{only}"
    elif retry != ("Exception",) and most != 1:
        yield f"again on {names(retry)}"
    if timeout is not None:
        yield f"at most {number(timeout)} s an attempt"
