"""What differs between two flows. A flow of another name is another flow to it; who calls it has settled names."""

from collections.abc import Iterator
from dataclasses import replace

from chaindsl.draw.wording import name
from chaindsl.graph.budget import Budget, Input
from chaindsl.graph.flow import Chain, Flow, Workflow
from chaindsl.graph.guarantee import Guarantee
from chaindsl.graph.unknown import Maybe, Unknown
from chaindsl.review.changes.chainwise import chain_changes
from chaindsl.review.changes.change import Aspect, Change, Verb
from chaindsl.review.changes.exact import exact, same
from chaindsl.review.changes.machinewise import workflow_changes
from chaindsl.review.changes.stepwise import changed
from chaindsl.review.changes.wording import guarantee_words, input_words, plain, type_words, unknown_text

_UNITS = {"seconds": "seconds", "calls": "model calls", "tokens": "tokens", "bytes": "bytes carried forward"}


def flow_changes(old: Flow, new: Flow) -> list[Change]:
    """Return what differs between two flows: nothing if and only if their graphs say the same, names of both apart."""
    if same(replace(old, name=new.name), new):
        return []
    found = [*_declared(old, new), *_bodies(old, new)]
    if not found:
        found.append(Change(Aspect.ORDER, Verb.CHANGED, "", "the same things are listed in another order"))
    return [one if one.place is not None else replace(one, place=new.place) for one in found]


def _bodies(old: Flow, new: Flow) -> Iterator[Change]:
    match old.body, new.body:
        case Chain() as before, Chain() as after:
            yield from chain_changes(before, after, _inner)
        case Workflow() as before, Workflow() as after:
            yield from workflow_changes(before, after, _inner)
        case _:
            yield changed(Aspect.FLOW, "", "kind", (old.kind.value, new.kind.value), new.place)


def _inner(old: Flow, new: Flow) -> Iterator[Change]:
    """What differs between two flows that are parts, told as theirs."""
    if not same(old.name, new.name):
        yield changed(Aspect.PART, "", "", (name(old.name), name(new.name)), new.place)
    for one in flow_changes(old, new):
        yield replace(one, inside=(name(new.name), *one.inside))


def _declared(old: Flow, new: Flow) -> Iterator[Change]:
    yield from _inputs(old.inputs, new.inputs)
    if not same(_sorted(old.outputs), _sorted(new.outputs)):
        yield changed(Aspect.OUTPUT, "", "hands back", (plain(old.outputs), plain(new.outputs)), None)
    yield from _budgets(old.budget, new.budget)
    if not same(old.drop, new.drop):
        yield changed(Aspect.KEY, "", "freed after the last reader", (plain(old.drop), plain(new.drop)), None)
    yield from _guarantees(old.guarantees, new.guarantees)


def _sorted(keys: Maybe[tuple[str, ...] | None]) -> object:
    """Outputs have no order."""
    return tuple(sorted(keys)) if isinstance(keys, tuple) else keys


def _inputs(old: Maybe[tuple[Input, ...]], new: Maybe[tuple[Input, ...]]) -> Iterator[Change]:
    if isinstance(old, Unknown) or isinstance(new, Unknown):
        if not same(old, new):
            yield changed(Aspect.INPUT, "", "", (_inputs_words(old), _inputs_words(new)), None)
        return
    before, after = {given.key: given for given in old}, {given.key: given for given in new}
    for key in {**before, **after}:
        one, other = before.get(key), after.get(key)
        if same(one, other):
            continue
        words = None if one is None else input_words(one), None if other is None else input_words(other)
        if one is not None and other is not None and not same(one.type, other.type) and words[0] == words[1]:
            words = type_words(one.type, other.type), type_words(other.type, one.type)
        yield changed(Aspect.INPUT, name(key), "", words, None if other is None else other.place)


def _inputs_words(inputs: Maybe[tuple[Input, ...]]) -> str:
    return unknown_text(inputs) if isinstance(inputs, Unknown) else ", ".join(map(input_words, inputs))


def _budgets(old: Maybe[Budget | None], new: Maybe[Budget | None]) -> Iterator[Change]:
    if isinstance(old, Unknown) or isinstance(new, Unknown):
        if not same(old, new):
            yield changed(Aspect.BUDGET, "", "", (_budget_words(old), _budget_words(new)), None)
        return
    before, after = old or Budget(), new or Budget()
    for field, unit in _UNITS.items():
        one, other = getattr(before, field), getattr(after, field)
        if not same(one, other):
            yield changed(Aspect.BUDGET, "", unit, (plain(one), plain(other)), None)


def _budget_words(budget: Maybe[Budget | None]) -> str | None:
    if budget is None or isinstance(budget, Unknown):
        return None if budget is None else unknown_text(budget)
    return ", ".join(f"{getattr(budget, field)} {unit}" for field, unit in _UNITS.items() if getattr(budget, field))


def _guarantees(old: Maybe[tuple[Guarantee, ...]], new: Maybe[tuple[Guarantee, ...]]) -> Iterator[Change]:
    if isinstance(old, Unknown) or isinstance(new, Unknown):
        if not same(old, new):
            yield changed(Aspect.GUARANTEE, "", "", (_guarantees_words(old), _guarantees_words(new)), None)
        return
    before, after = {exact(one): one for one in old}, {exact(one): one for one in new}
    for key, one in after.items():
        if key not in before:
            yield changed(Aspect.GUARANTEE, "", "", (None, guarantee_words(one)), one.place)
    for key, one in before.items():
        if key not in after:
            yield changed(Aspect.GUARANTEE, "", "", (guarantee_words(one), None), one.place)


def _guarantees_words(guarantees: Maybe[tuple[Guarantee, ...]]) -> str | None:
    if isinstance(guarantees, Unknown):
        return unknown_text(guarantees)
    return ", ".join(map(guarantee_words, guarantees)) or None
