"""States where a run stops short of its end: no way out, no way to the end, or nothing that can be taken."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.machine import Here, Machine
from analyzer.facts.paths import components, cyclic, reached, turned
from analyzer.facts.trips import Trips
from analyzer.facts.unfolding import Unfolding
from analyzer.facts.verdict import Verdict
from analyzer.facts.worlds import World
from chaindsl.graph.unknown import Unknown


def _told(machine: Machine) -> bool:
    """Whether enough is known to say that something is missing."""
    return not machine.open and machine.ends_known


def dead_ends(machine: Machine) -> list[str]:
    """Return the states that can be reached, are not final, and that nothing leaves."""
    if not _told(machine):
        return []
    return [
        name
        for name, here in machine.states.items()
        if name in machine.reachable and not here.final and not machine.moves[name] and not machine.anywhere(name)
    ]


def traps(machine: Machine) -> list[tuple[str, ...]]:
    """Return groups of states that a run can go round in for ever, but never leave for a final state."""
    if not _told(machine):
        return []
    names = [name for name in machine.states if name in machine.reachable]
    number = {name: index for index, name in enumerate(names)}
    successors = [
        list(dict.fromkeys(number[move.target] for move in machine.moves[name] if not move.blocked)) for name in names
    ]
    ends = [number[name] for name in names if machine.states[name].final or machine.anywhere(name)]
    saved = reached(turned(successors), ends)
    found = []
    for part in components(successors):
        inside = set(part)
        closed = all(target in inside for node in part for target in successors[node])
        if closed and not inside & saved and cyclic(part, successors):
            found.append(tuple(names[node] for node in part))
    return sorted(found, key=lambda group: names.index(group[0]))


@dataclass(frozen=True, slots=True)
class Stuck:
    """A state where it can happen that nothing can be taken; `when` says for what values, if values decide.

    `used_up` are transitions that were taken as often as their limits allow.
    """

    state: str
    when: World | None = None
    used_up: tuple[int, ...] = ()


def stuck_states(machine: Machine, unfolding: Unfolding) -> Iterator[Stuck]:
    """Yield the states that only guarded or limited transitions leave, whoever acts, with a case that none covers."""
    if not _told(machine):
        return
    for name, here in machine.states.items():
        waits = here.declared is not None and here.declared.on_timeout is not None
        # A limit on what somebody decides is meant: when it is used up they are told that the run stops.
        asks = any(machine.workflow.transitions[number].guard is None for number in here.offered)
        if name in machine.reachable and leaving(here) and not (here.final or waits or asks):
            found = _stuck(machine, unfolding, here)
            if found is not None:
                yield found


def leaving(here: Here) -> tuple[int, ...]:
    """Return the transitions that leave a state, those that are tried first, and then those that are offered."""
    return tuple(dict.fromkeys((*here.tried, *here.offered)))


def _stuck(machine: Machine, unfolding: Unfolding, here: Here) -> Stuck | None:
    every = leaving(here)
    choice = machine.choose(every) if here.offered else here.choice
    if choice.gap is not Verdict.YES:
        return None
    limited = [number for number in every if machine.workflow.transitions[number].limit is not None]
    if unfolding.exact:
        return _in_unfolding(machine, unfolding, here)
    if not limited:
        return Stuck(here.name, choice.when)
    rest = tuple(number for number in every if number not in limited)
    choice = machine.choose(rest)
    visits = Trips(machine, lambda move: True).of_state(here.name)
    limits = [machine.workflow.transitions[number].limit for number in limited]
    most = sum(limit for limit in limits if isinstance(limit, int))
    often = visits is not None and visits > most and not any(isinstance(limit, Unknown) for limit in limits)
    return Stuck(here.name, choice.when, tuple(limited)) if often and choice.gap is Verdict.YES else None


def _in_unfolding(machine: Machine, unfolding: Unfolding, here: Here) -> Stuck | None:
    """Look for a point that a run can come to, with values that are sure to be possible, where nothing can be taken."""
    every = leaving(here)
    for number, (state, values, used) in enumerate(unfolding.points):
        if state != here.name or any(link.move is None for link in unfolding.links[number]):
            continue
        gone = tuple(one for one, count in used if machine.workflow.transitions[one].limit == count and one in every)
        left = tuple(one for one in every if one not in gone)
        choice = machine.choose(left, fixed=dict(values), counted=True)
        if choice.gap is Verdict.YES and all(sample.sure for _, sample in values):
            return Stuck(here.name, choice.when if choice.when and choice.when.values else None, gone)
    return None
