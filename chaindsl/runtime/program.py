"""A whole flow made ready to run."""

from collections.abc import Mapping
from functools import cached_property

from chaindsl.graph.encode import shape_hash
from chaindsl.graph.flow import Chain, Flow, Workflow
from chaindsl.graph.nearest import nearest
from chaindsl.graph.state import State
from chaindsl.graph.unknown import known
from chaindsl.runtime.action import Moves
from chaindsl.runtime.failure import MissingKey
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.inputs import Inputs
from chaindsl.runtime.ledger import Limits
from chaindsl.runtime.part import Part
from chaindsl.runtime.status import Stopped
from chaindsl.runtime.watch import Watch
from chaindsl.trace.record import Given
from chaindsl.trace.recording import Recording


class Program:
    """A flow with its parts bound. `outputs` are the keys it hands back; those in `promised` must be there.

    `known` are texts that its tools say are secret.
    """

    def __init__(
        self,
        flow: Flow,
        inputs: Inputs,
        outputs: tuple[str, ...],
        promised: tuple[str, ...],
        recording: Recording,
    ) -> None:
        self.name = str(flow.name)
        self.flow = flow
        self.inputs = inputs
        self.outputs = outputs
        self.recording = recording
        self.known: tuple[str, ...] = ()
        self.limits = Limits.of(known(flow.budget, None))
        self.has_budget = known(flow.budget, None) is not None
        self.ending = Stopped.END if isinstance(flow.body, Chain) else Stopped.FINAL
        self._promised = promised
        self._guarantees = known(flow.guarantees, ())
        self.body: Part | None = None

    @cached_property
    def shape(self) -> str | None:
        """The hash of the graph that runs; None where the graph is not wholly known."""
        return shape_hash(self.flow)

    def state(self, name: str | None) -> State | None:
        """Return what the author declared of a state; None where nothing, and for a chain."""
        states = known(self.flow.body.states, ()) if isinstance(self.flow.body, Workflow) else ()
        return next((state for state in states if state.name == name), None)

    def fill(self, frame: Frame, values: Mapping[str, object]) -> None:
        """Write accepted inputs into a frame."""
        if frame.secrets is not None:
            self.recording.learn(values, frame.secrets)
        for key, value in values.items():
            frame.put(key, value, Given(self.recording.keep(key, value, frame.secrets)))

    def perform(self, frame: Frame) -> Moves[None]:
        """Run the flow on a frame that holds its inputs. Raises MissingKey for a promised output that is not there."""
        assert self.body is not None
        if self._guarantees:
            frame.watch = Watch(self._guarantees)
        return self._whole(self.body, frame) if self._promised else self.body.perform(frame)

    def _whole(self, body: Part, frame: Frame) -> Moves[None]:
        yield from body.perform(frame)
        for key in self._promised:
            if key not in frame.values:
                raise MissingKey(key, f"outputs= of {self.name}", self.flow.place, nearest(key, frame.values))
