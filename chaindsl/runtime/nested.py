"""A flow inside another: as a part of a chain, or as the work of a transition."""

from collections.abc import Mapping
from typing import Any

from chaindsl.runtime.action import Moves
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.program import Program


class NestedPart:
    """It takes its inputs from, and writes its outputs to, the values around it; its other keys stay its own."""

    __slots__ = ("_program",)

    def __init__(self, program: Program) -> None:
        self._program = program

    def perform(self, frame: Frame) -> Moves[None]:
        """Run the flow on the values that have the names of its inputs."""
        given = {key: frame.values[key] for key in self._program.inputs.keys if key in frame.values}
        yield from run_inside(self._program, frame, given)


def run_inside(program: Program, frame: Frame, given: Mapping[str, Any]) -> Moves[None]:
    """Run a flow on values of its own, with an account of its own where it has a budget, and write its outputs."""
    accepted = program.inputs.accept(given)
    ledger = frame.ledger
    if program.has_budget:
        ledger = ledger.open(program.name, program.limits, frame.clock())
    inner = frame.nested(program.name, ledger)
    program.fill(inner, accepted)
    try:
        yield from program.perform(inner)
    finally:
        inner.end()
        if program.has_budget:
            ledger.close()
    for key in program.outputs:
        if key in inner.values:
            frame.put(key, inner.values[key], inner.cells[key])
