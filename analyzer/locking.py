"""From what files say to the lock of their project: every prompt and every flow."""

from collections.abc import Iterable

from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.prompts import used_prompts
from analyzer.lockfile import Lock, locked_flow, locked_prompt
from analyzer.source.reading import Reading


def lock_of(readings: Iterable[Reading]) -> Lock:
    """Return the lock of these files; what is not known from source is left out."""
    flows = [flow for reading in readings for flow in reading.flows]
    used = [one.prompt for flow in flows for one in used_prompts(BodyFacts(flow, FlowFacts(flow.graph)))]
    prompts = frozenset(filter(None, map(locked_prompt, used)))
    return Lock(prompts, frozenset(filter(None, (locked_flow(flow.graph) for flow in flows))))
