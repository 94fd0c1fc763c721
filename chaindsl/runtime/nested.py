"""A flow as a part of another, or as the work of a transition."""

from chaindsl.runtime.action import Moves
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.program import Program


class NestedPart:
    """It takes its inputs from, and writes its outputs to, the values around it; its other keys stay its own."""

    __slots__ = ("_program",)

    def __init__(self, program: Program) -> None:
        self._program = program

    def perform(self, frame: Frame) -> Moves[None]:
        """Run the flow on values of its own, with an account of its own where it has a budget."""
        program = self._program
        given = {key: frame.values[key] for key in program.inputs.keys if key in frame.values}
        accepted = program.inputs.accept(given)
        ledger = frame.ledger
        if program.has_budget:
            ledger = ledger.open(program.name, program.limits, frame.clock())
        inner = frame.nested(program.name, ledger)
        program.fill(inner, accepted)
        yield from program.perform(inner)
        inner.end()
        if program.has_budget:
            ledger.close()
        for key in program.outputs:
            if key in inner.values:
                frame.put(key, inner.values[key], inner.cells[key])
