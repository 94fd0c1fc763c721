"""What differs in where the transitions of a flow of YAML lead, by their branches. Graphs say nothing of these."""

from collections.abc import Iterable, Iterator

from chaindsl.draw.wording import name
from chaindsl.graph.flow import Workflow
from chaindsl.review.changes.change import Aspect, Change, Named, Renamed
from chaindsl.review.changes.snapshot import FlowAt
from chaindsl.review.changes.stepwise import changed


def menu_changes(old: FlowAt, new: FlowAt, names: Iterable[Renamed]) -> Iterator[Change]:
    """Yield a change for each transition of both flows whose branches are others, under the new names."""
    states = {one.before: one.after for one in names if one.kind is Named.STATE}
    transitions = {one.before: one.after for one in names if one.kind is Named.TRANSITION}
    before = {transitions.get(one, one): menu for one, menu in old.menus.items()}
    body = new.graph.body
    places = {str(one.name): one.place for one in body.transitions} if isinstance(body, Workflow) else {}
    for one, menu in new.menus.items():
        was = tuple((test, states.get(target, target)) for test, target in before.get(one, menu))
        if was != menu:
            yield changed(Aspect.GUARD, name(one), "branches", (_words(was), _words(menu)), places.get(one))


def _words(menu: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{target} if {test}" if test else f"else {target}" for test, target in menu)
