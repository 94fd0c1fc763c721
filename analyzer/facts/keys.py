"""What is known about keys at every node of a net: certainly written, still to be read, and written by whom.

Three passes over bitsets in reverse post-order, repeated until nothing changes: a must-analysis forward (what all
paths have written), liveness backward (what some path still reads), and reaching definitions forward.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_, or_

from analyzer.facts.contract import Write
from analyzer.facts.keyset import EVERYTHING
from analyzer.facts.net import Net
from analyzer.facts.paths import reverse_postorder, turned


def definite(net: Net, gained: Sequence[int]) -> list[int]:
    """Return what has certainly been gained before each node, where `gained` says what each node adds.

    Alternatives are intersected where they meet, parallel parts united. A node that no sure path reaches has
    everything: whatever is said of all its paths holds.
    """
    before = [EVERYTHING] * len(net.nodes)
    order = reverse_postorder(net.sure_successors, [Net.START])
    entering = turned(net.sure_successors)
    known = set(order)
    entering = [[one for one in nodes if one in known] for nodes in entering]
    before[Net.START] = 0
    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            found = EVERYTHING if node not in net.forks else 0
            for one in entering[node]:
                after = before[one] | gained[one]
                found = found & after if node not in net.forks else found | after
            if found != before[node]:
                before[node] = found
                changed = True
    return before


@dataclass
class Keys:
    """Facts about the keys of one net; each is computed when it is first asked for."""

    net: Net

    @cached_property
    def before(self) -> list[int]:
        """The keys that have certainly been written before each node."""
        return definite(self.net, self.net.writes)

    @cached_property
    def maybe(self) -> list[int]:
        """The keys that may have been written before each node."""
        successors = self.net.successors
        order = reverse_postorder(successors, [Net.START])
        entering = turned(successors)
        before = [0] * len(self.net.nodes)
        changed = True
        while changed:
            changed = False
            for node in order:
                found = 0
                for one in entering[node]:
                    found |= before[one] | self.net.touches[one]
                if found != before[node]:
                    before[node] = found
                    changed = True
        return before

    @cached_property
    def live(self) -> list[int]:
        """The keys that some path reads behind each node before it writes them.

        Parallel parts have no order, so behind one of them all may still read.
        """
        net = self.net
        after = [0] * len(net.nodes)
        before = list(net.reads)
        order = reverse_postorder(net.successors, [Net.START])
        order.reverse()
        entering = turned(net.successors)
        siblings = {leg: fork for join, fork in net.forks.items() for leg in entering[join]}
        changed = True
        while changed:
            changed = False
            for node in order:
                found = 0
                for following in net.successors[node]:
                    found |= before[following]
                if node in siblings:
                    found |= after[siblings[node]]
                if found != after[node]:
                    after[node] = found
                    changed = True
                before[node] = net.reads[node] | (found & ~net.kills[node])
        return after

    @cached_property
    def definitions(self) -> list[tuple[int, Write]]:
        """Every write with its node; a node that may write any key has none."""
        return [(node, write) for node, part in enumerate(self.net.nodes) for write in part.contract.writes]

    @cached_property
    def _of_key(self) -> dict[str, list[int]]:
        """The numbers of a key's definitions."""
        found: dict[str, list[int]] = {}
        for number, (_, write) in enumerate(self.definitions):
            found.setdefault(write.key, []).append(number)
        return found

    @cached_property
    def _definition_bits(self) -> tuple[list[int], list[int]]:
        """For each node the definitions that it makes and those that it ends."""
        made, ended = [0] * len(self.net.nodes), [0] * len(self.net.nodes)
        masks = {key: sum(1 << number for number in numbers) for key, numbers in self._of_key.items()}
        for number, (node, write) in enumerate(self.definitions):
            made[node] |= 1 << number
            if write.sure:
                ended[node] |= masks[write.key]
        return made, ended

    @cached_property
    def _reaching(self) -> list[int]:
        """The definitions that may come to each node.

        Out of parallel parts comes what one of them has made, and what all of them let through. `fresh` is what was
        made since the innermost fork around: so no set ever shrinks, and the search ends.
        """
        net = self.net
        made, ended = self._definition_bits
        order = reverse_postorder(net.successors, [Net.START])
        entering = turned(net.successors)
        forks = set(net.forks.values())
        before = [0] * len(net.nodes)
        after, fresh = list(made), list(made)
        changed = True
        while changed:
            changed = False
            for node in order:
                found = _united(after[one] for one in entering[node])
                new = _united(fresh[one] for one in entering[node] if one not in forks)
                if node in net.forks:
                    passing = reduce(and_, (after[one] for one in entering[node]))
                    found = new | passing
                    new |= passing & fresh[net.forks[node]]
                if (found, made[node] | (new & ~ended[node])) != (before[node], fresh[node]):
                    before[node], fresh[node] = found, made[node] | (new & ~ended[node])
                    changed = True
                after[node] = made[node] | (found & ~ended[node])
        return before

    def writers(self, node: int, key: str) -> list[Write] | None:
        """Return the writes of a key that may be what a node reads; None where others may be that are not known."""
        found = self.definitions_of(node, key)
        return None if found is None else [write for _, write in found]

    def definitions_of(self, node: int, key: str) -> list[tuple[int, Write]] | None:
        """Return the same with the node of each write."""
        if self.maybe[node] == EVERYTHING:
            return None
        found = self._reaching[node]
        return [self.definitions[number] for number in self._of_key.get(key, ()) if found >> number & 1]


def _united(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
