"""Fixes for values that nobody reads: hand them back, or take out what makes them."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace

from analyzer.edit.call import CallSite
from analyzer.edit.items import items
from analyzer.edit.sites import Sites
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.revised import with_part
from analyzer.finding import Edit, Fix
from analyzer.rules.pieces.telling import listed
from chaindsl.graph.flow import Chain, Parallel, Part, Repeat
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_parts


def handed_back(facts: FlowFacts, keys: Sequence[str]) -> Fix | None:
    """Add keys to the outputs of a flow that is no part of another one."""
    outputs = flow_outputs(facts.flow)
    site = None if facts.source is None else Sites(facts.source).flow
    if site is None or facts.is_part or isinstance(outputs, Unknown):
        return None
    edits = _outputs(site, outputs, keys) if all(map(str.isidentifier, keys)) else ()
    becomes = replace(facts.flow, outputs=(*outputs, *keys))
    return Fix(f"add {listed(keys)} to outputs=", edits, safe=False, becomes=becomes) if edits else None


def _outputs(site: CallSite, outputs: tuple[str, ...], keys: Sequence[str]) -> tuple[Edit, ...]:
    held = site.value("outputs")
    if held is None or (isinstance(held, ast.Constant) and held.value is None):
        return site.given("outputs", f"[{_quoted((*outputs, *keys))}]")
    inner = items(site.module, held) if isinstance(held, ast.List | ast.Tuple) else None
    quote = "'" if any(site.module.segment(one).startswith("'") for one in getattr(held, "elts", ())) else '"'
    return () if inner is None else inner.added(_quoted(keys, quote))


def _quoted(keys: Iterable[str], quote: str = '"') -> str:
    return ", ".join(f"{quote}{key}{quote}" for key in keys)


def without_step(facts: FlowFacts, part: Part | None) -> Fix | None:
    """Take a step out of a chain, or of a loop in it, where it is written as one of the parts."""
    if facts.source is None or not isinstance(part, Step):
        return None
    owners = [owner for owner in _owners(facts) if any(inner is part for inner in owner.parts)]
    if len(owners) != 1 or sum(inner is part for inner in owners[0].parts) != 1:
        return None
    owner, sites = owners[0], Sites(facts.source)
    number = next(number for number, inner in enumerate(owner.parts) if inner is part)
    site = sites.flow if isinstance(owner, Chain) else sites.call(owner.place)
    first = int(isinstance(owner, Chain))
    if site is None or site.spreads or len(site.node.args) != len(owner.parts) + first:
        return None
    if len(owner.parts) < (3 if isinstance(owner, Parallel) else 2):
        return None
    edits = site.without(site.node.args[number + first])
    becomes = with_part(facts.flow, part, None)
    return Fix(f"take `{part.name}` out of the flow", edits, safe=False, becomes=becomes) if edits else None


def _owners(facts: FlowFacts) -> list[Chain | Repeat | Parallel]:
    """The chain and the blocks in it that have parts in a row."""
    body = facts.flow.body
    blocks = [part for part in flow_parts(facts.flow) if isinstance(part, Repeat | Parallel)]
    return [body, *blocks] if isinstance(body, Chain) else []


def without_input(facts: FlowFacts, key: str) -> Fix | None:
    """Take an input out of the dict that declares it, in a flow that is no part of another one."""
    inputs = facts.flow.inputs
    site = None if facts.source is None else Sites(facts.source).flow
    held = None if site is None else site.value("inputs")
    if site is None or facts.is_part or isinstance(inputs, Unknown) or not isinstance(held, ast.Dict):
        return None
    keys = [node.value if isinstance(node, ast.Constant) else None for node in held.keys]
    inner = items(site.module, held)
    if keys.count(key) != 1 or inner is None or len(inner.items) != len(keys):
        return None
    edits = site.without(held) if len(keys) == 1 else inner.removed(keys.index(key))
    becomes = replace(facts.flow, inputs=tuple(one for one in inputs if one.key != key))
    return Fix(f"take `{key}` out of inputs=", edits, safe=False, becomes=becomes) if edits else None
