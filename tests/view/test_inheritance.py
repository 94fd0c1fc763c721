"""A law: where one step of a chain is changed, what differs is that step and exactly what it reaches by reads."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.step import Read, Step
from chaindsl.graph.typeform import STR
from chaindsl.trace.details import NO_DETAILS
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceWriter
from chaindsl.trace.record import Cell, Given, Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.site import Site
from chaindsl.view.diff.comparison import Comparison
from chaindsl.view.loaded import Loaded, load
from tests.view.runs import BEGAN

Reads = list[list[int]]
"""For each step the numbers of the keys that it reads: 0 is the input, n is what step n - 1 wrote."""


@st.composite
def chains(draw: st.DrawFn) -> Reads:
    length = draw(st.integers(1, 8))
    return [sorted(draw(st.sets(st.integers(0, number), max_size=3))) for number in range(length)]


def run(path: Path, reads: Reads, changed: int | None) -> Loaded:
    """What a run leaves in which each step writes its name around all that it read, the changed one otherwise."""
    parts = [
        Step(f"s{number}", reads=tuple(Read(f"k{key}") for key in keys), writes=f"k{number + 1}", type=STR)
        for number, keys in enumerate(reads)
    ]
    flow = Flow("law", Chain(tuple(parts)), (Input("k0", STR),))
    cells: list[Cell] = [Given("input")]
    with TraceWriter(path, head("run", flow, written_by="1", began=BEGAN)) as writer:
        for number, keys in enumerate(reads):
            site = Site("law", f"s{number}", tuple(f"k{key}" for key in keys), f"k{number + 1}")
            inside = ",".join(str(cells[key].output) for key in keys)
            output = f"s{number}{'!' * (number == changed)}({inside})"
            record = Record(
                site, Scope("law", 0.0), None, 1, float(number), 1.0, [cells[key] for key in keys], output, NO_DETAILS
            )
            writer(record)
            cells.append(record)
        writer.end({"status": "completed", "stopped": "end of chain"})
    return load(path)


def reached(reads: Reads, origin: int) -> set[int]:
    """Every step that reads what `origin` wrote, or what another such step wrote."""
    found: set[int] = set()
    for number in range(origin + 1, len(reads)):
        if {origin + 1, *(step + 1 for step in found)} & set(reads[number]):
            found.add(number)
    return found


@given(chains(), st.data())
def test_what_differs_is_the_changed_step_and_what_it_reaches(
    tmp_path_factory: object, reads: Reads, data: st.DataObject
) -> None:
    origin = data.draw(st.integers(0, len(reads) - 1))
    folder: Path = tmp_path_factory.mktemp("law")  # type: ignore[attr-defined]
    left, right = run(folder / "a.jsonl", reads, None), run(folder / "b.jsonl", reads, origin)
    found = Comparison(left, right)
    expected = reached(reads, origin)
    assert [int(d.place.name[1:]) for d in found.differences] == sorted({origin, *expected})
    assert found.first is not None
    assert [d.place.name for d in found.differences if d.began] == [f"s{origin}"] == [found.first.place.name]
    assert {int(place.name[1:]) for place in found.inherited(found.first)} == expected
    assert found.absorbed(found.first) == []
    assert Comparison(left, left).same
    assert [d.place.name for d in Comparison(right, left).differences] == [d.place.name for d in found.differences]
