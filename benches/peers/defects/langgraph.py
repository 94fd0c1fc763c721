"""The mistakes in LangGraph. Building is what happens before a run; what is handed back runs it."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

from collections.abc import Callable

from benches.peers.defects import langgraph_wiring as wiring

Run = Callable[[], object]


def building(wire: Callable[[], wiring.StateGraph]) -> Callable[[], Run]:
    def build() -> Run:
        compiled = wire().compile()
        return lambda: compiled.invoke({"text": "x", "items": ["x"] * 3})

    return build


unknown_target = building(wiring.unknown_target)
unreachable_step = building(wiring.unreachable_step)
unconditional_cycle = building(wiring.unconditional_cycle)
read_never_written = building(wiring.read_never_written)
written_never_read = building(wiring.written_never_read)
undeclared_key = building(wiring.undeclared_key)
two_parallel_writers = building(wiring.two_parallel_writers)
branch_without_target = building(wiring.branch_without_target)
types_differ = building(wiring.types_differ)
fan_out_of_unknown_size = building(wiring.fan_out_of_unknown_size)
