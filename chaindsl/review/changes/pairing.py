"""Which flow of one side is which of the other: by name and file, then by name alone, then by structure alone."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from pathlib import PurePosixPath

from chaindsl.review.changes.exact import exact
from chaindsl.review.changes.snapshot import FlowAt

Pair = tuple[FlowAt | None, FlowAt | None]
Key = Callable[[FlowAt], Hashable]


def pairs(old: Iterable[FlowAt], new: Iterable[FlowAt], *, one_file: bool = False) -> list[Pair]:
    """Return every flow of both sides once, those that are the same together, in the order of the new side.

    A flow that has moved keeps its name; one that has another name is the same if nothing else of it differs, and no
    other flow can be meant. With `one_file` the two sides are two files that stand for each other.
    """
    before, after = list(old), list(new)
    found: dict[int, FlowAt] = {}
    _by(lambda one: ("" if one_file else one.file, one.name, one.source.scope), before, after, found, alone=False)
    for key in (_in_file_of_a_name, _by_name_and_structure, _by_name, _by_structure):
        _by(key, before, after, found, alone=True)
    known = {id(one) for one in found.values()}
    went: list[Pair] = [(one, None) for one in before if id(one) not in known]
    return [*((found.get(id(one)), one) for one in after), *went]


def _by(key: Key, old: list[FlowAt], new: list[FlowAt], found: dict[int, FlowAt], *, alone: bool) -> None:
    """Pair flows of one key that have no partner yet; `alone` only where there is one of it on each side."""
    known = {id(one) for one in found.values()}
    groups: dict[Hashable, tuple[list[FlowAt], list[FlowAt]]] = {}
    for number, (some, taken) in enumerate(((old, known), (new, found))):
        for one in some:
            if id(one) not in taken:
                groups.setdefault(key(one), ([], []))[number].append(one)
    for before, after in groups.values():
        if not alone or len(before) == len(after) == 1:
            found.update((id(other), one) for one, other in zip(before, after, strict=False))


def _in_file_of_a_name(one: FlowAt) -> Hashable:
    return PurePosixPath(one.file).name, one.name


def _by_name(one: FlowAt) -> Hashable:
    return one.name or id(one)


def _by_name_and_structure(one: FlowAt) -> Hashable:
    return one.name, exact(one.graph)


def _by_structure(one: FlowAt) -> Hashable:
    return exact(replace(one.graph, name=""))
