"""Fixes for branches: a label that was misspelt, a route that is never taken, a value without a route."""

import ast
from collections.abc import Sequence
from dataclasses import replace

from analyzer.edit.call import CallSite
from analyzer.edit.items import items
from analyzer.edit.sites import Sites
from analyzer.edit.spelt import respelt
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.revised import with_part
from analyzer.finding import Edit, Fix
from chaindsl.graph.flow import Branch, Route
from chaindsl.graph.nearest import only_near
from chaindsl.graph.typeform import LiteralValue
from chaindsl.graph.unknown import Unknown


def caught(facts: FlowFacts, part: Branch) -> Fix | None:
    """Let nothing happen for values without a route."""
    site = _site(facts, part)
    edits = () if site is None else site.given("otherwise", "None")
    becomes = with_part(facts.flow, part, replace(part, otherwise=()))
    return Fix("say otherwise=None: nothing happens there", edits, safe=False, becomes=becomes) if edits else None


def relabelled(
    facts: FlowFacts, part: Branch, dead: Sequence[LiteralValue], missing: Sequence[LiteralValue]
) -> Fix | None:
    """Give the one label without a value the one value without a label that it resembles."""
    if len(dead) != 1 or len(missing) != 1 or isinstance(part.routes, Unknown):
        return None
    old, new = dead[0], missing[0]
    if not isinstance(old.value, str) or not isinstance(new.value, str) or old.type != "str" or new.type != "str":
        return None
    site = _site(facts, part)
    routes = None if site is None else site.value("routes", 1)
    if site is None or routes is None or only_near(old.value, [new.value]) is None:
        return None
    edits = respelt(site.module, routes, old.value, new.value)
    changed = tuple(Route(new, one.parts) if one.label == old else one for one in part.routes)
    becomes = with_part(facts.flow, part, replace(part, routes=changed))
    return Fix(f"correct `{old.value}` to `{new.value}`", edits, safe=False, becomes=becomes) if edits else None


def without_route(facts: FlowFacts, part: Branch, dead: LiteralValue) -> Fix | None:
    """Take a route out that is never taken."""
    if isinstance(part.routes, Unknown) or len(part.routes) < 2:
        return None
    site = _site(facts, part)
    edits = () if site is None else _removed(site, dead.value)
    kept = tuple(route for route in part.routes if route.label != dead)
    becomes = with_part(facts.flow, part, replace(part, routes=kept))
    return Fix(f"take the route for `{dead.label}` out", edits, safe=False, becomes=becomes) if edits else None


def _removed(site: CallSite, value: object) -> tuple[Edit, ...]:
    routes = site.value("routes", 1)
    if not isinstance(routes, ast.Dict):
        return ()
    found = [
        number for number, key in enumerate(routes.keys)
        if isinstance(key, ast.Constant) and type(key.value) is type(value) and key.value == value
    ]  # fmt: skip
    inner = items(site.module, routes)
    if len(found) != 1 or inner is None or len(inner.items) != len(routes.keys):
        return ()
    return inner.removed(found[0])


def _site(facts: FlowFacts, part: Branch) -> CallSite | None:
    return None if facts.source is None else Sites(facts.source).call(part.place)
