"""Law 3: a deterministic cycle is reported if and only if a run can go round in it for ever."""

from itertools import chain, pairwise, repeat

from hypothesis import given

from analyzer.facts.paths import components, cyclic, shortest_cycle, shortest_path
from chaindsl.runtime.status import Stopped
from tests.analyzer.facts.journeys_at_random import Exploration as Explored
from tests.analyzer.facts.journeys_at_random import Hop, Point
from tests.laws.along import Along
from tests.laws.choices import Exploration
from tests.laws.effort import half
from tests.laws.machines import Row, machine, rows
from tests.laws.stage import staged

LONG = 51


def endless(explored: Explored) -> tuple[Point, list[Hop], list[Hop]] | None:
    """A way into a cycle that nobody has to decide in, from a start, and the cycle."""
    points = list(explored.hops)
    number = {point: index for index, point in enumerate(points)}
    alone = [[number[hop.target] for hop in explored.hops[point] if hop.alone] for point in points]
    every = [[number[hop.target] for hop in explored.hops[point]] for point in points]
    for part in components(alone):
        cycle = shortest_cycle(alone, part) if cyclic(part, alone) else None
        if cycle is not None:
            for start in explored.starts:
                way = shortest_path(every, number[start], cycle[0].__eq__)
                if way is not None:
                    turn = [*cycle, cycle[0]]
                    return start, hops(explored, points, way, alone=False), hops(explored, points, turn, alone=True)
    return None


def hops(explored: Explored, points: list[Point], way: list[int], *, alone: bool) -> list[Hop]:
    """The moves along some points."""
    return [
        next(hop for hop in explored.hops[points[one]] if hop.target == points[other] and (hop.alone or not alone))
        for one, other in pairwise(way)
    ]


@half
@given(rows(longest=6))
def test_a_cycle_is_reported_if_and_only_if_a_run_can_turn_in_it_for_ever(found: list[Row]) -> None:
    with staged(machine(found)) as stage:
        explored = Explored(stage.source.graph)
        assert bool(stage.found("CD101")) is explored.endless()
        lasso = endless(explored)
        assert (lasso is not None) is explored.endless()
        if lasso is not None:
            start, way, cycle = lasso
            turns = list(chain(way, *repeat(cycle, LONG)))
            played = Along(stage, start, turns).play()
            assert played.run.stopped is Stopped.DEPTH
            return
        for played in Exploration(most=10, more=10).of(stage.play):
            assert played.run.stopped is not Stopped.DEPTH or stage.found("CD107")
