"""Workflows as source text: few states, guards over a number, a truth and functions, limits, failures, decisions."""

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.analyzer.facts.journeys_at_random import STATES, TYPES, transitions

HEADER = """\"\"\"A workflow.\"\"\"

from chaindsl import State, at_most, decides, never, passes, transition, workflow


def produce(name, *given):
    raise NotImplementedError(name)
"""
KEYS = ("n", "b", "x", "y")
_RETURNED = {**TYPES, "x": "str", "y": "str", "": "None"}


@dataclass(frozen=True)
class Row:
    """One transition: what journeys at random have, and the keys that it reads and writes beside them."""

    source: str
    target: str
    guard: str | None
    actor: str
    writes: str | None
    limit: int | None
    on_failure: str | None
    reads: tuple[str, ...] = ()

    def text(self, number: int) -> str:
        """The function with its decorator, and its guard where that is a function."""
        guard = f"sure_{number}" if self.guard == "sure(n)" else repr(self.guard)
        options = {
            "source": repr(self.source),
            "target": repr(self.target),
            "actor": repr(self.actor),
            "when": guard if self.guard else None,
            "writes": repr(self.writes) if self.writes else None,
            "limit": self.limit,
            "on_failure": repr(self.on_failure) if self.on_failure else None,
        }
        given = ", ".join(f"{name}={value}" for name, value in options.items() if value is not None)
        reads = ", ".join(f"{key}: {_RETURNED[key]}" for key in self.reads)
        handed = "".join(f", {key}" for key in self.reads)
        lines = [f"@transition({given})", f"def t{number}({reads}) -> {_RETURNED[self.writes or '']}:"]
        lines += [f'    return produce("t{number}", None{handed})', ""]
        if self.guard == "sure(n)":
            lines = [f"def {guard}(n: int) -> bool:", f'    return produce("{guard}", None, n)', "", "", *lines]
        return "\n".join(["", *lines])


def machine(rows: list[Row], *, always: str = "", inputs: tuple[str, ...] = ("n", "b"), outputs: str = "") -> str:
    """The text of a module with a workflow of these transitions, whose last state is the only final one."""
    names = ", ".join(f"t{number}" for number in range(len(rows)))
    states = ", ".join(f'State("{name}", goal="Decide")' for name in STATES[:3])
    given = ", ".join(f'"{key}": {_RETURNED[key]}' for key in inputs)
    options = f'initial="a", final=["d"], inputs={{{given}}}, states=[{states}]{outputs}'
    options += f", always=[{always}]" if always else ""
    bodies = "\n".join(row.text(number) for number, row in enumerate(rows))
    return f'{HEADER}\n{bodies}\n\nflow = workflow("flow", {names}, {options})\n'


def rows(longest: int = 5) -> st.SearchStrategy[list[Row]]:
    """Transitions that read nothing but what their guards ask for."""
    return st.lists(transitions, min_size=1, max_size=longest).map(lambda found: [Row(*row) for row in found])


@st.composite
def with_keys(draw: st.DrawFn) -> str:
    """A workflow whose transitions hand keys to each other, some of which are inputs."""
    found = []
    for row in draw(rows()):
        writes = row.writes or draw(st.sampled_from([None, "x", "y"]))
        reads = draw(st.lists(st.sampled_from(KEYS), max_size=2, unique=True))
        found.append(Row(row.source, row.target, row.guard, row.actor, writes, row.limit, row.on_failure, tuple(reads)))
    inputs = draw(st.sampled_from([("n", "b"), ("n", "b", "x"), ("n", "b", "x", "y")]))
    written = [row.writes for row in found if row.writes]
    outputs = draw(st.sampled_from(["", *(f", outputs=[{key!r}]" for key in (*written, *inputs))]))
    return machine(found, inputs=inputs, outputs=outputs)


@st.composite
def guaranteed(draw: st.DrawFn) -> str:
    """A workflow with one guarantee."""
    found = draw(rows())
    names = [*STATES, *(f"t{number}" for number in range(len(found)))]
    one, other = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    always = draw(
        st.sampled_from(
            [
                f"passes({one!r}, before={other!r})",
                f"decides({draw(st.sampled_from(['agent', 'human']))!r}, before={other!r})",
                f"at_most({one!r}, {draw(st.integers(0, 2))})",
                f"never({one!r}, after={other!r})",
            ]
        )
    )
    return machine(found, always=always)
