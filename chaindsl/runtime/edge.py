"""A transition made ready to be taken."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from chaindsl.graph.flow import Transition
from chaindsl.graph.state import Actor
from chaindsl.graph.unknown import known
from chaindsl.runtime.action import Moves
from chaindsl.runtime.attempts import Attempts
from chaindsl.runtime.failure import StepFailed
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.gatekeeper import Gatekeeper
from chaindsl.runtime.inputs import Inputs
from chaindsl.runtime.nested import run_inside
from chaindsl.runtime.program import Program
from chaindsl.runtime.reader import Reader
from chaindsl.trace.details import ABSENT, NO_DETAILS
from chaindsl.trace.keep import plain
from chaindsl.trace.record import Cell, Given, Record
from chaindsl.trace.recording import Recording
from chaindsl.trace.secrets import Secrets
from chaindsl.trace.site import Site


class Edge:
    """One transition. `supplied` is the gate for what an actor supplies, `schema` the same for machines to read."""

    def __init__(
        self,
        transition: Transition,
        gatekeeper: Gatekeeper | None,
        work: "Work",
        supplied: Inputs,
        schema: Mapping[str, Any],
        recording: Recording,
    ) -> None:
        self.name = str(transition.name)
        self.title = known(transition.title, None) or (transition.work.doc if transition.work else "") or self.name
        self.place = transition.place
        self.sources = known(transition.sources, ())
        self.targets = known(transition.targets, ())
        self.actor = known(transition.actor, Actor.AGENT)
        self.menu = transition.menu
        self.limit = known(transition.limit, None)
        self.on_failure = known(transition.on_failure, None)
        self.gatekeeper = gatekeeper
        self.supplied = supplied
        self.schema = schema
        self.reads = tuple(read.key for read in transition.work.reads) if transition.work else ()
        self._work = work
        self._recording = recording

    @property
    def computed(self) -> bool:
        """Whether the runtime takes it by itself."""
        return self.actor is Actor.DETERMINISTIC

    @property
    def guard(self) -> str | None:
        """The guard as its author wrote it, None without one."""
        return None if self.gatekeeper is None else self.gatekeeper.text

    def shown(self, arguments: Mapping[str, Any], secrets: Secrets | None) -> dict[str, Cell]:
        """Return what the trace keeps of what an actor supplied."""
        if secrets is not None:
            self._recording.learn(arguments, secrets)
        return {name: Given(self._recording.keep(name, value, secrets)) for name, value in arguments.items()}

    def kept(self, arguments: Mapping[str, Any], secrets: Secrets | None) -> tuple[dict[str, Any], bool]:
        """Return what a store keeps of what an actor supplied, and whether any of it is redacted."""
        said = {name: plain(value) for name, value in arguments.items() if name not in self._recording.redact}
        shown = said
        if secrets is not None:
            self._recording.learn(arguments, secrets)
            shown = secrets.data(said)
        return shown, len(said) < len(arguments) or shown != said

    def perform(self, frame: Frame) -> Moves[str]:
        """Do the work and return the state to go to."""
        made = yield from self._work.perform(frame)
        if not self.menu:
            return self.targets[0]
        label = made.value if isinstance(made, Enum) else made
        if label not in self.targets:
            raise StepFailed(self.name, (), f"{made!r} is not on its menu of {', '.join(self.targets)}", self.place)
        return str(label)


class RunsFlow:
    """The work of a transition that runs a whole flow: parameters are handed to its inputs by name."""

    def __init__(self, program: Program, reader: Reader, parameters: tuple[str, ...], site: Site) -> None:
        self._program = program
        self._reader = reader
        self._parameters = parameters
        self._site = site

    def perform(self, frame: Frame) -> Moves[None]:
        """Run the flow, and record the transition when it is done."""
        started = frame.clock()
        args, read = self._reader.fill(frame)
        given = dict(zip(self._parameters, args, strict=True))
        yield from run_inside(self._program, frame, given)
        seconds = frame.clock() - started
        frame.tell(Record(self._site, frame.scope, None, 1, started, seconds, read, ABSENT, NO_DETAILS))


Work = Attempts | RunsFlow
