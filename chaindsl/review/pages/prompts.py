"""The prompts of a flow: each once, in the order in which its steps use them, with the steps that do."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.contract import name_of
from chaindsl.graph.flow import Flow
from chaindsl.graph.step import Prompt
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps, nested_flows


@dataclass(frozen=True, slots=True)
class UsedPrompt:
    """A prompt and the steps that use it. The text is None where it is not known from source."""

    name: str
    version: str
    text: str | None
    steps: tuple[str, ...]


def prompts_of(flow: Flow) -> list[UsedPrompt]:
    """Return the prompts of a flow and of the flows inside it."""
    found: dict[Prompt, dict[str, None]] = {}
    for step, prompt in _uses(flow, set()):
        found.setdefault(prompt, {})[step] = None
    return [
        UsedPrompt(name_of(one.name), name_of(one.version), known(one.text, None), tuple(steps))
        for one, steps in found.items()
    ]


def _uses(flow: Flow, seen: set[int]) -> Iterator[tuple[str, Prompt]]:
    if id(flow) in seen:
        return
    seen.add(id(flow))
    for step in flow_steps(flow):
        yield from ((name_of(step.name), prompt) for prompt in known(step.prompts, ()))
    for inner in nested_flows(flow):
        yield from _uses(inner, seen)
