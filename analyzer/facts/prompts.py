"""Every prompt of a flow: those that its steps name and those that their bodies fill in, each with its definition."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.body.declared import declared
from analyzer.facts.body.prompt_uses import made_by, model_of
from analyzer.facts.body_facts import BodyFacts
from analyzer.source.arguments import Called
from analyzer.source.collection import elements
from analyzer.source.definition import Definition, Spread
from chaindsl.graph.place import Place
from chaindsl.graph.step import Prompt, Step
from chaindsl.graph.unknown import Unknown


@dataclass(frozen=True, slots=True, eq=False)
class Used:
    """A prompt, the step that uses it, and the call that defines it where that could be followed."""

    prompt: Prompt
    step: Step
    made: Called | None


def used_prompts(bodies: BodyFacts) -> Iterator[Used]:
    """Yield the prompts of a flow, each once."""
    seen: set[Place | None] = set()
    for step in bodies.steps():
        for one in (*_filled(bodies, step), *_named(bodies, step), *_in_graph(step)):
            if one.prompt.place not in seen:
                seen.add(one.prompt.place)
                yield one


def _filled(bodies: BodyFacts, step: Step) -> Iterator[Used]:
    for filled in bodies.works.filled(step):
        yield Used(filled.prompt, step, filled.made)


def _named(bodies: BodyFacts, step: Step) -> Iterator[Used]:
    reader, body = bodies.source.reader, bodies.works.body(step)
    given = None if body is None else declared(reader, body)
    argument = None if given is None else given.get("prompt")
    if argument is None or isinstance(argument, Unknown):
        return
    listed = elements(reader, argument)
    items: list[Definition] = [argument]
    if not isinstance(listed, Unknown):
        items = [item for item in listed if not isinstance(item, Spread)]
    for item in items:
        made = made_by(reader, item)
        prompt = None if made is None else model_of(reader, made)
        if prompt is not None:
            yield Used(prompt, step, made)


def _in_graph(step: Step) -> Iterator[Used]:
    for prompt in () if isinstance(step.prompts, Unknown) else step.prompts:
        yield Used(prompt, step, None)
