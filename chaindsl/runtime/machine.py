"""A workflow made ready to run: its states, and what leads out of each in the author's order."""

from collections.abc import Mapping, Sequence

from chaindsl.graph.flow import Workflow
from chaindsl.graph.place import Place
from chaindsl.graph.state import State
from chaindsl.graph.unknown import known
from chaindsl.runtime.edge import Edge
from chaindsl.runtime.link import NO_GUIDANCE, Guidance


class Machine:
    """`edges` are all transitions in the author's order; `dead` names, by state, the keys that are freed there."""

    def __init__(
        self, name: str, body: Workflow, edges: Sequence[Edge], dead: Mapping[str, frozenset[str]], place: Place | None
    ) -> None:
        self.name = name
        self.place = place
        self.initial = str(body.initial)
        self.final = frozenset(body.final_states())
        self.max_depth = known(body.max_chain_depth, 50)
        self.edges = {edge.name: edge for edge in edges}
        self.dead = dead
        self._states = {str(state.name): state for state in known(body.states, ())}
        self._computed: dict[str, list[Edge]] = {}
        self._decided: dict[str, list[Edge]] = {}
        for edge in edges:
            for source in edge.sources:
                (self._computed if edge.computed else self._decided).setdefault(source, []).append(edge)

    def computed(self, state: str) -> Sequence[Edge]:
        """The transitions out of a state that the runtime takes by itself, in the author's order."""
        return self._computed.get(state, ())

    def decided(self, state: str) -> Sequence[Edge]:
        """The transitions out of a state that a model or a person decides, in the author's order."""
        return self._decided.get(state, ())

    def state(self, name: str) -> State | None:
        """What the author declared of a state, None where nothing."""
        return self._states.get(name)

    def guidance(self, name: str) -> Guidance:
        """What is said about a state to whoever decides there."""
        state = self._states.get(name)
        return NO_GUIDANCE if state is None else Guidance(known(state.goal, None), known(state.guidance, None))
