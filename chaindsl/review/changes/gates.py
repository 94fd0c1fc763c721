"""Human gates: where a flow does not go on unless a person has decided. And which of them a change takes away.

A gate is a transition that a person decides and that a run can come to, a guarantee that a person decides, and an end
or an effect that no run can come to without a human decision. What can't be followed is no proof of a gate: if one
can't be proved any more, it counts as removed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.unfolding import Unfolding
from chaindsl.draw.wording import name
from chaindsl.graph.flow import Flow, Transition
from chaindsl.graph.guarantee import Decides
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_steps
from chaindsl.review.changes.machinewise import key_of
from chaindsl.review.changes.wording import guarantee_words, plain


@dataclass(frozen=True)
class Gates:
    """The human gates of one flow.

    `decided` are the transitions that a person decides, by the states in which that happens. `guarded` are the ends and
    effects that take a human decision first, `open` those that do not, as far as can be proved; `loose` is everything
    that a run may come to without one. `actors` says who decides each transition.
    """

    decided: Mapping[str, frozenset[str]] = field(default_factory=dict)
    promised: frozenset[str] = frozenset()
    guarded: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    actors: Mapping[str, str] = field(default_factory=dict)

    @property
    def transitions(self) -> frozenset[str]:
        """All transitions that a person decides."""
        return frozenset().union(*self.decided.values())

    @property
    def any(self) -> bool:
        """Whether there is any gate."""
        return bool(self.decided or self.promised or self.guarded)


def gates(facts: FlowFacts) -> Gates:
    """Return the human gates of a flow; a chain has none but what it promises."""
    guarantees = () if isinstance(facts.flow.guarantees, Unknown) else facts.flow.guarantees
    human = (one for one in guarantees if isinstance(one, Decides) and one.actor == Actor.HUMAN.value)
    promised = frozenset(map(guarantee_words, human))
    if facts.machine is None or facts.unfolding is None:
        return Gates(promised=promised)
    machine, unfolding = facts.machine, facts.unfolding
    goals = _goals(machine)
    met = _met(machine, unfolding, alone=False)
    loose = _met(machine, unfolding, alone=True)
    if not isinstance(machine.workflow.initial, str) or any(machine.anywhere(state) for state in machine.reachable):
        loose = goals | loose
    return Gates(
        _decided(machine, unfolding),
        promised,
        (goals & met) - loose,
        goals & loose,
        loose,
        {key_of(one): str(plain(one.actor)) for one in machine.workflow.transitions},
    )


def _goals(machine: Machine) -> frozenset[str]:
    """The ends and the transitions with an effect, by name."""
    effects = (key_of(one) for one in machine.workflow.transitions if _has_effect(one))
    return frozenset((*machine.final, *effects))


def _has_effect(transition: Transition) -> bool:
    steps: Iterable[Step] = flow_steps(transition.runs) if isinstance(transition.runs, Flow) else ()
    works = [*steps, *([transition.work] if transition.work is not None else [])]
    return any(step.effect is not None or step.command is True for step in works)


def _is_human(machine: Machine, move: Move) -> bool:
    """Whether a person has decided for a move. One whose work failed has not been made."""
    return (
        move.by is By.DECISION
        and move.transition is not None
        and machine.workflow.transitions[move.transition].actor is Actor.HUMAN
    )


def _met(machine: Machine, unfolding: Unfolding, *, alone: bool) -> frozenset[str]:
    """The states and transitions that a run may come to; `alone` without any human decision."""
    found, seen, waiting = set[str](), {0}, [0] if unfolding.points else []
    while waiting:
        point = waiting.pop()
        found.add(unfolding.points[point][0])
        for link in unfolding.links[point]:
            if link.move is not None and alone and _is_human(machine, link.move):
                continue
            transition = None if link.move is None or link.move.transition is None else link.move.transition
            if transition is not None and not (alone and machine.workflow.transitions[transition].actor is Actor.HUMAN):
                found.add(key_of(machine.workflow.transitions[transition]))
            if link.target not in seen:
                seen.add(link.target)
                waiting.append(link.target)
    return frozenset(found)


def _decided(machine: Machine, unfolding: Unfolding) -> dict[str, frozenset[str]]:
    """The transitions that a person may decide for, by state."""
    found: dict[str, set[str]] = {}
    for some in unfolding.links:
        for link in some:
            if link.move is not None and link.move.transition is not None and _is_human(machine, link.move):
                key = key_of(machine.workflow.transitions[link.move.transition])
                found.setdefault(link.move.source, set()).add(key)
    return {state: frozenset(names) for state, names in found.items()}


def removed(old: Gates, new: Gates) -> Iterator[str]:
    """Yield, as sentences, each gate of the old flow that the new one has not, or can't be proved to have."""
    gone = sorted(old.transitions - new.transitions)
    for key in gone:
        yield _why(key, new.actors.get(key))
    for state, keys in old.decided.items():
        if state not in new.decided and not keys & set(gone):
            yield f"no person decides in state `{name(state)}` any more"
    for words in sorted(old.promised - new.promised):
        yield f"the guarantee {words} is gone"
    for goal in sorted((old.guarded & new.loose) - set(gone)):
        yield f"`{name(goal)}` can be reached without any human decision"
    if (old.guarded and not old.open) or old.guarded - new.guarded - new.loose:
        for goal in sorted(new.open - old.open - old.guarded):
            yield f"`{name(goal)}`, which is new, can be reached without any human decision"


def _why(key: str, actor: str | None) -> str:
    if actor is None:
        return f"transition `{name(key)}`, which a person decided, is gone"
    if actor == Actor.HUMAN.value:
        return f"transition `{name(key)}`, which a person decides, can't be taken any more"
    who = {Actor.DETERMINISTIC.value: "by the runtime alone", Actor.AGENT.value: "by a model"}.get(actor, f"by {actor}")
    return f"transition `{name(key)}`, which a person decided, is decided {who}"
