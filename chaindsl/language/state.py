"""States that have something to say."""

from chaindsl.graph.place import Place
from chaindsl.graph.state import State as StateModel
from chaindsl.language.declaration import calling_place


class State:
    """A declared state of a workflow.

    `goal` and `guidance` are read by whoever decides there. After `timeout` seconds of waiting the run goes to
    `on_timeout`.
    """

    __slots__ = ("model",)
    model: StateModel

    def __init__(
        self,
        name: str,
        *,
        goal: str | None = None,
        guidance: str | None = None,
        final: bool = False,
        timeout: float | None = None,
        on_timeout: str | None = None,
    ) -> None:
        place: Place = calling_place()
        self.model = StateModel(name, goal, guidance, final, timeout, on_timeout, place)

    def __repr__(self) -> str:
        return f"State({self.model.name!r})"
