"""Fixes for names that stand for nothing, where exactly one name that does resembles them."""

import ast
from collections.abc import Iterable
from dataclasses import replace

from analyzer.edit.call import CallSite
from analyzer.edit.parameter import renamed
from analyzer.edit.sites import Sites
from analyzer.edit.spelt import respelt, reworded
from analyzer.facts.contract import Use
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.net import Net, Node
from analyzer.facts.revised import with_name, with_part, with_transition
from analyzer.finding import Edit, Fix
from chaindsl.graph.flow import Flow
from chaindsl.graph.guard import Expression, parse_guard
from chaindsl.graph.nearest import only_near
from chaindsl.graph.place import Place
from chaindsl.graph.step import Each, Step


def corrected(facts: FlowFacts, place: Place | None, old: str, names: Iterable[str]) -> Fix | None:
    """Correct a name in the one string that says it: in a decorator, a block, a state, a guarantee, or the flow."""
    new, sites = only_near(old, names), None if facts.source is None else Sites(facts.source)
    if new is None or sites is None:
        return None
    site = sites.flow if place is None else sites.declaration(place) or sites.call(place)
    edits = () if site is None else respelt(site.module, site.node, old, new)
    becomes = with_name(facts.flow, old, new)
    return _fix(old, new, edits, None if becomes == facts.flow else becomes)


def correct_read(facts: FlowFacts, node: Node, use: Use, written: Iterable[str]) -> Fix | None:
    """Correct the key that a reader and a writer spell differently: in the writer if nobody reads what it says."""
    new, sites = only_near(use.key, written), None if facts.source is None else Sites(facts.source)
    if new is None or sites is None:
        return None
    writer = unread_writer(facts, new)
    fix = None if writer is None else _in_writer(facts, sites, writer, new, use.key)
    if writer is not None and fix is not None:
        return replace(fix, title=f"let `{writer.name}` write `{use.key}`, as it is read")
    return _in_reader(facts, sites, node, use, new)


def unread_writer(facts: FlowFacts, key: str) -> Node | None:
    """Return the one part that writes a key, if nothing reads it: then either may be misspelt, it or who reads."""
    writers = [number for number, write in facts.keys.definitions if write.key == key]
    alone = len(writers) == 1 and not facts.net.readers.get(key) and writers[0] != Net.START
    return facts.net.nodes[writers[0]] if alone else None


def _step(node: Node) -> Step | None:
    found = node.part if node.transition is None else node.transition.work
    return found if isinstance(found, Step) else None


def _in_writer(facts: FlowFacts, sites: Sites, writer: Node, old: str, new: str) -> Fix | None:
    step = _step(writer)
    site = None if step is None else sites.declaration(step.place)
    held = None if site is None else site.value("writes")
    if step is None or site is None or held is None:
        return None
    becomes = with_part(facts.flow, step, replace(step, writes=new))
    return _fix(old, new, respelt(site.module, held, old, new), becomes)


def _in_reader(facts: FlowFacts, sites: Sites, node: Node, use: Use, new: str) -> Fix | None:
    if use.role == "guard":
        return _in_guard(facts, sites, node, use.key, new)
    step = _step(node)
    site = None if step is None else sites.declaration(step.place)
    if step is None or site is None:
        return None
    if use.role == "`each`":
        return _in_each(facts, site, step, use.key, new)
    return _in_signature(facts, sites, site, step, use.key, new) if use.role == f"parameter `{use.key}`" else None


def _in_each(facts: FlowFacts, site: CallSite, step: Step, old: str, new: str) -> Fix | None:
    held = site.value("each")
    if held is None or not isinstance(step.each, Each):
        return None
    becomes = with_part(facts.flow, step, replace(step, each=replace(step.each, key=new)))
    return _fix(old, new, respelt(site.module, held, old, new), becomes)


def _in_signature(facts: FlowFacts, sites: Sites, site: CallSite, step: Step, old: str, new: str) -> Fix | None:
    body = sites.body(step.place)
    if body is None or isinstance(body.node, ast.Lambda) or f"{{{old}}}" in site.module.segment(site.node):
        return None
    reads = tuple(replace(one, key=new, parameter=new) if one.key == old else one for one in step.reads)
    becomes = with_part(facts.flow, step, replace(step, reads=reads))
    return _fix(old, new, renamed(body.module, body.node, old, new), becomes)


def _in_guard(facts: FlowFacts, sites: Sites, node: Node, old: str, new: str) -> Fix | None:
    transition = node.transition
    site = None if transition is None else sites.declaration(transition.place)
    held = None if site is None else site.value("when")
    if transition is None or site is None or held is None:
        return None
    edits = reworded(site.module, held, old, new)
    if not edits:
        return None
    guard = Expression(parse_guard(edits[0].text.strip("'\"")))
    return _fix(old, new, edits, with_transition(facts.flow, transition, replace(transition, guard=guard)))


def _fix(old: str, new: str, edits: tuple[Edit, ...], becomes: Flow | None) -> Fix | None:
    return Fix(f"correct `{old}` to `{new}`", edits, safe=False, becomes=becomes) if edits else None
