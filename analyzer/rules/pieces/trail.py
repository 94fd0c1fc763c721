"""How rules tell the way of what a model wrote, from key to key."""

from analyzer.facts.taint import Trail
from analyzer.finding import Related


def trail_lines(trail: Trail) -> list[Related | str]:
    """Return the steps that a model's text went through, a line each."""
    found: list[Related | str] = []
    for index, hop in enumerate(trail):
        text = f"`{hop.writer}` writes `{hop.key}`" + (", what its model wrote" if index == 0 else " from it")
        found.append(text if hop.place is None else Related(hop.place, text))
    return found
